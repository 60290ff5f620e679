// The page: draws the board, listens to it, and sends it keys when its address holds the token.

import { drawBoard } from "./board.js";
import { byId, html, say } from "./dom.js";
import { connect, sender } from "./keys.js";
import { listen } from "./live.js";
import { showView } from "./panel.js";

const AGAIN_MS = 1500;
const LINK_WORDS = { live: "Live", lost: "Reconnecting" };

const token = window.location.hash.slice(1);
const plan = await description();
const { keys, show } = drawBoard(plan);

/** Return board.json, however long the server takes to be there. */
async function description() {
  for (;;) {
    try {
      const answer = await fetch("/board.json");
      if (answer.ok) return await answer.json();
    } catch {
      link("lost");
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function watchOnly() {
  byId("watching").hidden = false;
  document.body.classList.add("watcher");
  for (const { element } of keys) {
    element.setAttribute("aria-disabled", "true");
    element.setAttribute("tabindex", "-1");
  }
}

function link(state) {
  const badge = byId("link");
  say(badge, LINK_WORDS[state]);
  badge.classList.toggle("live", state === "live");
  document.body.classList.toggle("lost", state === "lost");
}

function legend() {
  const pairs = [
    ["A 2–9 0 J Q K", "rank"], ["S H D C", "suit"], ["X", "joker"], ["G", "go"],
    ["U", "undo"], ["M", "menu"], ["← →", "choose"], ["↵", "enter"],
  ];
  byId("legend").replaceChildren(
    ...pairs.map(([key, does]) => html("span", "", html("kbd", "", key), ` ${does}`)),
  );
}

if (token) {
  legend();
  connect(keys, sender(token, {
    onRefused: watchOnly,
    onLost: () => link("lost"),
  }));
} else {
  watchOnly();
}
// The address of another start may be opened in the same tab: only its fragment changes.
window.addEventListener("hashchange", () => window.location.reload());
listen({ table: (view) => showView(view, plan.sides), frame: show, link });
