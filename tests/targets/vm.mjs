// Puts MicroPython's REPL on standard input and output: node vm.mjs PATH_OF_MICROPYTHON_MJS LENGTH
// What comes first on standard input are LENGTH bytes of JSON: {files, code}. These are the VM's
// files, {path: contents in base64}, and what it runs before all else.
// A soft reset (Ctrl-D in raw mode) gives the VM the memory back that it then had; its files stay,
// as on a board. A new VM would take 40 ms more.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

import { withoutJavaScript } from "./longjmp.mjs";

WebAssembly.instantiate = withoutJavaScript(WebAssembly.instantiate);
const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
const CTRL_A = 1;
const STANDARD = 2; // the last descriptor of those that each VM has
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

function putFiles(to, files) {
  for (const [path, data] of Object.entries(files)) {
    const folders = path.split("/").slice(0, -1);
    if (folders.length) to.mkdirTree("/" + folders.join("/"));
    to.writeFile("/" + path, Buffer.from(data, "base64"));
  }
}

function readFirst() {
  const json = Buffer.alloc(Number(process.argv[3]));
  for (let at = 0; at < json.length; ) at += fs.readSync(0, json, at, json.length - at);
  return JSON.parse(json);
}

// The memory of the VM as it is now, as far as it is in use. Beyond that is what malloc has not
// given out yet; nothing is expected there.
function inUse() {
  const memory = vm._module.HEAPU8;
  let end = memory.length;
  while (!memory[end - 1]) end -= 1;
  return memory.slice(0, end);
}

// The objects of JavaScript that the VM holds, by their numbers in its memory: micropython.mjs has
// them in global variables.
function held() {
  return { objects: [...globalThis.proxy_js_ref], free: globalThis.proxy_js_ref_next };
}

function reset() {
  pending.push(...Buffer.from("MPY: soft reboot\r\n"));
  vm._module.HEAPU8.set(begun);
  globalThis.proxy_js_ref = [...heldFirst.objects];
  globalThis.proxy_js_ref_map = new Map(heldFirst.objects.map((object, number) => [object, number]));
  globalThis.proxy_js_ref_next = heldFirst.free;
  vm.FS.streams.filter((stream) => stream?.fd > STANDARD).forEach(vm.FS.close);
  vm.FS.chdir("/");
  vm.replProcessChar(CTRL_A); // raw mode stays
}

const vm = await start();
const first = readFirst();
putFiles(vm.FS, first.files);
vm.runPython(first.code);
const begun = inUse();
const heldFirst = held();
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
    if (vm.replProcessChar(input[i])) reset();
  }
  flush();
}
