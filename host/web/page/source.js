// Where the page's game comes from and where its keys go: the server that sent the page. No other
// module of the players' page knows that there is one. On the static site the module of this name
// in host/site/page/ is in its place, where the board is in a worker.

import { listen as follow } from "./listener.js";
import { takeToken, tokenHeader } from "./token.js";

const REMEMBERED = 16; // names that are offered
const SEND_MS = 3000; // after which a key counts as lost
const NO_ANSWER = "The program does not answer. Is pegboard still running?";

/** Whether the game can be shared with the local network, by `share`. */
export const shares = true;

/** The other views of this game: [address, text], and true for one that keeps something, with the token. */
export const views = [
  ["?view=tv", "View for a TV"],
  ["?view=overlay", "Overlay for OBS"],
  ["/?view=history", "Games played"],
  ["/?view=practice", "Practice", true],
];

/** What `ask` can be asked. */
export const answers = ["chance", "figures", "game.json"];

/** Return the token with which this page may press keys; "" if it may only watch. */
export const enter = async () => takeToken();

/** Return whether the board accepts keys with `token`; true if it cannot be asked. */
export async function isRight(token) {
  try {
    return (await fetch("/token", { headers: tokenHeader(token) })).status !== 403;
  } catch {
    return true;
  }
}

/** Listen to the board, as listener.js says. */
export const listen = (on, token, own) => follow(on, token, own);

/** Return the description of the board, or null if there is none. Throws if nothing answers. */
export async function describe() {
  const answer = await fetch("board.json");
  return answer.ok ? answer.json() : null;
}

/** Return what the position is worth in one way: "chance", "figures" or "game.json"; null if that
 * is not known. */
export async function ask(what, token) {
  try {
    const answer = await fetch(what, { headers: tokenHeader(token) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Press or release `key`; return "taken", "refused" if this page may not, or "lost". A release may be the
 * last thing that a page sends; only then does it take the longer way of what outlives a page. */
export async function press(key, isDown, token) {
  try {
    const answer = await send("/key", token, { key, down: isDown }, {
      keepalive: !isDown, signal: AbortSignal.timeout(SEND_MS),
    });
    if (answer.status === 403) return "refused";
    return answer.ok ? "taken" : "lost";
  } catch {
    return "lost";
  }
}

/** Call `side` by `name`, "" for none; return what went wrong, "" where nothing did. */
export async function rename(side, name, token) {
  try {
    const answer = await send("/name", token, { side, name });
    return answer.ok ? "" : await answer.text();
  } catch {
    return NO_ANSWER;
  }
}

/** Return the hand of the person who plays against the board: `cards`, and what to do (`ask`); null if that
 * is not known. */
export const dealtHand = (token) => ask("/hand.json", token);

/** Throw two cards of that hand, or play one, or none for go: `what` is "throw" or "play". Return why that
 * was refused, "" if it was not. */
export async function useCards(what, cards, token) {
  try {
    const answer = await send("/hand", token, { [what]: cards });
    return answer.ok ? "" : await answer.text();
  } catch {
    return NO_ANSWER;
  }
}

/** Return the names of players in the games that were seen, those with most games first: at most
 * REMEMBERED of them, none with more than `most` characters. */
export async function remembered(most) {
  try {
    const answer = await fetch("/history/players.json");
    const names = answer.ok ? await answer.json() : [];
    return names.filter((name) => [...name].length <= most).slice(0, REMEMBERED);
  } catch {
    return [];
  }
}

/** Return the state of the sharing switch, or with `on` set it; null if the server does not answer. */
export async function share(token, on = null) {
  try {
    const answer = on === null
      ? await fetch("/share", { headers: tokenHeader(token) }) : await send("/share", token, { on });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const send = (path, token, said, more = {}) => fetch(path, {
  method: "POST",
  headers: { "Content-Type": "application/json", ...tokenHeader(token) },
  body: JSON.stringify(said),
  ...more,
});
