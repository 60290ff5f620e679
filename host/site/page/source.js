// Where the page's game comes from and where its keys go: a board in a worker of this page, or in
// the tab of this browser that has the game. On a server's page the module of the same name in
// host/web/page/ is in its place.

import { byId } from "./dom.js";
import { BoardWorker } from "./board_tab.js";
import { isOwner, OTHER_TAB, watch } from "./tabs.js";
import { keepStorage, startApp, tell } from "./app.js";
import { layout, offerLayouts } from "./choose_layout.js";

const OWN = "own"; // the token of the tab that has the game
let board = null; // the worker, in that tab

export const shares = false;
export const views = [];
export const answers = [];

/** Return a token where this tab has the game, else "". */
export async function enter() {
  startApp();
  const owner = await isOwner();
  if (owner) board = new BoardWorker(layout());
  else tell(OTHER_TAB);
  offerLayouts(byId("extras"));
  return owner ? OWN : "";
}

export const isRight = async () => true;

/** Call `on.view(view)`, `on.frame(bytes)` and `on.link("live" | "lost")` for what comes from the board. */
export function listen(on) {
  const hear = (kind, said) => {
    if (kind === "view") on.view(JSON.parse(said));
    else if (kind === "frame") on.frame(bytes(said));
    else tell(said);
    if (kind === "stopped") on.link("lost");
  };
  if (board) board.listen(hear);
  else watch(hear);
}

export async function describe() {
  const answer = await fetch(`boards/${layout()}.json`);
  return answer.ok ? answer.json() : null;
}

export const ask = async () => null;

export async function press(key, isDown) {
  board.send("key", key, isDown);
  keepStorage();
  return "taken";
}

// Whose games were seen is not known here.
export const remembered = async () => [];

export const rename = (side, name) => board.ask("name", side, name);

export const share = async () => null;

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
