// Naming the sides, on a page that has the token.

import { byId, fill, html, keepKeysFromBoard } from "./dom.js";
import { button, inHole } from "./panel.js";
import { remembered, rename } from "./source.js";

export const MOST = 24; // characters of a name
let sides = []; // of the current game

/** Offer to name the sides; `token` is this page's, `colours` are those of board.json. */
export function offerNames(token, colours) {
  const opener = byId("names-open");
  const dialog = byId("names");
  nameSidesOf({}, colours);
  opener.hidden = false;
  opener.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
  opener.addEventListener("click", () => {
    byId("names-list").replaceChildren(...sides.map((side) => field(side, colours)));
    byId("names-trouble").textContent = "";
    fill(byId("names-remembered"));
    dialog.showModal();
    offerRemembered();
  });
  byId("names-close").addEventListener("click", () => dialog.close());
  byId("names-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const trouble = await saveAll(token);
    byId("names-trouble").textContent = trouble;
    if (!trouble) dialog.close();
  });
  keepKeysFromBoard(dialog);
}

/** Process a view: before a game, all possible sides can be named. */
export function nameSidesOf(view, colours) {
  sides = view.game?.sides ?? colours.map(({ name }, colour) => ({ name, colour, colour_name: name }));
}

/** Offer remembered names in the dialog: each goes into the field that was used last, else into the
 * first empty one. */
async function offerRemembered() {
  const fields = () => [...byId("names-list").querySelectorAll("input")];
  let used = null;
  byId("names-list").addEventListener("focusin", ({ target }) => { used = target; });
  const take = (name) => {
    const field = used && !used.value ? used : fields().find(({ value }) => !value) ?? used;
    if (field) field.value = name;
  };
  fill(byId("names-remembered"), ...(await remembered(MOST)).map((name) => button(() => take(name), name)));
}

function field(side, colours) {
  const input = html("input");
  input.type = "text";
  input.maxLength = MOST;
  input.value = side.name === side.colour_name ? "" : side.name;
  input.defaultValue = input.value;
  input.placeholder = side.colour_name;
  input.autocomplete = "off";
  input.autocapitalize = "words";
  input.spellcheck = false; // of a phone too, which would make another name of one
  input.setAttribute("autocorrect", "off");
  input.dataset.side = side.colour;
  return html("label", "", inHole(colours, side), html("span", "", side.colour_name), input);
}

/** Send the names that were changed, those taken away first, as another side may want them; return
 * what went wrong, "" where nothing did. Who has no name then has the earlier one again. */
async function saveAll(token) {
  const changed = [...byId("names-list").querySelectorAll("input")]
    .filter((input) => input.value.trim() !== input.defaultValue);
  const earlier = changed.filter((input) => input.defaultValue).map((input) => [input, input.defaultValue]);
  const wanted = changed.filter((input) => input.value.trim()).map((input) => [input, input.value.trim()]);
  for (const [input, name] of [...earlier.map(([input]) => [input, ""]), ...wanted]) {
    const trouble = await save(token, input, name);
    if (!trouble) continue;
    for (const [one, before] of earlier.filter(([{ defaultValue }]) => !defaultValue)) await save(token, one, before);
    return trouble;
  }
  return "";
}

async function save(token, input, name) {
  const trouble = await rename(Number(input.dataset.side), name, token);
  if (!trouble) input.defaultValue = name;
  return trouble;
}
