// The worker with reviews, practice and the opponent: one of its own, so that neither a key nor the
// games wait for it. It is started when it is first asked.

import { requests } from "./requests.js";

const SCRIPT = "analysis_worker.bundle.js";
const BROKEN = "This cannot be computed: load this page again.";
const STOPPED = "Stopped.";

const open = requests();
const listeners = new Map(); // number of a request -> what gets its parts
let worker = null;

/** Return {value}, the answer to `what` (host/site/page_analysis.py), or {trouble} with a text. */
export function askAnalysis(what, ...values) {
  worker ??= start();
  return open.ask((number) => worker.postMessage([number, what, ...values]));
}

/** Return {value}, the review of a game as page_games.py tells it, or {trouble}; `tell({done, whole,
 * found})` is called as it goes on. */
export function reviewGame(told, tell) {
  worker ??= start();
  return open.ask((number) => {
    listeners.set(number, tell);
    worker.postMessage([number, "review", told]);
  });
}

/** End what is computed; those who wait for it get {trouble}. */
export function stopAnalysis() {
  end(STOPPED);
}

function end(why) {
  worker?.terminate();
  worker = null;
  listeners.clear();
  open.answerAll({ trouble: why });
}

function start() {
  const made = new Worker(new URL(SCRIPT, import.meta.url), { type: "module" });
  made.onmessage = ({ data: [number, said, isPart] }) => {
    if (isPart) {
      listeners.get(number)?.(said);
      return;
    }
    listeners.delete(number);
    open.answer(number, said);
  };
  made.onerror = () => end(BROKEN);
  return made;
}
