// Which board the page shows: the one in it, for a table with cards or for one person against the
// program, or a real one at this computer's USB.

import { html } from "./dom.js";
import { choice, choiceList, choose } from "./kept_choice.js";
import { choosePort, hasSerial, NO_SERIAL, NONE_CHOSEN } from "./serial_port.js";

const BOARD = "board";
const OWN = "page";
const REAL = "usb";
const PLAYERS = [["nobody", OWN], ["easy", "easy"], ["steady", "steady"], ["full strength", "full"]];
const STRENGTHS = { easy: 1, steady: 2, full: 3 }; // of host/analysis/player.py

const shown = choice(BOARD, [OWN, REAL, ...Object.keys(STRENGTHS)]);

/** Whether the page shows a real board. */
export const isReal = hasSerial() && shown === REAL;

/** How strong the opponent is where the program plays the second seat, else 0. */
export const strength = STRENGTHS[shown] ?? 0;

/** Put what chooses the board into `element`; `tell(text)` shows a line. */
export function offerBoards(element, tell) {
  const act = (text, does) => {
    const made = html("button", "choose", text);
    made.type = "button";
    made.addEventListener("click", does);
    return made;
  };
  const connect = async () => {
    if (!hasSerial()) tell(NO_SERIAL);
    else if (await choosePort()) choose(BOARD, REAL);
    else tell(NONE_CHOSEN);
  };
  const back = isReal ? act("Play on this page", () => choose(BOARD, OWN)) : "";
  const players = choiceList(BOARD, PLAYERS, strength ? shown : OWN);
  const against = isReal ? "" : html("label", "", "Against the board ", players);
  element.prepend(against, act(isReal ? "Connect another board" : "Connect a board", connect), back);
}
