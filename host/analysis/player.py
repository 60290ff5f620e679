"""A sensible opponent for two-handed games, in three strengths.

It is given only a view of its own seat, so it cannot know other cards.
"""

from engine_core.count import show

from . import tables
from .play_choice import PlayChoice
from .play_lines import fits, line_of
from .play_out import PlayOut, greedy, hand_of
from .portable import combinations
from .seat_view import SeatView, ThrowView
from .tables import DEALER
from .throws import ranked

EASY, STEADY, FULL = 1, 2, 3
_HANDS_MOST = 400  # of the other's: more change nothing that its points would show
STRENGTHS = {"easy": EASY, "steady": STEADY, "full": FULL}


class Player:
    """Throws and plays for one seat.

    EASY keeps the cards that count most without a starter, and lays the card that scores most at
    once. STEADY adds the starters and the crib, and looks out for the reply. FULL throws by the
    chance to win and plays each card against 400 hands of the other. Equal views give equal
    choices.
    """

    def __init__(self, strength: int):
        self._strength = strength
        self._choice = PlayChoice(_HANDS_MOST)
        self._playout = PlayOut(greedy) if strength == EASY else PlayOut()

    def throw(self, view: ThrowView) -> tuple[int, int]:
        """Return the two cards that go to the crib."""
        if self._strength == FULL:
            low, high = ranked(list(view.hand), view.role, view.scores, view.target)[0]["throw"]
            return low, high
        worth = _held if self._strength == EASY else _average
        return max(combinations(sorted(view.hand), 2), key=lambda thrown: worth(view, thrown))

    def play(self, view: SeatView) -> "int | None":
        """Return the card to lay, None if none fits, to say go."""
        line = line_of([card >> 2 for card in view.line])
        fitting = [card for card in sorted(view.hand) if fits(line, card >> 2)]
        if len({card >> 2 for card in fitting}) < 2:
            return fitting[0] if fitting else None
        if self._strength == FULL:
            return self._choice.ranked(view)[0].card
        hand = hand_of([card >> 2 for card in view.hand])
        rank = self._playout.choice(line, hand, 4 - len(view.others))
        return next(card for card in fitting if card >> 2 == rank)


def _kept(view, thrown):
    return [card for card in view.hand if card not in thrown]


def _held(view, thrown):
    return show.count(_kept(view, thrown))


def _average(view, thrown):
    kept = _kept(view, thrown)
    unseen = [card for card in range(52) if card not in view.hand]
    hand = sum([show.count(kept, card) for card in unseen]) / len(unseen)
    low, high = sorted([card >> 2 for card in thrown])
    crib = tables.crib_average(view.role, low, high, thrown[0] & 3 == thrown[1] & 3)
    return hand + (crib if view.role == DEALER else -crib)
