"""Extracts the decisions of a game from its entries: the throws and the plays, with their
positions.

Works for two, three and four players. The facts about a card are those just before it was laid.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import VALUE
from engine_core.game.game import Game
from engine_core.games.options import CRIB_BY_OWNER, MUGGINS_IN_PLAY
from engine_core.state.events import get

if TYPE_CHECKING:
    from typing import NamedTuple

_NO_STARTER = -1
_PLAY = ("play", "go", "last card")
_PEGGED = _PLAY + ("nibs",)
_CARDS = _PEGGED + ("hand", "crib")  # what cards score; other points are due to people
# After these the points of a play are not only those of its cards.
_ODD = ("renege", "dead", "holds", "void")
if TYPE_CHECKING:
    Owners = dict[int, dict[int, tuple[int, ...]]]  # by deal and seat: the cards thrown

    class Laid(NamedTuple):
        """before: how many cards of the deal were laid already; line: the cards since the count
        restarted; rooms: by seat, the most room below 31 at which it has said go; gone: the seats
        that have said go in this count; scores: by side."""

        seat: int
        card: int
        before: int
        line: tuple[int, ...]
        rooms: tuple[int, ...]
        gone: tuple[int, ...]
        scores: tuple[int, ...]

    class Counted(NamedTuple):
        """A hand or crib; gained: the points that were pegged for it, up to the target (ruling
        G1)."""

        what: str
        seat: int
        points: int
        gained: int
        cards: tuple[int, ...]
else:
    Laid = namedtuple("Laid", ("seat", "card", "before", "line", "rooms", "gone", "scores"))
    Counted = namedtuple("Counted", ("what", "seat", "points", "gained", "cards"))


class Deal:
    """A deal as entered. scores: by side, before it; thrown: by seat, as far as known."""

    def __init__(self, number: int, dealer: int, scores: tuple[int, ...]):
        self.number = number
        self.dealer = dealer
        self.scores = scores
        self.starter = _NO_STARTER
        self.laid: list[Laid] = []
        self.crib: list[int] = []
        self.counts: list[Counted] = []
        self.pegged: dict[int, int] = {}  # by seat, in the play and for nibs
        self.scored: dict[tuple[int, str], int] = {}  # by seat and what scored: "play", "nibs", …
        self.beside: dict[int, int] = {}  # by side: penalties, muggins, points by hand
        self.is_odd = False  # whether more than cards decided about points of the play
        self.left: list[tuple[int, int]] = []  # seat and card: left unplayed
        self.thrown: dict[int, tuple[int, ...]] = {}

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the cards of this seat that were seen, in the order laid."""
        laid = [one.card for one in self.laid if one.seat == seat]
        return tuple(laid + [card for owner, card in self.left if owner == seat])

    def scored_in_play(self, seat: int) -> int:
        """Return the points that this seat pegged in the play."""
        return sum([self.scored.get((seat, what), 0) for what in _PLAY])

    def has_starter(self) -> bool:
        return self.starter != _NO_STARTER


def deals_of(entries: list[tuple], owners: "Owners | None" = None) -> tuple[Game, list[Deal]]:
    """Return the game after these entries, and its deals.

    owners: the cards thrown by each seat, if told later; those in the record itself take
    precedence. Raises PegboardError.
    """
    game = Game()
    fold = _Fold(game)
    for entry in entries:
        fold.add(entry)
    seats = game.state.seats
    by_owner = bool(game.state.all_options() & CRIB_BY_OWNER)
    for deal in fold.deals:
        deal.is_odd |= bool(game.state.all_options() & MUGGINS_IN_PLAY)
        if by_owner and len(deal.crib) == 4:
            deal.thrown[deal.dealer] = tuple(deal.crib[:2])
            deal.thrown[1 - deal.dealer] = tuple(deal.crib[2:])
        else:
            deal.thrown = _told(deal, (owners or {}).get(deal.number, {}), seats)
    return game, fold.deals


def _told(deal, thrown, seats):
    """Return `thrown` if it is possible: every card once, and all in the crib."""
    cards = [card for each in thrown.values() for card in each]
    good = len(set(cards)) == len(cards) and set(cards) <= set(deal.crib)
    return dict(thrown) if good and all(seat < seats for seat in thrown) else {}


class _Fold:
    def __init__(self, game):
        self.game = game
        self.deals: list[Deal] = []
        self._line: list[int] = []
        self._rooms: list[int] = []
        self._gone: set[int] = set()
        self._scores: list[int] = []

    def add(self, entry):
        self._scores = list(self.game.state.scores)
        for event in self.game.apply(entry):
            kind = event[0]
            if kind in ("start", "again"):
                self.deals.clear()
                self._scores = [0] * len(self.game.state.scores)
            elif kind == "deal":
                self.deals.append(Deal(get(event, "number"), get(event, "dealer"), self._now()))
                self._line, self._gone = [], set()
                self._rooms = [0] * self.game.state.seats
            elif kind == "score":
                self._score(event)
            elif kind == "move":
                self._move(event)
            elif self.deals:
                self._note(self.deals[-1], kind, event)

    def _now(self):
        return tuple(self._scores)

    def _score(self, event):
        side, points = get(event, "side"), get(event, "points")
        what, seat = get(event, "what"), get(event, "seat")
        self._scores[side] = min(self.game.state.target, self._scores[side] + points)
        if not self.deals:
            return
        deal = self.deals[-1]
        if what in _CARDS:
            _add(deal.scored, (seat, what), points)
            if what in _PEGGED:
                _add(deal.pegged, seat, points)
        else:
            _add(deal.beside, side, points)

    def _move(self, event):
        """Note a peg that is moved, ahead or back, but not by a count."""
        side, hole = get(event, "side"), get(event, "hole")
        if self.deals:
            _add(self.deals[-1].beside, side, hole - self._scores[side])
        self._scores[side] = hole

    def _note(self, deal, kind, event):
        deal.is_odd |= kind in _ODD
        if kind == "starter":
            deal.starter = get(event, "card")
        elif kind == "card":
            self._lay(deal, get(event, "seat"), get(event, "card"))
        elif kind in ("go", "passed"):
            seat = get(event, "seat")
            self._gone.add(seat)
            self._rooms[seat] = max(self._rooms[seat], 31 - get(event, "count"))
        elif kind == "restart":
            self._line, self._gone = [], set()
        elif kind == "crib":
            deal.crib.append(get(event, "card"))
        elif kind == "left":
            deal.left.append((get(event, "seat"), get(event, "card")))
        elif kind == "count" and get(event, "what") in ("hand", "crib"):
            what, seat, points = get(event, "what"), get(event, "seat"), get(event, "points")
            side = self.game.state.side(seat)
            gained = min(points, self.game.state.target - self._scores[side])
            deal.counts.append(Counted(what, seat, points, gained, tuple(get(event, "cards"))))

    def _lay(self, deal, seat, card):
        gone = tuple(sorted(self._gone))
        rooms, line = tuple(self._rooms), tuple(self._line)
        deal.laid.append(Laid(seat, card, len(deal.laid), line, rooms, gone, self._now()))
        self._line.append(card)
        if sum([VALUE[one] for one in self._line]) == 31:
            self._line, self._gone = [], set()


def _add(sums, key, points):
    sums[key] = sums.get(key, 0) + points
