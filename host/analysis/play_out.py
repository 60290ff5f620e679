"""Plays out the rest of a play between two hands of sensible players: the scores, in order.

Each player knows the line, their own cards, and how many the other holds, but not the other's
cards. Results are cached, because the hands of a deal have most of their ends in common.
"""

from collections.abc import Callable

from .play_lines import EMPTY, MOST, RANKS, count, row

Hand = tuple[int, ...]  # ranks, the highest first
Scored = tuple[int, ...]  # points in order: positive of player 0, negative of player 1
Worth = Callable[[int, int], "list[float]"]

_KEPT_MOST = 120_000
_NEVER = -99.0
_CARDS = 5  # more than a player can hold


def careful(line: int, others: int) -> "list[float]":
    """Return the value of laying each rank on this line: its points, less the other's expected
    points with `others` cards, plus the chance of a go."""
    found = []
    for laid in row(line):
        if laid is None:
            found.append(_NEVER)
            continue
        points, after = laid
        worth = float(points)
        if count(after) < MOST:
            replies = row(after)
            scored = sum([reply[0] for reply in replies if reply])
            stuck = replies.count(None) / RANKS
            worth += stuck**others - others * scored / RANKS
        found.append(worth)
    return found


def greedy(line: int, others: int) -> "list[float]":
    """Return the points of each rank on this line."""
    return [_NEVER if laid is None else float(laid[0]) for laid in row(line)]


class PlayOut:
    """The plays of two players who both lay the rank with the highest value by `worth`; of equal
    ones the highest rank, which fits least often later."""

    def __init__(self, worth: Worth = careful):
        self._worth = worth
        self._worths: dict[int, Callable[[int], float]] = {}
        self._kept: dict[tuple, Scored] = {}

    def choice(self, line: int, hand: Hand, others: int) -> int:
        """Return the rank that a player lays from `hand`, which is not empty, -1 if none fits;
        others: how many cards the other player holds."""
        key = line * _CARDS + others
        of = self._worths.get(key)
        if of is None:
            of = self._worths[key] = self._worth(line, others).__getitem__
        best = max(hand, key=of)
        return best if of(best) > _NEVER else -1

    def after(self, line: int, rank: int, mine: Hand, others: Hand, gone: bool) -> Scored:
        """Return the scores when player 0 lays `rank`, one of `mine`, and after it.

        gone: whether the other has said go in this count.
        """
        if len(self._kept) > _KEPT_MOST:
            self._kept.clear()
        return self._lay(line, rank, mine, others, 0, gone)

    def _lay(self, line, rank, mine, others, player, gone):
        points, line = row(line)[rank]
        full = count(line) == MOST
        if player:
            at = others.index(rank)
            others = others[:at] + others[at + 1 :]
        else:
            at = mine.index(rank)
            mine = mine[:at] + mine[at + 1 :]
        if not mine and not others:
            points += not full
            return (-points if player else points,)
        if full:
            rest = self._lead(mine, others, player)
        elif gone or not (mine if player else others):
            rest = self._on(line, mine, others, player, True, player)
        else:
            rest = self._on(line, mine, others, 1 - player, False, player)
        if points:
            return (-points if player else points, *rest)
        return rest

    def _lead(self, mine, others, last):
        """Return the scores after a restart: the player who did not lay the last card leads, if
        any card is left."""
        player = 1 - last if (mine if last else others) else last
        return self._on(EMPTY, mine, others, player, False, last)

    def _on(self, line, mine, others, player, gone, last):
        """Return the scores from when `player` is in turn; gone: whether the other cannot lay."""
        key = (line, mine, others, player + 2 * gone + 4 * last)
        found = self._kept.get(key)
        if found is not None:
            return found
        hand, other = (others, mine) if player else (mine, others)
        rank = self.choice(line, hand, len(other)) if hand else -1
        if rank >= 0:
            found = self._lay(line, rank, mine, others, player, gone or not other)
        elif gone or not other:
            found = (-1 if last else 1, *self._lead(mine, others, last))
        else:
            found = self._on(line, mine, others, 1 - player, True, last)
        self._kept[key] = found
        return found
