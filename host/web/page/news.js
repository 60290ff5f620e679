// What is new since the last view, for a screen reader.

let before = null;

/** Return what to say about `view` (see host/mirror/view.py): "" for the first one, and if the
 * prompt already says everything new. */
export function news(view) {
  const now = { menu: chosen(view.menu), counted: counted(view.game), scores: scores(view.game) };
  const last = before;
  before = now;
  if (!last) return "";
  const changed = Object.keys(now).filter((what) => now[what] !== last[what]);
  return changed.map((what) => now[what]).filter(Boolean).join(" ");
}

function chosen(menu) {
  if (!menu) return "";
  const { choices, texts, at } = menu;
  return `${choices[at]}, ${at + 1} of ${choices.length}. ${texts?.[at] ?? ""}`.trim();
}

function counted(game) {
  const newest = game?.counts[0];
  if (!newest) return "";
  const points = newest.points === null ? "" : `: ${newest.points}`;
  return `${newest.title}${points}. ${newest.spoken ? `${newest.spoken}.` : ""}`.trim();
}

function scores(game) {
  const sides = game?.sides.map(({ name, score }) => `${name} ${score}`) ?? [];
  return sides.length ? `${sides.join(", ")}.` : "";
}
