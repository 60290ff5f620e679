// A wall: a tile for each table, which leads to its page, and the standings.

import { keepAwake } from "./awake.js";
import { chanceParts } from "./chance.js";
import { byId, fill, html, named, say } from "./dom.js";
import { followLink } from "./game_link.js";
import { listen } from "./listener.js";
import { lateText } from "./plan.js";
import { settings } from "./settings.js";

const FEW = 16;
const ROWS = { 1: 1, 2: 2, 3: 3, 4: 2 }; // by the number of tables
const LINES = { head: 3.6, side: 2.75, chance: 1.7 }; // of a tile, in the height of its letters
const CHANCES_MS = 4000;
const AGAIN_MS = 1500;
const LINKS = { live: "Live", lost: "Reconnecting" };

followLink();
const chosen = settings("wall", { chance: false });
const tables = new Map(); // id -> { tile, element }
let chances = {};
let sides = [];

function receive({ whole, tables: tiles, standings }) {
  if (whole) {
    tables.clear();
    byId("tables").replaceChildren();
  }
  for (const tile of tiles) put(tile);
  byId("tables").append(...[...tables.values()].sort(byName).map(({ element }) => element));
  arrange(tables.size);
  if (standings) rank(standings);
  link("live");
}

/** A few tables fill a wide screen, in rows that are read from afar; more than that can be scrolled. */
function arrange(count) {
  const { classList, style } = byId("tables");
  classList.toggle("few", count > 0 && count <= FEW);
  const rows = ROWS[count] ?? (count <= 9 ? 3 : 4);
  style.setProperty("--rows", String(rows));
  style.setProperty("--columns", String(Math.ceil(count / Math.max(rows, 1))));
}

const order = new Intl.Collator("en", { numeric: true });
const byName = (a, b) => order.compare(a.tile.name, b.tile.name);

/** Show a tile in place of the table's last one; the link stays, and with it the focus. */
function put(tile) {
  const known = tables.get(tile.id);
  const element = known?.element ?? html("a", "table");
  element.href = `/table/${encodeURIComponent(tile.id)}/`;
  tables.set(tile.id, { tile, element });
  draw(tile, element);
}

function draw(tile, element) {
  element.classList.toggle("away", !tile.online);
  element.classList.toggle("over", tile.over);
  const last = tile.last && tile.last.points ? `${tile.last.title} +${tile.last.points}` : "";
  const state = tile.online ? "" : "not connected";
  const percents = chosen.values.chance ? chances[tile.id] : null;
  const lines = LINES.head + LINES.side * tile.sides.length + (percents ? LINES.chance : 0);
  element.style.setProperty("--lines", lines.toFixed(2));
  fill(element, html("span", "tile",
    html("span", "head", html("b", "", tile.name), html("span", "game", state || tile.title)),
    ...tile.sides.map((side) => score(side, tile.target)),
    bar(percents, tile),
    html("span", "last", tile.text || last),
  ));
}

function score(side, target) {
  const run = html("span", "run");
  const at = (hole) => `${Math.max(0, Math.min(100, (100 * hole) / target))}%`;
  const done = html("span", "done");
  done.style.width = at(side.score);
  run.append(done);
  const element = html("span", `side${side.turn ? " turn" : ""}`,
    html("span", "name", named(side.name, ""), side.dealer ? html("span", "dealer", "dealer") : null),
    html("span", "score", String(side.score)), run);
  element.style.setProperty("--side", `rgb(${sides[side.colour].rgb.join(",")})`);
  return element;
}

function bar(percents, tile) {
  if (!percents || percents.length !== tile.sides.length) return null;
  const element = html("span", "chance", ...chanceParts(percents, tile.sides, sides));
  element.setAttribute("role", "img");
  element.setAttribute("aria-label",
    `Chance to win: ${percents.map((one, n) => `${tile.sides[n].name} about ${one} per cent`).join(", ")}`);
  return element;
}

function rank(rows) {
  byId("standings").hidden = rows.length === 0;
  byId("rows").replaceChildren(...rows.map((row) => {
    const spread = row.spread > 0 ? `+${row.spread}` : String(row.spread).replace("-", "−");
    const cells = [`${row.place}.`, row.name, row.points, row.won, row.lost, spread];
    return html("tr", "", ...cells.map((cell, n) => html("td", n === 1 ? "name" : "", String(cell))));
  }));
}

function link(state) {
  say(byId("link"), LINKS[state]);
  document.body.classList.toggle("lost", state !== "live");
}

// The chance to win: off unless it is switched on, since the players can see the wall.

async function ask() {
  if (!chosen.values.chance || document.hidden) return;
  try {
    const answer = await fetch("/chances.json");
    if (!answer.ok) return;
    chances = await answer.json();
    for (const { tile, element } of tables.values()) draw(tile, element);
  } catch {
    // The stream of events shows that the wall is not reached.
  }
}

const button = byId("chance-on");
const press = () => button.setAttribute("aria-pressed", String(chosen.values.chance));
button.addEventListener("click", () => {
  chosen.set("chance", !chosen.values.chance);
  press();
  for (const { tile, element } of tables.values()) draw(tile, element);
  ask();
});
press();
setInterval(ask, CHANCES_MS);

async function about() {
  for (;;) {
    try {
      const answer = await fetch("/wall.json");
      if (answer.ok) return await answer.json();
    } catch {
      link("lost");
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

const wall = await about();
sides = wall.sides;
fill(byId("delayed"), lateText(wall.delay));
keepAwake();
listen({ view: receive, frame: () => {}, link: (state) => state === "lost" && link("lost") }, "", true);
ask();
