// The pages of the history: the list of games, one game, players; and the game of a link.

import { gamesPage } from "./addresses.js";
import { row } from "./cards.js";
import { byId, html } from "./dom.js";
import { explained } from "./explained.js";
import { linkHere } from "./game_link.js";
import { ask, besideGame, besideLink, besideList, NO_NAMES } from "./games_source.js";
import { gameParts, table } from "./one_game.js";
import { lossesOf } from "./losses.js";
import { marginOf } from "./margin.js";

const asked = new URLSearchParams(window.location.search);
const main = byId("main");

const link = (address, ...content) => {
  const element = html("a", "", ...content);
  element.href = address;
  return element;
};
const gameLink = (id, text) => link(gamesPage(`game=${id}`), text);
const pairLink = (name, other, text) =>
  link(gamesPage(`player=${encodeURIComponent(name)}&with=${encodeURIComponent(other)}`), text);
const playerLink = (name) => link(gamesPage(`player=${encodeURIComponent(name)}`), name);

const heading = (level, text) => html(`h${level}`, "", text);

// The list ---------------------------------------------------------------------------------------

const FORM = 10; // games
const MEANINGS = {
  Finished: "Games that were played to their end.",
  Spread: "Points by which games were won, less those by which games were lost.",
  "Skunks given": "Losers who were skunked, or left in the lurch.",
  "Skunks taken": "Games lost by a skunk, or in the lurch.",
};

const sideOf = (game, seat) => game.side_of[seat];
const isNamed = (game) => game.names.some(Boolean);

/** Return how a game ended: "Ann won by 28, a skunk". */
function outcome(game) {
  if (!game.over) return "not finished";
  if (game.winner === null) return "nobody won";
  const margin = marginOf(game.scores, game.winner);
  const by = margin === null ? "" : ` by ${margin}`;
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
    html("span", game.scores.length > 2 ? "many" : "", ...game.scores.flatMap((score, side) =>
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
  const games = await ask("games");
  if (games.trouble) return [heading(1, "Games"), html("p", "", games.trouble)];
  const none = html("p", "quiet", "No game has been seen yet. Each game that is played here is kept.");
  if (!games.length) return [heading(1, "Games"), none, ...besideList(games)];
  const cards = gameCards(games);
  return [heading(1, "Games"), filters(games, cards), cards, ...besideList(games)];
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
  const [names, games] = await Promise.all([ask("players"), ask("games")]);
  const trouble = names.trouble ?? games.trouble;
  if (trouble) return [heading(1, "Players"), html("p", "", trouble)];
  const none = html("p", "quiet", NO_NAMES);
  const rows = names.map((name) => {
    const form = formOf(games, name);
    return [playerLink(name), form.filter(Boolean).length, form.length, form.length ? formRow(form) : ""];
  });
  return [heading(1, "Players"), names.length ? table(["Player", "Won", "Finished", "Last ten"], rows) : none];
}

/** Return the averages of players beside those of an average player. */
function averages(players, par) {
  const many = (value) => value?.toFixed(2) ?? "";
  const line = (name, role, of, deals) => [`${name}, ${role}`, many(of.play), many(of.hand), many(of.crib), deals];
  const rows = ["dealer", "pone"].flatMap((role) => [
    ...players.map(({ name, averages: own, deals }) => line(name, role, own[role], deals[role])),
    line("Average player", role, par[role], ""),
  ]);
  const shown = table(["As", "Play", "Hand", "Crib", "Deals"], rows);
  return html("div", "", shown, html("p", "quiet", "The average player plays two-handed, with six cards each."));
}

async function pair(name, other) {
  const told = await ask("player", name, other);
  if (told.trouble) return [heading(1, "Head to head"), html("p", "", told.trouble)];
  const both = [told, told.other];
  const skunks = (one) => one["skunks given"] + one["double skunks given"];
  const figures = [["Won", (one) => one.won], ["Spread", (one) => one.spread], ["Skunks given", skunks],
    ["Best hand", (one) => one.best[0]?.points ?? ""]];
  const form = formOf(told.list, told.name);
  return [
    html("h1", "", playerLink(told.name), " against ", playerLink(told.other.name)),
    table(["Of both", ...both.map((one) => one.name)], figures.map(([what, of]) => [what, ...both.map((one) => of(one))])),
    ...(form.length ? [html("p", "", html("span", "quiet", `Last ten of ${told.name}: `), formRow(form))] : []),
    heading(2, "Averages of a deal"), averages(both, told.par),
    heading(2, "Games"), gameCards(told.list),
  ];
}

async function player(name) {
  const told = await ask("player", name);
  if (told.trouble) return [heading(1, "Player"), html("p", "", told.trouble)];
  const best = told.best.map((one) =>
    [one.points, row(one.cards), html("span", "", `${one.what}, `, gameLink(one.game, `Game ${one.game}`))]);
  const rivals = Object.entries(told.against).sort(([one], [other]) => one.localeCompare(other)).map(([rival, { won, games }]) =>
    [playerLink(rival), `${won} of ${games}`, pairLink(told.name, rival, "Head to head")]);
  const form = formOf(told.list, told.name);
  const figures = [
    ["Games", told.games], ["Finished", told.finished], ["Won", told.won], ["Spread", told.spread],
    ["Skunks given", told["skunks given"] + told["double skunks given"]],
    ["Skunks taken", told["skunks taken"] + told["double skunks taken"]],
  ];
  return [
    heading(1, told.name),
    html("dl", "tiles", ...figures.map(([what, many]) => html("div", "", html("dt", "", explained(what, MEANINGS[what])), html("dd", "", String(many))))),
    ...(form.length ? [html("p", "", html("span", "quiet", "Last ten: "), formRow(form))] : []),
    heading(2, "Averages of a deal"), averages([told], told.par),
    lossesOf(told.name, ask),
    ...(best.length ? [heading(2, "Best hands"), table(["Points", "Cards", "Counted as"], best)] : []),
    ...(rivals.length ? [heading(2, "Against"), table(["Player", "Won", "Games of both"], rivals)] : []),
    heading(2, "Games"), gameCards(told.list),
  ];
}

// One game ---------------------------------------------------------------------------------------

async function game(id) {
  const told = await ask("game", id);
  if (told.trouble) return [heading(1, "Game"), html("p", "", told.trouble)];
  const [chances, linked] = await Promise.all([
    ask("chances", id), told.link ? ask("linked", told.link) : null,
  ]);
  const more = linked && !linked.trouble ? linked : {};
  const named = more.game?.sides.map((side, n) => ({ ...side, name: told.sides[n].name }));
  const shown = { ...more, ...told, game: more.game && { ...more.game, sides: named } };
  const parts = gameParts(shown, { ...told, chances: !chances.trouble && chances.some(Boolean) ? chances : null });
  const title = `Game ${told.id}: ${told.game} to ${told.target}, ${told.started || "time not known"}`;
  const [first, ...rest] = parts;
  const pages = html("p", "", ...besideGame(told.id).flatMap((one) => [one, " "]));
  return [heading(1, title), first, pages, ...rest];
}

/** Show the game of the link in this page's address: no history needs to have it. */
async function linked(here) {
  const told = await ask("linked", here);
  if (told.trouble) return [heading(1, "This link cannot be shown"), html("p", "", told.trouble)];
  const day = told.played ? `, ${new Date(told.played * 1000).toLocaleDateString("en-CA")}` : "";
  const pages = html("p", "", ...besideLink(here).flatMap((one) => [one, " "]));
  return [heading(1, `${told.title}${day}`), pages, ...gameParts(told, told)];
}

window.addEventListener("hashchange", () => window.location.reload());
const page = linkHere() ? linked(linkHere()) : asked.has("game") ? game(Number(asked.get("game")) || 0)
  : asked.has("with") ? pair(asked.get("player"), asked.get("with"))
    : asked.has("player") ? player(asked.get("player"))
    : asked.has("players") ? players() : list();
main.replaceChildren(...(await page));
document.title = `Pegboard: ${main.querySelector("h1").textContent}`;
