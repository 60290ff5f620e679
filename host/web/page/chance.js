// The bar of the chance to win: whole percentages, based only on cards that everyone can see.

import { html } from "./dom.js";
import { ask } from "./source.js";

/**
 * Return a function that takes each view and updates the bar in `element`. While `isOn()` is false
 * the server is not asked and the bar is hidden. `token`: the page's, where it has one.
 */
export function chanceBar(element, sides, isOn, token = "") {
  let asked = null; // the length and scores of the last request
  let latest = null;
  const update = async (view) => {
    latest = view;
    const wanted = isOn() && view.game ? JSON.stringify([view.length, view.game.sides]) : null;
    if (wanted === asked) return;
    asked = wanted;
    const percents = wanted ? (await ask("chance", token))?.percents : null;
    if (asked === wanted) draw(percents, view.game);
  };
  const draw = (percents, game) => {
    element.hidden = !percents || percents.length !== game.sides.length;
    if (element.hidden) return;
    element.replaceChildren(...chanceParts(percents, game.sides, sides));
    const words = percents.map((percent, n) => `${game.sides[n].name} about ${percent} per cent`);
    element.setAttribute("aria-label", `Chance to win: ${words.join(", ")}`);
  };
  return { update, again: () => { asked = null; if (latest) update(latest); } };
}

/** Return the parts of a bar: `of` are the sides of a game, `sides` those of board.json. */
export const chanceParts = (percents, of, sides) => percents.map((percent, n) => part(percent, of[n], sides));

function part(percent, side, sides) {
  const element = html("span", "chance-part", html("b", "", `~${percent} %`));
  element.style.setProperty("--side", `rgb(${sides[side.colour].rgb.join(",")})`);
  element.style.width = `${percent}%`;
  return element;
}
