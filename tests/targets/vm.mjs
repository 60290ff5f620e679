// Puts MicroPython's REPL on standard input and output: node vm.mjs PATH_OF_MICROPYTHON_MJS LENGTH
// What comes first on standard input are the files of the first VM, as LENGTH bytes of JSON:
// {path: contents in base64}.
// A soft reset (Ctrl-D in raw mode) is a new VM with the files of the one before, as on a board.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

import { withoutJavaScript } from "./longjmp.mjs";

WebAssembly.instantiate = withoutJavaScript(WebAssembly.instantiate);
const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
const CTRL_A = 1;
const NOT_FILES = ["dev", "proc", "tmp", "home"]; // what each VM makes for itself
const pending = [];
Error.stackTraceLimit = 0; // the file system throws an error for each path that is not there

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
      to.writeFile(path, from.readFile(path), { canOwn: true }); // without another copy
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

function putFiles(to) {
  const json = Buffer.alloc(Number(process.argv[3]));
  for (let at = 0; at < json.length; ) at += fs.readSync(0, json, at, json.length - at);
  for (const [path, data] of Object.entries(JSON.parse(json))) {
    const folders = path.split("/").slice(0, -1);
    if (folders.length) to.mkdirTree("/" + folders.join("/"));
    to.writeFile("/" + path, Buffer.from(data, "base64"));
  }
}

let vm = await start();
putFiles(vm.FS);
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
