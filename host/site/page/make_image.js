// Joins the MicroPython that the person chooses with the program: one file to drag onto a Pico.

import { byId, html, say } from "./dom.js";

const layouts = document.querySelector("meta[name=layouts]").content.split(" "); // the usual one first

let name = ""; // of the board that the chosen file is for
let worker = null;
let answered = () => {};

/** Ask the worker; return its answer. */
function ask(...message) {
  if (!worker) {
    worker = new Worker(new URL("image_worker.bundle.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: [, answer] }) => answered(answer);
    worker.onerror = () => answered({ why: "a part of this page cannot be loaded: is there a network?" });
  }
  return new Promise((resolve) => {
    answered = resolve;
    worker.postMessage(message);
  });
}

const fileOf = (board) => board.toLowerCase().replaceAll(" ", "-");

async function choose() {
  const [file] = byId("stock").files;
  if (!file) return;
  byId("make").hidden = byId("save").hidden = true;
  say(byId("stock-trouble"), "");
  say(byId("stock-found"), "Reading it …");
  const about = await ask("look", new Uint8Array(await file.arrayBuffer()));
  say(byId("stock-found"), about.why ? "" : `MicroPython ${about.version} for a ${about.name}.`);
  say(byId("stock-trouble"), about.why ? `${file.name}: ${about.why}.` : "");
  name = about.name ?? "";
  byId("make").hidden = !name;
}

async function join() {
  byId("join").disabled = true;
  byId("save").hidden = true;
  say(byId("stock-trouble"), "");
  const isNew = document.querySelector("input[name=games]:checked").value === "new";
  const { why, data } = await ask("join", `images/${fileOf(name)}.bin`, isNew, byId("layout").value);
  byId("join").disabled = false;
  if (why) {
    say(byId("stock-trouble"), `The file was not made: ${why}.`);
    return;
  }
  const save = byId("save");
  if (save.href) URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
  save.download = `pegboard-${fileOf(name)}.uf2`;
  save.textContent = `Save ${save.download}`;
  save.hidden = false;
  save.focus();
}

/** Have the page make the file. */
export function offerImage() {
  byId("layout").append(...layouts.map((one) => html("option", "", one)));
  byId("stock").addEventListener("change", choose);
  byId("join").addEventListener("click", join);
  // What it was made for is another now.
  byId("make").addEventListener("change", () => { byId("save").hidden = true; });
}
