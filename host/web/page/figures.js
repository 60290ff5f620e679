// The figures of a two-handed game: averages of a deal beside those of an average player, the luck of
// the cut, and what is needed.

import { html } from "./dom.js";

const WAIT_MS = 700; // several scores that follow each other are asked for once
const MANY_MS = 1500; // and not by all watchers at the same moment, as after a score

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

const part = (name) => (side) => {
  const { deals, average, par } = side[name];
  return deals ? `${average} (par ${par})` : "";
};

const LINES = [
  ["Play, a deal", part("play")],
  ["Hand", part("hand")],
  ["Crib", part("crib")],
  ["Against par", ({ against_par: points }) => signed(points)],
  ["Luck of the cut", ({ luck }) => (luck === null ? "" : signed(luck))],
  ["Before this deal", ({ hole }) => (hole ? `${signed(hole.ahead)} to hole ${hole.at}` : "")],
  ["To the skunk line", ({ to_skunk_line: holes }) => (holes === null ? "" : holes || "passed")],
  ["To win", ({ to_win: holes }) => holes],
];

/** Return a table of `figures` as the server has them, for sides that are called `names`. */
export function figuresTable(figures, names) {
  const head = html("tr", "", html("td"), ...names.map((name) => html("th", "", name)));
  const rows = LINES.map(([text, of]) => [text, figures.sides.map((side) => String(of(side)))])
    .filter(([, cells]) => cells.some(Boolean))
    .map(([text, cells]) => html("tr", "", html("th", "", text), ...cells.map((cell) => html("td", "", cell))));
  return html("table", "figures-table", html("thead", "", head), html("tbody", "", ...rows));
}

/** Return {update, again}: update takes each view, and shows the figures in `element` while `isOn()`. */
export function gameFigures(element, isOn) {
  let asked = null;
  let latest = null;
  let timer = 0;
  const show = async () => {
    const { game } = latest;
    const figures = isOn() && game ? await ask() : null;
    element.hidden = !figures || figures.sides.length !== game.sides.length;
    if (!element.hidden) {
      element.replaceChildren(html("h2", "", "The game so far"), figuresTable(figures, game.sides.map(({ name }) => name)));
    }
  };
  const update = (view) => {
    latest = view;
    const { game } = view;
    const wanted = isOn() && game ? JSON.stringify([game.deal, game.sides.map(({ name, score }) => [name, score])]) : "";
    if (wanted === asked) return;
    const isFirst = asked === null; // since the page was opened, or the figures were switched on
    asked = wanted;
    clearTimeout(timer);
    timer = setTimeout(show, wanted && !isFirst ? WAIT_MS + Math.random() * MANY_MS : 0);
  };
  return { update, again: () => { asked = null; if (latest) update(latest); } };
}

async function ask() {
  try {
    const answer = await fetch("figures");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
