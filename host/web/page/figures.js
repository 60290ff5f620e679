// The figures of a two-handed game: averages of a deal beside those of an average player, the luck of
// the cut, and what is needed.

import { html } from "./dom.js";
import { explained } from "./explained.js";
import { ask } from "./source.js";

const WAIT_MS = 700; // several scores that follow each other are asked for once
const MANY_MS = 1500; // and not by all watchers at the same moment, as after a score

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** Return how far a side is from where an average player would be. */
const place = ({ at, ahead }) =>
  ahead ? `${Math.abs(ahead)} ${ahead > 0 ? "past" : "short of"} hole ${at}` : `at hole ${at}`;

const part = (name) => (side) => {
  const { deals, average, par } = side[name];
  return deals ? `${average} (average player: ${par})` : "";
};

// Each line: its name, what it means, and the figure of a side.
const LINES = [
  ["Play, a deal", "Points of the play in a deal, beside those of an average player.", part("play")],
  ["Hand", "Points of a hand, beside those of an average player as dealer or as pone.", part("hand")],
  ["Crib", "Points of an own crib, beside those of an average player.", part("crib")],
  ["Against the average", "Points above or below an average player, over the whole game.",
    ({ against_par: points }) => signed(points)],
  ["Luck of the cut", "What the starters brought, less what all other starters would have brought on average.",
    ({ luck }) => (luck === null ? "" : signed(luck))],
  ["Before this deal", "How far from the hole where an average player would be before this deal.",
    ({ hole }) => (hole ? place(hole) : "")],
  ["To the skunk line", "Holes to go until a loss no longer counts double.",
    ({ to_skunk_line: holes }) => (holes === null ? "" : holes || "passed")],
  ["To win", "Holes to go until the last one.", ({ to_win: holes }) => holes],
];

/** Return a table of `figures` as the server has them, for sides that are called `names`. */
export function figuresTable(figures, names) {
  const head = html("tr", "", html("td"), ...names.map((name) => html("th", "", name)));
  const rows = LINES.map(([text, meaning, of]) => [text, meaning, figures.sides.map((side) => String(of(side)))])
    .filter(([, , cells]) => cells.some(Boolean))
    .map(([text, meaning, cells]) =>
      html("tr", "", html("th", "", explained(text, meaning)), ...cells.map((cell) => html("td", "", cell))));
  return html("table", "figures-table", html("thead", "", head), html("tbody", "", ...rows));
}

/** Return {update, again}: update takes each view, and shows the figures in `element` while `isOn()`.
 * `token`: the page's, where it has one. */
export function gameFigures(element, isOn, token) {
  let asked = null;
  let latest = null;
  let timer = 0;
  const show = async () => {
    const { game } = latest;
    const wanted = asked;
    const figures = isOn() && game ? await ask("figures", token) : null;
    if (wanted !== asked) return; // the score has changed, or they were switched off: more is on its way
    element.hidden = !figures || figures.sides.length !== game.sides.length;
    if (!element.hidden) {
      const open = [...element.querySelectorAll("details")].map((one) => one.open && one.firstChild.textContent);
      element.replaceChildren(html("h2", "", "The game so far"), figuresTable(figures, game.sides.map(({ name }) => name)));
      for (const one of element.querySelectorAll("details")) one.open = open.includes(one.firstChild.textContent);
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
