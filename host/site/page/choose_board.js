// Which board the page shows: the one in it, or a real one at this computer's USB.

import { html } from "./dom.js";
import { choice, choose } from "./kept_choice.js";
import { choosePort, hasSerial, NO_SERIAL, NONE_CHOSEN } from "./serial_port.js";

const BOARD = "board";
const OWN = "page";
const REAL = "usb";

/** Whether the page shows a real board. */
export const isReal = hasSerial() && choice(BOARD, [OWN, REAL]) === REAL;

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
  element.prepend(act(isReal ? "Connect another board" : "Connect a board", connect), back);
}
