// The counts of hands, one after another and item by item, slowly enough to follow.

import { countKey } from "./changes.js";

const ITEM_MS = 1300;
const WHOLE_MS = 3200; // the count as a whole, after its last item
const WAITING_MOST = 8;

/**
 * Return {add, drop, clear, now}. `now()` returns {count, said}: the count that is shown and how
 * many of its items have been shown; or null. `changed()` is called whenever that changes by
 * itself.
 */
export function countShow(changed, later = setTimeout) {
  let waiting = [];
  let shown = null;
  let turn = 0; // of the current timer; older timers do nothing

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
