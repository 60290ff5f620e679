// Lights for people who are sensitive to flashes: at most two changes in a second.

const STILL_MS = 500;

/**
 * Return a function that takes frames (bytes) as `show` does. While `isWanted()` it shows the first
 * one at once, and the following ones half a second later, each light as bright as its brightest
 * moment since then, so that a blinking light stays lit; otherwise all at once.
 * `later(function, ms)` is setTimeout.
 */
export function withReducedMotion(show, isWanted, later = setTimeout) {
  let brightest = null; // since the last change; null if no frame has arrived
  let newest = null;
  let still = false;

  const next = (frame) => {
    show(frame);
    still = true;
    later(after, STILL_MS);
  };
  const after = () => {
    still = false;
    if (!brightest) return;
    const frame = brightest;
    // Lights that were lit only for a moment go dark with the next change.
    brightest = frame.every((value, at) => value === newest[at]) ? null : newest;
    next(frame);
  };
  return (frame) => {
    newest = frame;
    if (!isWanted()) {
      brightest = null; // one that waits is older than this one
      show(frame);
    } else if (!still) next(frame);
    else if (brightest?.length !== frame.length) brightest = frame.slice();
    else brightest = brightest.map((value, at) => Math.max(value, frame[at]));
  };
}
