// What the server sends to the page while it is visible: over the worker that all pages of this browser
// share, or on a stream of its own where there are no such workers.

import { stream } from "./events.js";

const WORKER = "pegboard 3"; // another name wherever what is said between page and worker changes
const SILENCE_MS = 45_000; // the worker says every 15 s at the least that the server lives
const LOOK_MS = 3000;

/**
 * Listen to the board. `on.view(view)`, `on.frame(bytes)` and `on.link("live" | "lost")` are called.
 * A hidden page receives nothing, and receives what is new once it is visible again. `token` is that
 * of the page, or ""; `own`: the page needs a stream of its own, since watchers see later what it sees.
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
    source = stream(hear);
    follow();
  };
  const begin = () => {
    source = own || !("SharedWorker" in window) ? stream(hear) : shared(hear, alone);
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

/** Return the stream of the shared worker; `failed()` is called where it cannot be started. */
function shared(hear, failed) {
  const worker = new SharedWorker("/page/shared.js", { type: "module", name: WORKER });
  worker.addEventListener("error", failed);
  worker.port.onmessage = ({ data: [kind, text] }) => hear(kind, text);
  const say = (state) => (token) => worker.port.postMessage([state, token]);
  return { open: say("seen"), close: say("hidden"), leave: say("gone") };
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
