"""Values each card that a player may lay: in points, and in the chance to win.

The card is played against all hands that the other may have, each weighted by how often such a
player keeps it, and the rest of the play is played out between the two. Its value in points is the
player's score in the rest of the play less the other's.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.count import show

from . import tables
from .kept_hands import likely_hands
from .play_lines import fits, line_of
from .play_out import PlayOut, greedy, hand_of
from .portable import KEY, lru_cache, points_by_key
from .seat_view import SeatView
from .show_chance import ShowChance, certain
from .tables import DEALER

if TYPE_CHECKING:
    from typing import NamedTuple

    class Choice(NamedTuple):
        """card: the lowest suit of its rank that is held; points: as above; given: the other's
        score; win: the chance to win, from 0 to 1."""

        card: int
        points: float
        given: float
        win: float
else:
    Choice = namedtuple("Choice", ("card", "points", "given", "win"))

_SHOWN = 32  # more than a hand has points
_SCORES = 512  # more than a target is


class PlayChoice:
    """Ranks the cards of a play, and caches the plays. Not thread-safe.

    hands_most: of the other's hands that are taken, None for all; see `others_hands`."""

    def __init__(self, hands_most: int | None = None):
        self._hands_most = hands_most
        self._careful = PlayOut()
        self._plain = PlayOut(greedy)

    def ranked(self, view: SeatView) -> list[Choice]:
        """Return a choice for each rank that can be laid, the likeliest to win first; of equal
        ones the one with more points, then the lower rank."""
        line = line_of([card >> 2 for card in view.line])
        held = {card >> 2: card for card in sorted(view.hand, reverse=True)}
        mine = hand_of([card >> 2 for card in view.hand])
        hands = others_hands(view, self._hands_most)
        outcome = _Outcome(view, self._careful)
        after, gone = self._careful.after, view.other_gone
        found = []
        for rank in sorted(held):
            if not fits(line, rank):
                continue
            # Many hands play on alike, and count alike: their shares are added up first.
            shares: dict[int, float] = {}
            for rest, share, shown in hands:
                key = after(line, rank, mine, rest, gone) * _SHOWN + shown
                shares[key] = shares.get(key, 0.0) + share
            points = given = win = 0.0
            for key, share in shares.items():
                net, lost, chance = outcome.of(key)
                points += share * net
                given += share * lost
                win += share * chance
            found.append(Choice(held[rank], points, given, win))
        found.sort(key=lambda one: (-round(one.win, 9), -round(one.points, 9), one.card))
        return found

    def plain_difference(self, view: SeatView, card: int, other: int) -> float:
        """Return how many points more `card` is worth than `other` if both players then lay the
        card that scores most at once. It shows how far a difference depends on the rest of the
        play."""
        line = line_of([card >> 2 for card in view.line])
        mine = hand_of([card >> 2 for card in view.hand])
        plain, gone = self._plain, view.other_gone
        found = 0.0
        for rest, share, _ in others_hands(view):
            more, less = [
                sum(plain.scored(plain.after(line, one >> 2, mine, rest, gone)))
                for one in (card, other)
            ]
            found += share * (more - less)
        return found


def others_hands(view: SeatView, most: int | None = None) -> list[tuple[int, float, int]]:
    """Return the hands, as in host.analysis.play_out, that the other may still hold, each with its
    weight, and the points of its four cards at the show, by ranks alone.

    most: if there are more hands than this, so many of them at equal steps of the weight, so that
    a hand that is kept twice as often is taken twice as often.
    """
    left = [4] * tables.RANKS
    for cards in (view.hand, view.own, view.thrown, view.others, (view.starter,)):
        for card in cards:
            left[card >> 2] -= 1
    played = tuple([card >> 2 for card in view.others])
    found = likely_hands(1 - view.role, played, left, view.other_room)
    # A hand that such a player never keeps, or a go that was a mistake.
    found = found or likely_hands(1 - view.role, played, left, view.other_room, every=True)
    found = found or likely_hands(1 - view.role, played, left, 0, every=True)
    if most and len(found) > most:
        found = _at_equal_steps(found, most)
    whole = sum([weight for _, weight, _ in found])
    key = KEY[view.starter] + sum([KEY[card] for card in view.others])
    return [
        (hand_of(rest), weight / whole, points_by_key[key + rest_key])
        for rest, weight, rest_key in found
    ]


def _at_equal_steps(hands, most):
    """Return `most` of the hands, of which some are taken more than once: their weight says how
    often."""
    step = sum([weight for _, weight, _ in hands]) / most
    due, passed, found = step / 2, 0.0, []
    for rest, weight, key in hands:
        passed += weight
        times = 0
        while passed > due:
            times += 1
            due += step
        if times:
            found.append((rest, float(times), key))
    return found


class _Outcome:
    """Computes a player's points and chance to win from the scores in the rest of the play."""

    def __init__(self, view, playout):
        self._view = view
        self._scored = playout.scored
        self._own = show.count(list(view.own) + list(view.hand), view.starter)
        self._of: dict[int, tuple[int, int, float]] = {}
        self._after: dict[int, ShowChance] = {}
        self._wins: dict[int, float] = {}

    def of(self, key):
        """Return, for the number of the scores times _SHOWN and the points of the other's hand,
        the points, own less the other's; the other's alone; and the chance to win."""
        found = self._of.get(key)
        if found is None:
            scored, shown = self._scored(key // _SHOWN), key % _SHOWN
            lost = -sum([points for points in scored if points < 0])
            found = self._of[key] = sum(scored), lost, self._win(scored, shown)
        return found

    def _win(self, scored, shown):
        view = self._view
        own, other = view.scores if view.role == DEALER else tuple(reversed(view.scores))
        for points in scored:
            if points > 0:
                own += points
            else:
                other -= points
            if own >= view.target:
                return 1.0
            if other >= view.target:
                return 0.0
        key = (own * _SCORES + other) * _SHOWN + shown
        found = self._wins.get(key)
        if found is None:
            found = self._wins[key] = self._at_show(own, other, shown)
        return found

    def _at_show(self, own, other, shown):
        view = self._view
        hands = (self._own, shown) if view.role == DEALER else (shown, self._own)
        after = self._after.get(shown)
        if after is None:
            dealer, pone = hands
            after = _after(view.target, dealer, pone, view.role, view.thrown, view.starter)
            self._after[shown] = after
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
