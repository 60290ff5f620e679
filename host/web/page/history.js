// The pages of the history: the list of games, one game with its curves and a slider, players.

import { card, row } from "./cards.js";
import { byId, html, svg } from "./dom.js";
import { figuresTable } from "./figures.js";

const WIDE = 960;
const HIGH = 300;
const EDGE = { left: 52, right: 14, top: 14, bottom: 26 };

const asked = new URLSearchParams(window.location.search);
const main = byId("main");

async function ask(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : { trouble: await answer.text() };
  } catch {
    return { trouble: "The program does not answer. Is pegboard still running?" };
  }
}

const link = (address, ...content) => {
  const element = html("a", "", ...content);
  element.href = address;
  return element;
};
const gameLink = (id, text) => link(`/?view=history&game=${id}`, text);
const playerLink = (name) => link(`/?view=history&player=${encodeURIComponent(name)}`, name);

function table(heads, rows) {
  const cell = (kind, value) => {
    return html(kind, "", ...[value ?? ""].flat().map((one) => one.nodeType ? one : String(one)));
  };
  const body = html("tbody", "", ...rows.map((cells) => html("tr", "", ...cells.map((one) => cell("td", one)))));
  const head = html("thead", "", html("tr", "", ...heads.map((one) => cell("th", one))));
  return html("div", "table", html("table", "", head, body));
}

const heading = (level, text) => html(`h${level}`, "", text);

// The list ---------------------------------------------------------------------------------------

const FORM = 10; // games

const sideOf = (game, seat) => game.side_of[seat];
const isNamed = (game) => game.names.some(Boolean);

/** Return how a game ended: "Ann won by 28, a skunk". */
function outcome(game) {
  if (!game.over) return "not finished";
  if (game.winner === null) return "nobody won";
  const rest = game.scores.filter((_, side) => side !== game.winner);
  const by = rest.length ? ` by ${Math.abs(game.scores[game.winner] - Math.max(...rest))}` : "";
  const losses = [...new Set(game.losses.filter(Boolean))].map((loss) => `, a ${loss}`).join("");
  return `${game.called[game.winner]} won${by}${losses}`;
}

/** Return the players of a game, the winners marked. */
function playersOf(game) {
  const shown = isNamed(game)
    ? game.names.flatMap((name, seat) => (name ? [[playerLink(name), sideOf(game, seat)]] : []))
    : game.scores.map((_, side) => [game.called[side], side]);
  return shown.flatMap(([who, side], n) =>
    [...(n ? [", "] : []), html("span", game.over && side === game.winner ? "winner" : "", who)]);
}

/** Return games as cards, the latest first. */
function gameCards(games) {
  const shown = table(["Game", "When", "Played", "Score", "Result", "Players"], games.map((game) => [
    gameLink(game.id, `Game ${game.id}`),
    game.started || "time not known",
    `${game.game} to ${game.target}`,
    html("span", "", ...game.scores.flatMap((score, side) =>
      [...(side ? [" : "] : []), html("span", side === game.winner ? "winner" : "", String(score))])),
    outcome(game),
    html("span", "", ...playersOf(game)),
  ]));
  shown.className = "table games";
  return shown;
}

const rowsOf = (element) => [...element.querySelectorAll("tbody tr")];

/** Return what leaves only the games of a player, or of a kind, in `cards`. */
function filters(games, cards) {
  const count = html("span", "quiet");
  count.setAttribute("role", "status");
  const unique = (values) => [...new Set(values)].sort((one, other) => one.localeCompare(other));
  const names = unique(games.flatMap((game) => game.names.filter(Boolean)));
  const who = html("select", "", ...["Everybody", ...names].map((name, n) => {
    const option = html("option", "", name);
    option.value = n ? name : "";
    return option;
  }));
  let kind = "";
  const kinds = unique(games.map(({ game }) => game)).map((name) => {
    const button = html("button", "kind", name);
    button.type = "button";
    button.addEventListener("click", () => {
      kind = kind === name ? "" : name;
      filter();
    });
    return button;
  });
  function filter() {
    const fits = (game) => (!who.value || game.names.includes(who.value)) && (!kind || game.game === kind);
    rowsOf(cards).forEach((line, n) => { line.hidden = !fits(games[n]); });
    for (const button of kinds) button.setAttribute("aria-pressed", String(button.textContent === kind));
    const many = games.filter(fits).length;
    count.textContent = many === 1 ? "1 game" : `${many} games`;
  }
  who.addEventListener("change", filter);
  filter();
  return html("div", "filters", html("label", "", html("span", "", "Player"), who), ...kinds, count);
}

async function list() {
  const games = await ask("/history/games.json");
  if (games.trouble) return [heading(1, "Games"), html("p", "", games.trouble)];
  const none = html("p", "quiet", "No game has been seen yet. Each game that is played here is kept.");
  if (!games.length) return [heading(1, "Games"), none];
  const cards = gameCards(games);
  return [heading(1, "Games"), filters(games, cards), cards];
}

// Players ----------------------------------------------------------------------------------------

/** Return the finished games of a player, the latest first, as whether each was won. */
function formOf(games, name) {
  const seat = ({ names }) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  return games.filter((game) => game.over && game.winner !== null && seat(game) >= 0)
    .map((game) => sideOf(game, seat(game)) === game.winner);
}

/** Return the last games of a player as a row of letters, the latest at the right. */
function formRow(form) {
  const last = form.slice(0, FORM).reverse();
  const element = html("span", "form", ...last.map((won) => html("span", won ? "won" : "lost", won ? "W" : "L")));
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `won ${last.filter(Boolean).length} of the last ${last.length}`);
  return element;
}

async function players() {
  const [names, games] = await Promise.all([ask("/history/players.json"), ask("/history/games.json")]);
  const trouble = names.trouble ?? games.trouble;
  if (trouble) return [heading(1, "Players"), html("p", "", trouble)];
  const none = html("p", "quiet", "No game has names yet: pegboard name 12 Ann Ben names the players of game 12.");
  const rows = names.map((name) => {
    const form = formOf(games, name);
    return [playerLink(name), form.filter(Boolean).length, form.length, form.length ? formRow(form) : ""];
  });
  return [heading(1, "Players"), names.length ? table(["Player", "Won", "Finished", "Last ten"], rows) : none];
}

async function player(name) {
  const told = await ask(`/history/players.json?name=${encodeURIComponent(name)}`);
  if (told.trouble) return [heading(1, "Player"), html("p", "", told.trouble)];
  const average = (role, what) => told.averages[role][what]?.toFixed(2) ?? "";
  const best = told.best.map((one) => [one.points, row(one.cards), one.what, gameLink(one.game, `Game ${one.game}`)]);
  const rivals = Object.entries(told.against).map(([rival, { won, games }]) => [playerLink(rival), won, games]);
  const form = formOf(told.list, told.name);
  const figures = [
    ["Games", told.games], ["Finished", told.finished], ["Won", told.won], ["Spread", told.spread],
    ["Skunks given", told["skunks given"] + told["double skunks given"]],
    ["Skunks taken", told["skunks taken"] + told["double skunks taken"]],
  ];
  return [
    heading(1, told.name),
    html("dl", "tiles", ...figures.map(([what, many]) => html("div", "", html("dt", "", what), html("dd", "", String(many))))),
    ...(form.length ? [html("p", "", html("span", "quiet", "Last ten: "), formRow(form))] : []),
    heading(2, "Averages of a deal"),
    table(["As", "Play", "Hand", "Crib", "Deals"], ["dealer", "pone"].map((role) => [
      role, average(role, "play"), average(role, "hand"), average(role, "crib"), told.deals[role]])),
    ...(best.length ? [heading(2, "Best hands"), table(["Points", "Cards", "Counted as", "Game"], best)] : []),
    ...(rivals.length ? [heading(2, "Against"), table(["Player", "Won", "Games"], rivals)] : []),
    heading(2, "Games"), gameCards(told.list),
  ];
}

// One game ---------------------------------------------------------------------------------------

async function game(id) {
  const told = await ask(`/history/${id}.json`);
  if (told.trouble) return [heading(1, "Game"), html("p", "", told.trouble)];
  const sides = told.sides.map((side) => ({
    ...side,
    called: side.name,
    rgb: `rgb(${side.rgb.join(",")})`,
  }));
  const steps = told.steps.length;
  const scores = drawing("Scores", told.target, steps,
    sides.map((side, n) => [side, told.steps.map((step) => step.scores[n])]), String);
  const moment = html("div", "moment");
  const rows = told.deals.map((deal) => dealRow(deal, told.seats));
  const deals = table(["Deal", "Dealer", "Starter", "Counted", "Score"], rows);
  const slider = slide(steps, (at) => {
    scores.mark(at);
    showMoment(moment, told.steps[at], told.times[at], sides);
    const now = told.deals.findIndex(({ number }) => number === told.steps[at].deal);
    deals.querySelectorAll("tbody tr").forEach((line, n) => line.classList.toggle("now", n === now));
  });
  const chance = html("div");
  showChances(id, chance, sides, steps);
  const figures = html("div");
  showFigures(id, figures, sides);
  const title = `Game ${told.id}: ${told.game} to ${told.target}, ${told.started || "time not known"}`;
  const keys = sides.map((side, n) =>
    html("span", n === told.winner ? "winner" : "", pip(side), n === told.winner ? `${side.called} won` : side.called));
  return [
    heading(1, title),
    html("div", "keys", ...keys, link(`/history/${told.id}.txt`, "Text record")),
    scores.element, slider, moment, chance, figures, heading(2, "Every deal"), deals,
  ];
}

function pip(side) {
  const element = html("span", "pip");
  element.style.setProperty("--side", side.rgb);
  return element;
}

function slide(steps, moved) {
  const input = html("input");
  input.type = "range";
  input.min = "0";
  input.max = String(steps - 1);
  input.value = input.max;
  input.setAttribute("aria-label", "Entry of the game");
  const set = (at) => {
    input.value = String(Math.min(Math.max(at, 0), steps - 1));
    moved(Number(input.value));
  };
  const step = (by, text, label) => {
    const button = html("button", "", text);
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => set(Number(input.value) + by));
    return button;
  };
  input.addEventListener("input", () => set(Number(input.value)));
  set(steps - 1);
  return html("div", "slide", step(-1, "◀", "One entry back"), input, step(1, "▶", "One entry on"));
}

function showMoment(element, step, at, sides) {
  const when = at ? new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "";
  const scores = sides.map((side, n) => html("span", "", pip(side), `${side.called} ${step.scores[n]}`));
  const entry = /^([A2-9TJQK][SHDC]?|JK)$/.test(step.entry) ? card(step.entry) : html("b", "", step.entry);
  const parts = [
    html("div", "scores", ...scores),
    html("div", "", html("span", "quiet", `Deal ${step.deal}, entered${when ? ` at ${when}` : ""}: `), entry),
  ];
  if (step.line.length) parts.push(html("div", "", html("span", "quiet", "On the table: "), row(step.line)));
  for (const count of step.counts) {
    const said = count.spoken ? `: ${count.spoken}` : "";
    parts.push(html("div", "", html("b", "", `${count.title}${said}`), count.points === null ? "" : ` (${count.points})`));
  }
  element.replaceChildren(...parts);
}

function dealRow(deal, seats) {
  const pegged = Object.entries(deal.pegged).map(([seat, points]) => html("div", "", `${seats[seat]} pegs ${points}`));
  const counts = deal.counts.map((count) =>
    html("div", "", `${seats[count.seat]}’s ${count.what}: ${count.points} `, row(count.cards)));
  return [
    deal.number || "", deal.dealer === null ? "" : seats[deal.dealer],
    deal.starter ? card(deal.starter) : "", [...pegged, ...counts],
    html("span", "", deal.scores.join(" : ")),
  ];
}

async function showFigures(id, element, sides) {
  const found = await ask(`/history/${id}/figures.json`);
  if (!found || found.trouble || found.sides.length !== sides.length) return;
  const table = html("div", "table", figuresTable(found, sides.map(({ called }) => called)));
  element.replaceChildren(heading(2, "Against an average player"), table);
}

async function showChances(id, element, sides, steps) {
  const found = await ask(`/history/${id}/chances.json`);
  if (found.trouble || !found.some(Boolean)) return;
  const lines = sides.map((side, n) => [side, found.map((percents) => percents?.[n] ?? null)]);
  element.replaceChildren(
    heading(2, "Chance to win before each deal"),
    drawing("Chance to win", 100, steps, lines, (value) => `${value} %`).element);
}

/** Return {element, mark}: curves of [side, values] over the entries, null where there is no value. */
function drawing(label, most, steps, lines, text) {
  const x = (at) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * at) / Math.max(steps - 1, 1);
  const y = (value) => HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * Math.min(value, most)) / most;
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => {
    const value = Math.round(most * part);
    return [
      svg("line", { class: "grid", x1: EDGE.left, x2: WIDE - EDGE.right, y1: y(value), y2: y(value) }),
      svg("text", { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, text(value)),
    ];
  });
  const paths = lines.flatMap(([side, values]) => {
    let begun = false;
    const d = values.map((value, at) => {
      if (value === null) return "";
      const point = begun ? `H${x(at)}V${y(value)}` : `M${x(at)} ${y(value)}`;
      begun = true;
      return point;
    }).join("");
    const path = svg("path", { d, "data-side": side.name });
    path.style.setProperty("--side", side.rgb);
    return [svg("path", { class: "outline", d }), path];
  });
  const at = svg("line", { class: "at", y1: EDGE.top, y2: HIGH - EDGE.bottom, x1: -9, x2: -9 });
  const ends = lines.map(([side, values]) => `${side.called} ${text(values.findLast((one) => one !== null))}`);
  const element = svg("svg", {
    class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${label}: ${ends.join(", ")}`,
  }, ...grid, ...paths, at);
  const mark = (number) => {
    at.setAttribute("x1", x(number));
    at.setAttribute("x2", x(number));
  };
  return { element, mark };
}

const page = asked.has("game") ? game(Number(asked.get("game")) || 0)
  : asked.has("player") ? player(asked.get("player"))
    : asked.has("players") ? players() : list();
main.replaceChildren(...(await page));
document.title = `Pegboard: ${main.querySelector("h1").textContent}`;
