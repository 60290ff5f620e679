// The page: draws the board, follows it, and sends keys if its address has the token.

import { keepAwakeInPlay } from "./awake.js";
import { drawBoard } from "./board.js";
import { withReducedMotion } from "./reduced_motion.js";
import { byId, fill, html, say } from "./dom.js";
import { endings } from "./ending.js";
import { extras } from "./extras.js";
import { followLink, linkPart } from "./game_link.js";
import { handOf } from "./hand.js";
import { choiceKeys, connect, sender } from "./keys.js";
import { nameSidesOf, offerNames } from "./names.js";
import { news } from "./news.js";
import { button, showView, takeChoices } from "./panel.js";
import { describeAgain, lateText, plan as describe } from "./plan.js";
import { pictureButtons } from "./picture.js";
import { offerSharing } from "./share.js";
import { enter, isRight, listen, shares } from "./source.js";
import { askWhoPlays } from "./who_plays.js";

const LINK_WORDS = {
  live: "Live", lost: "Reconnecting", "keys lost": "Keys do not arrive",
  // For a real board, whose page works even if the board is not connected:
  "board reconnecting": "Reconnecting to the board", "board lost": "The board cannot be reached",
};
const FIRST_VIEW_MS = 300; // after which the board is shown without a view
const REFUSED = "This page is older than the board’s last start, so it can only watch. To play on, "
  + "run pegboard once more: it opens the right page.";
let ofBoard = null; // the link between a real board and its page, according to the last view
let heard = "lost"; // the last reported state of the stream of events
let lostKeys = []; // keys that were not answered
let keysArrive = true;
let press = null; // presses keys by their names, where this page may

followLink();
const token = await enter();
const plan = await describe(() => link("lost"));
const tellExtras = extras(plan.sides, !token || !plan.takes_keys, token);
const askNames = token && plan.takes_keys ? askWhoPlays(token, plan.sides) : () => {};
const tellHand = handOf(token);
const ending = endings(plan.sides, (scene, game, told) => {
  const buttons = told ? pictureButtons(game, told, plan.sides) : [];
  fill(byId("ending"), ...scene, again(), ...buttons, told?.link ? linkPart(told.link, told.qr) : "");
}, () => fill(byId("ending")), token);
const { keys, show, playTo, engrave } = drawBoard(plan);
const stayAwake = keepAwakeInPlay();
const fewer = window.matchMedia("(prefers-reduced-motion: reduce)");
const frame = withReducedMotion(show, () => fewer.matches);

function watchOnly() {
  press = null;
  takeChoices(null);
  byId("watching").hidden = false;
  document.body.classList.add("watcher");
  for (const { element } of keys) {
    element.setAttribute("aria-disabled", "true");
    element.setAttribute("tabindex", "-1");
  }
}

function link(state) {
  if (state === "live" && heard === "lost") checkToken();
  heard = state;
  const badge = byId("link");
  const far = ofBoard && ofBoard.state !== "live" ? `board ${ofBoard.state}` : "live";
  const near = keysArrive ? far : "keys lost";
  const shown = state === "live" ? near : state;
  say(badge, LINK_WORDS[shown]);
  badge.title = ofBoard?.text ?? "";
  badge.classList.toggle("live", shown === "live");
  document.body.classList.toggle("lost", shown !== "live");
}

function receive(view) {
  stayAwake();
  ofBoard = view.link ?? null;
  showView(view, plan.sides);
  playTo(view.game?.target ?? null);
  engrave(view.game?.track === "Crib Wars" || plan.paths.length > 0);
  if (view.layout !== plan.layout) redraw(view.layout);
  nameSidesOf(view, plan.sides);
  askNames(view);
  ending(view);
  tellExtras(view);
  tellHand(view);
  const said = news(view);
  if (said) say(byId("news"), said);
  link("live");
}

/** The board has another layout than the one drawn: draw it, as soon as the server describes it. */
async function redraw(layout) {
  const now = await describeAgain();
  if (now?.layout === layout) window.location.reload();
}

function onLostKeys(numbers) {
  keysArrive = false;
  lostKeys.push(...numbers);
  const labels = lostKeys.map((number) => plan.keys[number].label).join(" ");
  say(byId("unsent"), `No answer to ${labels}. Press again what the board does not show.`);
  link(heard);
}

/** A key was answered; the message about lost ones stays until a pressed key arrives. */
function onArrivedKey(isDown) {
  if (isDown) {
    lostKeys = [];
    say(byId("unsent"), "");
  }
  if (keysArrive) return;
  keysArrive = true;
  link(heard);
}

function onRefused() {
  watchOnly();
  say(byId("unsent"), REFUSED);
}

/** If the board was restarted with another token, say so before a key is pressed in vain. */
async function checkToken() {
  if (token && !(await isRight(token))) onRefused();
}

/** Return what begins the next game of the match, as ENTER does; null where this page only watches. */
function again() {
  if (!press) return null;
  const element = button(() => press(["ENTER"]), "Play again ", html("kbd", "", "ENTER"));
  element.className = "save";
  return element;
}

function pressAll(fingers, names) {
  for (const name of names) {
    const { number } = keys.find((key) => key.name === name);
    fingers.press(number);
    fingers.letGo(number);
  }
}

/** Show how much later watchers see the game, if they do. */
function showDelay(seconds, atOnce) {
  const badge = byId("delayed");
  badge.hidden = !seconds;
  const late = lateText(seconds);
  say(badge, atOnce ? `Watchers: ${late}` : late);
}

function legend() {
  const pairs = [
    ["A 2–9 0 J Q K", "rank"], ["S H D C", "suit"], ["X", "joker"], ["G", "go"],
    ["U", "undo"], ["M", "menu"], ["← →", "choose"], ["←", "leave out"], ["→", "redo"], ["↵", "enter"],
  ];
  byId("legend").replaceChildren(
    ...pairs.map(([key, does]) => html("span", "", html("kbd", "", key), ` ${does}`)),
  );
}

if (token && plan.takes_keys) {
  legend();
  const fingers = sender(token, { onRefused, onLost: onLostKeys, onArrived: onArrivedKey });
  connect(keys, fingers);
  press = (names) => pressAll(fingers, names);
  takeChoices((index) => press(choiceKeys(index)));
} else {
  watchOnly();
}
if (token) {
  if (shares) offerSharing(token);
  offerNames(token, plan.sides);
}
showDelay(plan.delay, Boolean(token));
// The address of another start may be opened in the same tab: only its fragment changes.
window.addEventListener("hashchange", () => window.location.reload());
listen({ view: receive, frame, link }, token, Boolean(token && plan.delay));
setTimeout(() => document.body.classList.remove("waiting"), FIRST_VIEW_MS);
