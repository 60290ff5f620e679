"""The fifteen throws from six cards, with the value of each."""

from engine_core.count import show

from . import tables
from .portable import cache, combinations
from .show_chance import PlayOutcomes, ShowChance

SIX = 6


def ranked(hand: list[int], role: int, scores: tuple[int, int] | None, target: int) -> list[dict]:
    """Return a row for each of the fifteen throws from `hand`, the best first.

    hand: six cards; role: whose hand it is, 0 the dealer, 1 the pone; scores: the dealer's and
    the pone's, or None. A row has `throw` (two cards), `hand` (average over the 46 starters),
    `crib` (average), `pegging` (this player's average, less the other's), `total` (the crib counts
    against the pone) and `win`, the chance from 0 to 1 at `scores` or at 0 to 0. With scores the
    best has the highest chance to win, without them the highest total.
    """
    outcomes = _outcomes(target, *(scores or (0, 0)))
    rows = [
        _row(hand, thrown, role, scores or (0, 0), target, outcomes)
        for thrown in combinations(sorted(hand), 2)
    ]
    first, then = ("win", "total") if scores else ("total", "win")
    rows.sort(key=lambda row: (-row[first], -row[then], row["throw"]))
    return rows


def _outcomes(target, dealer, pone):
    plays, most = _plays_by_points()
    if max(dealer, pone) + most >= target:  # then their order matters
        plays = _plays_in_order()
    return PlayOutcomes(target, dealer, pone, plays)


@cache
def _plays_in_order():
    return [(1, [(role, points) for _, role, points, _ in scored]) for _, scored in tables.plays()]


@cache
def _plays_by_points():
    """Return how often each pair of points is pegged, as plays with a score for each role, and the
    most points of a role."""
    found: dict[int, int] = {}
    for _, scored in _plays_in_order():
        points = [0, 0]
        for role, more in scored:
            points[role] += more
        key = points[0] * tables.MOST + points[1]
        found[key] = found.get(key, 0) + 1
    both = [(times, key // tables.MOST, key % tables.MOST) for key, times in found.items()]
    most = max([max(dealer, pone) for _, dealer, pone in both])
    return [
        (times, [(tables.DEALER, dealer), (tables.PONE, pone)]) for times, dealer, pone in both
    ], most


def _row(hand, thrown, role, scores, target, outcomes):
    kept = [card for card in sorted(hand) if card not in thrown]
    unseen = [card for card in range(52) if card not in hand]
    times = [0] * tables.MOST
    for starter in unseen:
        times[show.count(kept, starter)] += 1
    own = [n / len(unseen) for n in times]
    average = sum([points * n for points, n in enumerate(times)]) / len(unseen)
    low, high = [card >> 2 for card in thrown]
    suited = thrown[0] & 3 == thrown[1] & 3
    crib = tables.crib_average(role, low, high, suited)
    ranks = tuple([card >> 2 for card in kept])
    pegs = tables.peg_averages(role, ranks)
    other = tables.hand_chances(1 - role)
    chances = tables.crib_chances(role, low, high, suited)
    if role == tables.DEALER:
        after = ShowChance(target, other, own, chances)
        means = pegs
    else:
        after = ShowChance(target, own, other, chances)
        means = pegs[1], pegs[0]
    dealer_wins = outcomes.chance(after, means)
    pegging = pegs[0] - pegs[1]
    return {
        "throw": list(thrown),
        "hand": average,
        "crib": crib,
        "pegging": pegging,
        "total": average + (crib if role == tables.DEALER else -crib) + pegging,
        "win": dealer_wins if role == tables.DEALER else 1 - dealer_wins,
    }
