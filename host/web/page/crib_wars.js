// The special holes of the Crib Wars track: engraved on the wood, and a legend that explains them.

import { byId, circle, html, svg } from "./dom.js";

const ABOVE = 7.4; // millimetres from a hole to the engraving above it
const CLEAR = 4.2; // millimetres from a hole's middle to a line that leads to it
const LEGEND = [
  ["red", "Red: slide to the second one"],
  ["trap", "Blue: back along its path"],
  ["cut", "Green: a short cut"],
  ["box", "Square: this hand does not count"],
];

/** Return a function that engraves the special holes on `wood`, or removes them. */
export function engraver(plan, wood) {
  const group = svg("g", { class: "engraving", "aria-hidden": "true" });
  wood.append(group);
  const legend = byId("track-legend");
  const summary = html("summary", "", "Special holes");
  summary.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
  legend.append(summary, html("ul", "", ...LEGEND.map(explained)));
  return (wanted) => {
    if (wanted !== legend.hidden) return;
    group.replaceChildren(...(wanted ? engraving(plan) : []));
    legend.hidden = !wanted;
    legend.open = !document.body.classList.contains("narrow");
  };
}

function engraving({ holes, paths, crib_wars }) {
  const tracks = new Set(holes.map(({ track }) => track));
  return [...tracks].flatMap((track) => {
    const mine = holes.filter((hole) => hole.track === track);
    return engraveTrack(new Map(mine.map((hole) => [hole.number, hole])), paths, crib_wars);
  });
}

/** Return the marks of a track, whose holes `at` has by number; `paths` has holes of their own for
 * the blue paths, if the board has them. */
function engraveTrack(at, paths, { red, blue, green, boxes }) {
  const parts = [];
  for (const [from, to] of red) {
    parts.push(shape("red", at.get(from)), shape("red", at.get(to)), leads(at.get(from), to));
  }
  blue.forEach(([from, path, to], row) => {
    const own = paths.filter((spot) => spot.row === row);
    parts.push(shape("trap", at.get(from)));
    parts.push(own.length ? ownLane([at.get(from), ...own, at.get(to)])
      : lane([from, ...path, to].map((n) => at.get(n))));
  });
  for (const [from, to] of green) parts.push(shape("cut", at.get(from)), leads(at.get(from), to));
  for (const box of boxes) parts.push(shape("box", at.get(box)));
  return parts;
}

/** Return the mark around a hole: each kind has its own shape, not only its own colour. */
function shape(kind, { x, y, diameter }) {
  return svg("path", { class: `special ${kind}`, d: outline(kind, x, y, diameter / 2 + 1.3) });
}

function outline(kind, x, y, r) {
  if (kind === "box") return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
  if (kind === "cut") {
    const tip = r * 1.35;
    return `M${x} ${y - tip}l${tip} ${tip}l${-tip} ${tip}l${-tip} ${-tip}z`;
  }
  return kind === "red" ? circle(x, y, r) + circle(x, y, r + 1) : circle(x, y, r);
}

/** Return the number of the hole to which this one leads, engraved above it. */
function leads({ x, y }, to) {
  const text = svg("text", { class: "mark leads", x, y: y - ABOVE, "font-size": 4 });
  text.textContent = `→ ${to}`;
  return text;
}

/** Return a blue path: a line over the holes of `spots`, with a dot for each, down to the last. */
function lane(spots) {
  const first = spots[0];
  const last = spots[spots.length - 1];
  const top = (spot) => `${spot.x} ${spot.y - ABOVE}`;
  const line = `M${first.x} ${first.y - 4.3}L${spots.map(top).join("L")}L${last.x} ${last.y - 4.3}`;
  const tip = `M${last.x - 1.5} ${last.y - 6}l1.5 1.7l1.5 -1.7`;
  const dots = spots.slice(1, -1).map((spot) =>
    svg("circle", { class: "special step", cx: spot.x, cy: spot.y - ABOVE, r: 0.9 }));
  return svg("g", {}, svg("path", { class: "special lane", d: line + tip }), ...dots);
}

/** Return the lines from a trap to the holes of its path, and on to the track. */
function ownLane(spots) {
  const d = spots.slice(1).map((to, n) => {
    const from = spots[n];
    const away = CLEAR / Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) * away, (to.y - from.y) * away];
    return `M${from.x + dx} ${from.y + dy}L${to.x - dx} ${to.y - dy}`;
  });
  return svg("path", { class: "special lane", d: d.join("") });
}

function explained([kind, text]) {
  const sign = svg("svg", { viewBox: "-7 -7 14 14", width: 20, height: 20, "aria-hidden": "true" },
    shape(kind, { x: 0, y: 0, diameter: 6 }));
  return html("li", "", sign, text);
}
