// What a view has that the one before had not, and what was taken back.

/** Return the key of a count: the same count of the same entry has the same one. Its title may change,
 * as a line's does that is out of play. */
export const countKey = (count) => JSON.stringify([count.entry, count.part, count.points]);

/**
 * Return a function that takes each view and returns {fresh, gone, undone, started}: the counts that
 * are new, the oldest first; the keys of those that are no longer true; whether an entry was taken
 * back; whether this is the first view, of which nothing counts as new.
 */
export function changes() {
  let before = null;
  return (view) => {
    const counts = view.game?.counts ?? [];
    const now = { length: view.length ?? 0, keys: new Set(counts.map(countKey)) };
    const last = before;
    before = now;
    if (!last) return { fresh: [], gone: [], undone: false, started: true };
    const fresh = counts.filter((count) => !last.keys.has(countKey(count)) && count.entry > last.length);
    // A list holds the last few counts only: what has left it at the end is still true.
    const gone = [...last.keys].filter((key) => JSON.parse(key)[0] > now.length || replaced(key, counts));
    return { fresh: fresh.reverse(), gone, undone: now.length < last.length, started: false };
  };
}

/** Whether another count stands now for the entry of this one. Of the oldest entry in a list there
 * may be less than there was. */
function replaced(key, counts) {
  const [entry] = JSON.parse(key);
  const same = counts.filter((count) => count.entry === entry);
  const oldest = counts.at(-1)?.entry ?? 0;
  return same.length > 0 && entry > oldest && !same.some((count) => countKey(count) === key);
}
