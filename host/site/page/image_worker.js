// The worker that joins a MicroPython for a Pico with the board's program: `pegboard image`, by the same
// Python.

import { startVm } from "./vm.js";

const STOCK = "/stock.uf2", BLOCKS = "/blocks.bin", OUTPUT = "/output.uf2";
let started = null;

self.onmessage = async ({ data: [kind, ...values] }) => {
  try {
    started ??= start();
    const vm = await started;
    const answer = kind === "look" ? look(vm, ...values) : await join(vm, ...values);
    self.postMessage([kind, answer]);
  } catch (error) {
    console.error(error);
    self.postMessage([kind, { why: `it could not be done: ${String(error.message).trim().split("\n").pop()}` }]);
  }
};

async function start() {
  const vm = await startVm(["program.bin", "image.bin"]);
  vm.runPython("from host.site.page_image import join, look");
  return vm;
}

/** Read the UF2 file `data`. */
function look(vm, data) {
  vm.FS.writeFile(STOCK, data);
  return JSON.parse(vm.globals.get("look")(STOCK));
}

/** Join the UF2 file that was looked at last with the blocks in the site's file `name`. */
async function join(vm, name, isNew, layout) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} cannot be loaded (${answer.status})`);
  vm.FS.writeFile(BLOCKS, new Uint8Array(await answer.arrayBuffer()));
  const said = JSON.parse(vm.globals.get("join")(STOCK, BLOCKS, isNew, layout, OUTPUT));
  return said.why ? said : { data: vm.FS.readFile(OUTPUT) };
}
