// The worker with a board, in the tab that has the game. What the board shows goes to the other
// tabs too.

import { requests } from "./requests.js";
import { showOthers } from "./tabs.js";

export class BoardWorker {
  /** Start this worker with these values; `own`: what takes its messages that are for this tab alone, by
   * their kind. */
  constructor(script, values, own = {}) {
    this.own = own;
    this.requests = requests();
    this.newest = new Map(); // kind -> what came last
    this.hear = () => {};
    this.others = showOthers(this.newest);
    this.worker = new Worker(new URL(script, import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = () => this.take(["stopped", "The board could not be started. Reload the page."]);
    this.send("start", ...values);
  }

  send(...message) {
    this.worker.postMessage(message);
  }

  /** Send a request; return its answer. */
  ask(what, ...values) {
    return this.requests.ask((number) => this.send(what, number, ...values));
  }

  /** Have `hear(kind, text)` called with all that comes, and with what came before. */
  listen(hear) {
    this.hear = hear;
    for (const [kind, said] of this.newest) hear(kind, said);
  }

  take([kind, ...said]) {
    if (kind === "answer") {
      this.requests.answer(...said);
      return;
    }
    if (kind in this.own) {
      this.own[kind](...said);
      return;
    }
    this.newest.set(kind, said[0]);
    this.hear(kind, said[0]);
    this.others(kind, said[0]);
  }
}
