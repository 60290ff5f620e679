// Making elements. Text is inserted as text, because a name may contain anything.

const SVG = "http://www.w3.org/2000/svg";

/** Return a new HTML element. `content` is text, or elements, or a mix of both. */
export function html(tag, className = "", ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content.filter((part) => part !== null));
  return element;
}

/** Return a new SVG element with these attributes. */
export function svg(tag, attributes = {}, ...content) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/** Return the path of a circle, for an SVG path of several of them. */
export const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

// How wide letters are, in ems of a bold face, a little more than they ever are.
const WIDE = [[/[MWmw@%]/, 1.12], [/[\u1100-\uffff]/, 1.3], [/[A-Z]/, 0.86], [/[fijlrt.,'’-]/, 0.5]];
const LETTER = 0.73;
const width = (word) => [...word].reduce(
  (sum, letter) => sum + (WIDE.find(([kind]) => kind.test(letter))?.[1] ?? LETTER), 0);

/** Return an element with a name, whose words stay whole: where the longest of them, or of the class
 * "line" all of it, is wider than the place of the name, its letters become smaller (parts.css). */
export function named(text, className = "name") {
  const words = html("span", "", text);
  const parts = / line$/.test(className) ? [text] : text.split(/\s+|(?<=-)/);
  words.style.setProperty("--longest", Math.max(...parts.map(width)).toFixed(2));
  return html("span", `${className} fits`, words);
}

/** Return a text with a capital letter at its beginning. */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

export const byId = (id) => document.getElementById(id);

/** Show `element` with `content`, or hide it if there is no content. */
export function fill(element, ...content) {
  const parts = content.filter((part) => part !== null && part !== "");
  element.replaceChildren(...parts);
  element.hidden = parts.length === 0;
}

/** Show `element` with `content` as `fill` does, but keep those of its parts that are the same already:
 * a browser takes longer to lay out and paint a new part than to find an old one. */
export function refill(element, ...content) {
  const parts = content.filter((part) => part !== null && part !== "");
  takeParts(element, parts.map((part) => (typeof part === "string" ? new Text(part) : part)));
  element.hidden = parts.length === 0;
}

/** Give `element` the children `parts`, each the old one that equals it, or else the old one at its
 * place, with what differs in it changed. */
function takeParts(element, parts) {
  let old = element.firstChild;
  parts.forEach((part, at) => {
    let same = old;
    while (same && !same.isEqualNode(part)) same = same.nextSibling;
    while (same && old !== same) old = removed(old);
    if (same) old = same.nextSibling;
    else if (old?.nodeName === part.nodeName && !parts.slice(at).some((later) => later.isEqualNode(old))) {
      become(old, part);
      old = old.nextSibling;
    } else element.insertBefore(part, old);
  });
  while (old) old = removed(old);
}

function removed(node) {
  const { nextSibling } = node;
  node.remove();
  return nextSibling;
}

function become(old, part) {
  if (old.nodeType === Node.TEXT_NODE) {
    old.data = part.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!part.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of part.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // the page's policy lets no attribute set it
    else old.setAttribute(name, value);
  }
  takeParts(old, [...part.childNodes]);
}

/** Set the text only if it differs, because a live region is read out at every change. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Stop keys that are typed in `element` from pressing keys of the board. A dialog that was closed
 * keeps the focus until the next frame: its keys are the board's again.
 */
export function keepKeysFromBoard(element) {
  for (const kind of ["keydown", "keyup"]) {
    element.addEventListener(kind, (event) => element.open !== false && event.stopPropagation());
  }
}

/** Close the menu `details` as menus are closed: by Escape, by a press elsewhere, and when the focus
 * moves on. */
export function closesAsMenusDo(details) {
  const summary = details.querySelector("summary");
  const isIn = () => details.contains(document.activeElement);
  const leave = () => isIn() && document.activeElement !== summary && document.activeElement.blur();
  const close = () => {
    leave();
    details.open = false;
  };
  const isElsewhere = (target) => details.open && !details.contains(target);
  summary.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
  summary.addEventListener("click", leave);
  document.addEventListener("pointerdown", ({ target }) => isElsewhere(target) && close(), true);
  details.addEventListener("focusout", ({ relatedTarget: next }) => next && isElsewhere(next) && close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopImmediatePropagation(); // or it would be a key of the board as well
    if (isIn()) summary.focus();
    close();
  }, true);
}
