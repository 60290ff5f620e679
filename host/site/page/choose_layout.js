// The layout of the board, of those that there are: the one that was chosen, or that a real board has.

import { html } from "./dom.js";
import { choice, choiceList, keep } from "./kept_choice.js";

const OWN = "layout";
const REAL = "board-layout";
const WATCHED = "watched-layout";
const names = document.querySelector("meta[name=layouts]").content.split(" "); // the usual one first

/** Return the name of the layout. */
export const layout = () => choice(OWN, names);

/** Return the name of the layout that the real board had when it was last seen. */
export const realLayout = () => choice(REAL, names);

/** Note that the real board has this layout. */
export function noteRealLayout(name) {
  if (name !== realLayout()) keep(REAL, name);
}

/** Return the name of the layout that the board of another tab had when it was last seen. */
export const watchedLayout = () => choice(WATCHED, names);

/** Note that the board of the tab that has the game has this layout. */
export function noteWatchedLayout(name) {
  if (name !== watchedLayout()) keep(WATCHED, name);
}

/** Put a list of the layouts into `element`. */
export function offerLayouts(element) {
  const list = choiceList(OWN, names.map((name) => [name, name]), layout());
  element.prepend(html("label", "", "Board ", list));
}
