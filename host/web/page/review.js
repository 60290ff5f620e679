// The review of a game: one line for each player, the curve, decisions to try again, and the rest.

import { byId, html, svg } from "./dom.js";
import { linkHere } from "./game_link.js";
import { tryAgain } from "./try_again.js";

const WIDE = window.matchMedia("(max-width: 600px)").matches ? 480 : 960; // or a phone's letters were too small
const HIGH = 260;
const EDGE = { left: 52, right: 14, top: 18, bottom: 30 };
const AGAIN_MS = 300;

const number = Number(new URLSearchParams(window.location.search).get("game")) || 0;
const ADDRESS = linkHere() ? `/linked/review.json?link=${linkHere().slice(linkHere().indexOf("=") + 1)}` : `/history/${number}/review.json`;
const main = byId("main");
const heading = (level, text) => html(`h${level}`, "", text);

async function ask(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : { trouble: await answer.text() };
  } catch {
    return { trouble: "The program does not answer. Is pegboard still running?" };
  }
}

/** Return the review, once it is computed; show how far it is. The program stops with the page. */
async function reviewed() {
  const bar = html("progress");
  bar.setAttribute("aria-label", "Reviewing the game");
  main.replaceChildren(heading(1, "Review"), bar);
  for (;;) {
    const found = await ask(ADDRESS);
    if (!("whole" in found)) return found;
    bar.max = found.whole || 1;
    bar.value = found.done;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
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

function page(found) {
  const back = html("a", "", "The game, deal by deal");
  back.href = linkHere() ? `/?view=history${linkHere()}` : `/?view=history&game=${number}`;
  const unknown = found.unknown.map((line) => html("p", "quiet", line));
  const known = found.unknown.length && number
    ? [html("p", "quiet hint", "On this computer, ", html("code", "", `pegboard owners ${number}`), " tells whose cards the cribs were.")]
    : [];
  return [
    heading(1, `${found.title}: review`),
    html("p", "keys", back),
    ...found.sides.map((side) => html("p", "first", side.first)),
    heading(2, found.curves.length > 1 ? "Chances to win, deal by deal" : `${found.sides[0].name}’s chance to win, deal by deal`),
    ...(found.curves.length > 1 ? [html("p", "keys", ...found.sides.map(pip))] : []),
    curve(found), ...turningPoints(found),
    ...found.sides.filter(({ luck }) => luck).map((side) => html("p", "luck", `${side.luck} ${side.skill}`)),
    html("div", "sides", ...found.sides.map(ofSide)),
    ...unknown, ...known,
  ];
}

const found = await reviewed();
main.replaceChildren(...(found.trouble ? [heading(1, "Review"), html("p", "", found.trouble)] : page(found)));
document.title = `Pegboard: ${main.querySelector("h1").textContent}`;
