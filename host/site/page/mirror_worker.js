// The worker with a real board's game: MicroPython, the session with the board, and the mirror that words
// what the page shows. The page has the port: see real_board.js.

import { bytes, text } from "./base64.js";
import { startVm } from "./vm.js";

const BUSY_MS = 8; // between ticks while a peg moves
const IDLE_MS = 30; // and otherwise

let mirror = null; // the methods of PageMirror
let timer = 0;
const early = []; // messages that came before the mirror
let archives = null; // how far the archives of boards are in the history, null if it cannot be used

const tell = (...message) => self.postMessage(message);

self.onmessage = ({ data: [kind, ...values] }) => {
  if (kind === "start") start(...values).catch(stop);
  else if (kind === "kept") [archives] = values;
  else if (mirror) take(kind, values);
  else early.push([kind, values]);
};

async function start(known) {
  archives = known;
  const vm = await startVm(["program.bin", "mirror.bin"]);
  vm.runPython("from host.site.page_mirror import PageMirror");
  const page = {
    now: () => performance.now(),
    seconds: () => String(Date.now() / 1000),
    frame: (base64) => tell("frame", base64),
    send: (base64) => tell("send", bytes(base64)),
    answer: (number, why) => tell("answer", number, why),
  };
  const games = known && {
    read_to: (archive) => archives[archive] ?? 0,
    keep: (game) => tell("archived", game),
  };
  const { opened, closed, receive, tick, hung, news, match, rename } = vm.globals.get("PageMirror")(page, games);
  mirror = { opened, closed, receive, tick, hung, news, match, rename };
  for (const message of early.splice(0)) take(...message);
  run();
}

function take(kind, values) {
  try {
    if (kind === "opened") mirror.opened();
    if (kind === "closed") mirror.closed(...values);
    if (kind === "received") mirror.receive(text(values[0]));
    if (kind === "name") mirror.rename(...values);
  } catch (error) {
    stop(error);
    return;
  }
  run();
}

function run() {
  clearTimeout(timer);
  try {
    timer = setTimeout(run, mirror.tick() ? BUSY_MS : IDLE_MS);
    tellNews();
    if (mirror.hung()) tell("hung");
  } catch (error) {
    stop(error);
  }
}

function tellNews() {
  const view = mirror.news();
  if (!view) return;
  const match = mirror.match();
  if (match) tell("match", match); // before the view: what is asked about that is of this match
  tell("view", view);
}

function stop(error) {
  console.error(error);
  mirror = null;
  clearTimeout(timer);
  tell("stopped", `The page has stopped: ${String(error.message).trim().split("\n").pop()}. Reload it. The board plays on.`);
}
