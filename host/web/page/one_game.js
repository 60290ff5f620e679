// A game that was played: its end, its curves, and every entry with the lights of the board.

import { card, row } from "./cards.js";
import { curves } from "./curves.js";
import { html, svg } from "./dom.js";
import { endOf, story } from "./ending.js";
import { figuresTable } from "./figures.js";
import { linkPart } from "./game_link.js";
import { Lights } from "./lights.js";
import { drawEnd, drawWood } from "./wood.js";

const PLAY_MS = 900; // between two entries that follow by themselves
const OF_LIGHT = 8; // hex digits of a pixel that is lit: its number, red, green and blue

/**
 * Return the elements of a game. `told` has what /linked.json has; `board`, `frames` and `game` may be
 * missing, where a game is too long for a link. `times`: of the entries, in seconds since 1970; `link`
 * and `qr`: of this game; `chances`: percents of each side before each deal, by entry, or null.
 */
export function gameParts(told, { times = [], link = "", qr = null, chances = null }) {
  const sides = told.sides.map((side) => ({ ...side, called: side.name, rgb: `rgb(${side.rgb.join(",")})` }));
  const { steps } = told;
  const about = told.game?.over ? story(told.game, told) : null;
  const scores = curves("Scores", told.target, steps.length,
    sides.map((side, n) => [side, steps.map((step) => step.scores[n])]), String);
  if (about?.turn) scores.turnAt(about.turn);
  const board = told.board ? lightsOf(told) : null;
  const moment = html("div", "moment");
  const deals = table(["Deal", "Dealer", "Starter", "Counted", "Score"],
    told.deals.map((deal) => dealRow(deal, told.seats)));
  deals.classList.add("deals");
  const slider = slide(steps.length, about?.turn ?? 0, (at) => {
    scores.mark(at);
    board?.show(at);
    showMoment(moment, steps[at], times[at], sides);
    const now = told.deals.findIndex(({ number }) => number === steps[at].deal);
    deals.querySelectorAll("tbody tr").forEach((line, n) => line.classList.toggle("now", n === now));
  });
  const figures = told.figures?.sides.length === sides.length
    ? [heading(2, "Against an average player"),
      html("div", "table", figuresTable(told.figures, sides.map(({ called }) => called)))] : [];
  const colours = told.sides.map(({ rgb }) => ({ rgb }));
  return [
    about ? html("section", "ending", ...endOf(told.game, told, colours)) : result(sides, told),
    link ? linkPart(link, qr) : "",
    heading(2, "Entry by entry"),
    slider,
    html("div", "at-entry", board?.element ?? "", moment),
    scores.element, ...(chances ? chanceCurve(sides, chances, steps.length) : []), ...figures,
    ...(told.deals.length ? [heading(2, "Every deal"), deals] : []),
  ];
}

const heading = (level, text) => html(`h${level}`, "", text);

/** Return a table with these heads and rows of cells. */
export function table(heads, rows) {
  const cell = (kind, value) => {
    return html(kind, "", ...[value ?? ""].flat().map((one) => one.nodeType ? one : String(one)));
  };
  const body = html("tbody", "", ...rows.map((cells) => html("tr", "", ...cells.map((one) => cell("td", one)))));
  const head = html("thead", "", html("tr", "", ...heads.map((one) => cell("th", one))));
  return html("div", "table", html("table", "", head, body));
}

function result(sides, told) {
  const last = told.steps.at(-1);
  return html("div", "keys", ...sides.map((side, n) =>
    html("span", "", pip(side), `${side.called} ${last.scores[n]}`)));
}

function pip(side) {
  const element = html("span", "pip");
  element.style.setProperty("--side", side.rgb);
  return element;
}

/** Return {element, show}: the board, and a function that shows its lights after an entry. */
function lightsOf({ board, frames, target }) {
  const lights = new Lights(board);
  const whole = Math.max(...board.holes.map(({ number }) => number));
  const ends = svg("g", {}, ...(target < whole ? drawEnd(board, target) : []));
  const face = svg("svg", {
    class: `face${target < whole ? " shorter" : ""}`, viewBox: board.areas.face.join(" "), role: "img",
    "aria-label": "The lights of the board",
  }, drawWood(board), ends, lights.element);
  const show = (at) => {
    const frame = new Uint8Array(board.pixels * 3);
    for (let from = 0; from < frames[at].length; from += OF_LIGHT) {
      const [pixel, ...colour] = frames[at].slice(from, from + OF_LIGHT).match(/../g).map((hex) => parseInt(hex, 16));
      frame.set(colour, pixel * 3);
    }
    lights.show(frame);
  };
  return { element: html("div", "lit", face), show };
}

/** Return what chooses an entry: a slider, a step back and on, play, and a way to the turning point. */
function slide(steps, turn, moved) {
  const input = html("input");
  input.type = "range";
  input.min = "0";
  input.max = String(steps - 1);
  input.setAttribute("aria-label", "Entry of the game");
  let timer = 0;
  const set = (at) => {
    input.value = String(Math.min(Math.max(at, 0), steps - 1));
    moved(Number(input.value));
  };
  const button = (text, label, press) => {
    const element = html("button", "", text);
    element.type = "button";
    if (label) element.setAttribute("aria-label", label);
    element.addEventListener("click", press);
    return element;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const go = () => {
    if (Number(input.value) === steps - 1) return stop();
    return set(Number(input.value) + 1);
  };
  const play = button("Play", "", () => {
    if (timer) return stop();
    if (Number(input.value) === steps - 1) set(0);
    play.textContent = "Stop";
    timer = setInterval(go, PLAY_MS);
    return undefined;
  });
  const at = (number) => {
    stop();
    set(number);
  };
  input.addEventListener("input", () => at(Number(input.value)));
  set(steps - 1);
  return html("div", "slide",
    button("◀", "One entry back", () => at(Number(input.value) - 1)), input,
    button("▶", "One entry on", () => at(Number(input.value) + 1)), play,
    turn ? button("Turning point", "", () => at(turn)) : "");
}

function showMoment(element, step, at, sides) {
  const when = at ? new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "";
  const scores = sides.map((side, n) => html("span", "", pip(side), `${side.called} ${step.scores[n]}`));
  const entry = /^([A2-9TJQK][SHDC]?|JK)$/.test(step.entry) ? card(step.entry) : html("b", "", step.entry);
  const deal = step.deal ? `Deal ${step.deal}, entered` : "Entered";
  const parts = [
    html("div", "scores", ...scores),
    html("div", "", html("span", "quiet", `${deal}${when ? ` at ${when}` : ""}: `), entry),
  ];
  if (step.starter) parts.push(html("div", "", html("span", "quiet", "Starter: "), card(step.starter)));
  if (step.line.length) parts.push(html("div", "", html("span", "quiet", "On the table: "), row(step.line)));
  for (const count of step.counts) {
    const said = count.spoken ? `: ${count.spoken}` : "";
    parts.push(html("div", "", html("b", "", `${count.title}${said}`), count.points === null ? "" : ` (${count.points})`,
      count.cards.length > 1 ? row(count.cards) : ""));
  }
  element.replaceChildren(...parts);
}

function dealRow(deal, seats) {
  const pegged = Object.entries(deal.pegged).map(([seat, points]) => html("div", "", `${seats[seat]} pegs ${points}`));
  const counts = deal.counts.map((count) =>
    html("div", "", `${count.title}: ${count.points} `, row(count.cards)));
  return [
    deal.number || "", deal.dealer === null ? "" : seats[deal.dealer],
    deal.starter ? card(deal.starter) : "", [...pegged, ...counts],
    html("span", "", deal.scores.join(" : ")),
  ];
}

function chanceCurve(sides, chances, steps) {
  const lines = sides.map((side, n) => [side, chances.map((percents) => percents?.[n] ?? null)]);
  return [heading(2, "Chance to win before each deal"),
    curves("Chance to win", 100, steps, lines, (value) => `${value} %`).element];
}
