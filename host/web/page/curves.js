// Curves over the entries of a game.

import { svg } from "./dom.js";

// On a phone the letters would be too small to read.
const WIDE = window.matchMedia("(max-width: 600px)").matches ? 480 : 960;
const HIGH = 300;
const EDGE = { left: 52, right: 14, top: 14, bottom: 26 };

/** Return {element, mark, turnAt}: curves of [side, values] over the entries, null where there is no
 * value, and functions that mark an entry and the turning point. */
export function curves(label, most, steps, lines, text) {
  const x = (at) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * at) / Math.max(steps - 1, 1);
  const y = (value) => HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * Math.min(value, most)) / most;
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => {
    const value = Math.round(most * part);
    return [
      svg("line", { class: "grid", x1: EDGE.left, x2: WIDE - EDGE.right, y1: y(value), y2: y(value) }),
      svg("text", { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, text(value)),
    ];
  });
  const paths = lines.flatMap(([side, values]) => {
    let begun = false;
    const d = values.map((value, at) => {
      if (value === null) return "";
      const point = begun ? `H${x(at)}V${y(value)}` : `M${x(at)} ${y(value)}`;
      begun = true;
      return point;
    }).join("");
    const path = svg("path", { d, "data-side": side.name });
    path.style.setProperty("--side", side.rgb);
    return [svg("path", { class: "outline", d }), path];
  });
  const turn = svg("line", { class: "turn", y1: EDGE.top, y2: HIGH - EDGE.bottom, x1: -9, x2: -9 });
  const at = svg("line", { class: "at", y1: EDGE.top, y2: HIGH - EDGE.bottom, x1: -9, x2: -9 });
  const ends = lines.map(([side, values]) => `${side.called} ${text(values.filter((one) => one !== null).at(-1))}`);
  const element = svg("svg", {
    class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${label}: ${ends.join(", ")}`,
  }, ...grid, ...paths, turn, at);
  const place = (line, number) => {
    line.setAttribute("x1", x(number));
    line.setAttribute("x2", x(number));
  };
  return { element, mark: (number) => place(at, number), turnAt: (number) => place(turn, number) };
}
