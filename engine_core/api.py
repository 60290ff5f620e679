"""The engine as a program uses it: count a hand, or play a game.

    >>> from engine_core.api import Game, card, cards, count, explain, points, spoken
    >>> count(cards("5H 5C 5S JD"), card("5D"))
    29
    >>> spoken(explain(cards("7H 8C 8D KS")))
    'fifteen two, fifteen four, and a pair is six'
    >>> points(cards("4H 2D 6S 3C 5H"))
    5
    >>> game = Game.new("Traditional", players=2, target=121, dealer=0)
    >>> for event in game.push("JD"):
    ...     print(event.kind)
    starter
    score
    >>> game.push("5H")[0].card == card("5H")
    True

A board needs none of this and leaves it out.
"""

from .compat import TYPE_CHECKING
from .count import play, show
from .count.cards import card, cards, check_distinct
from .count.scoring import STANDARD, Scoring
from .count.words import spoken
from .errors import CardError, Illegal, PegboardError
from .game import game
from .games.presets import PRESETS, Preset
from .named_tuples import named_entry, named_event
from .records.game_text import describe
from .records.legal_entries import legal_entries
from .state import entry_constructors
from .state.entries import parse, text

if TYPE_CHECKING:
    from .game.game import Store
    from .named_tuples import Entry, Event

_HAND_MOST = 7  # cards besides the starter


def count(
    hand: list[int], starter: int | None = None, crib: bool = False, scoring: Scoring = STANDARD
) -> int:
    """Return the points of `hand` with `starter` (rulings G6, G7; N2 to N4 by `scoring`).

    hand: one to seven cards; starter: a card, or None to count the hand alone; crib: whether a
    flush needs every card; scoring: of the game, a preset's `scoring`. A joker makes the count 0
    (B7). Raises CardError if there is no card, if there are too many, or if one is there twice.

        >>> count(cards("2H 4H 6H 8H"), card("5C"))
        11
    """
    _check_hand(hand, starter)
    return show.count(hand, starter, crib, scoring)


def explain(
    hand: list[int], starter: int | None = None, crib: bool = False, scoring: Scoring = STANDARD
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the items of a count, in the order in which a player says them.

    Each is `(reason, points, cards)`: a code of `engine_core.count.reasons`, its points and its
    cards. The arguments and errors are those of `count`; the points add up to what that returns.

        >>> explain(cards("JH 5C"), card("2H"))
        [(0, 2, (41, 19)), (8, 1, (41,))]
    """
    _check_hand(hand, starter)
    return show.explain(hand, starter, crib, scoring)


def points(line: list[int], scoring: Scoring = STANDARD) -> int:
    """Return the points of the last card of `line`, with the 2 for 31 (rulings G2, G8, G9).

    line: the cards laid since the count last restarted, oldest first. Without go and last card.
    Raises CardError if there is no card, or if one is there twice.

        >>> points(cards("7H 8C"))
        2
    """
    if not line:
        raise CardError("no card has been played")
    check_distinct(line)
    return play.points(line, scoring)


def _check_hand(hand: list[int], starter: int | None) -> None:
    if not 0 < len(hand) <= _HAND_MOST:
        raise CardError("a hand to count has one to seven cards")
    check_distinct(list(hand) + ([] if starter is None else [starter]))


def register(row: Preset) -> None:
    """Add a game until the program ends; a row in engine_core.games.presets adds it permanently.

    Raises ValueError if its code is not 1 to 255, or if another game has its code or name.
    """
    if not 0 < row.code < 256:
        raise ValueError("the code of a game must be 1 to 255, not " + str(row.code))
    for other in PRESETS:
        if other.code == row.code or other.name.lower() == row.name.lower():
            raise ValueError(other.name + " already has that name or code " + str(other.code))
    PRESETS.append(row)


class Game(game.Game):
    """A game that also accepts entries as text, lists the legal ones, and prints its table. Its
    entries and events have fields with names: see engine_core.named_tuples.

    `redo` and `state` are inherited: see engine_core.game.game.

        >>> game = Game.new("Traditional", dealer=0)
        >>> _ = game.push("JD"), game.push("5H")
        >>> game.undo().card == card("5H")
        True
    """

    @classmethod
    def new(
        cls,
        preset: "str | int",
        players: "int | None" = None,
        target: "int | None" = None,
        dealer: "int | None" = None,
        options: int = 0,
        track: "int | None" = None,
        payoff: int = 0,
    ) -> "Game":
        """Return a game that has started. The arguments are those of `entry_constructors.start`.

        Raises Illegal if the preset does not allow them.
        """
        new = cls()
        start = entry_constructors.start
        new.apply(start(preset, players, target, dealer, options, track, payoff))
        return new

    def push(self, what: "str | tuple[int, ...]") -> "list[Event]":
        """Apply an entry, given as a tuple or as text ("5H", "go", "claim 8").

        Return its events: see engine_core.state.events. Raises PegboardError and then changes
        nothing.
        """
        return self.apply(parse(what) if isinstance(what, str) else what)

    # A list of named events is used wherever a list of plain ones is.
    def apply(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, entry: "tuple[int, ...]", store: "Store | None" = None, left: "int | None" = None
    ) -> "list[Event]":
        """As `push`, but for an entry alone; store, left: see engine_core.game.game."""
        return [named_event(event) for event in super().apply(entry, store, left)]

    def undo(self, store: "Store | None" = None) -> "Entry":
        """Undo the last entry and return it. Raises Illegal if there is none."""
        return named_entry(super().undo(store))

    def entries(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
    ) -> "list[Entry]":
        """Return the entries of the game that are in effect."""
        return [named_entry(entry) for entry in super().entries()]

    def legal(self, by_hand: bool = False) -> list[str]:
        """Return the entries that `push` accepts now, as text.

        by_hand: include points, penalties, moved pegs, players who leave, void deals, short or
        long hands, and choices of the next dealer.
        """
        return [text(entry) for entry in legal_entries(self.state, by_hand)]

    def __repr__(self) -> str:
        return describe(self.state)


__all__ = (
    "CardError", "Game", "Illegal", "PegboardError", "card", "cards", "count", "explain", "points",
    "register", "spoken",
)  # fmt: skip
