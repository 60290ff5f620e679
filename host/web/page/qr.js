// A QR code, drawn from the rows that the server sends.

import { svg } from "./dom.js";

const QUIET = 4; // modules of light around it

/** Return the QR code with these rows, in which "1" is dark. */
export function qrCode(rows) {
  const size = rows.length + 2 * QUIET;
  const squares = rows.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])));
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code" },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: squares.join(""), fill: "#000", "shape-rendering": "crispEdges" }));
}
