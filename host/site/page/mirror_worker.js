// The worker with a real board's game: MicroPython, the session with the board, and the mirror that words
// what the page shows. The page has the port: see real_board.js.

import { bytes, text } from "./base64.js";
import { startVm } from "./vm.js";

const BUSY_MS = 8; // between ticks while a peg moves
const IDLE_MS = 30; // and otherwise

let mirror = null; // the methods of PageMirror
let timer = 0;
const early = []; // messages that came before the mirror

const tell = (...message) => self.postMessage(message);

self.onmessage = ({ data: [kind, ...values] }) => {
  if (kind === "start") start().catch(stop);
  else if (mirror) take(kind, values);
  else early.push([kind, values]);
};

async function start() {
  const vm = await startVm(["program.bin", "mirror.bin"]);
  vm.runPython("from host.site.page_mirror import PageMirror");
  const page = {
    now: () => performance.now(),
    frame: (base64) => tell("frame", base64),
    send: (base64) => tell("send", bytes(base64)),
    answer: (number, why) => tell("answer", number, why),
  };
  // The second argument of PageMirror is where the games of the board's archive go: see PageGames.
  const made = vm.globals.get("PageMirror")(page);
  const { opened, closed, receive, tick, hung, news, rename } = made;
  mirror = { opened, closed, receive, tick, hung, news, rename };
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
    const view = mirror.news();
    if (view) tell("view", view);
    if (mirror.hung()) tell("hung");
  } catch (error) {
    stop(error);
  }
}

function stop(error) {
  console.error(error);
  mirror = null;
  clearTimeout(timer);
  tell("stopped", `The page has stopped: ${String(error.message).trim().split("\n").pop()}. Reload it. The board plays on.`);
}
