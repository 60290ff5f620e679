// The worker with the board, in the tab that has the game. What the board shows goes to the other
// tabs too.

import { showOthers } from "./tabs.js";

const SCRIPT = "board_worker.bundle.js";

export class BoardWorker {
  /** Start the board with this layout. */
  constructor(layout) {
    this.asked = new Map(); // number of a request -> what to call with its answer
    this.newest = new Map(); // kind -> what came last
    this.hear = () => {};
    this.others = showOthers(this.newest);
    this.worker = new Worker(new URL(SCRIPT, import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = () => this.take(["stopped", "The board could not be started. Reload the page."]);
    this.send("start", layout, new URL(".", location.href).pathname);
  }

  send(...message) {
    this.worker.postMessage(message);
  }

  /** Send a request; return its answer. */
  ask(what, ...values) {
    const number = this.asked.size + 1;
    return new Promise((resolve) => {
      this.asked.set(number, resolve);
      this.send(what, number, ...values);
    });
  }

  /** Have `hear(kind, text)` called with all that comes, and with what came before. */
  listen(hear) {
    this.hear = hear;
    for (const [kind, said] of this.newest) hear(kind, said);
  }

  take([kind, ...said]) {
    if (kind === "answer") {
      this.asked.get(said[0])(said[1]);
      return;
    }
    this.newest.set(kind, said[0]);
    this.hear(kind, said[0]);
    this.others(kind, said[0]);
  }
}
