// What is kept of reviews in this browser: the points that throws and plays cost, which a player's page
// shows.

import { askAnalysis, reviewGame } from "./analysis_tab.js";
import { askGames } from "./games_tab.js";

let running = null;

/** Return {value}, the review of a game as page_games.py tells it, or {trouble}, and keep what its throws
 * and plays cost; `tell` as for reviewGame. */
export async function reviewAndKeep(told, tell) {
  const said = await reviewGame(told, tell);
  if (said.trouble) return said;
  const { value: costs } = await askAnalysis("costs");
  if (costs) await askGames("keep costs", told.key, costs);
  return said;
}

/** Return whether games are being reviewed. */
export const isReviewing = () => running !== null;

/** Review the latest games of the player `name` that are not reviewed yet. */
export function reviewGames(name) {
  running ??= reviewEach(name).finally(() => { running = null; });
  return running;
}

async function reviewEach(name) {
  for (let before = Infinity; ;) {
    const { value, trouble } = await askGames("losses", name);
    if (trouble || !value.next || value.waiting >= before) return; // the last: nothing can be kept
    before = value.waiting;
    const { value: can, trouble: why } = await askAnalysis("reviewable", value.next);
    if (why) return;
    const said = can ? await reviewAndKeep(value.next, () => {}) : await askGames("keep costs", value.next.key, []);
    if (said.trouble) return;
  }
}
