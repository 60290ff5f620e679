// A real board at this computer's USB, in the tab that has its port: the port, and the worker that
// follows the board.

import { BoardWorker } from "./board_tab.js";
import { followPort } from "./serial_port.js";

/** Return the worker of the real board. */
export function realBoard() {
  let port = null;
  const worker = new BoardWorker("mirror_worker.bundle.js", [], {
    send: (data) => port.send(data),
    hung: () => port.again(),
  });
  port = followPort({
    opened: () => worker.send("opened"),
    received: (data) => worker.send("received", data),
    closed: (why) => worker.send("closed", why),
  });
  return worker;
}
