"""Reviews a two-handed game: the cost of each decision, and the part of luck.

A throw is compared with the other fourteen from the same six cards, a play with the other cards
that could be laid, from that player's knowledge. The best is the one that wins most often at that
score. A cost is never below 0; it is in points, and in percentage points of the chance to win.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.games.options import CRIB_WARS, RANKS_ALONE

from . import tables
from .decisions import Deal, Laid, Owners, deals_of
from .play_choice import Choice, PlayChoice
from .play_lines import PIPS
from .seat_view import SeatView
from .side_luck import Luck, Skill, luck_and_skill
from .tables import DEALER, PONE
from .throws import ranked
from .turning_points import Turn, curve, turns

TRADITIONAL = 1
_HAND = 4
# Smaller costs are not named: two ways to compute a play differ by as much.
NAMED_POINTS = 0.7
NAMED_PERCENT = 1.0

Tell = Callable[[int, int], None]


class NotReviewed(PegboardError):
    """The plays and throws of this game cannot be reviewed."""


class ThrowReview(NamedTuple):
    """cards: the six, or those that are known; thrown, best: two cards, () if not known; points,
    chance: its cost, None if not known; rows: the fifteen of host.analysis.throws, the best
    first."""

    deal: int
    dealer: bool
    scores: tuple[int, int]
    cards: tuple[int, ...]
    thrown: tuple[int, ...]
    best: tuple[int, ...]
    points: float | None
    chance: float | None
    rows: tuple[dict, ...] = ()


class PlayReview(NamedTuple):
    """line: the cards since the count restarted; hand: the cards still held, with the played one;
    error: of `points`, at most; given: the part of the points that the other player gets, the rest
    being points not scored; choices: the value of each card that could be laid, the best first."""

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
    choices: tuple[Choice, ...] = ()


class SideReview(NamedTuple):
    """points: of the game; skill: the points of an average player in as many deals, and what the
    decisions of both changed for this side, against that player's; luck: what the cards brought it
    beyond that; parts, skills: of luck and of skill. Both are sums of their parts alone
    (host.analysis.side_luck), and together they are the points. All four are None with more than
    two players, and there are no plays."""

    name: str
    points: int
    luck: float | None
    skill: float | None
    parts: Luck | None
    throws: tuple[ThrowReview, ...]
    plays: tuple[PlayReview, ...]
    skills: Skill | None = None


class GameReview(NamedTuple):
    """target: of the game; winner: a side, None before the end; curve: the first side's chance
    before each deal and at the end; untold: the deals in which the throwers of the crib's cards
    are not known; without_plays: the deals in which not all cards of the hands were seen;
    curves: with three and four players, that of each side."""

    target: int
    winner: int | None
    sides: tuple[SideReview, ...]
    curve: tuple[float, ...]
    turns: tuple[Turn, ...]
    untold: tuple[int, ...]
    without_plays: tuple[int, ...]
    curves: tuple[tuple[float, ...], ...] = ()


def is_named(one: "ThrowReview | PlayReview") -> bool:
    """Return whether the decision cost enough to be named."""
    if one.points is None or one.chance is None:
        return False
    return one.points >= NAMED_POINTS and one.chance >= NAMED_PERCENT


def costliest(side: SideReview, most: int = 3) -> "list[ThrowReview | PlayReview]":
    """Return the named decisions of a side, those that cost the most chance to win first."""
    named = [one for one in (*side.throws, *side.plays) if is_named(one)]
    named.sort(key=lambda one: (-(one.chance or 0), -(one.points or 0), one.deal))
    return named[:most]


def check_reviewed(game: Game) -> None:
    """Raise NotReviewed, with a text for the person, unless this game can be reviewed."""
    state = game.state
    if state.code != TRADITIONAL or state.seats != 2:
        raise NotReviewed("only Traditional, three-handed and four-handed games are reviewed")
    if state.track == CRIB_WARS or state.target not in tables.targets(2):
        raise NotReviewed("a game on this track is not reviewed: points are not all there is")
    if state.options & RANKS_ALONE:
        raise NotReviewed("a game entered as ranks alone is not reviewed: its suits are not known")


def review(
    entries: list[tuple],
    names: Iterable[str],
    owners: "Owners | None" = None,
    tell: "Tell | None" = None,
) -> GameReview:
    """Return the review of the game with these entries.

    names: of the two sides; owners: as in host.analysis.decisions; tell: called with the number of
    decisions done, and of all; an exception from it stops the review. Raises NotReviewed, and
    PegboardError if the entries are not a game.
    """
    game, deals = deals_of(entries, owners)
    check_reviewed(game)
    work = _Work(game, deals, tell or (lambda done, whole: None))
    throws = [work.throws(seat) for seat in (0, 1)]
    plays = [work.plays(seat) for seat in (0, 1)]
    work.step(0)
    rows = {(one.deal, seat): one.rows for seat in (0, 1) for one in throws[seat] if one.rows}
    choices = {(one.deal, one.played): one.choices for seat in (0, 1) for one in plays[seat]}
    sides = []
    for seat, name in zip((0, 1), names, strict=False):
        points = game.state.scores[game.state.side(seat)]
        luck, skill = luck_and_skill(deals, seat, rows, choices)
        sides.append(
            SideReview(
                name,
                points,
                sum(luck),
                sum(skill),
                luck,
                tuple(throws[seat]),
                tuple(sorted(plays[seat])),
                skill,
            )
        )
    over = game.state.winner < len(game.state.scores)
    missing = tuple([deal.number for deal in deals if deal.laid and not _is_seen(deal)])
    target = game.state.target
    chances = curve(deals, target, game.state.scores)
    return GameReview(
        target,
        game.state.winner if over else None,
        tuple(sides),
        tuple(chances),
        tuple(turns(deals, chances)),
        tuple([deal.number for deal in deals if deal.crib and not deal.thrown]),
        missing,
    )


def reviewed_throws(
    game: Game, deals: list[Deal], seat: int, tell: "Tell | None" = None
) -> list[ThrowReview]:
    """Return the throws of one seat alone, as `review` has them; game, deals: as
    host.analysis.decisions.deals_of; tell: as for `review`. Raises NotReviewed."""
    check_reviewed(game)
    return _Work(game, deals, tell or (lambda done, whole: None)).throws(seat)


def throw_place(deal: Deal, seat: int) -> tuple[int, tuple[int, int], tuple[int, ...]]:
    """Return for a throw its role (0 the dealer), the dealer's and the pone's score, and the
    cards of the hand and those thrown, as far as they are known, ascending."""
    cards = (*deal.hand(seat), *deal.thrown.get(seat, ()))
    role = DEALER if deal.dealer == seat else PONE
    return role, _by_role(deal.scores, deal.dealer), tuple(sorted(cards))


def _is_seen(deal: Deal) -> bool:
    return all(len(deal.hand(seat)) == _HAND for seat in (0, 1))


class _Work:
    def __init__(self, game, deals, tell):
        self._target = game.state.target
        self._deals = deals
        self._tell = tell
        self._choice = PlayChoice()
        self._done = 0
        self._whole = sum([2 + len(deal.laid) for deal in deals])

    def step(self, cost=1):
        self._tell(self._done, self._whole)
        self._done += cost

    def throws(self, seat):
        return [self._throw(deal, seat) for deal in self._deals if len(deal.hand(seat)) == _HAND]

    def _throw(self, deal, seat):
        self.step()
        role, scores, six = throw_place(deal, seat)
        is_dealer = role == DEALER
        thrown = deal.thrown.get(seat, ())
        if len(thrown) != 2:
            hand = deal.hand(seat)
            return ThrowReview(deal.number, is_dealer, scores, hand, (), (), None, None)
        rows = ranked(list(six), role, scores, self._target)
        best = rows[0]
        own = next(row for row in rows if set(row["throw"]) == set(thrown))
        return ThrowReview(
            deal.number,
            is_dealer,
            scores,
            six,
            tuple(thrown),
            tuple(best["throw"]),
            max(0.0, best["total"] - own["total"]),
            100 * (best["win"] - own["win"]),
            tuple(rows),
        )

    def plays(self, seat):
        found = []
        for deal in self._deals:
            whole = deal.hand(seat)
            for laid in deal.laid:
                if laid.seat != seat:
                    continue
                self.step()
                view = view_of(deal, laid, self._target)
                if len(whole) == _HAND and _choices(view) > 1:
                    found.append(self._play(deal, view, laid.card))
        return found

    def _play(self, deal, view, card):
        rows = self._choice.ranked(view)
        best = rows[0]
        own = next(row for row in rows if row.card >> 2 == card >> 2)
        points = max(0.0, best.points - own.points)
        error = 0.0
        if own is not best:
            plain = self._choice.plain_difference(view, best.card, own.card)
            error = abs(points - max(0.0, plain)) / 2
        played_best = card if own is best else best.card
        return PlayReview(
            deal.number,
            view.role == DEALER,
            view.scores,
            view.line,
            view.hand,
            card,
            played_best,
            points,
            100 * (best.win - own.win),
            error,
            own.given - best.given,
            tuple(rows),
        )


def _by_role(scores, dealer):
    """Return the dealer's score and the pone's."""
    return scores[dealer], scores[1 - dealer]


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


def _choices(view):
    """Return the number of ranks that could be laid."""
    room = 31 - sum([PIPS[card >> 2] for card in view.line])
    return len({card >> 2 for card in view.hand if PIPS[card >> 2] <= room})
