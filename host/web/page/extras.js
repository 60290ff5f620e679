// What the board's page offers beside the board: the chance to win, spoken counts, other views; and
// that an entry was taken back.

import { chanceBar } from "./chance.js";
import { changes } from "./changes.js";
import { byId, closesAsMenusDo, html, keepKeysFromBoard, say } from "./dom.js";
import { gameFigures } from "./figures.js";
import { settings } from "./settings.js";
import { answers, views } from "./source.js";
import { announcer, hush } from "./speech.js";

const NOTICE_MS = 3500;

/** Return what to call with each view. `sides` as board.json has them; a watcher's page shows the
 * chance to win and the figures of the game unless they are switched off, the players' page only once they are switched on.
 * `token`: the page's, "" for none. */
export function extras(sides, watching, token) {
  const chosen = settings(watching ? "watch" : "play", { chance: watching, figures: watching, speech: false, sound: false });
  const bar = chanceBar(byId("chance"), sides, () => chosen.values.chance, token);
  const figures = gameFigures(byId("figures"), () => chosen.values.figures, token);
  const announce = announcer(chosen.values);
  const compare = changes();
  let timer = 0;

  const toggle = (name, text, then = () => {}) => {
    const box = html("input");
    box.type = "checkbox";
    box.checked = chosen.values[name];
    box.addEventListener("change", () => {
      chosen.set(name, box.checked);
      then();
    });
    return html("label", "", box, ` ${text}`);
  };
  const link = (address, text) => {
    const element = html("a", "", text);
    element.href = address;
    element.target = "_blank";
    element.rel = "noopener";
    return element;
  };
  byId("extras").append(
    ...answers.includes("chance") ? [toggle("chance", "Chance to win", bar.again)] : [],
    ...answers.includes("figures") ? [toggle("figures", "Figures of the game", figures.again)] : [],
    toggle("speech", "Speak the counts", () => chosen.values.speech || hush()),
    toggle("sound", "Sounds of cards and points"),
    ...views.map(([address, text, keeps]) => link(keeps && token ? `${address}#${token}` : address, text)),
  );
  keepKeysFromBoard(byId("extras"));
  closesAsMenusDo(byId("extras").parentElement);
  return (view) => {
    const change = compare(view);
    announce(change);
    bar.update(view);
    figures.update(view);
    if (!change.undone) return;
    say(byId("undone"), "Taken back");
    clearTimeout(timer);
    timer = setTimeout(() => say(byId("undone"), ""), NOTICE_MS);
  };
}
