// Where the games of the history's pages come from: this browser, through a worker. On a server's
// pages the module of the same name in host/web/page/ is in its place.

import { startApp } from "./app.js";
import { gamesPage, reviewPage } from "./addresses.js";
import { html } from "./dom.js";
import { exportGames, importFile, saved } from "./games_files.js";
import { askGames } from "./games_tab.js";
import { isReviewing, reviewGames } from "./kept_reviews.js";

const HERE = new URL(".", location.href).href;
const BOARD = "boards/shared.json"; // on which the worker lights the game of a link

/** What to do where no game has names. */
export const NO_NAMES = "No game has names yet: Names, on the page of the board, names the sides.";

startApp();

/** Return the answer to `what`, as the server's games_source.js has it, or {trouble} with a text. */
export async function ask(what, ...values) {
  if (what === "losses") return losses(...values);
  const { value, trouble } = await askGames(what, ...values.filter((one) => one !== undefined));
  if (trouble) return { trouble };
  if (what === "linked") value.board = await (await fetch(BOARD)).json();
  return value?.link ? { ...value, link: HERE + value.link, qr: null } : value;
}

/** Return the figures of a player, and `start`, a function to call where games are to be reviewed: that is
 * seconds of work for each, which a phone has to be asked for. */
async function losses(name) {
  const { value, trouble } = await askGames("losses", name);
  if (trouble) return { trouble };
  return { ...value, start: value.waiting && !isReviewing() ? () => reviewGames(name) : null };
}

function button(text, act) {
  const made = html("button", "kind", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

function review(which) {
  const made = html("a", "", "Review");
  made.href = reviewPage(which);
  return made;
}

function status() {
  const made = html("span", "quiet");
  made.setAttribute("role", "status");
  return made;
}

/** Return what is offered beside a game of the history. */
export function besideGame(id) {
  const said = status();
  const save = async () => {
    const { value, trouble } = await askGames("record", id);
    said.textContent = trouble ?? "";
    if (!trouble) saved(`game-${id}.txt`, "text/plain", [value]);
  };
  return [review(`game=${id}`), button("Text record", save), said];
}

/** Return what is offered beside the game of a link. */
export function besideLink(text) {
  const said = status();
  const keep = async () => {
    const { value, trouble } = await askGames("take link", text);
    said.replaceChildren(trouble ?? "");
    if (!value) return;
    const [[id, isNew]] = value;
    const shown = html("a", "", `game ${id}`);
    shown.href = gamesPage(`game=${id}`);
    said.replaceChildren(isNew ? "Kept as " : "Already here as ", shown);
  };
  return [review(text), button("Keep in my games", keep), said];
}

/** Return what is offered beside the list of `games`. */
export function besideList(games) {
  const said = status();
  const tell = (text) => { said.textContent = text; };
  const file = html("input");
  file.type = "file";
  file.accept = ".json,.txt,application/json,text/plain";
  file.addEventListener("change", async () => {
    const isChanged = await importFile(file.files[0], tell);
    file.value = "";
    if (isChanged) setTimeout(() => location.reload(), 1500);
  });
  const save = games.length ? [button("Save all games as a file", () => exportGames(tell)), " "] : [];
  return [html("section", "files", html("h2", "", "Files"),
    html("p", "quiet", "The games, and the results of practice, are in this browser only. A file of them can be taken to another one, and pegboard merge reads it."),
    html("p", "", ...save, html("label", "", html("span", "", "Add games from a file "), file)), html("p", "", said))];
}
