// The board's description, and how much later watchers see the game.

import { describe as description } from "./source.js";

const AGAIN_MS = 1500;
let known = null;

/** Return board.json, trying until it is known; `lost()` is called at each failure. */
export function plan(lost = () => {}) {
  known ??= ask(lost);
  return known;
}

/** Return board.json as it is now, or null if it is not known. */
export async function describeAgain(lost = () => {}) {
  try {
    return await description();
  } catch {
    lost();
    return null;
  }
}

async function ask(lost) {
  for (;;) {
    const answer = await describeAgain(lost);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Return the delay as text for a label; "" for none. */
export function lateText(seconds) {
  if (!seconds) return "";
  return `${seconds >= 120 ? `${Math.round(seconds / 60)} min` : `${seconds} s`} behind the table`;
}
