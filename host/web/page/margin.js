// By how much a game was won.

/** Return the points between the winner and the side that came next; null if there is no other. */
export function marginOf(scores, winner) {
  const others = scores.filter((_, side) => side !== winner);
  return others.length ? Math.min(...others.map((score) => Math.abs(scores[winner] - score))) : null;
}
