// The review of a game: one line for each player, the curve, decisions to try again, and the rest.

import { gamesPage } from "./addresses.js";
import { byId, html, svg } from "./dom.js";
import { linkHere } from "./game_link.js";
import { ownersHint, review, stop } from "./review_source.js";
import { tryAgain } from "./try_again.js";

const WIDE = window.matchMedia("(max-width: 600px)").matches ? 480 : 960; // or a phone's letters were too small
const HIGH = 260;
const EDGE = { left: 52, right: 14, top: 18, bottom: 30 };

const number = Number(new URLSearchParams(window.location.search).get("game")) || 0;
const main = byId("main");
const heading = (level, text) => html(`h${level}`, "", text);

/** Return the review, once it is computed; show how far it is, what was found so far, and a way to stop. */
function reviewed() {
  const bar = html("progress");
  bar.setAttribute("aria-label", "Reviewing the game");
  const ending = html("button", "act", "Stop");
  ending.type = "button";
  ending.addEventListener("click", stop);
  const soFar = html("div");
  main.replaceChildren(heading(1, "Review"), bar, html("p", "", ending), soFar);
  return review(({ done, whole, found }) => {
    bar.max = whole || 1;
    bar.value = done;
    if (found) soFar.replaceChildren(html("p", "quiet", "So far:"), ...linesSoFar(found), ...chances(found));
  });
}

/** Return the curve of the first side's chance, with the turning points on it. */
function curve(found) {
  const { curves, turns, sides } = found;
  const [chances] = curves;
  const x = (at) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * at) / Math.max(chances.length - 1, 1);
  const y = (value) => HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * value) / 100;
  const grid = [0, 25, 50, 75, 100].flatMap((value) => [
    svg("line", { class: "grid", x1: EDGE.left, x2: WIDE - EDGE.right, y1: y(value), y2: y(value) }),
    svg("text", { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, `${value} %`),
  ]);
  const deals = chances.slice(0, -1).map((_, n) =>
    svg("text", { x: x(n + 0.5), y: HIGH - 8, "text-anchor": "middle" }, String(n + 1)));
  const lines = curves.flatMap((values, n) => {
    const d = values.map((value, at) => `${at ? "L" : "M"}${x(at)} ${y(value)}`).join("");
    const line = svg("path", { d });
    line.style.setProperty("--side", `rgb(${sides[n].rgb.join(",")})`);
    return [svg("path", { class: "outline", d }), line];
  });
  const marks = turns.map((turn) => svg("circle", { class: "turn", cx: x(turn.deal), cy: y(chances[turn.deal]), r: 7 }));
  const label = curves.map((values, n) =>
    `${sides[n].name}’s chance to win: ${values.map((value) => `${Math.round(value)} %`).join(", ")}`).join("; ");
  return svg("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    ...grid, ...deals, ...lines, ...marks);
}

function pip(side) {
  const mark = html("span", "pip");
  mark.style.setProperty("--side", `rgb(${side.rgb.join(",")})`);
  return html("span", "", mark, side.name);
}

function turningPoints({ turns, sides }) {
  if (!turns.length) return [];
  const lines = turns.map(({ deal, change, text }) => {
    const [side, by] = change > 0 ? [sides[0], change] : [sides[1], -change];
    return html("li", "", `Deal ${deal}: ${text} (${by} % for ${side.name})`);
  });
  return [html("ul", "turns", ...lines)];
}

function ofSide(side) {
  const rest = side.rest.map(({ deal, text }) => html("li", "", `Deal ${deal}: ${text}`));
  return html("section", "",
    heading(2, side.name),
    ...side.again.map((again) => tryAgain(again)),
    ...(side.again.length ? [] : [html("p", "quiet", "Nothing to try again: no decision cost much.")]),
    html("details", "", html("summary", "", `${rest.length} smaller ${rest.length === 1 ? "difference" : "differences"}`),
      html("ul", "", ...rest)));
}

const linesSoFar = (found) => found.sides.map(({ name, first, again }) =>
  html("p", "first", again.length ? first : `${name}: no costly decision so far.`));
const firstLines = (found) => found.sides.map((side) => html("p", "first", side.first));

function chances(found) {
  const { curves, sides } = found;
  return [
    heading(2, curves.length > 1 ? "Chances to win, deal by deal" : `${sides[0].name}’s chance to win, deal by deal`),
    ...(curves.length > 1 ? [html("p", "keys", ...sides.map(pip))] : []),
    curve(found), ...turningPoints(found),
  ];
}

function page(found) {
  const back = html("a", "", "The game, deal by deal");
  back.href = gamesPage(linkHere() ? "" : `game=${number}`) + linkHere();
  const unknown = found.unknown.map((line) => html("p", "quiet", line));
  return [
    heading(1, `${found.title}: review`),
    html("p", "keys", back),
    ...firstLines(found), ...chances(found),
    ...found.sides.filter(({ luck }) => luck).map((side) => html("p", "luck", `${side.luck} ${side.skill}`)),
    html("div", "sides", ...found.sides.map(ofSide)),
    ...unknown, ...(found.unknown.length ? ownersHint() : []),
  ];
}

const found = await reviewed();
main.replaceChildren(...(found.trouble ? [heading(1, "Review"), html("p", "", found.trouble)] : page(found)));
document.title = `Pegboard: ${main.querySelector("h1").textContent}`;
