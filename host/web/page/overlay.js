// The view for a stream: OBS puts it over the video of the table. It has no buttons; its address
// sets its options, as in ?view=overlay&scale=1.5&corner=top-right&chance=1&cards=1.

import { row } from "./cards.js";
import { chanceBar } from "./chance.js";
import { changes, countKey } from "./changes.js";
import { byId, fill, html, named, say } from "./dom.js";
import { followLink } from "./game_link.js";
import { listen } from "./source.js";
import { lateText, plan } from "./plan.js";
import { announcer } from "./speech.js";

const SCALES = [0.4, 5];
const LAST_MS = 9000; // how long the last points stay
const CORNERS = ["bottom-left", "bottom-right", "top-left", "top-right"];

followLink();
const asked = new URLSearchParams(window.location.search);
const on = (name) => asked.get(name) === "1";
const { sides, delay } = await plan();
const bar = chanceBar(byId("chance"), sides, () => on("chance"));
const compare = changes();
const announce = announcer({ speech: on("speech"), sound: on("sound") });
let last = null; // the count that is shown, and its key
let timer = 0;

function receive(view) {
  const { game } = view;
  link(view.link?.state ?? "live");
  byId("plate").hidden = !game;
  const change = compare(view);
  announce(change);
  points(change, view);
  if (!game) return;
  fill(byId("sides"), ...game.sides.map((side, n) => score(side, n, game)));
  byId("sides").hidden = false;
  fill(byId("won"), ...ending(game));
  byId("plate").classList.toggle("over", Boolean(game.over));
  fill(byId("cards"), ...(on("cards") && !game.over ? cardsNow(game) : []));
  say(byId("match"), summary(game));
  bar.update(view);
}

/** Return the name of the winner, and how the board says it, once the game has ended. */
function ending({ over, sides: of }) {
  if (!over) return [];
  const winner = of[over.winner];
  const element = named(winner ? `${winner.name} wins` : "The end", "name line");
  if (winner) element.style.setProperty("--side", `rgb(${sides[winner.colour].rgb.join(",")})`);
  return [element];
}

/** Return the cards of this count and the starter. */
function cardsNow({ line, starter, words }) {
  const turned = starter ? html("span", "turned", html("span", "", words.starter), row([starter])) : null;
  return [line.length ? row(line, "", true) : null, turned].filter(Boolean);
}

/** Show the newest points for a while, and remove those that are no longer valid. */
function points({ fresh, gone, undone }) {
  const newest = fresh.filter(({ points }) => points).at(-1);
  if (newest) tell(newest.title, `+${newest.points}`, countKey(newest));
  else if (undone) tell("Taken back", "", "");
  else if (last && gone.includes(last)) tell("", "", "");
}

function tell(title, gained, key) {
  last = key;
  byId("last").replaceChildren(...(title ? [`${title} `, html("b", "", gained)] : []));
  clearTimeout(timer);
  timer = setTimeout(() => byId("last").replaceChildren(), LAST_MS);
}

function summary({ preset, target, deal, count, line, match, over }) {
  if (over) return over.text;
  const games = match ? `games ${match.map(({ games }) => games).join(" : ")}` : "";
  const now = line.length ? `count ${count}` : "";
  return [`${preset} to ${target}`, games, deal ? `deal ${deal}` : "", now].filter(Boolean).join(" · ");
}

function score(side, index, game) {
  const seats = game.seats.filter((seat) => seat.side === index);
  const dealer = seats.some((seat) => seat.dealer);
  const gained = side.score - side.back;
  const element = html("div", `side${seats.some((seat) => seat.turn) ? " acting" : ""}`,
    html("span", dealer ? "dealer" : "dealer no", "D"),
    named(side.name, "name line"),
    html("span", "gained", gained > 0 ? `+${gained}` : ""),
    html("span", "score", String(side.score)));
  element.style.setProperty("--side", `rgb(${sides[side.colour].rgb.join(",")})`);
  element.dataset.side = side.name;
  return element;
}

function link(state) {
  say(byId("link"), state === "live" ? "" : "no connection to the board");
}

function arrange() {
  const scale = Number(asked.get("scale")) || 1;
  const within = Math.min(Math.max(scale, SCALES[0]), SCALES[1]);
  document.documentElement.style.setProperty("--s", String(within));
  const corner = asked.get("corner");
  if (CORNERS.includes(corner)) document.body.classList.add(...corner.split("-"));
}

arrange();
fill(byId("delayed"), lateText(delay));
listen({ view: receive, frame: () => {}, link: (state) => state === "lost" && link("lost") });
