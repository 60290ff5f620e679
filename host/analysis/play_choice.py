"""Values each card that a player may lay: in points, and in the chance to win.

The card is played against all hands that the other may have, each weighted by how often such a
player keeps it, and the rest of the play is played out between the two. Its value in points is the
player's score in the rest of the play less the other's.
"""

from functools import lru_cache
from typing import NamedTuple

from engine_core.count import show
from engine_core.count.rank_points_cache import KEY, points_by_key

from . import tables
from .kept_hands import likely_hands
from .play_lines import fits, line_of
from .play_out import PlayOut, greedy
from .seat_view import SeatView
from .show_chance import ShowChance, certain
from .tables import DEALER

_CARDS = 4


class Choice(NamedTuple):
    """card: the lowest suit of its rank that is held; points: as above; given: the other's score;
    win: the chance to win, from 0 to 1."""

    card: int
    points: float
    given: float
    win: float


class PlayChoice:
    """Ranks the cards of a play, and caches the plays. Not thread-safe."""

    def __init__(self):
        self._careful = PlayOut()
        self._plain = PlayOut(greedy)

    def ranked(self, view: SeatView) -> list[Choice]:
        """Return a choice for each rank that can be laid, the likeliest to win first; of equal
        ones the one with more points, then the lower rank."""
        line = line_of([card >> 2 for card in view.line])
        held = {card >> 2: card for card in sorted(view.hand, reverse=True)}
        mine = tuple(sorted([card >> 2 for card in view.hand], reverse=True))
        hands = others_hands(view)
        outcome = _Outcome(view)
        after, gone = self._careful.after, view.other_gone
        found = []
        for rank in sorted(held):
            if not fits(line, rank):
                continue
            points = given = win = 0.0
            for rest, share, shown in hands:
                scored = after(line, rank, mine, rest, gone)
                net, lost, ends = outcome.of(scored)
                points += share * net
                given += share * lost
                win += share * (ends[shown] if shown in ends else outcome.win(ends, shown))
            found.append(Choice(held[rank], points, given, win))
        found.sort(key=lambda one: (-round(one.win, 9), -round(one.points, 9), one.card))
        return found

    def plain_difference(self, view: SeatView, card: int, other: int) -> float:
        """Return how many points more `card` is worth than `other` if both players then lay the
        card that scores most at once. It shows how far a difference depends on the rest of the
        play."""
        line = line_of([card >> 2 for card in view.line])
        mine = tuple(sorted([card >> 2 for card in view.hand], reverse=True))
        after, gone = self._plain.after, view.other_gone
        found = 0.0
        for rest, share, _ in others_hands(view):
            more = sum(after(line, card >> 2, mine, rest, gone))
            found += share * (more - sum(after(line, other >> 2, mine, rest, gone)))
        return found


def others_hands(view: SeatView) -> list[tuple[tuple[int, ...], float, int]]:
    """Return the sets of ranks that the other may still hold, the highest first, each with its
    weight and the points of that hand at the show, by ranks alone."""
    left = [4] * tables.RANKS
    for card in (*view.hand, *view.own, *view.thrown, *view.others, view.starter):
        left[card >> 2] -= 1
    played = tuple([card >> 2 for card in view.others])
    found = likely_hands(1 - view.role, played, left, view.other_room)
    # A hand that such a player never keeps, or a go that was a mistake.
    found = found or likely_hands(1 - view.role, played, left, view.other_room, every=True)
    found = found or likely_hands(1 - view.role, played, left, 0, every=True)
    whole = sum([weight for _, weight in found])
    key = KEY[view.starter] + sum([KEY[card] for card in view.others])
    return [
        (rest[::-1], weight / whole, points_by_key[key + sum([KEY[rank * 4] for rank in rest])])
        for rest, weight in found
    ]


class _Outcome:
    """Computes a player's chance to win from the scores in the rest of the play."""

    def __init__(self, view):
        self._view = view
        self._own = show.count([*view.own, *view.hand], view.starter)
        self._of: dict = {}
        self._ends: dict = {}

    def of(self, scored):
        """Return, after such an end of the play, the points, own less the other's; the other's
        alone; and the chances known so far, by the points of the other's hand."""
        found = self._of.get(scored)
        if found is None:
            end = self._end(scored)
            ends = self._ends.setdefault(end, {None: end})
            lost = -sum([points for points in scored if points < 0])
            found = self._of[scored] = sum(scored), lost, ends
        return found

    def _end(self, scored):
        """Return both scores after the play, the player's own first; True if the player has won in
        it, False if the other has."""
        view = self._view
        own, other = view.scores if view.role == DEALER else view.scores[::-1]
        for points in scored:
            if points > 0:
                own += points
            else:
                other -= points
            if own >= view.target:
                return True
            if other >= view.target:
                return False
        return own, other

    def win(self, ends, shown):
        """Return the chance, and cache it in `ends`; shown: the points of the other's hand."""
        ends[shown] = found = self._win(ends[None], shown)
        return found

    def _win(self, end, shown):
        if end is True or end is False:
            return float(end)
        view, (own, other) = self._view, end
        hands = (self._own, shown) if view.role == DEALER else (shown, self._own)
        after = _after(view.target, *hands, view.role, view.thrown, view.starter)
        if view.role == DEALER:
            return after.chance(own, other)
        return 1 - after.chance(other, own)


@lru_cache(maxsize=256)
def _after(target, dealer_hand, pone_hand, role, thrown, starter):
    crib = _crib(role, thrown, starter)
    return ShowChance(target, certain(pone_hand), certain(dealer_hand), crib)


def _crib(role, thrown, starter):
    if len(thrown) != 2:
        return tables.crib_by_starter(starter >> 2)
    low, high = sorted(thrown)
    return tables.crib_chances(role, low >> 2, high >> 2, low & 3 == high & 3)
