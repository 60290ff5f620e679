// Throws to practise: choose two of six cards, and see what all fifteen throws are worth.

import { card, row } from "./cards.js";
import { byId, html } from "./dom.js";
import { button, playFour } from "./practice_play.js";
import { judged, keep, keeps, NO_NAMES, ownThrows, players, problem as problemOf } from "./practice_source.js";

const THROWN = 2;
const AGAIN_MS = 500;
const main = byId("main");
let begun = 0; // pages

/** Begin a page; return a function that returns whether another has been begun since. */
function begin() {
  begun += 1;
  const number = begun;
  return () => number !== begun;
}

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** Return the table of the throws, the chosen one marked. */
function table(rows, chosen) {
  const heads = ["Throw", "Hand", "Crib", "Play", "Total", "Win"].map((text) => html("th", "", text));
  const lines = rows.map((one) => {
    const cells = [row(one.throw), one.hand.toFixed(2), signed(one.crib), signed(one.pegging),
      one.total.toFixed(2).replace("-", "−"), `${one.win.toFixed(1)} %`].map((cell) => html("td", "", cell));
    return html("tr", one.throw.every((text) => chosen.includes(text)) ? "now" : "", ...cells);
  });
  const element = html("div", "table throws",
    html("table", "", html("thead", "", html("tr", "", ...heads)), html("tbody", "", ...lines)));
  element.tabIndex = 0; // it may be wider than a phone
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", "The fifteen throws");
  return element;
}

/** Show what a throw is worth, with `more` below it. */
async function judge(problem, chosen, answer, more) {
  const found = await judged(problem.seed, chosen);
  if (found.trouble) {
    answer.replaceChildren(html("p", "said", found.trouble));
    return;
  }
  const less = `${found.points.toFixed(1)} points and ${found.chance.toFixed(1)} % less than the best.`;
  answer.replaceChildren(
    html("p", "said", found.place === 1 ? "The best throw." : `Place ${found.place} of 15: ${less}`),
    table(found.rows, chosen),
    html("p", "", "By experts’ tables of the crib: ", row(found.experts)),
    ...(await kept(problem, chosen, found)), playFour(problem.seed, chosen), ...more);
}

/** Keep the result, where this page may; return the trend. */
async function kept(problem, chosen, verdict) {
  if (!keeps) return [];
  const lines = await keep(problem.seed, chosen, verdict);
  return lines.trouble ? [html("p", "quiet", lines.trouble)] : [html("h2", "", "Your throws so far"), html("ul", "", ...lines.map((line) => html("li", "", line)))];
}

/** Show the page with a title and these parts, and the ways to other throws below. */
function page(title, ...parts) {
  const keys = [button("Throw of the day", () => show("The throw of the day", "day")),
    button("Another throw", () => show("Practice", ""))];
  if (keeps) keys.push(button("From your own games", chooseName));
  main.replaceChildren(html("h1", "", title), ...parts, html("p", "keys", ...keys));
}

/** Show the problem of a seed, with `more` below its answer. */
async function show(title, seed, more = []) {
  const isLeft = begin();
  const problem = await problemOf(seed);
  if (isLeft()) return;
  if (problem.trouble) {
    page(title, html("p", "", problem.trouble));
    return;
  }
  const chosen = new Set();
  const answer = html("div");
  answer.setAttribute("role", "status");
  const done = button("Throw these two", () => {
    for (const one of choices) one.disabled = true;
    done.hidden = true;
    judge(problem, [...chosen], answer, more);
  });
  done.disabled = true;
  const choices = problem.hand.map((text) => {
    const one = button(card(text), () => {
      if (!chosen.delete(text) && chosen.size < THROWN) chosen.add(text);
      one.setAttribute("aria-pressed", String(chosen.has(text)));
      done.disabled = chosen.size !== THROWN;
    }, "choice");
    one.setAttribute("aria-pressed", "false");
    return one;
  });
  const whose = problem.dealer ? "You deal, the crib is yours." : "The crib is your opponent’s.";
  page(title,
    html("p", "", `You have ${problem.scores[0]}, your opponent ${problem.scores[1]}. ${whose} Choose two cards to throw.`),
    html("div", "choices whole-hand", ...choices), done, answer);
}

/** Ask whose throws are practised again. */
async function chooseName() {
  const isLeft = begin();
  const names = await players();
  if (isLeft()) return;
  if (names.trouble || !names.length) {
    page("Your own throws", html("p", "", names.trouble || NO_NAMES));
    return;
  }
  page("Your own throws", html("p", "", "Whose throws? Those that cost most come again after a day, a week and a month."),
    html("p", "keys", ...names.map((name) => button(name, () => own(name)))));
}

/** Show the throws of a player that are due, one after the other. */
async function own(name) {
  const isLeft = begin();
  const title = `Throws of ${name}`;
  for (;;) {
    const found = await ownThrows(name);
    if (isLeft()) return;
    if (found.trouble || !found.waiting) {
      if (found.trouble || found.text) page(title, html("p", "", found.trouble || found.text));
      else ownThrow(title, found.throws);
      return;
    }
    const said = `${found.waiting} more ${found.waiting === 1 ? "game is" : "games are"} being looked through.`;
    page(title, html("p", "", said));
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    if (isLeft()) return;
  }
}

function ownThrow(title, [first, ...rest]) {
  const text = rest.length === 1 ? "The last one that is due" : `Next of ${rest.length} that are due`;
  const more = rest.length ? [html("p", "keys", button(text, () => ownThrow(title, rest)))] : [];
  show(`${title}: game ${first.game}, deal ${first.deal}`, first.seed, more);
}

const player = new URLSearchParams(location.search).get("own");
if (player && keeps) await own(player);
else await show("The throw of the day", "day");
