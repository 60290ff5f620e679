// Puts MicroPython's REPL on standard input and output:
//     node vm.mjs PATH_OF_MICROPYTHON_MJS PATH_OF_LONGJMP_JS LENGTH [HEAP]
// HEAP: the bytes of its heap at first.
// What comes first on standard input are LENGTH bytes of JSON: {files, code}. These are the VM's
// files, {path: contents in base64}, and what it runs before all else.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

import { startRepl } from "./vm_core.mjs";

// The site's own module, which older versions of Node do not take for one by its name.
const faster = fs.readFileSync(process.argv[3], "utf8");
const { withoutJavaScript } = await import(`data:text/javascript,${encodeURIComponent(faster)}`);
WebAssembly.instantiate = withoutJavaScript(WebAssembly.instantiate);
const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
const NEWLINE = 10;
const pending = [];
Error.stackTraceLimit = 0; // the file system throws an error for each path that is not there

// Written to the descriptor at once, so that what a hanging test printed is not lost.
function flush() {
  let bytes = Buffer.from(pending.splice(0));
  while (bytes.length) bytes = bytes.subarray(fs.writeSync(1, bytes));
}

function write(bytes) {
  pending.push(...bytes);
  if (bytes[0] === NEWLINE) flush();
}

function readFirst() {
  const json = Buffer.alloc(Number(process.argv[4]));
  for (let at = 0; at < json.length; ) at += fs.readSync(0, json, at, json.length - at);
  return JSON.parse(json);
}

const first = readFirst();
const files = Object.fromEntries(
  Object.entries(first.files).map(([path, data]) => [path, Buffer.from(data, "base64")]),
);
const heapsize = process.argv[5] ? { heapsize: Number(process.argv[5]) } : {};
const take = await startRepl(loadMicroPython, files, first.code, write, heapsize);
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
  take(input.subarray(0, count));
  flush();
}
