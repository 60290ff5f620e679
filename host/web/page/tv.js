// The view for a TV: scores, cards and prompt in large letters, and the count of each hand.

import { keepAwake } from "./awake.js";
import { row } from "./cards.js";
import { chanceBar } from "./chance.js";
import { changes, countKey } from "./changes.js";
import { byId, fill, html, named, say } from "./dom.js";
import { endings } from "./ending.js";
import { lateText, plan } from "./plan.js";
import { listen } from "./source.js";
import { countShow } from "./count_show.js";
import { followLink } from "./game_link.js";
import { qrCode } from "./qr.js";
import { settings } from "./settings.js";
import { announcer, hush } from "./speech.js";

const STILL_MS = 4000; // after which the pointer and the buttons are hidden
const NOTICE_MS = 3500;
const LONG_NAME = 14; // characters: with longer ones the end needs more lines
const AWAKE_NO = "This screen may go to sleep: set it to never sleep. Or open this page on the laptop "
  + `that runs pegboard, at http://localhost:${window.location.port}/?view=tv, and connect the TV by HDMI.`;

followLink();
const chosen = settings("tv", { speech: false, sound: false, chance: false });
const compare = changes();
const { sides } = await plan();
const bar = chanceBar(byId("chance"), sides, () => chosen.values.chance);
const announce = announcer(chosen.values);
const show = countShow(draw);
let last = null; // the scene at the end of a game
const ending = endings(sides, (scene, game, told) => {
  const code = told?.qr ? html("figure", "code", qrCode(told.qr), html("figcaption", "", "Take this game with you")) : null;
  const debts = owed(game).join(" ");
  const isFull = game.sides.length > 3 || game.sides.some(({ name }) => name.length > LONG_NAME);
  last = html("div", `ending${code ? " with-code" : ""}${isFull ? " full" : ""}`, ...scene, code, debts ? html("p", "owed", debts) : null);
  draw();
}, () => { last = null; });
let newest = null;
let noticeTimer = 0;

function receive(view) {
  newest = view;
  link(view.link && view.link.state !== "live" ? "board" : "live");
  const { game } = view;
  say(byId("game-name"), game ? gameName(game) : "Pegboard");
  fill(byId("sides"), ...(game ? game.sides.map((side, n) => score(side, n, game)) : []));
  byId("sides").classList.toggle("many", (game?.sides.length ?? 0) > 3);
  const change = compare(view);
  announce(change);
  if (change.undone) notice("Taken back");
  show.drop(change.gone);
  if (game?.line.length) show.clear(); // the next deal is played
  for (const count of change.fresh.filter(({ hand }) => hand)) show.add(count);
  bar.update(view);
  ending(view);
  draw();
}

function owed({ match, debts }) {
  return match ? (debts ?? []).map(({ from, to, amount }) => `${from} owes ${to} ${amount}.`) : [];
}

function gameName({ preset, target, deal, match }) {
  const games = match ? `, games ${match.map(({ games }) => games).join(" : ")}` : "";
  return `${preset} to ${target}${deal ? `, deal ${deal}` : ""}${games}`;
}

function score(side, index, game) {
  const seats = game.seats.filter((seat) => seat.side === index);
  const acting = seats.some((seat) => seat.turn);
  const dealer = seats.some((seat) => seat.dealer);
  const run = html("span", "run");
  const at = (hole) => `${Math.min(100, (100 * hole) / game.target)}%`;
  for (const [kind, hole] of [["peg back", side.back], ["peg", side.score]]) {
    const peg = html("span", kind);
    peg.style.left = at(hole);
    run.append(peg);
  }
  const element = html("div", `side${acting ? " acting" : ""}`,
    html("span", "name", named(side.name, ""), dealer ? html("span", "dealer", "dealer") : null),
    html("span", "score", String(side.score)), run);
  element.style.setProperty("--side", `rgb(${sides[side.colour].rgb.join(",")})`);
  element.dataset.side = side.name;
  return element;
}

/** Show the current count, or otherwise the cards in play. */
function draw() {
  const view = newest;
  const { game } = view;
  const shown = show.now();
  fill(byId("stage"), ...(shown ? [countOf(shown)] : last ? [last] : table(view)));
  byId("stage").hidden = false;
  const over = game?.over && view.mode === "over";
  document.body.classList.toggle("counting", Boolean(shown));
  document.body.classList.toggle("ended", Boolean(last && !shown));
  say(byId("prompt"), over ? [game.over.text, ...owed(game)].join(" ") : view.prompt);
  byId("prompt").classList.toggle("over", Boolean(over));
}

function countOf({ count, said }) {
  const item = count.items[said - 1];
  const total = count.items.slice(0, said).reduce((sum, one) => sum + one.points, 0);
  const whole = said > count.items.length || !count.items.length;
  const cards = row(count.cards);
  for (const card of cards.children) {
    card.classList.toggle("part", !whole && Boolean(item?.cards.includes(card.dataset.card)));
  }
  const items = count.items.map((one, n) =>
    html("li", n < said ? "said" : "", one.text, html("b", "", String(one.points))));
  const element = html("div", "shown",
    html("h2", "", count.title),
    html("b", "total", String(whole ? count.points ?? "" : total)),
    cards,
    items.length ? html("ol", "", ...items) : html("p", "spoken", count.spoken || "nothing"));
  element.dataset.key = countKey(count);
  return element;
}

function table(view) {
  const { game, menu } = view;
  if (menu) return [html("div", "hand", html("span", "owner", menu.title), menu.choices[menu.at])];
  if (!game) return [];
  const starter = game.starter
    ? html("div", "turned", row([game.starter], "starter"), html("span", "caption", game.words.starter))
    : null;
  if (game.phase === "play" || game.line.length) {
    const cards = row(game.line, "line", true);
    const count = html("div", "count", html("b", "", String(game.count)), html("span", "", game.words.count));
    return [html("div", "row", count, cards, starter)];
  }
  const hands = game.seats.filter((seat) => seat.played.length).map((seat) => hand(seat.name, seat.played));
  if (game.crib.length) hands.push(hand(game.words.crib, game.crib));
  const parts = hands.length ? [html("div", `hands${hands.length > 2 ? " small" : ""}`, ...hands)] : [];
  return [html("div", "row", ...parts, starter)];
}

const hand = (owner, cards) => html("div", "hand", named(owner, "owner"), row(cards));

function notice(text) {
  say(byId("notice"), text);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => say(byId("notice"), ""), NOTICE_MS);
}

const LINKS = { live: "Live", lost: "Reconnecting", board: "The board cannot be reached" };

function link(state) {
  say(byId("link"), LINKS[state]);
  document.body.classList.toggle("lost", state !== "live");
}

// The buttons ------------------------------------------------------------------------------------

function button(id, name, then = () => {}) {
  const element = byId(id);
  const press = (on) => element.setAttribute("aria-pressed", String(on));
  press(chosen.values[name]);
  element.addEventListener("click", () => {
    chosen.set(name, !chosen.values[name]);
    press(chosen.values[name]);
    then();
  });
}

let stillTimer = 0;

function moved() {
  document.body.classList.remove("still");
  clearTimeout(stillTimer);
  stillTimer = setTimeout(() => document.body.classList.add("still"), STILL_MS);
}

button("speech", "speech", () => chosen.values.speech || hush());
button("sound", "sound");
button("chance-on", "chance", () => bar.again());
const full = byId("full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, moved);
keepAwake((isOn) => say(byId("hint"), isOn ? "" : AWAKE_NO));
const late = lateText((await plan()).delay);
fill(byId("delayed"), late);
listen({ view: receive, frame: () => {}, link: (state) => state === "lost" && link("lost") });
