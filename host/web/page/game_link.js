// The link of a game, "#game=…": it is followed from every page, and offered at the end of a game.

import { gamesPage } from "./addresses.js";
import { html } from "./dom.js";
import { qrCode } from "./qr.js";

const KEY = "#game=";

/** Return the part of this page's address that is a game, or "". */
export const linkHere = () => (window.location.hash.startsWith(KEY) ? window.location.hash : "");

/** Show the game in this page's address, if it has one now or later, in place of this page. */
export function followLink() {
  const follow = () => linkHere() && window.location.replace(gamesPage() + linkHere());
  window.addEventListener("hashchange", follow);
  follow();
}

/** Return a closed part with the link, its QR code if it has one, and a button that copies it. */
export function linkPart(link, qr) {
  const text = html("input");
  text.type = "text";
  text.readOnly = true;
  text.value = link;
  text.setAttribute("aria-label", "The link of this game");
  for (const kind of ["keydown", "keyup"]) text.addEventListener(kind, (event) => event.stopPropagation());
  const copy = html("button", "save", "Copy the link");
  copy.type = "button";
  const said = html("span", "copied");
  said.setAttribute("role", "status");
  copy.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
  copy.addEventListener("click", async () => {
    said.textContent = (await copied(text)) ? "Copied" : "Copy it from the field";
  });
  const summary = html("summary", "save", "Link");
  summary.addEventListener("mousedown", (event) => event.preventDefault());
  return html("details", "link-part", summary,
    html("p", "", "The link holds the whole game. Any Pegboard shows it, and pegboard import keeps it."),
    qr ? qrCode(qr) : null, text, html("p", "", copy, " ", said));
}

/** Copy the text of a field; return whether that was allowed. A page that came over plain http may
 * use only the older of the two ways. */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
