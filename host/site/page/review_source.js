// Where the review of a game comes from: the games of this browser, through two workers. On a server's
// page the module of the same name in host/web/page/ is in its place.

import { startApp } from "./app.js";
import { linkHere } from "./game_link.js";
import { html } from "./dom.js";
import { askGames } from "./games_tab.js";
import { stopAnalysis } from "./analysis_tab.js";
import { reviewAndKeep } from "./kept_reviews.js";

const number = Number(new URLSearchParams(window.location.search).get("game")) || 0;
const HINT = "Pegboard knows whose cards the cribs were in games with the option Crib by owner, and where "
  + "pegboard owners recorded it before a game came here.";

startApp();

/** Return the review of the game in this page's address, or {trouble}; `tell({done, whole, found})` is called
 * as it goes on, with `found` where a part of it is known. */
export async function review(tell) {
  const { value, trouble } = linkHere() ? await askGames("reviewed link", linkHere()) : await askGames("reviewed", number);
  if (trouble) return { trouble };
  const said = await reviewAndKeep(value, tell);
  return said.value ?? said;
}

export const stop = () => stopAnalysis();

/** Return what to say where it is not known who threw the cards of the cribs. */
export const ownersHint = () => [html("p", "quiet hint", HINT)];
