// The worker with the board: MicroPython, the board's program, and the mirror that words what the page
// shows. A key changes the lights first; the view follows as soon as nothing else waits.

import { IN_USE, memoryFiles, originFiles } from "./origin_files.js";
import { text } from "./base64.js";
import { startVm } from "./vm.js";

const BUSY_MS = 4; // between ticks while a key is down or a peg moves
const IDLE_MS = 40; // and otherwise, when at most a light blinks
const NOT_STORED = "This browser stores no files for this page: the game is lost when the page is closed.";

// The method that takes each kind of message.
const MESSAGES = { key: "press", name: "rename", hand: "hand", take: "take", chosen: "chosen" };

let board = null; // the methods of PageBoard, or PageAgainst
let timer = 0;
let telling = 0; // a timer too
const early = []; // messages that came before the board

const tell = (...message) => self.postMessage(message);

self.onmessage = ({ data: [kind, ...values] }) => {
  if (kind === "start") start(...values).catch(stop);
  else if (board) take(kind, ...values);
  else early.push([kind, ...values]);
};

async function start(layout, base, isAgainst) {
  const parts = ["program.bin", ...(isAgainst ? ["against.bin"] : [])];
  const [vm, files] = await Promise.all([startVm(parts), openFiles(base, isAgainst)]);
  const page = {
    files,
    now: () => performance.now(),
    seconds: () => String(Date.now() / 1000),
    frame: (text) => tell("frame", text),
    answer: (number, text) => tell("answer", number, text),
    random: (count) => text(crypto.getRandomValues(new Uint8Array(count))),
    think: (number, what, view) => tell("think", number, what, view),
  };
  board = methods(vm, page, layout, isAgainst);
  run();
  for (const message of early.splice(0)) take(...message);
}

function methods(vm, page, layout, isAgainst) {
  if (isAgainst) {
    vm.runPython("from host.site.page_against import PageAgainst");
    const { press, tick, news, match, rename, hand, take, chosen } = vm.globals.get("PageAgainst")(page, layout);
    return { press, tick, news, match, rename, hand, take, chosen };
  }
  vm.runPython("from host.site.page_board import PageBoard");
  const { press, tick, news, match, rename } = vm.globals.get("PageBoard")(page, layout, "[]");
  return { press, tick, news, match, rename };
}

async function openFiles(base, isAgainst) {
  try {
    return await originFiles(base, isAgainst);
  } catch (error) {
    if (error.name === IN_USE) throw new Error("another page has the game");
    console.warn(error);
    tell("notice", NOT_STORED);
    return memoryFiles();
  }
}

function take(kind, ...values) {
  board[MESSAGES[kind]](...values);
  run();
}

function run() {
  clearTimeout(timer);
  try {
    timer = setTimeout(run, board.tick() ? BUSY_MS : IDLE_MS);
  } catch (error) {
    stop(error);
  }
  telling ||= setTimeout(tellNews);
}

function tellNews() {
  telling = 0;
  const text = board?.news();
  if (!text) return;
  const match = board.match();
  if (match) tell("match", match); // before the view: what is asked about that is of this match
  tell("view", text);
}

function stop(error) {
  console.error(error);
  board = null;
  clearTimeout(timer);
  tell("stopped", `The board has stopped: ${String(error.message).trim().split("\n").pop()}. Reload the page.`);
}
