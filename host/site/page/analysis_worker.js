// The worker that reviews games, judges throws and chooses for the opponent: MicroPython, with all that
// these need. It stores nothing, and may be ended at any time.

import { fetchTable } from "./chance_tables.js";
import { withoutJavaScript } from "./longjmp.js";
import { startVm } from "./vm.js";

const PART_MS = 1000; // between two looks at a review that goes on

// The VM computes four times as fast in this way. If it cannot be loaded so, it is loaded as elsewhere.
WebAssembly.instantiateStreaming = async (response, imports) =>
  withoutJavaScript(WebAssembly.instantiate.bind(WebAssembly))(await (await response).arrayBuffer(), imports);

const started = start();
let last = Promise.resolve(); // requests are answered one after the other

self.onmessage = ({ data: [number, what, ...values] }) => {
  last = last.then(() => answer(number, what, values)).then((said) => self.postMessage([number, said]));
};

async function start() {
  const vm = await startVm(["program.bin", "games.bin", "against.bin", "analysis.bin"]);
  vm.runPython("from host.site.page_analysis import PageAnalysis");
  return { vm, ask: vm.globals.get("PageAnalysis")().ask };
}

async function answer(number, what, values) {
  try {
    return what === "review" ? await review(number, values) : await ask(what, values);
  } catch (error) {
    console.warn(error);
    return { trouble: `This cannot be computed: ${String(error.message).trim().split("\n").pop()}.` };
  }
}

async function ask(what, values = []) {
  const { vm, ask: python } = await started;
  for (;;) {
    const said = JSON.parse(python(what, JSON.stringify(values)));
    if (!said.wants) return said;
    await fetchTable(vm, said.wants);
  }
}

/** Return the answer with the review of a game; say meanwhile how far it is, and what was found. */
async function review(number, values) {
  let far = await ask("begin", values);
  for (let told = -PART_MS; !far.trouble && far.value.done < far.value.whole;) {
    far = await ask("step");
    if (performance.now() - told < PART_MS) continue;
    told = performance.now();
    const { value: found } = await ask("found");
    self.postMessage([number, { ...far.value, found }, true]);
  }
  return far.trouble ? far : ask("found");
}
