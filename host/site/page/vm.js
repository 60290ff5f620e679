// MicroPython's VM in a worker, with the program in its files.

const FOLDER = "/program";

/** Return the VM, whose path leads to its own modules and to those in the files `names` alone. */
export async function startVm(names = ["program.bin"]) {
  const [vm, ...programs] = await Promise.all([load(), ...names.map(fetched)]);
  for (const program of programs) unpack(vm, new Uint8Array(program));
  vm.runPython(`import sys; sys.path[:] = [${JSON.stringify(FOLDER)}]`);
  return vm;
}

async function load() {
  const { loadMicroPython } = await import("./micropython.mjs");
  return loadMicroPython({ url: new URL("micropython.wasm", import.meta.url).href });
}

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is missing (${answer.status})`);
  return answer.arrayBuffer();
}

/** Write a file of the program. */
export function putFile(vm, path, data) {
  const whole = `${FOLDER}/${path}`;
  vm.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
  vm.FS.writeFile(whole, data);
}

/** Write the files of a program: a line of JSON with [path, length] of each, and their bytes. */
function unpack(vm, data) {
  const end = data.indexOf(10);
  let at = end + 1;
  for (const [path, length] of JSON.parse(new TextDecoder().decode(data.subarray(0, end)))) {
    putFile(vm, path, data.subarray(at, at + length));
    at += length;
  }
}
