// Where the games of the history's pages come from: the server that sent the page. No other of its
// modules knows that there is one. On the static site the module of this name in host/site/page/ is
// in its place, where the games are in the browser.

import { reviewPage } from "./addresses.js";
import { html } from "./dom.js";

const ADDRESSES = {
  games: () => "/history/games.json",
  players: () => "/history/players.json",
  player: (name, other) => `/history/players.json?name=${encodeURIComponent(name)}`
    + (other ? `&with=${encodeURIComponent(other)}` : ""),
  losses: (name) => `/history/losses.json?name=${encodeURIComponent(name)}`,
  game: (id) => `/history/${id}.json`,
  chances: (id) => `/history/${id}/chances.json`,
  linked: (link) => `/linked.json?link=${link.slice(link.indexOf("=") + 1)}`,
};

/** What to do where no game has names. */
export const NO_NAMES = "No game has names yet: pegboard name 12 Ann Ben names the players of game 12.";

/** Return the answer to one of ADDRESSES, or {trouble} with a text. */
export async function ask(what, ...values) {
  try {
    const answer = await fetch(ADDRESSES[what](...values));
    return answer.ok ? await answer.json() : { trouble: await answer.text() };
  } catch {
    return { trouble: "The program does not answer. Is pegboard still running?" };
  }
}

const link = (address, text) => {
  const element = html("a", "", text);
  element.href = address;
  return element;
};

/** Return what is offered beside a game of the history. */
export const besideGame = (id) => [link(reviewPage(`game=${id}`), "Review"), link(`/history/${id}.txt`, "Text record")];

/** Return what is offered beside the game of a link. */
export const besideLink = (text) => [link(reviewPage(text), "Review")];

/** Return what is offered beside the list of games. */
export const besideList = () => [];
