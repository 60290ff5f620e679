"""What each card of a play changed for a side: as its player could expect, and as it really did.

A play is followed card by card. At each, the rest of it is played out twice between the two real
hands by the players of the tables, once after the card that was laid and once after the one that
they would lay. The difference is what the card really changed. The average of the same difference
over all hands that its player had to reckon with is what the card was worth. Luck is how far the
two are apart.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING

from .decisions import Deal
from .play_choice import Choice
from .play_lines import EMPTY, line_of
from .play_out import PlayOut, hand_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NamedTuple

    # By deal and card laid: the value of every card that could be laid.
    Choices = Mapping[tuple[int, int], tuple[Choice, ...]]

    class Steps(NamedTuple):
        """In points of one seat. begun: of the whole play, if both lay as the players of the
        tables from the first card on, None if it cannot be followed; own, others: what the cards
        of this seat and of the other were worth, above those that they would lay; met: what the
        cards really changed, less what they were worth."""

        begun: float | None
        own: float
        others: float
        met: float
else:
    Steps = namedtuple("Steps", ("begun", "own", "others", "met"))

_HAND = 4


def is_whole(deal: Deal) -> bool:
    """Return whether the play can be followed: every card was seen and laid, and the game went
    on to the show."""
    full = all([len(deal.hand(seat)) == _HAND for seat in (0, 1)])
    return full and len(deal.laid) == 2 * _HAND and bool(deal.counts) and not deal.is_odd


def play_steps(deal: Deal, seat: int, choices: "Choices", usual: PlayOut) -> Steps:
    """Return what the cards of a play changed for a seat; `met` is 0 if the play is not whole.
    usual: the plays of the players of the tables."""
    whole = is_whole(deal)
    begun = None
    worths = {seat: 0.0, 1 - seat: 0.0}
    real = 0.0
    for laid in deal.laid:
        mine, others = [_left(deal, seat, laid.before) for seat in (laid.seat, 1 - laid.seat)]
        line = line_of([card >> 2 for card in laid.line])
        count = _HAND - sum([one.seat != laid.seat for one in deal.laid[: laid.before]])
        rank = usual.choice(line, mine, count)
        worths[laid.seat] += _worth(choices.get((deal.number, laid.card), ()), laid, rank, seat)
        if whole:
            gone = 1 - laid.seat in laid.gone
            after = [
                _points(
                    usual.scored(usual.after(line, one, mine, others, gone)), laid.seat == seat
                )
                for one in (rank, laid.card >> 2)
            ]
            if begun is None:
                assert line == EMPTY
                begun = after[0]
            real += after[1] - after[0]
    met = real - sum(worths.values()) if whole else 0.0
    return Steps(begun, worths[seat], worths[1 - seat], met)


def _left(deal, seat, before):
    """Return the hand that this seat still held, as far as it was seen."""
    laid = [one.card for one in deal.laid[:before] if one.seat == seat]
    return hand_of([card >> 2 for card in deal.hand(seat) if card not in laid])


def _points(scored, is_own):
    """Return the points of the seat in a play's scores, which are positive for its player."""
    sign = 1 if is_own else -1
    return sum([sign * points for points in scored if sign * points > 0])


def _worth(rows, laid, rank, seat):
    """Return how many more points the seat had to expect of the card laid than of `rank`."""
    by_rank = {row.card >> 2: row for row in rows}
    if not by_rank:
        return 0.0
    chosen, other = by_rank[laid.card >> 2], by_rank[rank]
    if laid.seat == seat:
        return chosen.points + chosen.given - other.points - other.given
    return chosen.given - other.given
