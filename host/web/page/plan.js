// The board's description from the server, and how much later watchers see the game.

const AGAIN_MS = 1500;
let known = null;

/** Return board.json, trying until the server answers; `lost()` is called at each failure. */
export function plan(lost = () => {}) {
  known ??= ask(lost);
  return known;
}

async function ask(lost) {
  for (;;) {
    try {
      const answer = await fetch("board.json");
      if (answer.ok) return await answer.json();
    } catch {
      lost();
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Return the delay as text for a label; "" for none. */
export function lateText(seconds) {
  if (!seconds) return "";
  return `${seconds >= 120 ? `${Math.round(seconds / 60)} min` : `${seconds} s`} behind the table`;
}
