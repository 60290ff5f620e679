// Puts MicroPython's REPL on standard input and output: node vm.mjs PATH_OF_MICROPYTHON_MJS
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
const pending = [];

// Written to the descriptor at once, so that what a hanging test printed is not lost.
function flush() {
  let bytes = Buffer.from(pending.splice(0));
  while (bytes.length) bytes = bytes.subarray(fs.writeSync(1, bytes));
}

const vm = await loadMicroPython({
  linebuffer: false,
  stdout(bytes) {
    pending.push(...bytes);
    if (bytes[0] === 10) flush();
  },
});
vm.replInit();
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
    if (vm.replProcessChar(input[i])) process.exit(0);
  }
  flush();
}
