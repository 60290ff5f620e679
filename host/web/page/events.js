// The server's stream of events, and whether it is alive. The browser reconnects and sends the last
// id.

import { TokenEvents } from "./token_events.js";

const SILENCE_MS = 40_000; // the server sends something at least every 15 s
const LOOK_MS = 3000;
const REFUSED = 403;
// How long after its end a stream of TokenEvents is asked for again, by the status of its answer; 0 if
// there was none. An EventSource is told the same by the server.
const AGAIN_MS = { 0: 1000, 200: 1000, [REFUSED]: 0 };

/**
 * Return {open, close} of the stream of the board at the address `base`. `on(kind, text)` is called with "view" (JSON), "frame"
 * (base64), and "link": "live" or "lost". Open, it starts again by itself after a long silence.
 * Opened with a `token` it is the stream of a page that has it, for which there is a place however
 * many watch.
 */
export function stream(on, base = "/") {
  let source = null;
  let timer = 0;
  let again = 0; // a timer too
  let heard = 0;
  let live = false;
  let ownToken = "";

  const alive = (isNews) => {
    heard = Date.now();
    if (!live || isNews) on("link", "live");
    live = true;
  };
  const lost = () => {
    live = false;
    on("link", "lost");
  };
  const connect = () => {
    source?.close();
    const address = `${base}events`;
    source = ownToken ? new TokenEvents(address, ownToken) : new EventSource(address);
    heard = Date.now();
    source.addEventListener("open", () => alive(true));
    source.addEventListener("beat", () => alive(true));
    for (const kind of ["view", "frame"]) {
      source.addEventListener(kind, (event) => {
        alive(false);
        on(kind, event.data);
      });
    }
    source.addEventListener("error", () => {
      lost();
      const wait = AGAIN_MS[source.status];
      clearTimeout(again);
      if (wait !== undefined) again = setTimeout(look, wait);
    });
  };
  // After an answer that is not a stream, such as "too many pages", a browser does not reconnect.
  const look = () => {
    if (source.readyState !== EventSource.CLOSED && Date.now() - heard <= SILENCE_MS) return;
    // The token of an earlier start: such a page may only watch.
    if (source.status === REFUSED) ownToken = "";
    lost();
    connect();
  };
  const open = (token = "") => {
    ownToken = token || ownToken;
    if (source) return;
    connect();
    timer = setInterval(look, LOOK_MS);
  };
  const close = () => {
    clearInterval(timer);
    clearTimeout(again);
    source?.close();
    source = null;
    live = false;
  };
  return { open, close };
}
