// The board as SVG, in millimetres, from the description that the real one is built from.

import { engraver } from "./crib_wars.js";
import { byId, svg } from "./dom.js";
import { Lights } from "./lights.js";
import { drawEnd, drawWood } from "./wood.js";

const SMALL_LEGEND = { T: "0", S: "S", H: "H", D: "D", C: "C", JK: "X", GO: "G", UNDO: "U", MENU: "M" };
const KEY_NAMES = {
  A: "Ace", T: "10", J: "Jack", Q: "Queen", K: "King",
  S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs", JK: "Joker",
  GO: "Go", UNDO: "Undo", MENU: "Menu", LEFT: "Left", RIGHT: "Right", ENTER: "Enter",
};
/** The classes of the page that say where the keys are, and the screens that have them. */
const SCREENS = {
  // A phone on its side, and a small tablet.
  aside: "(max-height: 480px) and (orientation: landscape), "
    + "(pointer: coarse) and (max-height: 640px) and (orientation: landscape)",
  // Phones, and tablets that stand upright.
  narrow: "(max-width: 820px) and (orientation: portrait), (max-width: 560px), "
    + "(pointer: coarse) and (orientation: portrait)",
  tablet: "(pointer: coarse) and (min-height: 641px) and (min-width: 561px) and (orientation: landscape)",
};
const PAD_EDGE = 0.53; // of the distance between two keys: the middle of the outer ones to the edge

/** Draw `plan` (board.json). Return {keys, show, playTo, engrave}: the drawn keys, and functions
 * that show a frame, the target of the game, and whether it uses the Crib Wars track. */
export function drawBoard(plan) {
  const wood = byId("face-wood");
  const lights = new Lights(plan);
  wood.append(drawWood(plan));
  byId("face-lights").append(lights.element);
  const reach = plan.keys[1].x - plan.keys[0].x;
  const keys = plan.keys.map((key) => drawKey(key, reach));
  // Beside the keys, because text inside a key would become part of its name.
  const legends = svg(
    "g", { class: "small-legends", "aria-hidden": "true" },
    ...plan.keys.map(drawSmallLegend).filter(Boolean),
  );
  const caps = svg("g", { class: "caps" }, ...keys.map((key) => key.element), legends);
  byId("wood").style.setProperty("--corner-x", `${(100 * plan.corner) / plan.width}%`);
  byId("wood").style.setProperty("--corner-y", `${(100 * plan.corner) / plan.height}%`);
  byId("keypad").setAttribute("viewBox", around(plan.keys, PAD_EDGE * reach).join(" "));
  arrange(plan, caps);
  const show = (pixels) => lights.show(pixels);
  return { keys, show, playTo: marker(plan, wood), engrave: engraver(plan, wood) };
}

/** Return a function that marks the end of a game to `target` points; null if no game is known. */
function marker(plan, wood) {
  const whole = Math.max(...plan.holes.map(({ number }) => number));
  const ends = svg("g", { class: "ends", "aria-hidden": "true" });
  wood.append(ends);
  let marked = whole;
  return (target) => {
    const end = target ?? whole;
    if (end === marked) return;
    marked = end;
    const shorter = end < whole;
    ends.replaceChildren(...(shorter ? drawEnd(plan, end) : []));
    wood.classList.toggle("shorter", shorter);
  };
}

/** Return the x, y, width and height of what has these keys, and `edge` around their middles. */
function around(keys, edge) {
  const [xs, ys] = [keys.map(({ x }) => x), keys.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
  return [left, top, Math.max(...xs) + edge - left, Math.max(...ys) + edge - top];
}

/** Where the keys of the board would be too small for fingers, they become a keypad of their own. */
function arrange(plan, caps) {
  const screens = Object.entries(SCREENS).map(([name, query]) => [name, window.matchMedia(query)]);
  const pad = byId("pad");
  const faces = document.querySelectorAll("#wood .face");
  const whole = [0, 0, plan.width, plan.height];
  const place = () => {
    const fitting = screens.filter(([, query]) => query.matches).map(([name]) => name);
    const small = fitting.length > 0;
    const box = small ? plan.areas.face : whole;
    for (const face of faces) face.setAttribute("viewBox", box.join(" "));
    document.documentElement.style.setProperty("--ratio", box[2] / box[3]);
    byId(small ? "keypad" : "face-keys").append(caps);
    pad.hidden = !small;
    const { classList } = document.body;
    for (const [name] of screens) classList.toggle(name, fitting.includes(name));
    // What is true of a phone is true of one on its side too.
    if (classList.contains("aside")) classList.add("narrow");
  };
  for (const [, query] of screens) query.addEventListener("change", place);
  place();
}

/** Draw a key that is pressed anywhere in a square of `reach` around its middle. */
function drawKey(key, reach) {
  const { number, name, label, x, y, size } = key;
  const half = size / 2;
  const kind = keyKind(name);
  const text = svg("text", { class: `cap-label ${label.length > 2 || name === "GO" ? "word" : "sign"}`, x: 0, y: 0 });
  text.textContent = label;
  const title = svg("title");
  title.textContent = KEY_NAMES[name] ?? name;
  const moving = svg(
    "g",
    { class: "cap" },
    title,
    svg("rect", { class: "cap-base", x: -half, y: -half + 0.7, width: size, height: size, rx: 3 }),
    svg("rect", { class: "cap-side", x: -half, y: -half, width: size, height: size - 0.4, rx: 3 }),
    svg("rect", {
      class: "cap-top", x: -half + 1.6, y: -half + 1, width: size - 3.2, height: size - 3.6, rx: 2.4,
    }),
    text,
  );
  const element = svg(
    "g",
    {
      id: `key-${name}`, class: `key ${kind}`, transform: `translate(${x} ${y})`,
      role: "button", tabindex: "0", "aria-label": KEY_NAMES[name] ?? name, "data-key": number,
    },
    svg("rect", { class: "reach", x: -reach / 2, y: -reach / 2, width: reach, height: reach }),
    moving,
    svg("rect", { class: "ring", x: -half, y: -half, width: size, height: size, rx: 3 }),
  );
  return { number, name, element };
}

/** Return the name of a keyboard key for the corner of a cap; null if the label is that name. */
function drawSmallLegend({ name, label, x, y, size }) {
  const legend = SMALL_LEGEND[name];
  if (!legend || legend === label) return null;
  const place = { x: x + size / 2 - 3.1, y: y + size / 2 - 4.4 };
  const small = svg("text", { class: `cap-small ${keyKind(name)}`, ...place });
  small.textContent = legend;
  return small;
}

function keyKind(name) {
  if ("HD".includes(name)) return "suit red";
  if ("SC".includes(name)) return "suit black";
  if (name === "JK") return "joker";
  if (name === "GO" || name === "ENTER") return `act ${name.toLowerCase()}`;
  return name.length > 1 ? "act" : "rank";
}
