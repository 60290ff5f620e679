// A choice that stays in this browser; the address can make it too, as in ?layout=two-track.

import { html } from "./dom.js";

const CHANGES = /^(Arrow|Page|Home|End|[^ ]$)/; // keys that choose another option of a closed list

const kept = (name) => `pegboard ${name}`;

/** Return the one of `allowed` that the address names, or that was kept, or the first. */
export function choice(name, allowed) {
  const asked = new URLSearchParams(location.search).get(name);
  return [asked, read(name)].find((one) => allowed.includes(one)) ?? allowed[0];
}

/** Have `value` chosen the next time; return whether the browser keeps it. */
export function keep(name, value) {
  try {
    localStorage.setItem(kept(name), value);
    return true;
  } catch {
    return false; // a browser may be set to store nothing
  }
}

/** Load the page again with `value` chosen. */
export function choose(name, value) {
  keep(name, value);
  const address = new URL(location.href);
  address.searchParams.set(name, value);
  location.replace(address);
}

/** Return a list of `options`, [text, value] each, from which to `choose`; `value` is chosen now.
 * A key opens the list: the page would load again before anybody could reach the third option. */
export function choiceList(name, options, value) {
  const list = html("select", "", ...options.map(([text, one]) => new Option(text, one)));
  list.value = value;
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !CHANGES.test(event.key)) return;
    if (!list.showPicker) return; // an older browser
    event.preventDefault();
    list.showPicker();
  });
  list.addEventListener("change", () => choose(name, list.value));
  return list;
}

function read(name) {
  try {
    return localStorage.getItem(kept(name));
  } catch {
    return null;
  }
}
