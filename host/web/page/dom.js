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

export const byId = (id) => document.getElementById(id);

/** Show `element` with `content`, or hide it if there is no content. */
export function fill(element, ...content) {
  const parts = content.filter((part) => part !== null && part !== "");
  element.replaceChildren(...parts);
  element.hidden = parts.length === 0;
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
