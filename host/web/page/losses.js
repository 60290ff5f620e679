// What a player's throws and plays have cost, over time, on the player's page.

import { html, svg } from "./dom.js";

const WIDE = 960;
const HIGH = 200;
const EDGE = { left: 40, right: 14, top: 14, bottom: 14 };
const AGAIN_MS = 1000;

/** Return an element that fills itself with the figures of the player `name`; `ask` is that of games_source.js,
 * whose answer has `start` where games are reviewed only once that is called. */
export function lossesOf(name, ask) {
  const element = html("div");
  fill(element, name, ask);
  return element;
}

async function fill(element, name, ask) {
  for (;;) {
    const found = await ask("losses", name);
    if (!found || found.trouble) return;
    element.replaceChildren(...(found.games.length || found.waiting ? parts(found) : []));
    if (found.start) element.append(starter(found, () => fill(element, name, ask)));
    if (!found.waiting || found.start) return;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    if (!element.isConnected) return;
  }
}

const many = ({ waiting }, was, were) => (waiting === 1 ? `1 game ${was}` : `${waiting} games ${were}`);

/** Return the button that begins to review games, for a page that asks first. */
function starter(found, began) {
  const button = html("button", "kind", found.waiting === 1 ? "Review it" : "Review them");
  button.type = "button";
  button.addEventListener("click", () => {
    found.start();
    began();
  });
  return html("p", "", html("span", "quiet", `${many(found, "is", "are")} not reviewed yet. `), button);
}

const points = (value) => (value === null ? "not known" : `${value.toFixed(1)} points`);

function parts(found) {
  const waiting = found.waiting && !found.start
    ? [html("p", "quiet", `${many(found, "is", "are")} being reviewed.`)] : [];
  const most = found.kinds[0];
  const kind = most
    ? [html("p", "", `What loses most: ${most.text}, ${most.points.toFixed(2)} points a throw (${most.count} throws).`)] : [];
  const average = found.games.length
    ? [html("p", "", `Per game: ${points(found.throws)} by throws, ${points(found.plays)} by plays.`)] : [];
  return [
    html("h2", "", "Points lost"), ...average,
    ...(found.games.length > 1 ? [curve(found.games)] : []), ...kind, ...waiting,
  ];
}

/** Return the curves of the points lost by throws and by plays, the latest game at the right. */
function curve(games) {
  const most = Math.max(1, ...games.flatMap(({ throws, plays }) => [throws ?? 0, plays]));
  const x = (at) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * at) / (games.length - 1);
  const y = (value) => HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * value) / most;
  const grid = [0, most].flatMap((value) => [
    svg("line", { class: "grid", x1: EDGE.left, x2: WIDE - EDGE.right, y1: y(value), y2: y(value) }),
    svg("text", { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, value.toFixed(0)),
  ]);
  const line = (what, dashes) => {
    let begun = false;
    const d = games.map((game, at) => {
      if (game[what] === null) return "";
      const step = `${begun ? "L" : "M"}${x(at)} ${y(game[what])}`;
      begun = true;
      return step;
    }).join("");
    const path = svg("path", { d, "stroke-dasharray": dashes });
    path.style.setProperty("--side", "var(--brass)");
    return path;
  };
  const label = "Points lost per game: throws as a line, plays as dashes";
  return html("figure", "losses",
    svg("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
      ...grid, line("throws", "none"), line("plays", "6 6")),
    html("figcaption", "quiet", `${label}; the latest game is at the right.`));
}
