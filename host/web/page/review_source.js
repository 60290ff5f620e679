// Where the review of a game comes from: the server that sent the page. On the static site the module
// of this name in host/site/page/ is in its place, where a worker computes it.

import { linkHere } from "./game_link.js";
import { html } from "./dom.js";

const AGAIN_MS = 300;
const number = Number(new URLSearchParams(window.location.search).get("game")) || 0;
let isStopped = false;

const ADDRESS = linkHere() ? `/linked/review.json?link=${linkHere().slice(linkHere().indexOf("=") + 1)}` : `/history/${number}/review.json`;

async function ask() {
  try {
    const answer = await fetch(ADDRESS);
    return answer.ok ? await answer.json() : { trouble: await answer.text() };
  } catch {
    return { trouble: "The program does not answer. Is pegboard still running?" };
  }
}

/** Return the review of the game in this page's address, or {trouble}; `tell({done, whole, found})` is called
 * as it goes on, with `found` where a part of it is known. The program stops with the page. */
export async function review(tell) {
  for (;;) {
    const found = await ask();
    if (!("whole" in found)) return found;
    if (isStopped) return { trouble: "Stopped." };
    tell(found);
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

/** Stop the review: the program does so once no page asks for it. */
export function stop() {
  isStopped = true;
}

/** Return what to say where it is not known who threw the cards of the cribs. */
export function ownersHint() {
  if (!number) return [];
  return [html("p", "quiet hint", "On this computer, ", html("code", "", `pegboard owners ${number}`), " tells whose cards the cribs were.")];
}
