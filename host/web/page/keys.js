// Key presses from pointer and keyboard, sent one at a time, because their order matters.

import { press } from "./source.js";

const AGAIN_MS = 1000; // before trying again whether keys arrive

/** By keyboard key: the name of the key on the board that it presses. */
export const KEYBOARD = {
  1: "A", a: "A", 0: "T", t: "T", j: "J", q: "Q", k: "K",
  s: "S", h: "H", d: "D", c: "C", x: "JK",
  g: "GO", u: "UNDO", backspace: "UNDO", m: "MENU",
  arrowleft: "LEFT", arrowright: "RIGHT", enter: "ENTER",
  ...Object.fromEntries([..."23456789"].map((digit) => [digit, digit])),
};

const NOT_LATIN = /^[^\0-\u024f]$/; // one character

/** More keyboard keys in a menu: elsewhere ↑ and Esc do not undo anything. */
const MENU_KEYBOARD = { arrowup: "LEFT", arrowdown: "RIGHT", escape: "UNDO" };

/** Return the names of the keys that accept the choice `index` (from 0) of a menu. */
export function choiceKeys(index) {
  const digits = [...String(index + 1)].map((digit) => KEYBOARD[digit]);
  return ["LEFT", ...digits, "ENTER"]; // an arrow ends a number that was being entered
}

/**
 * Return the name of the key on the board for what was typed. Where a keyboard has digits only with
 * Shift, as in France, or letters of another script, the place of the key counts.
 */
function nameOf(typed, { code, shiftKey }) {
  const place = /^(Key|Digit)(.)$/.exec(code);
  const isByPlace = place && (place[1] === "Digit" ? !shiftKey : NOT_LATIN.test(typed));
  return KEYBOARD[typed] ?? (isByPlace ? KEYBOARD[place[2].toLowerCase()] : undefined);
}

/**
 * Return {press, letGo, letGoOfAll}: what a finger does to key `number`. `onRefused()` is called when
 * the board takes no keys from this page, `onLost(keys)` when these had no answer and are not sent
 * again, `onArrived(isDown)` when one has had its answer.
 */
export function sender(token, { onRefused, onLost, onArrived }) {
  let waiting = []; // changes of keys, {key, isDown}, in their order
  let sending = false;
  let refused = false;
  const down = new Set();

  /** Return whether the board has accepted it. */
  const taken = async ({ key, isDown }) => {
    const answer = await press(key, isDown, token);
    refused = answer === "refused";
    return answer === "taken";
  };
  const sendAll = async () => {
    sending = true;
    while (waiting.length > 0 && !refused) {
      if (await taken(waiting[0])) {
        onArrived(waiting.shift().isDown);
      } else if (refused) {
        onRefused();
      } else {
        // Keys that follow a lost one would have another meaning without it. All of them are
        // released, since it is not known whether the lost one arrived.
        const keys = [...new Set(waiting.map(({ key }) => key))];
        onLost(waiting.filter(({ isDown }) => isDown).map(({ key }) => key));
        waiting = keys.map((key) => ({ key, isDown: false }));
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
    waiting = [];
    sending = false;
  };
  const send = (key, isDown) => {
    if (refused) return;
    waiting.push({ key, isDown });
    if (!sending) sendAll();
  };
  const pressDown = (key) => {
    if (down.has(key)) return;
    down.add(key);
    send(key, true);
  };
  const letGo = (key) => {
    if (down.delete(key)) send(key, false);
  };
  return { press: pressDown, letGo, letGoOfAll: () => [...down].forEach(letGo) };
}

/**
 * Connect the drawn keys and the keyboard. `keys` is a list of {number, name, element};
 * `fingers` is the result of `sender`.
 */
export function connect(keys, fingers) {
  const byName = new Map(keys.map((key) => [key.name, key]));
  const byNumber = new Map(keys.map((key) => [key.number, key]));
  const held = new Map(); // event.code -> key number

  const press = (key) => {
    key.element.classList.add("down");
    fingers.press(key.number);
  };
  const letGo = (key) => {
    key.element.classList.remove("down");
    fingers.letGo(key.number);
  };

  for (const key of keys) listenTo(key, press, letGo);

  // There is no event for a finger that is lifted over another window.
  const letGoOfAll = () => {
    held.clear();
    for (const key of keys) key.element.classList.remove("down");
    fingers.letGoOfAll();
  };
  const release = (code) => {
    const number = held.get(code);
    if (number === undefined) return;
    held.delete(code);
    letGo(byNumber.get(number));
  };
  document.addEventListener("keydown", (event) => {
    // A Mac does not tell the release of a key while Command is down.
    if (event.key === "Meta") letGoOfAll();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const key = meant(event, byName, byNumber);
    if (!key) return;
    event.preventDefault();
    if (event.repeat) return;
    release(event.code); // if its release was not told
    held.set(event.code, key.number);
    press(key);
  });
  document.addEventListener("keyup", (event) => release(event.code));

  window.addEventListener("blur", letGoOfAll);
  window.addEventListener("pagehide", letGoOfAll);
}

function listenTo(key, press, letGo) {
  const { element } = key;
  let pointers = 0;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault(); // otherwise the key gets the focus, and Enter would press it again
    element.setPointerCapture(event.pointerId);
    pointers += 1;
    press(key);
  });
  element.addEventListener("lostpointercapture", () => {
    pointers = 0;
    letGo(key);
  });
  element.addEventListener("click", (event) => {
    // A screen reader sends clicks without pointer events.
    if (event.detail === 0 && pointers === 0) {
      press(key);
      letGo(key);
    }
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Return the key for a keyboard event: the focused one for Space and Enter, otherwise by name. */
function meant(event, byName, byNumber) {
  const typed = event.key.toLowerCase();
  if (typed === "enter" || typed === " ") {
    const focused = event.target.closest?.("[data-key]");
    if (focused) return byNumber.get(Number(focused.dataset.key));
    if (event.target.closest?.("button, summary")) return undefined; // the browser clicks these
  }
  const name = document.body.classList.contains("menu") ? MENU_KEYBOARD[typed] : undefined;
  return byName.get(name ?? nameOf(typed, event));
}
