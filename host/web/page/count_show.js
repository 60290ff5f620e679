// The counts of hands one after another, each item by item, long enough to be followed.

import { countKey } from "./changes.js";

const ITEM_MS = 1300;
const WHOLE_MS = 3200; // the count as a whole, after its last item
const WAITING_MOST = 8;

/**
 * Return {add, drop, clear, now}. `now()` is {count, said} of the count that is shown, with how many of its
 * items have been said; null for none. `changed()` is called whenever that changes by itself.
 */
export function countShow(changed, later = setTimeout) {
  let waiting = [];
  let shown = null;
  let turn = 0; // of the timer that counts; an older one does nothing

  const next = () => {
    turn += 1;
    const count = waiting.shift();
    shown = count ? { count, said: 0 } : null;
    if (shown) step(turn);
  };
  const step = (mine) => {
    const whole = shown.said > shown.count.items.length;
    later(() => {
      if (mine !== turn) return;
      if (whole) next();
      else {
        shown = { ...shown, said: shown.said + 1 };
        step(mine);
      }
      changed();
    }, whole ? WHOLE_MS : ITEM_MS);
  };
  return {
    now: () => shown,
    add: (count) => {
      waiting = [...waiting, count].slice(-WAITING_MOST);
      if (!shown) next();
    },
    clear: () => {
      waiting = [];
      if (shown) next();
    },
    drop: (keys) => {
      waiting = waiting.filter((count) => !keys.includes(countKey(count)));
      if (shown && keys.includes(countKey(shown.count))) next();
    },
  };
}
