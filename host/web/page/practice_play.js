// The play of the four cards that were kept, against the program.

import { card, row } from "./cards.js";
import { html } from "./dom.js";
import { played } from "./practice_source.js";

const FOR = { nibs: " for the jack", go: " for the go", "last card": " for the last card", hand: " for the hand" };
const NUMBERS = 4;

/** Return a button; `content` is text or an element. */
export function button(content, clicked, className = "act") {
  const element = html("button", className, content);
  element.type = "button";
  element.addEventListener("click", clicked);
  return element;
}

const points = ({ points: many, what }) => `${many} point${many === 1 ? "" : "s"}${FOR[what] ?? ""}`;

/** Return the lines of what happened: a card and its points are one. */
function lines(told) {
  const found = [];
  let open = null; // the line of the latest card, and whose it is
  for (const one of told) {
    const who = one.you ? "You" : "Your opponent";
    if (one.card) {
      open = { you: one.you, line: html("li", one.you ? "own" : "", `${who}: `, card(one.card), ` ${one.count}`) };
      found.push(open.line);
    } else if (one.what === "play" && open?.you === one.you) {
      open.line.append(`, ${points(one)}`);
    } else {
      found.push(html("li", one.you ? "own" : "", `${who}: ${one.points ? points(one) : `go at ${one.go}`}`));
    }
  }
  return found;
}

/** Return an element with the offer to play the four cards that are left of the problem `seed`
 * after the throw `chosen`. */
export function playFour(seed, chosen) {
  const element = html("section", "play-four");
  const offer = (text) => button(text, () => {
    const deal = [...crypto.getRandomValues(new Uint32Array(NUMBERS))].map((one) => one.toString(36)).join("");
    step([], deal);
  });
  async function step(laid, deal) {
    for (const one of element.querySelectorAll("button")) one.disabled = true;
    const found = await played(seed, chosen, deal, laid);
    if (found.trouble) {
      element.replaceChildren(html("p", "said", found.trouble), offer("Play these four cards"));
      return;
    }
    const log = html("ol", "told", ...lines(found.told));
    const parts = found.over ? [
      html("p", "said", `The play is over, and the hands are counted: you ${found.scores[0]}, your opponent ${found.scores[1]}.`),
      html("p", "", "Your opponent kept ", row(found.theirs)), offer("Play them again"),
    ] : turn(found, laid, deal);
    element.replaceChildren(html("h2", "", "The play"), html("p", "", "The starter: ", row([found.starter])), log, ...parts);
    if (laid.length) element.querySelector("button:enabled")?.focus();
  }
  function turn(found, laid, deal) {
    const cards = found.hand.map((text) => {
      const one = button(card(text), () => step([...laid, text], deal), "choice");
      one.disabled = !found.fitting.includes(text);
      return one;
    });
    const go = found.fitting.length ? [] : [button("Go", () => step([...laid, "go"], deal))];
    const asked = found.fitting.length ? "Lay a card." : "No card fits: say go.";
    return [html("p", "", html("span", "quiet", "On the table: "), found.line.length ? row(found.line) : "nothing yet"),
      html("p", "said", asked), html("div", "choices whole-hand", ...cards), ...go];
  }
  element.append(offer("Play these four cards"));
  return element;
}
