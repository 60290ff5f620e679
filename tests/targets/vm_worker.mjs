// MicroPython's REPL in a worker of a page, as that of the static site has the VM: what comes is
// {files, code} of vm.mjs and then input; what goes is what it prints, both as base64 of bytes.
import { loadMicroPython } from "./micropython.mjs";
import { startRepl } from "./vm_core.mjs";

const TURN = 0x8000; // bytes that are turned into characters at once
Error.stackTraceLimit = 0; // the file system throws an error for each path that is not there
let printed = [];
let take = null;

const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function base64(data) {
  let letters = "";
  for (let at = 0; at < data.length; at += TURN) letters += String.fromCharCode(...data.slice(at, at + TURN));
  return btoa(letters);
}

function write(some) {
  for (const byte of some) printed.push(byte);
}

self.onmessage = async ({ data }) => {
  if (take) {
    take(bytes(data));
  } else {
    const files = Object.fromEntries(
      Object.entries(data.files).map(([path, one]) => [path, bytes(one)]),
    );
    take = await startRepl(loadMicroPython, files, data.code, write);
  }
  self.postMessage(base64(printed.splice(0)));
};
