// Keeps the screen on, which browsers allow on https and localhost alone.

const REST_MS = 10 * 60_000; // a table may think, or fetch a drink

async function lock() {
  try {
    return await navigator.wakeLock.request("screen");
  } catch {
    return null; // also if the browser has no wake lock
  }
}

/** Keep the screen on as long as the page is shown. `told(isOn)` is called whenever it is shown. */
export function keepAwake(told = () => {}) {
  // A lock ends whenever the page is hidden.
  const ask = async () => document.hidden || told(Boolean(await lock()));
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Return a function to call at each change: the screen stays on until none comes for ten minutes. */
export function keepAwakeInPlay() {
  let held = null;
  let timer = 0;
  const rest = () => {
    held?.then((one) => one?.release());
    held = null;
  };
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(rest, REST_MS);
    if (!document.hidden) held ??= lock();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) held = null;
    else moved();
  });
  return moved;
}
