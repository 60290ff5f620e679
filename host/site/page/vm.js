// MicroPython's VM in a worker, with the program in its files.

const FINDER = "module_files"; // the module that finds the others
const MODULES = "/modules"; // where they are then
const START = `import sys, vfs
from ${FINDER} import ModuleFiles
files = ModuleFiles()
add = lambda name, index, begin: files.add(open(name, "rb"), index, begin)
vfs.mount(files, "${MODULES}")
sys.path[:] = ["${MODULES}"]`;

/** Return the VM, whose path leads to its own modules and to those in the files `names` alone. */
export async function startVm(names = ["program.bin"]) {
  const [vm, ...programs] = await Promise.all([load(), ...names.map(fetched)]);
  const parts = programs.map((program) => indexed(new Uint8Array(program)));
  putFinder(vm, parts[0]);
  vm.runPython(START);
  parts.forEach(({ index, begin, data }, at) => putFile(vm, names[at], data, index, begin));
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

/** Have the program find what the file `name` contains from `begin` on: `index` is JSON, [path, bytes] of
 * each. */
export function putFile(vm, name, data, index, begin = 0) {
  vm.FS.writeFile(`/${name}`, data, { canOwn: true });
  vm.globals.get("add")(`/${name}`, index, begin);
}

/** Return a part of the program: {index, begin, data}. Its first line is the index. */
function indexed(data) {
  const end = data.indexOf(10);
  return { index: new TextDecoder().decode(data.subarray(0, end)), begin: end + 1, data };
}

/** Put the module that finds the others where the VM finds it by itself. */
function putFinder(vm, { index, begin, data }) {
  let at = begin;
  for (const [path, length] of JSON.parse(index)) {
    const name = path.split("/").pop();
    if (name.startsWith(FINDER)) vm.FS.writeFile(name, data.subarray(at, at + length));
    at += length;
  }
}
