// Where throws to practise come from, and where results are kept: the server that sent the page. On the
// static site the module of this name in host/site/page/ is in its place, where workers do it.

import { takeToken, tokenHeader } from "./token.js";

const token = takeToken();

async function ask(address, query = {}) {
  try {
    const answer = await fetch(`${address}?${new URLSearchParams(query)}`, { headers: tokenHeader(token) });
    return answer.ok ? await answer.json() : { trouble: await answer.text() };
  } catch {
    return { trouble: "The program does not answer. Is pegboard still running?" };
  }
}

/** Whether this page keeps results, and gives the throws of the own games. */
export const keeps = Boolean(token);

/** What to do where no player has a name. */
export const NO_NAMES = "No player has a name yet: use Names on the page of the board.";

/** Return the problem of a seed, of this day for "day", of chance for "", or {trouble}; as
 * host/analysis/practice_answers.py has it. */
export const problem = (seed) => ask("/practice.json", seed === "day" ? { day: "" } : { seed });

/** Return what the throw of these two cards is worth, or {trouble}. */
export const judged = (seed, chosen) => ask("/practice/verdict.json", { seed, throw: chosen.join(" ") });

/** Return the play after the throw with the other cards of the text `deal`, after what was laid. */
export const played = (seed, chosen, deal, laid) =>
  ask("/practice/play.json", { seed, throw: chosen.join(" "), deal, laid: laid.join(" ") });

/** Keep the result of a throw that was judged; return lines about all results, or {trouble}. */
export async function keep(seed, chosen) {
  const isKept = await fetch("/practice", {
    method: "POST", headers: { ...tokenHeader(token), "Content-Type": "application/json" },
    body: JSON.stringify({ seed, throw: chosen.join(" ") }),
  }).then((done) => done.ok, () => false);
  return isKept ? ask("/practice/trend.json") : { trouble: "The result could not be kept." };
}

/** Return the names of all players, or {trouble}. */
export const players = () => ask("/history/players.json");

/** Return how many games of a player are `waiting` to be looked through, or the `throws` that are due
 * and a `text` where none is, or {trouble}. */
export const ownThrows = (name) => ask("/practice/own.json", { name });
