// A real board at this computer's USB, in the tab that has its port: the port, and the worker that
// follows the board. The finished games in the board's archive come into the games of this browser.

import { BoardWorker } from "./board_tab.js";
import { askGames } from "./games_tab.js";
import { followPort } from "./serial_port.js";

/** Return the worker of the real board. `tell` shows a text: why games of its archive are not kept. */
export async function realBoard(tell) {
  let port = null;
  const { value: archives = null } = await askGames("archives");
  const keep = async (game) => {
    const { value, trouble } = await askGames("keep archived", JSON.parse(game));
    if (value) worker.send("kept", value);
    else tell(`The board's earlier games are not kept. ${trouble}`);
  };
  const worker = new BoardWorker("mirror_worker.bundle.js", [archives], {
    archived: keep,
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
