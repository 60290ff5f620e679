// The worker with the games of this browser, and the chance to win: a second one, so that no key waits
// for it. It is started when it is first asked.

import { requests } from "./requests.js";

const SCRIPT = "games_worker.bundle.js";
const STOPPED = "The games cannot be read: load this page again.";

const open = requests();
let worker = null;

/** Return {value}, the answer to `what` (host/site/page_games.py), or {trouble} with a text. */
export function askGames(what, ...values) {
  worker ??= start();
  return open.ask((number) => worker.postMessage([number, what, ...values]));
}

function start() {
  const made = new Worker(new URL(SCRIPT, import.meta.url), { type: "module" });
  made.onmessage = ({ data: [number, said] }) => open.answer(number, said);
  made.onerror = () => {
    worker = null;
    open.answerAll({ trouble: STOPPED });
  };
  return made;
}
