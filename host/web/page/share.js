// The switch that shares the page with the local network, on the page that has the token.

import { byId, fill, html, keepKeysFromBoard } from "./dom.js";
import { qrCode } from "./qr.js";
import { share } from "./source.js";

/** Show the switch; `token` is this page's. */
export function offerSharing(token) {
  const opener = byId("share-open");
  const dialog = byId("share");
  opener.hidden = false;
  opener.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
  opener.addEventListener("click", async () => {
    dialog.showModal();
    show(await share(token), token);
  });
  byId("share-close").addEventListener("click", () => dialog.close());
  keepKeysFromBoard(dialog);
}

function show(status, token) {
  const now = byId("share-now");
  if (!status) {
    fill(now, html("p", "trouble", "The program does not answer. Is pegboard still running?"));
    return;
  }
  const turn = html("button", "turn", status.on ? "Stop sharing" : "Share with this network");
  turn.type = "button";
  turn.addEventListener("click", async () => {
    turn.disabled = true;
    show(await share(token, !status.on), token);
  });
  byId("share-open").classList.toggle("on", status.on);
  fill(now,
    html("p", "", status.on
      ? "Everyone in this network may watch. Nobody who watches can press a key."
      : "Only this computer sees the board. Share it, and everyone in the same network may watch."),
    status.trouble ? html("p", "trouble", status.trouble) : "",
    ...status.watch.map((one) => address("Watch", one)),
    ...status.board.map((one) => secret(one)),
    turn,
    steps(status.steps));
}

function address(title, { url, qr }) {
  return html("figure", "address", qrCode(qr), html("figcaption", "", html("b", "", title), url));
}

function secret(one) {
  const parts = html("details", "secret", html("summary", "", "Play from a phone: for players only"));
  parts.append(address("The board with its keys", one));
  return parts;
}

function steps(list) {
  if (!list.length) return "";
  const parts = html("details", "steps", html("summary", "", "Nobody can open it?"));
  parts.append(html("ul", "", ...list.map((step) => html("li", "", step))));
  return parts;
}
