// The worker with the games of this browser: MicroPython, the program that reads and counts them, and
// the tables of the chance to win once they are wanted.

import { fetchTable } from "./chance_tables.js";
import { openGames } from "./games_store.js";
import { startVm } from "./vm.js";

const CHANGES = ["keep", "keep archived", "take", "take record", "take link", "keep practice", "take practice", "keep costs"];

const started = start();
let last = Promise.resolve(); // requests are answered one after the other

self.onmessage = ({ data: [number, what, ...values] }) => {
  last = last.then(() => answer(what, values)).then((said) => self.postMessage([number, said]));
};

async function start() {
  const store = await openGames(new URL(".", self.location).pathname);
  const vm = await startVm(["program.bin", "games.bin"]);
  vm.runPython("from host.site.page_games import PageGames");
  const { ask, load } = vm.globals.get("PageGames")(store);
  store.load = load;
  return { vm, store, ask };
}

async function answer(what, values) {
  try {
    const { vm, store, ask } = await started;
    const asked = JSON.stringify(values);
    for (;;) {
      const said = await store.use(CHANGES.includes(what), () => JSON.parse(ask(what, asked)));
      if (!said.wants) return said;
      await fetchTable(vm, said.wants);
    }
  } catch (error) {
    console.warn(error);
    const why = error.name === "QuotaExceededError" // whose message is empty
      ? "the browser has no more room for this page"
      : String(error.message).trim().split("\n").pop();
    return { trouble: `The games cannot be used: ${why}.` };
  }
}
