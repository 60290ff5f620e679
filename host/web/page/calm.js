// Lights for people whom flashes make ill: no more than two changes in a second.

const STILL_MS = 500;

/**
 * Return a function that takes frames (bytes) as `show` does, and shows the first at once and what
 * follows half a second later: each light then as bright as it was at any time since, so that one
 * that blinks stays lit. `later(function, ms)` is setTimeout.
 */
export function calmly(show, later = setTimeout) {
  let brightest = null; // since the last change; null: nothing has come
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
    // What was only passed on the way goes dark with the next change.
    brightest = frame.every((value, at) => value === newest[at]) ? null : newest;
    next(frame);
  };
  return (frame) => {
    newest = frame;
    if (!still) next(frame);
    else if (brightest?.length !== frame.length) brightest = frame.slice();
    else brightest = brightest.map((value, at) => Math.max(value, frame[at]));
  };
}
