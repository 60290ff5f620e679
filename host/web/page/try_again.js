// A decision to try again: choose the cards, and see what that choice is worth beside the best.

import { card, row } from "./cards.js";
import { capital, html } from "./dom.js";

const costText = ([points, chance], about) => {
  if (!points && !chance) return "the best";
  return `${about}${points.toFixed(1)} points and ${chance.toFixed(1)} % less than the best`;
};

/** Return the element of `again`, one of the review's decisions. */
export function tryAgain(again) {
  const isThrow = again.kind === "throw";
  const chosen = new Set();
  const about = isThrow ? "" : "about ";
  const buttons = again.hand.map((text) => {
    const button = html("button", "choice", card(text));
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.disabled = !isThrow && !(text in again.worth);
    button.addEventListener("click", () => choose(text));
    return button;
  });
  const said = html("p", "said");
  said.setAttribute("role", "status");
  function choose(text) {
    if (!chosen.delete(text)) chosen.add(text);
    if (chosen.size > again.take) chosen.delete([...chosen][0]);
    again.hand.forEach((one, n) => buttons[n].setAttribute("aria-pressed", String(chosen.has(one))));
    said.textContent = chosen.size === again.take ? verdict() : "";
  }
  function verdict() {
    const key = again.hand.filter((one) => chosen.has(one)).join(" ");
    const found = again.worth[key] ?? again.worth[[...chosen].reverse().join(" ")];
    const same = again.own.every((one) => chosen.has(one));
    return `${same ? "As in the game: " : ""}${costText(found, about)}.`;
  }
  const asked = isThrow ? "Find the better throw" : "Find the better card";
  const answer = html("details", "answer",
    html("summary", "", "Show it"),
    html("p", "", "Best: ", row(again.best), " In the game: ", row(again.own)),
    html("p", "", `${capital(again.text)}.`));
  return html("section", "again",
    html("h3", "", `Deal ${again.deal}. ${asked}`),
    html("p", "quiet", `${again.position}.`),
    ...(isThrow ? [] : [html("p", "", html("span", "quiet", "On the table: "),
      again.line.length ? row(again.line) : "nothing yet")]),
    html("div", "choices", ...buttons), said, answer);
}
