// The panel beside the board, made from a whole view.

import { back, card, row } from "./cards.js";
import { byId, capital, fill, html, named, refill, say } from "./dom.js";
import { explained } from "./explained.js";

const LONG = 44; // characters of a prompt that fill a line
const LONGER = 100; // and of one that needs more than two lines
const KEPT = ["narrow", "aside", "tablet", "watcher", "lost"]; // classes of the page that other modules set

let choose = null; // chooses from a menu by number, if this page may press keys

/** From now on a click on a choice calls `press(index)`; null if choices are only shown. */
export function takeChoices(press) {
  choose = press;
  drawn.delete("menu");
}

/** Show `view` (see host/mirror/view.py). `sides` are the colours of board.json. */
export function showView(view, sides) {
  document.body.className = [...document.body.classList]
    .filter((name) => KEPT.includes(name))
    .concat(view.mode)
    .join(" ");
  const game = view.game;
  ask(view, sides);
  byId("panel").classList.toggle("showing", Boolean(game && !onTheTable(game)));
  const inMenu = byId("menu").contains(document.activeElement);
  if (redraw("menu", view.menu, () => menu(view.menu))) showChosen(inMenu);
  redraw("scores", game && [game.sides, game.seats], () => scores(game, sides));
  redraw("table", game && { ...game, sides: null, counts: null, match: null }, () => table(game, sides));
  redraw("counts", game?.counts, () => counts(game.counts));
  redraw("match", game?.match && [game.match, game.debts], () => match(game, sides));
  redraw("welcome", game ? null : "welcome", welcome);
  byId("differs").hidden = !view.differs;
  say(byId("game-name"), game ? gameName(game) : "");
  byId("key-UNDO").classList.toggle("idle", !view.undo);
  byId("redo").hidden = !view.redo_list;
  if (view.redo_list) say(byId("redo"), redoText(view));
  const left = leftOutText(view);
  byId("left-out").hidden = !left;
  say(byId("left-out"), left);
}

/** Return what ▶ and ◀ do after UNDO; beside other texts, which take the room, only what ▶ does. */
function redoText({ redo_list: { next, count }, replaced = [], left_out: left = [], refusal }) {
  const place = replaced.length ? ` in place of ${listed(replaced)}` : "";
  const all = count > 1 ? `; held down, all ${count}` : "";
  return `▶ redoes ${next}${place}${all}.${refusal || left.length ? "" : " ◀ leaves it out."}`;
}

/** Return what was left out of the entries that were taken back. */
function leftOutText({ left_out: left = [] }) {
  const were = left.length > 1 ? "were" : "was";
  return left.length ? `${capital(listed(left))} ${were} left out; UNDO takes that back.` : "";
}

function gameName({ preset, target, track, deal }) {
  const where = track && track !== "Plain" ? ` on the ${track} track` : "";
  return `${preset} to ${target}${where}${deal ? `, deal ${deal}` : ""}`;
}

const drawn = new Map();

/** Fill a block again if its contents have changed; return whether they have. Open parts of it that
 * are the same stay open. */
function redraw(id, value, build) {
  const text = JSON.stringify(value ?? null);
  if (drawn.get(id) === text) return false;
  drawn.set(id, text);
  refill(byId(id), ...(value ? build() : []));
  return true;
}

function ask(view, sides) {
  const acting = view.game?.seats.find((seat) => seat.turn);
  const side = acting ? view.game.sides[acting.side] : null;
  const winner = view.game?.over ? view.game.sides[view.game.over.winner] : null;
  const ending = view.mode === "over" ? view.game?.over?.text ?? "" : "";
  const then = ending ? view.prompt.replace(ending, "").trim() : "";
  say(byId("prompt"), ending || view.prompt);
  const { length } = ending || view.prompt;
  const { classList } = byId("prompt").parentElement;
  classList.toggle("long", length > LONG);
  classList.toggle("longer", length > LONGER);
  fill(byId("then"), then);
  colour(byId("prompt-pip"), sides, winner ?? side);
  byId("prompt-pip").hidden = !(winner ?? side);
  fill(byId("key-entry"), view.key_entry ? keyEntry(view) : "");
  say(byId("refusal"), view.refusal ?? "");
}

/** A rank that waits for its suit looks like a card; points being entered do not. */
function keyEntry({ key_entry: text, rank_waits: waits }) {
  return waits && text.length === 1 ? card(text, "half") : html("b", "", text);
}

function colour(element, sides, side) {
  const { rgb } = (side && sides[side.colour]) ?? { rgb: [128, 128, 128] };
  element.style.setProperty("--side", `rgb(${rgb.join(",")})`);
  return element;
}

/** Return a light of a side, in a drilled hole. */
export const inHole = (sides, side) => colour(html("span", "pip"), sides, side);

const pip = inHole;

function menu({ title, choices, texts, at, page }) {
  const items = choices.map((choice, index) => menuItem(choice, texts?.[index], index === at));
  const step = page && page[1] > 1 ? html("span", "step", `${page[0]} of ${page[1]}`) : null;
  return [
    html("h2", "", title, step),
    html("ul", "choices", ...items),
    html("p", "hint", key("◀"), key("▶"), " to choose, ", key("ENTER"), " to take it, or click it"),
  ];
}

/** Return a line of the menu, which chooses the choice at its place then: the line may be kept. */
function menuItem(choice, text, chosen) {
  const on = choice.endsWith(": on") ? " on" : "";
  const words = [html("span", `choice${on}`, choice), text ? html("span", "about", text) : null];
  const place = () => [...inner.closest("ul").children].indexOf(inner.parentNode);
  const inner = choose ? button(() => choose(place()), ...words) : html("span", "", ...words);
  if (chosen) inner.setAttribute("aria-current", "true");
  return html("li", chosen ? "chosen" : "", inner);
}

/** Return a button that does not take the focus from a mouse click, since ENTER is a key of the
 * board. */
export function button(click, ...content) {
  const element = html("button", "", ...content);
  element.type = "button";
  element.addEventListener("mousedown", (event) => event.preventDefault());
  element.addEventListener("click", (event) => event.detail < 2 && click());
  return element;
}

/** Scroll the chosen line of the menu into view, and keep the focus in the menu if it was there. */
function showChosen(hadFocus) {
  const item = byId("menu").querySelector(".chosen");
  item?.scrollIntoView({ block: "nearest" });
  if (hadFocus) item?.querySelector("button")?.focus({ preventScroll: true });
}

const key = (label) => html("kbd", "", label);

function scores(game, sides) {
  const most = Math.max(...game.sides.map((side) => side.score));
  return game.sides.map((side, index) => {
    const seats = game.seats.filter((seat) => seat.side === index);
    const gained = side.score - side.back;
    const tags = [
      seats.length === 1 && seats[0].dealer ? html("span", "tag dealer", "dealer") : null,
      seats.some((seat) => seat.turn) ? html("span", "tag turn", "to act") : null,
      side.away ? html("span", "tag away", side.away) : null,
    ];
    const partners = seats.filter((seat) => seat.name !== side.name)
      .map((seat) => `${seat.name}${seat.dealer ? " (dealer)" : ""}`);
    const line = html(
      "div",
      `side${seats.some((seat) => seat.turn) ? " acting" : ""}${side.score === most ? " ahead" : ""}`,
      pip(sides, side),
      html("span", "who", named(side.name),
        html("span", game.track === "Crib Wars" ? "tags kept" : "tags", side.name === side.colour_name ? null : html("span", "tag colour", side.colour_name), ...tags),
        partners.length ? html("span", "partners", listed(partners)) : null),
      html("span", "gained", gained > 0 ? `+${gained}` : ""),
      html("span", "score", String(side.score)),
    );
    line.dataset.side = side.name;
    return colour(line, sides, side);
  });
}

/** Return names as part of a sentence: "Blue 1, Blue 2 and Blue 3". */
const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

const inPlay = (game) => game.phase === "play" || game.line.length > 0;

/** Return whether the cards matter more now than their counts. */
const onTheTable = (game) => inPlay(game) || (game.phase === "crib" && game.crib.length > 0);

function table(game, sides) {
  const { words } = game;
  const parts = [];
  const starter = game.starter ? [card(game.starter, "starter")] : [];
  if (inPlay(game)) {
    parts.push(
      html("div", "running",
        html("div", "count-now",
          html("span", "figure", String(game.count)), html("span", "caption", words.count)),
        html("div", "line", row(game.line, "", true),
          game.line.length ? null : html("span", "quiet", words.fresh)),
        starter.length
          ? html("div", "turned", ...starter, html("span", "caption", words.starter)) : null,
      ),
    );
  }
  const hands = game.seats.some((seat) => seat.played.length)
    ? game.seats.map((seat) => hand(seat, game, sides)) : [];
  if (game.crib.length) hands.unshift(owned(capital(words.crib), crib(game, sides)));
  if (starter.length && !inPlay(game)) hands.push(owned(capital(words.starter), ...starter));
  if (hands.length) parts.push(html("div", "hands", ...hands));
  return parts;
}

/** The crib's cards; where it is known who threw them, after a pip in the colour of each player. */
function crib(game, sides) {
  const entering = game.phase === "crib";
  if (!game.thrown?.length) return row(game.crib, "", entering);
  const last = game.thrown.length - 1;
  return html("span", "thrown", ...game.thrown.flatMap(({ name, side, cards }, part) => {
    const thrower = pip(sides, game.sides[side]);
    thrower.title = name;
    return [thrower, row(cards, "", entering && part === last)];
  }));
}

const owned = (owner, ...cards) => html("div", "hand", html("span", "owner", owner), ...cards);

function hand(seat, game, sides) {
  const cards = row(seat.played);
  for (let left = 0; left < (seat.left ?? 0) && left < 8; left += 1) cards.append(back());
  return html("div", "hand",
    html("span", `owner${seat.turn ? " acting" : ""}`, pip(sides, game.sides[seat.side]),
      named(seat.name, "")),
    cards);
}

/** The newest count and the hands of its deal are open, all others are closed; a line separates
 * deals. */
function counts(list) {
  const parts = [];
  list.forEach((one, index) => {
    if (index && one.deal !== list[index - 1].deal) {
      parts.push(html("h3", "of-deal", `Deal ${one.deal}`));
    }
    const open = index === 0 || (one.hand && one.deal === list[0].deal);
    parts.push(open ? count(one) : folded(one));
  });
  return parts;
}

function folded(one) {
  const summary = html("summary", "", html("span", "", one.title),
    html("b", "", String(one.points ?? "")));
  summary.addEventListener("mousedown", (event) => event.preventDefault()); // as in `button`
  const short = html("details", "older", summary);
  short.append(...countBody(one));
  return short;
}

function count(one) {
  return html("div", "count",
    html("h2", "", html("span", "", one.title), html("b", "points", String(one.points ?? ""))),
    ...countBody(one));
}

function countBody(one) {
  const items = one.items.map((item) =>
    html("li", "",
      row(item.cards, "small"),
      html("span", "item", item.text),
      html("b", "", String(item.points))));
  const claim = `Claimed ${one.claimed}, the true count is ${one.points}.`;
  return [
    typeof one.claimed === "number" ? html("p", "claim", claim) : null,
    one.cards.length ? row(one.cards) : null,
    one.spoken ? html("p", "spoken", `“${one.spoken}”`) : null,
    items.length ? html("ul", "items", ...items) : null,
  ].filter((part) => part !== null);
}

const OF_MATCH = {
  games: "Games won.",
  collected: "What the winner collects for a game: more for a skunk, as the options of the match say.",
  points: "Points over all games of the match.",
  skunks: "Losers who were skunked; a double skunk counts two.",
  "double skunks": "Losers who did not even pass hole 60.",
  corners: "Corners of the track, at holes 30, 60 and 90, that this side was the first to pass.",
  "high hand": "The most points of a single hand or crib.",
};

/** The match so far: a row for each figure, a column for each side. */
function match(game, sides) {
  const heads = game.sides.map((side) => html("th", "", pip(sides, side), side.name));
  // In this order: what comes from a page's own board has none.
  const rows = [...Object.keys(OF_MATCH), "to collect", "to pay"].filter((what) => what in game.match[0]).map((what) =>
    html("tr", "", html("th", "", explained(what, OF_MATCH[what])),
      ...game.match.map((won) => html("td", "", String(won[what])))));
  return [
    html("h2", "", "The match so far"),
    html("table", "", html("tr", "", html("td"), ...heads), ...rows),
    ...debts(game),
  ];
}

/** After a game: who owes whom how much over the match. */
function debts({ debts: all }) {
  if (!all?.length) return [];
  const rows = all.map(({ from, to, amount }) =>
    html("tr", "", html("th", "", from), html("td", "", to), html("td", "", String(amount))));
  const heads = ["who", "owes whom", "points"].map((what) => html("th", "", what));
  return [html("h2", "", "Who owes whom"), html("table", "debts", html("tr", "", ...heads), ...rows)];
}

function welcome() {
  return [
    html("h2", "", "A real deck, and this board"),
    html("p", "", "Deal and play your own cards. Enter each card as it is played, ",
      "its rank and then its suit, and the board counts everything and moves the pegs."),
    html("p", "", "The line at the top says what the board is waiting for. You can take back any entry with ",
      key("UNDO"), "."),
  ];
}
