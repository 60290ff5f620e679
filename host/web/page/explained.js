// Figures that say what they mean.

import { html } from "./dom.js";

/** Return `text`, which shows what it means when it is tapped, and to a pointer that rests on it; only `text` where there is no meaning. */
export function explained(text, meaning) {
  if (!meaning) return text;
  const summary = html("summary", "", text);
  summary.title = meaning;
  summary.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
  return html("details", "explained", summary, html("p", "", meaning));
}
