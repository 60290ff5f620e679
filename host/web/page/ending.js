// The end of a game: who won and by how much, the curve of the scores, and where the points came from.

import { row } from "./cards.js";
import { capital, html, named, svg } from "./dom.js";
import { explained } from "./explained.js";
import { marginOf } from "./margin.js";
import { ask } from "./source.js";

const CURVE = { wide: 480, high: 170, edge: 12 };
const SOON_MS = 400; // after which the end is shown without what is still computed
const PARTS = ["pegged", "hand", "crib", "other"];
const MEANINGS = {
  "Turning point": "The entry from which on the winner led until the end.",
  "Luck of the cut": "What the starters brought, less what all other starters would have brought on average.",
  Play: "Points pegged in the play, with goes, last cards and nibs.",
  Other: "Points given by hand, penalties and muggins.",
};

/**
 * Return what there is to say about a game that has ended. `game` is that of a view, `told` the
 * answer of /game.json: {winner, margin, turn, best, points, luck}; winner: a side, or null; margin:
 * points before the next side, or null; turn: the entry from which on the winner led, or 0; best:
 * {points, cards, what, side}, or null; points: of each side by part; luck: of each side, or null.
 */
export function story(game, told) {
  const scores = game.sides.map(({ score }) => score);
  const winner = scores[game.over.winner] === undefined ? null : game.over.winner;
  // In Backward who reaches the target loses, and the fewest points lead.
  const sign = scores[winner] < game.target && Math.max(...scores) >= game.target ? -1 : 1;
  const sideOf = (seat) => game.seats[seat]?.side ?? 0;
  const counts = told.deals.flatMap(({ counts: all, starter }) =>
    all.map((one) => ({ ...one, cards: starter ? [...one.cards, starter] : one.cards })));
  const best = counts.reduce((most, one) => (one.points > (most?.points ?? 0) ? one : most), null);
  return {
    winner,
    margin: winner === null ? null : marginOf(scores, winner),
    turn: winner === null ? 0 : turningPoint(told.steps, winner, sign),
    best: best && { ...best, side: sideOf(best.seat) },
    points: scores.map((score, side) => pointsOf(told.deals, (seat) => sideOf(seat) === side, score, game.target)),
    luck: told.figures?.sides.map(({ luck }) => luck) ?? null,
  };
}

/** Return the entry after which `winner` led until the end; 0 if that was so from the first points.
 * sign: -1 where the fewest points lead. */
function turningPoint(steps, winner, sign) {
  const leads = ({ scores }) => scores.every((score, side) => side === winner || sign * score < sign * scores[winner]);
  const behind = steps.map((step) => !leads(step) && Math.max(...step.scores) > 0).lastIndexOf(true);
  return behind < 0 || behind === steps.length - 1 ? 0 : behind + 1;
}

/** Return the points of a side by part. A hand that reaches the last hole pegs no more than it needs;
 * `other` are points by hand and the special holes of a track, below 0 where they took more than they gave. */
function pointsOf(deals, isTheirs, score, target) {
  const points = { pegged: 0, hand: 0, crib: 0 };
  let last = "pegged";
  for (const deal of deals) {
    for (const [seat, many] of Object.entries(deal.pegged)) if (isTheirs(Number(seat))) points.pegged += many;
    for (const { seat, what, points: many } of deal.counts) {
      if (!isTheirs(seat) || !(what in points)) continue;
      points[what] += many;
      last = what;
    }
  }
  const other = score - points.pegged - points.hand - points.crib;
  if (other >= 0 || score < target) return { ...points, other };
  points[last] += other;
  return { ...points, other: 0 };
}

export const rgbOf = (sides, side) => `rgb(${sides[side.colour].rgb.join(",")})`;

/** Return the corners of the curve of a side: [x, y] in a field of `wide` and `high`, steps included. */
export function corners(steps, side, target, wide, high) {
  const x = (at) => (wide * at) / Math.max(steps.length - 1, 1);
  const y = (score) => high - (high * Math.min(Math.max(score, 0), target)) / target;
  return steps.flatMap(({ scores }, at) =>
    [...(at ? [[x(at), y(steps[at - 1].scores[side])]] : []), [x(at), y(scores[side])]]);
}

function curve(game, told, about, sides) {
  const { wide, high, edge } = CURVE;
  const [inWide, inHigh] = [wide - 2 * edge, high - 2 * edge];
  const lines = game.sides.flatMap((side, n) => {
    const points = corners(told.steps, n, game.target, inWide, inHigh)
      .map(([x, y]) => `${(x + edge).toFixed(1)},${(y + edge).toFixed(1)}`).join(" ");
    return ["outline", "line"].map((name) => {
      const line = svg("polyline", { class: name, points });
      line.style.setProperty("--side", rgbOf(sides, side));
      return line;
    });
  });
  const at = about.turn;
  const turn = at ? [svg("line", {
    class: "turn", x1: edge + (inWide * at) / (told.steps.length - 1), x2: edge + (inWide * at) / (told.steps.length - 1),
    y1: edge, y2: high - edge,
  })] : [];
  return svg("svg", {
    class: "ending-curve", viewBox: `0 0 ${wide} ${high}`, role: "img",
    "aria-label": `Scores: ${game.sides.map(({ name, score }) => `${name} ${score}`).join(", ")}`,
  }, svg("line", { class: "grid", x1: edge, x2: wide - edge, y1: high - edge, y2: high - edge }),
  svg("line", { class: "grid", x1: edge, x2: wide - edge, y1: edge, y2: edge }), ...turn, ...lines);
}

const points = (many) => (many === 1 ? "1 point" : `${many} points`);
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** Return the sentences of the end, as [title, parts]. */
export function facts(game, told, about) {
  const name = (side) => game.sides[side].name;
  const found = [];
  if (about.turn) {
    const { deal } = told.steps[about.turn]; // 0 where nothing is dealt
    found.push(["Turning point", [`${deal ? `deal ${deal}: ` : ""}${name(about.winner)} leads from there`]]);
  }
  if (about.best) {
    const { what, side, cards } = about.best;
    found.push([`Best ${what === "crib" ? game.words.crib : what}`, [`${name(side)}, ${points(about.best.points)}`, row(cards, "small")]]);
  }
  if (about.luck?.every((luck) => luck !== null)) {
    found.push(["Luck of the cut", [about.luck.map((luck, side) => `${name(side)} ${signed(luck)}`).join(", ")]]);
  }
  return found;
}

/** Return the words under the name of the winner: the margin, and what the board says of skunks. */
export function underline(game, about) {
  const by = about.margin ? `by ${points(about.margin)}` : "";
  const skunk = game.over.text.split(". ").slice(1).join(". ");
  return [by, skunk].filter(Boolean).join(". ");
}

function sources(game, about, sides) {
  const parts = PARTS.filter((part) => about.points.some((one) => one[part]));
  const names = { pegged: "Play", hand: "Hands", crib: `${capital(game.words.crib)}s`, other: "Other" };
  const head = html("tr", "", html("td"), ...parts.map((part) => html("th", "", explained(names[part], MEANINGS[names[part]]))));
  const rows = game.sides.map((side, n) => {
    const pip = html("span", "pip");
    pip.style.setProperty("--side", rgbOf(sides, side));
    return html("tr", "", html("th", "", pip, side.name), ...parts.map((part) => html("td", "", String(about.points[n][part]))));
  });
  return html("table", "sources", html("caption", "unseen", "Where the points came from"), head, ...rows);
}

/** Return the elements of the scene. `game` is that of a view, `told` the answer of /game.json or null. */
export function scene(game, told, sides) {
  if (!told) return [html("h2", "", title(game)), html("p", "margin", game.over.text)];
  const [head, margin, ...rest] = endOf(game, told, sides);
  const about = story(game, told);
  return [head, margin, told.steps.length > 1 ? curve(game, told, about, sides) : "", ...rest].filter(Boolean);
}

function title({ sides, over }) {
  const winner = sides[over.winner];
  return winner ? named(`${winner.name} ${/ and /.test(winner.name) ? "win" : "wins"}`, "won") : named("The end", "won");
}

/** Return what is said of the end, without the curve. */
export function endOf(game, told, sides) {
  const about = story(game, told);
  const score = game.sides.map((side) => side.score).join(" : ");
  return [
    html("h2", "", title(game), html("span", "final", score)),
    html("p", "margin", underline(game, about) || game.over.text),
    html("dl", "facts", ...facts(game, told, about).map(([what, said]) =>
      html("div", "", html("dt", "", explained(what, MEANINGS[what])), html("dd", "", ...said.flatMap((part) => [part, " "]))))),
    sources(game, about, sides),
  ];
}

/** Return a function that takes each view and calls `show(elements, game, told)` at the end of a game,
 * `hide()` where there is none. `sides` are those of board.json; `token`: the page's, where it has one. */
export function endings(sides, show, hide, token = "") {
  let shown = null;
  return async (view) => {
    const { game } = view;
    const now = game?.over && view.mode === "over" ? JSON.stringify([game.over, game.sides, view.length]) : null;
    if (now === shown) return;
    shown = now;
    if (!now) return hide();
    const tell = (told) => shown === now && show(scene(game, told, sides), game, told);
    const soon = setTimeout(tell, SOON_MS, null);
    const told = await ask("game.json", token);
    clearTimeout(soon);
    tell(told);
  };
}
