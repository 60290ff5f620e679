// Little cards, from texts such as "5H", "TD", "JK".

import { html } from "./dom.js";

const SUITS = {
  S: { sign: "♠", name: "spades", red: false },
  H: { sign: "♥", name: "hearts", red: true },
  D: { sign: "♦", name: "diamonds", red: true },
  C: { sign: "♣", name: "clubs", red: false },
};
const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};

const rankSign = (rank) => (rank === "T" ? "10" : rank);

/** Return the card's name in words: "five of hearts". */
export function spoken(text) {
  if (text === "JK") return "joker";
  const suit = SUITS[text[1]];
  return suit ? `${RANKS[text[0]] ?? text[0]} of ${suit.name}` : RANKS[text] ?? text;
}

/** Return the words of a card that is written with the sign of its suit: "jack of spades" for "J" and
 * "♠", "spades" for the sign alone. */
export function cardInWords(rank, sign) {
  const suit = Object.values(SUITS).find((one) => one.sign === sign).name;
  return rank ? `${RANKS[rank === "10" ? "T" : rank]} of ${suit}` : suit;
}

/** Return the element of one card. A rank alone ("5") is a card whose suit is not known, or, of
 * the class "half", one that waits for its suit. */
export function card(text, className = "") {
  const suit = SUITS[text.slice(1)];
  const kind = text === "JK" ? "joker" : suit ? (suit.red ? "red" : "black") : "suitless";
  const face = text === "JK" ? ["★"] : [rankSign(text[0])];
  if (suit) face.push(suit.sign);
  else if (className === "half") face.push("?");
  const element = html("span", `card ${kind} ${className}`.trim());
  for (const part of face) {
    const sign = html("span", "", part);
    sign.setAttribute("aria-hidden", "true");
    element.append(sign);
  }
  element.append(html("span", "unseen", spoken(text)));
  element.dataset.card = text;
  return element;
}

/** Return a row of cards, the last of them marked when `mark` is set. */
export function row(texts, className = "", mark = false) {
  const last = texts.length - 1;
  return html(
    "span",
    `cards ${className}`.trim(),
    ...texts.map((text, index) => card(text, mark && index === last ? "latest" : "")),
  );
}

/** Return the back of a card, for one that is still in a hand. */
export function back() {
  const element = html("span", "card back");
  element.setAttribute("aria-hidden", "true");
  return element;
}
