// Where throws to practise come from, and where results are kept: two workers, and this browser. On a
// server's page the module of the same name in host/web/page/ is in its place.

import { startApp } from "./app.js";
import { askAnalysis } from "./analysis_tab.js";
import { askGames } from "./games_tab.js";

const LOOK_MS = 500; // after which the page says how many games are left
const SEED_NUMBERS = 4;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const OWN = "own";
const views = new Map(); // the throws of own games, by their seeds
const looked = new Map(); // those of a game and seat, as far as it was not changed

startApp();

export const keeps = true;

export const NO_NAMES = "No game has names yet: Names, on the page of the board, names the sides.";

const value = ({ value: found, trouble }) => (trouble ? { trouble } : found);
const chance = () => [...crypto.getRandomValues(new Uint32Array(SEED_NUMBERS))].map((one) => one.toString(36)).join("");
const today = () => new Date().toLocaleDateString("en-CA");
const viewOf = (seed) => views.get(seed) ?? null;

/** Return the problem of a seed, of this day for "day", of chance for "", or {trouble}; as
 * host/analysis/practice_answers.py has it. */
export async function problem(asked) {
  const seed = asked === "day" ? today() : asked || chance();
  return value(await askAnalysis("problem", seed, viewOf(seed)));
}

/** Return what the throw of these two cards is worth, or {trouble}. */
export const judged = async (seed, chosen) =>
  value(await askAnalysis("judged", seed, viewOf(seed), chosen.join(" ")));

/** Return the play after the throw with the other cards of the text `deal`, after what was laid. */
export const played = async (seed, chosen, deal, laid) =>
  value(await askAnalysis("played", seed, viewOf(seed), chosen.join(" "), deal, laid));

/** Keep the result of a throw that was judged; return lines about all results, or {trouble}. */
export async function keep(seed, chosen, verdict) {
  const kind = views.has(seed) ? OWN : DAY.test(seed) ? seed : "random";
  const { trouble } = await askGames("keep practice", kind, verdict.result);
  if (trouble) return { trouble: `The result could not be kept. ${trouble}` };
  const rows = await askGames("practised");
  return value(rows.trouble ? rows : await askAnalysis("trend", rows.value));
}

/** Return the names of all players, or {trouble}. */
export const players = async () => value(await askGames("players"));

/** Return how many games of a player are `waiting` to be looked through, or the `throws` that are due
 * and a `text` where none is, or {trouble}. */
export async function ownThrows(name) {
  const { value: games, trouble } = await askGames("own games", name);
  if (trouble) return { trouble };
  const begun = performance.now();
  const found = [];
  for (const [at, [id, seat, told]] of games.entries()) {
    const key = JSON.stringify([seat, told]);
    if (!looked.has(key) && performance.now() - begun > LOOK_MS) return { waiting: games.length - at };
    if (!looked.has(key)) {
      const said = await askAnalysis("costly", told, id, seat);
      if (said.trouble) return said;
      looked.set(key, said.value);
    }
    found.push(...looked.get(key));
  }
  const rows = await askGames("practised");
  const said = rows.trouble ? rows : await askAnalysis("due", name, found, rows.value, Date.now() / 1000);
  if (said.trouble) return said;
  const [due, text] = said.value;
  const throws = due.map(([view, , game, deal, seat]) => {
    const seed = `${OWN} ${game} ${deal} ${seat}`;
    views.set(seed, view);
    return { seed, game, deal };
  });
  return { waiting: 0, throws, text };
}
