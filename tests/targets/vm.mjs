// Puts MicroPython's REPL on standard input and output: node vm.mjs PATH_OF_MICROPYTHON_MJS
// A soft reset (Ctrl-D in raw mode) is a new VM with the files of the one before, as on a board.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

import { withoutJavaScript } from "./longjmp.mjs";

WebAssembly.instantiate = withoutJavaScript(WebAssembly.instantiate);
const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
const CTRL_A = 1;
const NOT_FILES = ["dev", "proc", "tmp", "home"]; // what each VM makes for itself
const pending = [];

// Written to the descriptor at once, so that what a hanging test printed is not lost.
function flush() {
  let bytes = Buffer.from(pending.splice(0));
  while (bytes.length) bytes = bytes.subarray(fs.writeSync(1, bytes));
}

async function start() {
  const fresh = await loadMicroPython({
    linebuffer: false,
    stdout(bytes) {
      pending.push(...bytes);
      if (bytes[0] === 10) flush();
    },
  });
  fresh.replInit();
  return fresh;
}

function copyFolder(from, to, folder) {
  for (const name of from.readdir(folder)) {
    if (name === "." || name === ".." || (folder === "/" && NOT_FILES.includes(name))) continue;
    const path = folder + name;
    if (from.isDir(from.stat(path).mode)) {
      to.mkdir(path);
      copyFolder(from, to, path + "/");
    } else {
      to.writeFile(path, from.readFile(path));
    }
  }
}

async function reset(before) {
  pending.push(...Buffer.from("MPY: soft reboot\r\n"));
  const fresh = await start();
  copyFolder(before.FS, fresh.FS, "/");
  fresh.replProcessChar(CTRL_A); // raw mode stays
  return fresh;
}

let vm = await start();
flush();

const input = Buffer.alloc(65536);
for (;;) {
  let count = 0;
  try {
    count = fs.readSync(0, input);
  } catch (error) {
    if (error.code !== "EOF") throw error; // Windows says the end of a pipe this way
  }
  if (!count) break;
  for (let i = 0; i < count; i++) {
    if (vm.replProcessChar(input[i])) vm = await reset(vm);
  }
  flush();
}
