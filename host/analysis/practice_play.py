"""The play that follows a practised throw: the four cards that were kept, against the program."""

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import VALUE, name
from engine_core.count.play import COUNT_MOST, total
from engine_core.errors import CardError
from engine_core.game.game import Game
from engine_core.games.phases import PLAY
from engine_core.state.entries import CARD, GO, START
from engine_core.state.events import get

from .analysed_games import TRADITIONAL
from .player import FULL, Player, ThrowView
from .seat_view import seen
from .seeded_deck import deck_from
from .tables import DEALER

if TYPE_CHECKING:
    from collections.abc import Iterable

YOU, OTHER = 0, 1  # seats
_SIX = 6
_TWO = 2


class Table:
    """A play in which it is the person's turn, or which is over. held: the cards of both seats
    still in hand; thrown: the two of the program; theirs: the four that it kept; told: what
    happened, up to the count of the hands, ready for JSON: `you` (whether the person did it), and
    `card` with `count`, `go` (the count), or `points` with `what` they were for."""

    def __init__(
        self,
        game: Game,
        player: Player,
        held: tuple[list[int], list[int]],
        thrown: tuple[int, ...],
        theirs: tuple[int, ...],
    ):
        self.game = game
        self.player = player
        self.held = held
        self.thrown = thrown
        self.theirs = theirs
        self.told: list[dict] = []

    def is_over(self) -> bool:
        return self.game.state.phase != PLAY

    def fitting(self) -> list[int]:
        """Return the cards that the person can lay; [] means go."""
        room = COUNT_MOST - total(self.game.state.line())
        return [card for card in self.held[YOU] if VALUE[card] <= room]


def begin(view: ThrowView, thrown: "Iterable[int]", seed: str) -> Table:
    """Deal the program six other cards and turn up a starter, the same for the same `seed`; the
    program lays the cards that come before the person's first."""
    away = set(thrown)
    deck = deck_from(seed, [card for card in range(52) if card not in view.hand], _SIX + 1)
    six, starter = tuple(sorted(deck[:_SIX])), deck[_SIX]
    player = Player(FULL)
    theirs = player.throw(ThrowView(1 - view.role, six, view.scores, view.target))
    kept = tuple([card for card in six if card not in theirs])
    dealer = YOU if view.role == DEALER else OTHER
    game = Game()
    game.apply((START, TRADITIONAL, _TWO, view.target, dealer, 0, 0))
    for side, score in zip((dealer, 1 - dealer), view.scores):
        game.state.scores[side] = game.state.spots[side] = score
    own = [card for card in view.hand if card not in away]
    table = Table(game, player, (own, list(kept)), theirs, kept)
    _apply(table, (CARD, starter))
    _reply(table)
    return table


def lay(table: Table, card: "int | None") -> None:
    """Lay this card for the person, or say go for None, and let the program answer. Raises
    CardError, with a text for the person, if that is not allowed; then nothing has changed."""
    fitting = table.fitting()
    if card is None and fitting:
        raise CardError("you hold a card that fits")
    if card is not None and card not in table.held[YOU]:
        raise CardError("that card is not in your hand")
    if card is not None and card not in fitting:
        raise CardError("that card would pass 31")
    _enter(table, YOU, card)
    _reply(table)


def _reply(table):
    """Let the program lay its cards until it is the person's turn."""
    state = table.game.state
    while not table.is_over() and state.turn == OTHER:
        view = seen(state, OTHER, table.held[OTHER], table.thrown)
        _enter(table, OTHER, table.player.play(view))


def _enter(table, seat, card):
    if card is not None:
        table.held[seat].remove(card)
    _apply(table, (GO,) if card is None else (CARD, card))


def _apply(table, entry):
    for event in table.game.apply(entry):
        kind = event[0]
        if kind == "card":
            more = {"card": name(get(event, "card")), "count": get(event, "count")}
        elif kind in ("go", "passed"):
            more = {"go": get(event, "count")}
        elif kind == "score":
            more = {"points": get(event, "points"), "what": get(event, "what")}
        else:
            continue
        table.told.append(dict(more, you=get(event, "seat") == YOU))
