// The wood: grain, drilled holes, engraved lines and words. Drawn only once.

import { circle, svg } from "./dom.js";

const GRAIN_LINES = 58;

/** Return the board without its lights and keys. */
export function drawWood(plan) {
  const { width, height, corner } = plan;
  const plank = { x: 0, y: 0, width, height, rx: corner };
  return svg(
    "g",
    { class: "plank", "aria-hidden": "true" },
    definitions(plank),
    svg("rect", { ...plank, fill: "url(#walnut)" }),
    svg("g", { class: "grain", "clip-path": "url(#plank)" }, ...grain(width, height)),
    svg("rect", { ...plank, fill: "url(#sheen)" }),
    svg("rect", {
      class: "bevel", x: 0.7, y: 0.7, width: width - 1.4, height: height - 1.4, rx: corner - 0.7,
    }),
    ...plan.turns.map(turn),
    channel(plan.bar),
    keyBed(plan),
    ...drilled([...plan.holes, ...plan.trackers, ...plan.paths, ...plan.bar]),
    ...plan.holes.filter((hole) => hole.diameter > plan.holes[0].diameter).map(brass),
    ...plan.marks.map(mark),
  );
}

/** Return the marks of a game that ends at hole `end` instead of the last one. */
export function drawEnd(plan, end) {
  return plan.holes.filter((hole) => hole.number === end).flatMap((hole) => [
    brass(hole),
    mark({ text: "game", x: hole.x, y: hole.y - hole.diameter - 2.6, size: 3.6, kind: "ten end" }),
  ]);
}

function definitions(plank) {
  const stop = (offset, colour, opacity = 1) =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  return svg(
    "defs",
    {},
    svg("clipPath", { id: "plank" }, svg("rect", plank)),
    svg(
      "linearGradient",
      { id: "walnut", x1: 0, y1: 0, x2: 0.15, y2: 1 },
      stop(0, "#553620"), stop(0.35, "#482c1a"), stop(0.7, "#4d301d"), stop(1, "#3b2315"),
    ),
    svg(
      "radialGradient",
      { id: "sheen", cx: 0.3, cy: 0, r: 1.1 },
      stop(0, "#ffdcae", 0.13), stop(0.5, "#ffdcae", 0.02), stop(1, "#000", 0.2),
    ),
    svg(
      "radialGradient",
      { id: "drill", cx: 0.5, cy: 0.35, r: 0.7 },
      stop(0, "#090503"), stop(0.75, "#150c06"), stop(1, "#2c1a0e"),
    ),
    svg(
      "linearGradient",
      { id: "brass", x1: 0, y1: 0, x2: 1, y2: 1 },
      stop(0, "#f6df9f"), stop(0.45, "#b98a3e"), stop(0.6, "#e9c97c"), stop(1, "#8a6228"),
    ),
  );
}

/** Return wavy lines along the plank, always the same ones. */
function grain(width, height) {
  let seed = 121;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const lines = [];
  for (let n = 0; n < GRAIN_LINES; n += 1) {
    const y = ((n + random()) * height) / GRAIN_LINES;
    let path = `M-5 ${y.toFixed(1)}`;
    let at = y;
    for (let x = 0; x < width; x += width / 4) {
      const next = at + (random() - 0.5) * 7;
      const bend = (random() - 0.5) * 9;
      path += ` C${(x + 30).toFixed(1)} ${(at + bend).toFixed(1)}`;
      path += ` ${(x + 66).toFixed(1)} ${(next - bend).toFixed(1)}`;
      path += ` ${(x + width / 4 + 4).toFixed(1)} ${next.toFixed(1)}`;
      at = next;
    }
    lines.push(
      svg("path", {
        d: path,
        stroke: random() < 0.6 ? "#1d0f06" : "#a87648",
        "stroke-width": (0.3 + random() * 1.5).toFixed(2),
        "stroke-opacity": (0.05 + random() * 0.14).toFixed(2),
      }),
    );
  }
  return lines;
}

/** Return the line from a street to the next: a half circle, or two quarters of one with straight
 * lines between them, where it goes round the turn of another track. */
function turn({ x, top, bottom, right, radius, reach }) {
  const way = right ? 1 : -1;
  const start = x + way * 7;
  const sweep = right ? 1 : 0;
  const arc = (toX, toY) => `A${radius} ${radius} 0 0 ${sweep} ${toX} ${toY}`;
  const corner = x + way * (reach - radius);
  const out = x + way * reach;
  const d = reach === radius
    ? `M${start} ${top} ${arc(start, bottom)}`
    : `M${start} ${top}H${corner}${arc(out, top + radius)}V${bottom - radius}${arc(corner, bottom)}H${start}`;
  return svg("path", { class: "engraved", d });
}

function channel(lights) {
  const first = lights[0];
  const last = lights[lights.length - 1];
  const reach = first.diameter / 2 + 2.6;
  return svg("rect", {
    class: "channel",
    x: first.x - reach - 1, y: first.y - reach,
    width: last.x - first.x + 2 * reach + 2, height: 2 * reach, rx: reach,
  });
}

function keyBed({ areas }) {
  const [x, y, width, height] = areas.keys;
  return svg("rect", { class: "bed", x, y, width, height, rx: 6 });
}

/** Return the holes, and the lower edges of all of them as one path. */
function drilled(spots) {
  const lips = spots.map(({ x, y, diameter }) => circle(x, y + 0.35, diameter / 2 + 0.25));
  return [
    svg("path", { class: "lip", d: lips.join("") }),
    ...spots.map(({ x, y, diameter }) =>
      svg("circle", { cx: x, cy: y, r: diameter / 2, fill: "url(#drill)" })),
  ];
}

function brass({ x, y, diameter }) {
  return svg("circle", { class: "brass", cx: x, cy: y, r: diameter / 2 + 1 });
}

function mark({ text, x, y, size, kind }) {
  const attributes = { class: `mark ${kind}`, x, y, "font-size": size };
  if (kind === "skunk") attributes.transform = `rotate(-90 ${x} ${y})`;
  const element = svg("text", attributes);
  element.textContent = text;
  return element;
}
