// The layout of the board: of those that there are, the one of ?layout=, or the one that was chosen.

import { html } from "./dom.js";

const KEPT = "pegboard layout";
const names = document.querySelector("meta[name=layouts]").content.split(" "); // the usual one first

/** Return the name of the layout. */
export function layout() {
  const asked = new URLSearchParams(location.search).get("layout");
  return [asked, kept()].find((name) => names.includes(name)) ?? names[0];
}

/** Put a list of the layouts into `element`. */
export function offerLayouts(element) {
  const list = html("select", "");
  for (const name of names) list.append(new Option(name, name, false, name === layout()));
  list.addEventListener("change", () => {
    try {
      localStorage.setItem(KEPT, list.value);
    } catch {} // a browser may be set to store nothing
    const address = new URL(location.href);
    address.searchParams.set("layout", list.value);
    location.replace(address);
  });
  element.prepend(html("label", "", "Board ", list));
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
