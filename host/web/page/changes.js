// The differences between a view and the one before: new counts and undone ones.

/** Return the key that identifies a count. Its title may change, as a line's does. */
export const countKey = (count) => JSON.stringify([count.entry, count.part, count.points]);

/**
 * Return a function that takes each view and returns {fresh, gone, undone, started, laid, won}: the
 * new counts, oldest first; the keys of counts that are no longer valid; whether an entry was undone;
 * whether this is the first view, in which nothing is new; and whether a card was laid, or the game
 * won, with it.
 */
export function changes() {
  let before = null;
  return (view) => {
    const counts = view.game?.counts ?? [];
    const now = {
      length: view.length ?? 0, keys: new Set(counts.map(countKey)),
      over: Boolean(view.game?.over), line: view.game?.line?.join() ?? "",
    };
    const last = before;
    before = now;
    if (!last) return { fresh: [], gone: [], undone: false, started: true, laid: false, won: false };
    const fresh = counts.filter((count) => !last.keys.has(countKey(count)) && count.entry > last.length);
    // A list has only the last few counts: those dropped at its end are still valid.
    const gone = [...last.keys].filter((key) => JSON.parse(key)[0] > now.length || replaced(key, counts));
    const undone = now.length < last.length;
    return {
      fresh: fresh.reverse(), gone, undone, started: false,
      laid: !undone && now.line !== last.line && now.line !== "",
      won: !undone && now.over && !last.over,
    };
  };
}

/** Return whether the entry of this count has another count now. The oldest entry in a list may
 * have lost some of its counts. */
function replaced(key, counts) {
  const [entry] = JSON.parse(key);
  const same = counts.filter((count) => count.entry === entry);
  const oldest = counts.at(-1)?.entry ?? 0;
  return same.length > 0 && entry > oldest && !same.some((count) => countKey(count) === key);
}
