"""Reviews single decisions of a two-handed game.

A throw is compared with the other fourteen from the same six cards, a play with the other cards
that could be laid, from that player's knowledge. The best is the one that wins most often at that
score. A cost is never below 0; it is in points, and in percentage points of the chance to win.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING

from .decisions import Deal, Laid
from .play_choice import PlayChoice
from .play_lines import PIPS
from .seat_view import SeatView
from .tables import DEALER, PONE
from .throws import ranked

if TYPE_CHECKING:
    from typing import NamedTuple

    from .play_choice import Choice

    class ThrowReview(NamedTuple):
        """cards: the six, or those that are known; thrown, best: two cards, () if not known;
        points, chance: its cost, None if not known; rows: the fifteen of host.analysis.throws,
        the best first."""

        deal: int
        dealer: bool
        scores: tuple[int, int]
        cards: tuple[int, ...]
        thrown: tuple[int, ...]
        best: tuple[int, ...]
        points: float | None
        chance: float | None
        rows: tuple[dict, ...]

    class PlayReview(NamedTuple):
        """line: the cards since the count restarted; hand: the cards still held, with the played
        one; error: of `points`, at most; given: the part of the points that the other player gets,
        the rest being points not scored; choices: the value of each card that could be laid, the
        best first."""

        deal: int
        dealer: bool
        scores: tuple[int, int]
        line: tuple[int, ...]
        hand: tuple[int, ...]
        played: int
        best: int
        points: float
        chance: float
        error: float
        given: float
        choices: tuple[Choice, ...]
else:
    ThrowReview = namedtuple(
        "ThrowReview",
        ("deal", "dealer", "scores", "cards", "thrown", "best", "points", "chance", "rows"),
    )
    PlayReview = namedtuple(
        "PlayReview",
        ("deal", "dealer", "scores", "line", "hand", "played")
        + ("best", "points", "chance", "error", "given", "choices"),
    )

_HAND = 4
_COUNT_MOST = 31


def throw_place(deal: Deal, seat: int) -> tuple[int, tuple[int, int], tuple[int, ...]]:
    """Return for a throw its role (0 the dealer), the dealer's and the pone's score, and the
    cards of the hand and those thrown, as far as they are known, ascending."""
    cards = deal.hand(seat) + tuple(deal.thrown.get(seat, ()))
    role = DEALER if deal.dealer == seat else PONE
    return role, _by_role(deal.scores, deal.dealer), tuple(sorted(cards))


def throw_review(deal: Deal, seat: int, target: int) -> ThrowReview:
    """Return the review of the throw of this seat, whose hand must be known."""
    role, scores, six = throw_place(deal, seat)
    is_dealer = role == DEALER
    thrown = tuple(deal.thrown.get(seat, ()))
    if len(thrown) != 2:
        hand = deal.hand(seat)
        return ThrowReview(deal.number, is_dealer, scores, hand, (), (), None, None, ())
    rows = ranked(list(six), role, scores, target)
    best = rows[0]
    own = next(row for row in rows if set(row["throw"]) == set(thrown))
    points = max(0.0, best["total"] - own["total"])
    chance = 100 * (best["win"] - own["win"])
    found = (six, thrown, tuple(best["throw"]), points, chance, tuple(rows))
    return ThrowReview(deal.number, is_dealer, scores, *found)


def play_review(choice: PlayChoice, deal: Deal, laid: Laid, target: int) -> "PlayReview | None":
    """Return the review of a card that was laid, None if that hand is not known or there was
    no choice."""
    if len(deal.hand(laid.seat)) != _HAND:
        return None
    view = view_of(deal, laid, target)
    if _choices(view) < 2:
        return None
    rows = choice.ranked(view)
    best = rows[0]
    own = next(row for row in rows if row.card >> 2 == laid.card >> 2)
    points = max(0.0, best.points - own.points)
    error = 0.0
    if own is not best:
        plain = choice.plain_difference(view, best.card, own.card)
        error = abs(points - max(0.0, plain)) / 2
    return PlayReview(
        deal.number,
        view.role == DEALER,
        view.scores,
        view.line,
        view.hand,
        laid.card,
        laid.card if own is best else best.card,
        points,
        100 * (best.win - own.win),
        error,
        own.given - best.given,
        tuple(rows),
    )


def view_of(deal: Deal, laid: Laid, target: int) -> SeatView:
    """Return the player's knowledge before this card was laid; the hand must be known."""
    seat = laid.seat
    other = 1 - seat
    before = deal.laid[: laid.before]
    own = tuple([one.card for one in before if one.seat == seat])
    return SeatView(
        DEALER if deal.dealer == seat else PONE,
        tuple([card for card in deal.hand(seat) if card not in own]),
        own,
        tuple([one.card for one in before if one.seat == other]),
        tuple(deal.thrown.get(seat, ())),
        deal.starter,
        laid.line,
        laid.rooms[other],
        other in laid.gone,
        _by_role(laid.scores, deal.dealer),
        target,
    )


def _by_role(scores, dealer):
    """Return the dealer's score and the pone's."""
    return scores[dealer], scores[1 - dealer]


def _choices(view):
    """Return the number of ranks that could be laid."""
    room = _COUNT_MOST - sum([PIPS[card >> 2] for card in view.line])
    return len({card >> 2 for card in view.hand if PIPS[card >> 2] <= room})
