// The board's description from the server, and how much later watchers see the game.

const AGAIN_MS = 1500;
let known = null;

/** Return board.json, trying until the server answers; `lost()` is called at each failure. */
export function plan(lost = () => {}) {
  known ??= ask(lost);
  return known;
}

/** Return board.json as it is now, or null if the server does not answer. */
export async function describeAgain(lost = () => {}) {
  try {
    const answer = await fetch("board.json");
    return answer.ok ? await answer.json() : null;
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
