// What the server sends to a visible page: through a worker shared by all pages of this browser, or
// on a stream of its own if the browser has no shared workers.

import { stream } from "./events.js";

const WORKER = "pegboard 4"; // change the name when the messages between page and worker change
// A wall has many boards, each with a stream and a worker of its own.
const base = new URL(".", window.location.href).pathname;
const SILENCE_MS = 45_000; // the worker reports at least every 15 s that the server is alive
const LOOK_MS = 3000;

/**
 * Listen to the board. `on.view(view)`, `on.frame(bytes)` and `on.link("live" | "lost")` are called.
 * A hidden page receives nothing until it is visible again. `token` is the token of the page, or
 * ""; `own`: the page needs a stream of its own, because watchers see the game later.
 */
export function listen(on, token, own) {
  let heard = Date.now();
  let source = null;

  const hear = (kind, text) => {
    heard = Date.now();
    if (kind === "view") on.view(JSON.parse(text));
    else if (kind === "frame") on.frame(bytes(text));
    else on.link(text);
  };
  const follow = () => {
    if (document.hidden) {
      source.close();
    } else {
      heard = Date.now();
      source.open(token);
    }
  };
  const alone = () => {
    source.leave?.();
    source = stream(hear, base);
    follow();
  };
  const begin = () => {
    source = own || !("SharedWorker" in window) ? stream(hear, base) : shared(hear, alone);
    follow();
  };

  setInterval(() => {
    if (document.hidden || Date.now() - heard <= SILENCE_MS) return;
    on.link("lost");
    source.close();
    begin();
  }, LOOK_MS);
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("pageshow", (event) => event.persisted && follow());
  window.addEventListener("pagehide", () => source.leave?.());
  begin();
}

/** Return the stream of the shared worker; `failed()` is called if it cannot be started. */
function shared(hear, failed) {
  const address = new URL("shared_worker.bundle.js", import.meta.url);
  const worker = new SharedWorker(address, { type: "module", name: `${WORKER} ${base}` });
  worker.addEventListener("error", failed);
  worker.port.onmessage = ({ data: [kind, text] }) => hear(kind, text);
  const say = (state) => (token) => worker.port.postMessage([state, token]);
  return { open: say("seen"), close: say("hidden"), leave: say("gone") };
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
