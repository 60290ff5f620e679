"""Plays out the rest of a play between two hands of sensible players: the scores, in order.

Each player knows the line, their own cards, and how many the other holds, but not the other's
cards. Results are cached, because the hands of a deal have most of their ends in common.

A hand is a number here, four bits for each card: its rank from 1 up, the highest card in the
lowest bits. So are the scores of a play, which many plays share. MicroPython finds numbers in a
dict much faster than tuples.
"""

from engine_core.compat import TYPE_CHECKING

from .play_lines import EMPTY, MOST, RANKS, count, fits, laid, replies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Scored = tuple[int, ...]  # points in order: positive of player 0, negative of player 1
    Worth = Callable[[int, int, int], float]

_KEPT_MOST = 120_000
_NEVER = -99.0
_CARDS = 5  # more than a player can hold
_BITS = 4  # of a card
_CARD = 15  # its bits
_POINTS = 64  # more than a card can score, for both players
NOTHING = 0  # the scores of a play in which nobody scores


def careful(line: int, rank: int, others: int) -> float:
    """Return the value of laying this rank on this line: its points, less the other's expected
    points with `others` cards, plus the chance of a go."""
    if not fits(line, rank):
        return _NEVER
    points, after = laid(line, rank)
    worth = float(points)
    if count(after) < MOST:
        scored, stuck = replies(after)
        worth += (stuck / RANKS) ** others - others * scored / RANKS
    return worth


def greedy(line: int, rank: int, others: int) -> float:
    """Return the points of this rank on this line."""
    return float(laid(line, rank)[0]) if fits(line, rank) else _NEVER


def hand_of(ranks: "Iterable[int]") -> int:
    """Return the hand with these ranks, in any order."""
    hand = 0
    for rank in sorted(ranks):
        hand = hand << _BITS | rank + 1
    return hand


def _without(hand, rank):
    at = 0
    while hand >> at & _CARD != rank + 1:
        at += _BITS
    return hand & (1 << at) - 1 | hand >> at + _BITS << at


class PlayOut:
    """The plays of two players who both lay the rank with the highest value by `worth`; of equal
    ones the highest rank, which fits least often later."""

    def __init__(self, worth: "Worth" = careful):
        self._worth = worth
        self._worths: dict[int, list[float | None]] = {}
        self._kept: dict[int, dict[int, int]] = {}  # by line and turn, then by the hands
        self._size = 0
        self._scored: list[tuple[int, ...]] = [()]
        self._numbers: dict[int, int] = {}

    def choice(self, line: int, hand: int, others: int) -> int:
        """Return the rank that a player lays from `hand`, -1 if none fits; others: how many cards
        the other player holds."""
        key = line * _CARDS + others
        known = self._worths.get(key)
        if known is None:
            known = self._worths[key] = [None] * RANKS
        found, best = -1, _NEVER
        while hand:
            rank = (hand & _CARD) - 1
            hand >>= _BITS
            worth = known[rank]
            if worth is None:
                worth = known[rank] = self._worth(line, rank, others)
            if worth > best:
                found, best = rank, worth
        return found

    def after(self, line: int, rank: int, mine: int, others: int, gone: bool) -> int:
        """Return the number of the scores when player 0 lays `rank`, one of `mine`, and after it.

        gone: whether the other has said go in this count.
        """
        if self._size > _KEPT_MOST:
            self._kept.clear()
            self._size = 0
        return self._lay(line, rank, _without(mine, rank), others, 0, gone)

    def scored(self, number: int) -> "Scored":
        """Return the scores with this number."""
        return self._scored[number]

    def _number(self, points, rest):
        """Return the number of the scores that begin with these points."""
        key = rest * _POINTS + points + _POINTS // 2
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._scored)
            self._scored.append((points,) + self._scored[rest])
        return found

    def _lay(self, line, rank, mine, others, player, gone):
        """Return the scores when `player` lays `rank`, which is out of the hand already."""
        points, line = laid(line, rank)
        full = count(line) == MOST
        if not mine and not others:
            points += not full
            rest = NOTHING
        elif full:
            rest = self._lead(mine, others, player)
        elif gone or not (mine if player else others):
            rest = self._on(line, mine, others, player, True, player)
        else:
            rest = self._on(line, mine, others, 1 - player, False, player)
        return self._number(-points if player else points, rest) if points else rest

    def _lead(self, mine, others, last):
        """Return the scores after a restart: the player who did not lay the last card leads, if
        any card is left."""
        player = 1 - last if (mine if last else others) else last
        return self._on(EMPTY, mine, others, player, False, last)

    def _on(self, line, mine, others, player, gone, last):
        """Return the scores from when `player` is in turn; gone: whether the other cannot lay."""
        place = line << 3 | player | gone << 1 | last << 2
        known = self._kept.get(place)
        if known is None:
            known = self._kept[place] = {}
        key = mine << 16 | others  # seven cards at most
        found = known.get(key)
        if found is not None:
            return found
        hand, other = (others, mine) if player else (mine, others)
        rank = self.choice(line, hand, _size(other)) if hand else -1
        if rank >= 0:
            fewer = _without(hand, rank)
            if player:
                found = self._lay(line, rank, mine, fewer, 1, gone or not other)
            else:
                found = self._lay(line, rank, fewer, others, 0, gone or not other)
        elif gone or not other:
            found = self._number(-1 if last else 1, self._lead(mine, others, last))
        else:
            found = self._on(line, mine, others, 1 - player, True, last)
        known[key] = found
        self._size += 1
        return found


def _size(hand):
    """Return the number of cards of a hand of four or fewer."""
    if hand < 1 << 2 * _BITS:
        return int(hand > 0) + int(hand > _CARD)
    return 3 + int(hand >= 1 << 3 * _BITS)
