// The page that puts the program on a Pico: over USB where it has MicroPython, else by a file to drag.

import { byId, fill, html, say } from "./dom.js";
import { look, put } from "./flash.js";
import { offerImage } from "./make_image.js";
import { PORT_LOCK } from "./port_lock.js";
import { choosePort, hasSerial, knownPorts, NO_SERIAL, openPort } from "./serial_port.js";

const NONE_CHOSEN = "No Pico was chosen. If yours was not in the list, plug it in with a cable that carries data. "
  + "One without MicroPython is not in the list: see A new Pico below.";
const IN_USE = "Another tab of this browser shows the board. Close that tab, or choose Play on this page in its menu View.";
const OLD_STAYS = "All files on it are the old ones, so it starts as before.";
const SOME_NEW = "Each file on it is complete, from this version or the last.";
const AGAIN = "Choose it again to go on.";
const HELLO_MS = 20_000;
const AGAIN_MS = 500;
const LISTEN_MS = 3000; // a board beats once a second
const OF_BOARD = /^~\d+ \["(?:hello|beat|menu|state)"/m;

let port = null;
let open = null; // its reader and writer
let found = null; // what look says
let letGo = () => {}; // of the lock
let isSending = false;
let waiting = null; // {end(), ended}: for the board to speak

function trouble(text) {
  byId("usb-trouble").textContent = text;
}

/** Return whether this tab may use the port, until `letGo`. */
function takePort() {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    navigator.locks.request(PORT_LOCK, { ifAvailable: true }, (lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise((release) => { letGo = release; }) : undefined;
    });
  });
}

async function find() {
  trouble("");
  port = await choosePort();
  waiting?.end();
  await waiting?.ended;
  if (!port) {
    trouble(NONE_CHOSEN);
    return;
  }
  if (!await takePort()) {
    trouble(IN_USE);
    return;
  }
  byId("find").disabled = true;
  fill(byId("found"), html("p", "", "Looking at what is on it …"));
  try {
    open = await openPort(port);
    found = await look(open);
  } catch (error) {
    fill(byId("found"));
    trouble(`The Pico cannot be used: ${error.message}. Nothing on it has changed.`);
    await finish();
    return;
  }
  show();
}

function show() {
  const { about, index, image, said, there, lacking, size } = found;
  const installed = said || (there.size ? "one that does not say its version" : "none");
  const inImage = image && `MicroPython’s image on it has pegboard ${image}, which runs where there are no files.`;
  const needs = lacking.length
    ? `${lacking.length} of its ${found.files.size} files are missing or differ: at most ${kilobytes(size)} to send.`
    : "It is up to date.";
  fill(byId("found"), ...[
    `${about.machine}, MicroPython ${about.version}.`,
    `Pegboard on it: ${installed}. On this page: ${index.program}.`,
    inImage,
    needs,
  ].filter(Boolean).map((line) => html("p", "", line)));
  byId("put").hidden = !lacking.length;
  byId("acts").hidden = false;
  byId(lacking.length ? "put" : "leave").focus();
}

const kilobytes = (size) => `${Math.ceil(size / 1000)} KB`;

async function send() {
  byId("acts").hidden = true;
  byId("sending").hidden = false;
  isSending = true;
  let isPlaced = false;
  try {
    await put(found, (sent, total) => {
      Object.assign(byId("progress"), { value: sent, max: total });
      say(byId("sent"), `${Math.floor(100 * sent / total)} %`);
    }, () => { isPlaced = true; });
  } catch (error) {
    const isGone = error.isGone === true;
    if (!isGone) await found.device.restart();
    fill(byId("found"));
    trouble(`The program is not on the Pico: ${error.message}. ${isPlaced ? SOME_NEW : OLD_STAYS} ${isGone ? "Plug it in. " : ""}${AGAIN}`);
    await finish();
    return;
  }
  fill(byId("found"), html("p", "", `${found.files.size} files are checked on the Pico. It starts …`));
  await found.device.restart();
  await finish();
  waitForBoard();
}

/** Close the port. */
async function finish() {
  isSending = false;
  byId("sending").hidden = byId("acts").hidden = true;
  await open?.close();
  open = null;
  letGo();
  byId("find").disabled = false;
}

async function leave() {
  byId("acts").hidden = true;
  fill(byId("found"), html("p", "", "It starts …"));
  await found.device.restart();
  await finish();
  waitForBoard();
}

/** Wait until the board says something, and say so. */
function waitForBoard() {
  const controller = new AbortController();
  waiting = { end: () => controller.abort(), ended: lookForBoard(controller.signal) };
}

async function lookForBoard(signal) {
  for (const end = Date.now() + HELLO_MS; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    for (const one of await knownPorts()) {
      if (signal.aborted) return;
      if (!await isBoard(one, signal)) continue;
      const link = html("a", "", "Show its game");
      link.href = "./?board=usb";
      fill(byId("found"), html("p", "", "The board runs. ", link));
      return;
    }
    if (signal.aborted) return;
  }
  fill(byId("found"));
  trouble("The files are there, but the board has sent nothing since it started: unplug it and plug it in again.");
}

/** Return whether a board speaks at this port in the next seconds. */
async function isBoard(one, signal) {
  let opened = null;
  try {
    opened = await openPort(one);
  } catch {
    return false;
  }
  const stop = () => opened.reader.cancel().catch(() => {});
  const timer = setTimeout(stop, LISTEN_MS);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  let heard = "";
  try {
    while (!OF_BOARD.test(heard)) {
      const { value, done } = await opened.reader.read();
      if (done) break;
      heard += String.fromCharCode(...value);
    }
  } catch {} // it restarts
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  await opened.close();
  return OF_BOARD.test(heard);
}

if (hasSerial()) {
  byId("find").addEventListener("click", find);
  byId("put").addEventListener("click", send);
  byId("leave").addEventListener("click", leave);
} else {
  byId("find").disabled = true;
  trouble(NO_SERIAL);
}
window.addEventListener("beforeunload", (event) => isSending && event.preventDefault());
offerImage();
