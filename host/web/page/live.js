// The stream of events, and whether it lives. The browser reconnects and says what it saw last.

const SILENCE_MS = 40_000; // the board is heard every 15 s at the least

/**
 * Listen to the board. `on.table(view)`, `on.frame(bytes)` and `on.link("live" | "lost")` are called.
 * A page that was asleep, or hears nothing for long, starts again by itself.
 */
export function listen(on) {
  let source = null;
  let heard = 0;

  const alive = () => {
    heard = Date.now();
    on.link("live");
  };

  const open = () => {
    source?.close();
    source = new EventSource("/events");
    heard = Date.now();
    source.addEventListener("open", alive);
    source.addEventListener("beat", alive);
    source.addEventListener("table", (event) => {
      alive();
      on.table(JSON.parse(event.data));
    });
    source.addEventListener("frame", (event) => {
      alive();
      on.frame(bytes(event.data));
    });
    source.addEventListener("error", () => on.link("lost"));
  };

  // After an answer that is no stream, such as "too many watch", a browser gives up for good.
  const look = () => {
    const closed = source.readyState === EventSource.CLOSED;
    if (closed || Date.now() - heard > SILENCE_MS) {
      on.link("lost");
      open();
    }
  };
  setInterval(look, 3000);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  open();
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
