// Who plays: asked at the start of a game, with one tap for each name that was used before.

import { byId, fill, html } from "./dom.js";
import { MOST } from "./names.js";
import { button, inHole } from "./panel.js";
import { remembered, rename } from "./source.js";

const BEFORE = ["cut", "starter", "line", "keyed"]; // phases in which nobody has played yet

/** Return a function that takes each view, and asks for the names of the sides that have none.
 * `token`: the page's; `colours`: the sides of board.json. */
export function askWhoPlays(token, colours) {
  let names = null; // remembered, once they were needed
  let isLeft = false; // the names of this game are left out
  let shown = "";
  let partners = []; // of the side that is being named
  let latest = null; // the last view

  const draw = async (trouble = "") => {
    const { game, mode } = latest;
    const isNew = game && mode === "game" && BEFORE.includes(game.phase) && game.deal <= 1
      && game.sides.every(({ score }) => score === 0);
    const open = isNew ? game.sides.filter(({ name, colour_name: colour }) => name === colour) : [];
    if (!isNew) isLeft = false;
    const key = isLeft || !open.length ? "" : JSON.stringify([game.sides, partners, trouble]);
    if (key === shown) return;
    shown = key;
    if (!key) {
      partners = [];
      names = null;
      fill(byId("who"));
      return;
    }
    names ??= await remembered(MOST);
    if (shown !== key) return;
    const [side] = open;
    const taken = [...game.sides.map(({ name }) => name), ...partners].flatMap((name) => name.split(" and "));
    const tap = async (name) => {
      partners.push(name);
      const isWhole = partners.length === Math.max(side.seats.length, 1);
      const all = together(partners);
      if (isWhole) partners = [];
      draw(isWhole ? await rename(side.colour, all, token) : "");
    };
    const leave = () => {
      isLeft = true;
      draw();
    };
    const other = button(() => byId("names-open").click(), names.length ? "Somebody else" : "Enter names");
    fill(byId("who"),
      html("h2", "", "Who plays?"),
      html("p", "who-side", inHole(colours, side), [side.colour_name, ...partners].join(", ")),
      html("div", "remembered",
        ...names.filter((name) => !taken.includes(name)).map((name) => button(() => tap(name), name)),
        other, button(leave, "Not now")),
      trouble ? html("p", "trouble", trouble) : "");
  };
  return (view) => {
    latest = view;
    return draw();
  };
}

/** Return the name of a side with these players: by their first names where that is too long. */
function together(players) {
  const whole = players.join(" and ");
  const short = players.map((name) => name.split(" ")[0]).join(" and ");
  return [...whole].length <= MOST ? whole : [...short].slice(0, MOST).join("");
}
