// MicroPython's VM in a worker, with the program in its files.

const FOLDER = "/program";

/** Return the VM, whose path leads to the program alone and to its own modules. */
export async function startVm() {
  const [vm, program] = await Promise.all([load(), fetched("program.bin")]);
  unpack(vm.FS, new Uint8Array(program));
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

/** Write the files of program.bin: a line of JSON with [path, length] of each, and their bytes. */
function unpack(files, data) {
  const end = data.indexOf(10);
  let at = end + 1;
  for (const [path, length] of JSON.parse(new TextDecoder().decode(data.subarray(0, end)))) {
    const whole = `${FOLDER}/${path}`;
    files.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    files.writeFile(whole, data.subarray(at, at + length));
    at += length;
  }
}
