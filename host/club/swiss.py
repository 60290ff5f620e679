"""Swiss pairing: who meets whom in the next round, from the standings.

As clubs pair: nobody meets the same player twice, and those with equal points meet, or with as few
points between them as that allows. With an odd number of players the last in the standings who has
had no bye yet has one; a bye brings no points (the rules of evening standings give none).
"""

import random
from collections.abc import Callable, Sequence

from host.errors import EveningError

from .evening import Evening, Pairing
from .standings import Row, Standings

_TRIES_MOST = 200_000


def next_round(
    evening: Evening, told: Standings, shuffle: Callable[[list[Row]], None] = random.shuffle
) -> tuple[Pairing, ...]:
    """Return the pairings of the round that follows those of `evening`; told: its standings. The
    first round is drawn by lot, with `shuffle`.

    Of two players the one who was named first less often, and so has cut or dealt first less
    often, is named first. Raises EveningError where a result is missing, where there are fewer
    than two players, or where no pairing without a rematch is found.
    """
    missing = [
        f"{one.pairing.first} - {one.pairing.second}"
        for met in told.rounds
        for one in met
        if one.pairing.second and not one.scores
    ]
    if missing:
        raise EveningError(f"still to play before the next round: {', '.join(missing)}")
    if len(told.rows) < 2:
        raise EveningError("a round needs two players")
    played = [one for pairings in evening.rounds for one in pairings]
    met = {frozenset((one.first, one.second)) for one in played if one.second}
    byes = {one.first for one in played if not one.second}
    rows = list(told.rows)
    if not evening.rounds:
        shuffle(rows)
    for resting in _resting(rows, byes):
        left = [row for row in rows if row.name != resting]
        pairs = _paired(left, met)
        if pairs is not None:
            first = [one.first for one in played if one.second]
            found = [_turned(a, b, first) for a, b in pairs]
            return (*found, *([Pairing(resting)] if resting else []))
    raise EveningError("no further round without a rematch was found: write one by hand")


def _resting(rows: Sequence[Row], byes: set[str]) -> list[str]:
    """Return who may have the bye, the likeliest first; "" for nobody."""
    if len(rows) % 2 == 0:
        return [""]
    last_first = [row.name for row in reversed(rows)]
    return sorted(last_first, key=lambda name: name in byes)  # a second bye only if there must be


def _paired(rows: Sequence[Row], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """Return pairs without a rematch, None where there are none: the best of those left meets the
    next one in the standings, or the next but one where the others could not be paired then."""
    tries = 0

    def pair(left: tuple[Row, ...]) -> list[tuple[str, str]] | None:
        nonlocal tries
        if not left:
            return []
        best, *others = left
        for other in others:
            tries += 1
            if tries > _TRIES_MOST:
                return None
            if frozenset((best.name, other.name)) in met:
                continue
            rest = pair(tuple(row for row in others if row is not other))
            if rest is not None:
                return [(best.name, other.name), *rest]
        return None

    return pair(tuple(rows))


def _turned(a: str, b: str, first: Sequence[str]) -> Pairing:
    return Pairing(b, a) if first.count(a) > first.count(b) else Pairing(a, b)
