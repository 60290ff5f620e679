// The tables of the chance to win, which a worker fetches once they are wanted.

import { putFile } from "./vm.js";

const FOLDER = "host/analysis/data";

/** Put the table `name` where the program of the VM reads it. Throws where it cannot be fetched. */
export async function fetchTable(vm, name) {
  const found = await fetch(new URL(`tables/${name}`, self.location)).catch(() => null);
  if (!found?.ok) throw new Error("the tables of the chance to win are missing, and need a network once");
  const data = new Uint8Array(await found.arrayBuffer());
  putFile(vm, name, data, JSON.stringify([[`${FOLDER}/${name}`, data.length]]));
}
