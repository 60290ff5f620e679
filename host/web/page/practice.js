// Throws to practise: choose two of six cards, and see what all fifteen throws are worth.

import { card, row } from "./cards.js";
import { byId, html } from "./dom.js";
import { takeToken, tokenHeader } from "./token.js";

const THROWN = 2;
const token = takeToken();
const main = byId("main");

async function ask(address) {
  try {
    const answer = await fetch(address, { headers: tokenHeader(token) });
    return answer.ok ? await answer.json() : { trouble: await answer.text() };
  } catch {
    return { trouble: "The program does not answer. Is pegboard still running?" };
  }
}

function button(text, clicked, className = "act") {
  const element = html("button", className, text);
  element.type = "button";
  element.addEventListener("click", clicked);
  return element;
}

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** Return the table of the throws, the chosen one marked. */
function table(rows, chosen) {
  const heads = ["Throw", "Hand", "Crib", "Play", "Total", "Win"].map((text) => html("th", "", text));
  const lines = rows.map((one) => {
    const cells = [row(one.throw), one.hand.toFixed(2), signed(one.crib), signed(one.pegging),
      one.total.toFixed(2), `${one.win.toFixed(1)} %`].map((cell) => html("td", "", cell));
    return html("tr", one.throw.every((text) => chosen.includes(text)) ? "now" : "", ...cells);
  });
  const element = html("div", "table throws",
    html("table", "", html("thead", "", html("tr", "", ...heads)), html("tbody", "", ...lines)));
  element.tabIndex = 0; // it may be wider than a phone
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", "The fifteen throws");
  return element;
}

async function judge(problem, chosen, answer) {
  const query = new URLSearchParams({ seed: problem.seed, throw: chosen.join(" ") });
  const found = await ask(`/practice/verdict.json?${query}`);
  if (found.trouble) {
    answer.replaceChildren(html("p", "said", found.trouble));
    return;
  }
  const less = `${found.points.toFixed(1)} points and ${found.chance.toFixed(1)} % less than the best.`;
  answer.replaceChildren(
    html("p", "said", found.place === 1 ? "The best throw." : `Place ${found.place} of 15: ${less}`),
    table(found.rows, chosen),
    html("p", "", "By experts’ tables of the crib: ", row(found.experts)),
    ...(await keep(problem, chosen)));
}

/** Keep the result, where this page may; return the trend. */
async function keep(problem, chosen) {
  if (!token) return [];
  const kept = await fetch("/practice", {
    method: "POST", headers: { ...tokenHeader(token), "Content-Type": "application/json" },
    body: JSON.stringify({ seed: problem.seed, throw: chosen.join(" ") }),
  }).then((done) => done.ok, () => false);
  if (!kept) return [html("p", "quiet", "The result could not be kept.")];
  const lines = await ask("/practice/trend.json");
  return lines.trouble ? [] : [html("h2", "", "Your throws so far"), html("ul", "", ...lines.map((line) => html("li", "", line)))];
}

/** Show a problem: of the day, or of chance. */
async function show(query) {
  const problem = await ask(`/practice.json?${query}`);
  if (problem.trouble) {
    main.replaceChildren(html("h1", "", "Practice"), html("p", "", problem.trouble));
    return;
  }
  const chosen = new Set();
  const answer = html("div");
  answer.setAttribute("role", "status");
  const done = button("Throw these two", () => {
    for (const one of choices) one.disabled = true;
    done.hidden = true;
    judge(problem, [...chosen], answer);
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
  main.replaceChildren(
    html("h1", "", query === "day" ? "The throw of the day" : "Practice"),
    html("p", "", `You have ${problem.scores[0]}, your opponent ${problem.scores[1]}. ${whose} Choose two cards to throw.`),
    html("div", "choices whole-hand", ...choices), done, answer,
    html("p", "keys", button("Throw of the day", () => show("day")), button("Another throw", () => show(""))));
}

await show("day");
