// MicroPython's VM with its REPL, as the tests have it in Node and in a browser.

const CTRL_A = 1;
const STANDARD = 2; // the last descriptor of those that each VM has
const REBOOT = "MPY: soft reboot\r\n";

/**
 * Return a function that gives bytes to the REPL of a new VM. `load` is loadMicroPython, `files` are
 * the VM's, {path: bytes}, `code` is what it runs before all else, and `write(bytes)` gets what it
 * prints.
 *
 * A soft reset (Ctrl-D in raw mode) gives the VM the memory back that it then had; its files stay,
 * as on a board. A new VM would take 40 ms more.
 */
export async function startRepl(load, files, code, write, options = {}) {
  const vm = await load({ linebuffer: false, stdout: write, ...options });
  vm.replInit();
  for (const [path, data] of Object.entries(files)) {
    const folders = path.split("/").slice(0, -1);
    if (folders.length) vm.FS.mkdirTree("/" + folders.join("/"));
    vm.FS.writeFile("/" + path, data);
  }
  vm.runPython(code);
  const begun = inUse(vm._module.HEAPU8);
  const held = heldObjects();

  const reset = () => {
    write(Uint8Array.from(REBOOT, (letter) => letter.charCodeAt(0)));
    vm._module.HEAPU8.set(begun);
    holdObjects(held);
    vm.FS.streams.filter((stream) => stream?.fd > STANDARD).forEach(vm.FS.close);
    vm.FS.chdir("/");
    vm.replProcessChar(CTRL_A); // raw mode stays
  };
  return (bytes) => {
    for (const byte of bytes) if (vm.replProcessChar(byte)) reset();
  };
}

// The memory of the VM as it is now, as far as it is in use. Beyond that is what malloc has not
// given out yet; nothing is expected there.
function inUse(memory) {
  let end = memory.length;
  while (!memory[end - 1]) end -= 1;
  return memory.slice(0, end);
}

// The objects of JavaScript that the VM holds, by their numbers in its memory: micropython.mjs has
// them in global variables.
function heldObjects() {
  return { objects: [...globalThis.proxy_js_ref], free: globalThis.proxy_js_ref_next };
}

function holdObjects({ objects, free }) {
  globalThis.proxy_js_ref = [...objects];
  globalThis.proxy_js_ref_map = new Map(objects.map((object, number) => [object, number]));
  globalThis.proxy_js_ref_next = free;
}
