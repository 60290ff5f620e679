// Where the page's game comes from and where its keys go: a board in a worker of this page, a real one
// at this computer's USB, or either in the tab of this browser that has it. On a server's page the
// module of the same name in host/web/page/ is in its place.

import { byId } from "./dom.js";
import { BoardWorker } from "./board_tab.js";
import { gamesPage } from "./addresses.js";
import { askGames } from "./games_tab.js";
import { askForGame, isOwner, OTHER_TAB, watch } from "./tabs.js";
import { keepStorage, startApp, tell } from "./app.js";
import { bytes } from "./base64.js";
import { isReal, offerBoards, strength } from "./choose_board.js";
import { layout, noteRealLayout, noteWatchedLayout, offerLayouts, realLayout, watchedLayout } from "./choose_layout.js";
import { chosen, readyOpponent } from "./opponent.js";
import { realBoard } from "./real_board.js";
import { knownPorts, NONE_NOW } from "./serial_port.js";

const OWN = "own"; // the token of the tab that has the game
const NOT_LEFT = "The other tab does not answer. Close it to play here.";
const APP_MS = 3000; // after which the files of the page are stored though no board is shown
let board = null; // the worker, in that tab
let watches = false; // whether another tab has the game
let match = null; // what the board plays: see host/site/page_board.py
let noteShown = () => {}; // called with the first view

export const shares = false;
export const views = [
  [gamesPage(), "Games played"], ["practice.html", "Practice"], ["install.html", "Put it on a Pico"],
];
export const answers = ["chance", "figures", "game.json"];

/** Return a token where this tab has the game, else "". */
export async function enter() {
  // To store the files of the page takes time, which the first light would wait for.
  new Promise((resolve) => {
    noteShown = resolve;
    setTimeout(resolve, APP_MS);
  }).then(startApp);
  const owner = await isOwner();
  watches = !owner;
  if (watches) tell(OTHER_TAB, isReal ? null : ["Play here", () => askForGame(() => tell(NOT_LEFT))]);
  else board = isReal ? await realBoard(tell) : pageBoard();
  if (!isReal && owner) offerLayouts(byId("extras"));
  offerBoards(byId("extras"), tell);
  if (isReal && owner && !(await knownPorts()).length) tell(NONE_NOW);
  return owner ? OWN : "";
}

function pageBoard() {
  const own = new BoardWorker("board_worker.bundle.js", [layout(), here(), Boolean(strength)], {
    think: async (...asked) => own.send("chosen", ...await chosen(...asked)),
  });
  if (strength) readyOpponent();
  return own;
}

export const isRight = async () => true;

/** Call `on.view(view)`, `on.frame(bytes)` and `on.link("live" | "lost")` for what comes from the board. */
export function listen(on) {
  const show = (view) => {
    const isHeard = view.game || view.menu; // else the board's layout is not known yet
    if (isReal && isHeard) noteRealLayout(view.layout);
    if (watches && !isReal) noteWatchedLayout(view.layout);
    on.view(isReal && !isHeard ? { ...view, layout: realLayout() } : view);
    noteShown();
  };
  const hear = (kind, said) => {
    if (kind === "view") show(JSON.parse(said));
    else if (kind === "frame") on.frame(bytes(said));
    else if (kind === "match") take(JSON.parse(said));
    else tell(said);
    if (kind === "stopped") on.link("lost");
  };
  if (board) board.listen(hear);
  else watch(hear);
}

/** Return the description of the board, or null. A real board's keys are its own. */
export async function describe() {
  const name = isReal ? realLayout() : watches ? watchedLayout() : layout();
  const answer = await fetch(`boards/${name}.json`);
  return answer.ok ? { ...await answer.json(), takes_keys: !isReal } : null;
}

/** Return what the position is worth in one of the ways of `answers`, null if that is not known. */
export async function ask(what) {
  const found = match && (await askGames(what, match)).value;
  return found?.link ? { ...found, link: new URL(".", location.href).href + found.link, qr: null } : found ?? null;
}

/** Take the match; the tab that has the game keeps what is finished in it. */
async function take(now) {
  match = now;
  if (!board || !now.keep) return;
  const { trouble } = await askGames("keep", now);
  if (trouble) tell(`This game is not kept. ${trouble}`);
}

export async function press(key, isDown) {
  board.send("key", key, isDown);
  keepStorage();
  return "taken";
}

/** Return the hand of the person who plays against the board: `cards`, and what to do (`ask`). */
export const dealtHand = async () => JSON.parse(await board.ask("hand"));

/** Throw two cards of that hand, or play one, or none for go: `what` is "throw" or "play". Return why that
 * was refused, "" if it was not. */
export const useCards = (what, cards) => board.ask("take", what, JSON.stringify(cards));

// To know them, the worker of the games would have to start with each game.
export const remembered = async () => [];

export const rename = (side, name) => board.ask("name", side, name);

export const share = async () => null;

const here = () => new URL(".", location.href).pathname;
