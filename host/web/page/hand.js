// The hand of the person who plays against the board: choose two cards to throw, then lay them.

import { card } from "./cards.js";
import { byId, html, keepKeysFromBoard } from "./dom.js";
import { dealtHand, useCards } from "./source.js";

const ASKED = {
  throw: "Choose two cards to throw to the crib.", play: "Your turn: lay a card.",
  go: "No card fits: say go.", "": "Your hand.",
};
const THROWN = 2;

/** Return what to call with each view; `token`: this page's. Where the board does not deal, nothing
 * is shown. */
export function handOf(token) {
  let asked = null; // the number of the hand in the last view
  const place = byId("hand");
  if (token) keepKeysFromBoard(place);
  return async (view) => {
    if (!token || view.dealt === undefined || view.dealt === asked) return;
    const wanted = view.dealt;
    asked = wanted;
    const hand = await dealtHand(token);
    if (wanted !== asked) return; // a later hand has been asked for, and its answer may be here already
    if (!hand) asked = null; // no answer: ask again with the next view
    place.hidden = !hand?.cards.length;
    if (!place.hidden) show(hand, place, token);
  };
}

function show(hand, place, token) {
  const said = html("p", "dealt-said", ASKED[hand.ask]);
  said.setAttribute("role", "status");
  const chosen = new Set();
  const send = async (what, cards) => { said.textContent = (await useCards(what, cards, token)) || ASKED[hand.ask]; };
  const buttons = hand.cards.map((text) => {
    const button = html("button", "dealt-card", card(text));
    button.type = "button";
    button.disabled = !["throw", "play"].includes(hand.ask);
    button.addEventListener("mousedown", (event) => event.preventDefault()); // the keys stay the board's
    button.addEventListener("click", () => {
      if (hand.ask === "play") {
        send("play", [text]);
        return;
      }
      if (!chosen.delete(text) && chosen.size < THROWN) chosen.add(text);
      button.setAttribute("aria-pressed", String(chosen.has(text)));
      done.disabled = chosen.size !== THROWN;
    });
    return button;
  });
  const done = html("button", "dealt-done", hand.ask === "go" ? "Go" : "Throw these two");
  done.type = "button";
  done.hidden = !["throw", "go"].includes(hand.ask);
  done.disabled = hand.ask === "throw";
  done.addEventListener("mousedown", (event) => event.preventDefault());
  done.addEventListener("click", () => (hand.ask === "go" ? send("play", []) : send("throw", [...chosen])));
  place.replaceChildren(said, html("div", "dealt-cards", ...buttons), done);
}
