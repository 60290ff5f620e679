// The tabs of one browser: one has the game, the others watch it.

import { isReal, strength } from "./choose_board.js";
import { PORT_LOCK } from "./port_lock.js";

// Sites in other folders have other games, but the same port.
const NAME = isReal ? PORT_LOCK : `pegboard ${new URL(".", location.href).pathname}${strength ? " against" : ""}`;
const ANSWER_MS = 300; // in which the tab that has the game says so
const WAIT_MS = 3000; // for the game of a page that is being closed, as when it is loaded again
const AGAIN_MS = 50;
const LOOK_MS = 1500; // a tab that loads its page again leaves the game alone for less
const LEAVE_MS = 5000; // in which a game has gone from one tab to another, on a slow phone too
const LEFT_TO = `${NAME} left to`; // in the storage of a tab: the request for its game
const request = String(Math.random()); // of this page for the game
let askedAt = 0; // when a game was last asked for, in ms of Date.now()

export const OTHER_TAB = isReal
  ? "The board is connected to another tab, and shown here too."
  : "This game is open in another tab, and shown here too.";

const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Return whether this tab has the game now; it keeps it until it is closed. */
export async function isOwner() {
  if (!navigator.locks) return true;
  const leftTo = takeRequest();
  if (leftTo) {
    askedAt = Date.now();
    channel.postMessage(["left", undefined, leftTo]);
    return false;
  }
  let isPlayed = false; // in a tab that lives
  const note = ({ data: [kind] }) => { isPlayed ||= kind !== "who"; };
  channel?.addEventListener("message", note);
  try {
    for (const start = Date.now(); ; await pause(AGAIN_MS)) {
      if (await takeGame()) return true;
      const waited = Date.now() - start;
      if (waited < AGAIN_MS) channel?.postMessage(["who"]);
      if ((isPlayed && waited >= ANSWER_MS) || waited >= WAIT_MS) return false;
    }
  } finally {
    channel?.removeEventListener("message", note);
  }
}

function takeGame() {
  return new Promise((resolve) => {
    navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise(() => {}) : undefined; // held as long as the page lives
    });
  });
}

/** Return the request for which this tab has left its game, "" if there is none. */
function takeRequest() {
  try {
    const asked = sessionStorage.getItem(LEFT_TO) ?? "";
    sessionStorage.removeItem(LEFT_TO);
    return asked;
  } catch {
    return ""; // a browser may be set to store nothing
  }
}

/** Leave the game to the tab that asks for it. Only a page that is loaded again has surely closed its files. */
function leave(asked) {
  sessionStorage.setItem(LEFT_TO, asked);
  location.reload();
}

/** In the tab that has the game: return what tells the others what it shows. `newest`: kind -> what
 * came last. */
export function showOthers(newest) {
  if (!channel) return () => {};
  channel.onmessage = ({ data: [kind, , asked] }) => {
    if (kind === "leave") leave(asked);
    if (kind !== "who") return;
    channel.postMessage(["here"]);
    for (const message of newest) channel.postMessage(message);
  };
  return (kind, said) => channel.postMessage([kind, said]);
}

/** In another tab: call `hear(kind, text)` with what that one shows. Once it is closed, or has left the game
 * to this one, load this page again, to take the game. */
export function watch(hear) {
  channel.onmessage = ({ data: [kind, said, asked] }) => {
    if (kind === "leave") askedAt = Date.now(); // it goes to the tab that has asked
    if (kind === "left" && asked === request) location.reload();
    if (said !== undefined) hear(kind, said);
  };
  channel.postMessage(["who"]);
  let wasFree = false; // at the last look
  setInterval(async () => {
    const isFree = !(await navigator.locks.query()).held.some(({ name }) => name === NAME);
    if (isFree && wasFree && Date.now() - askedAt > LEAVE_MS && await takeGame()) location.reload();
    wasFree = isFree;
  }, LOOK_MS);
}

/** In another tab: ask for the game. Call `refused()` if it is not left. */
export function askForGame(refused) {
  channel.postMessage(["leave", undefined, request]);
  setTimeout(refused, LEAVE_MS);
}
