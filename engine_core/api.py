"""The game as an engineer uses it: `Game.new("Traditional")`, `push("5H")`, `undo()`, `legal()`.

A module of its own, so that a board, which has no use for it, spends no memory on it.
"""

from . import entry_constructors, game
from .entries import parse, text
from .game_text import describe
from .legal_entries import legal_entries
from .presets import PRESETS, Preset


def register(row: Preset) -> None:
    """Add a game to those that there are, as a row more in engine_core.presets does for good.

    Raises ValueError where its code, 1 to 255, or its name belongs to another game.
    """
    if not 0 < row.code < 256:
        raise ValueError("the code of a game is 1 to 255, not " + str(row.code))
    for other in PRESETS:
        if other.code == row.code or other.name.lower() == row.name.lower():
            raise ValueError(other.name + " has that code or name: " + str(other.code))
    PRESETS.append(row)


class Game(game.Game):
    """A game that takes its entries as texts too, knows what may come next, and prints its table.

    What else it has is in engine_core.game: `apply`, `undo`, `redo`, `entries`, `state`.
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
        """Return a game that has started. Takes what `entry_constructors.start` takes.

        Raises Illegal where that preset is not played so.
        """
        new = cls()
        start = entry_constructors.start
        new.apply(start(preset, players, target, dealer, options, track, payoff))
        return new

    def push(self, what: str | tuple) -> list[tuple]:
        """Fold in an entry, or what the text of one says ("5H", "go", "claim 8"), and return its
        events: see engine_core.events. Raises PegboardError, having changed nothing."""
        return self.apply(parse(what) if isinstance(what, str) else what)

    def legal(self, by_hand: bool = False) -> list[str]:
        """Return what `push` takes now, as texts; with `by_hand` also points, penalties and moved
        pegs, which a table may enter at any time."""
        return [text(entry) for entry in legal_entries(self.state, by_hand)]

    def __repr__(self) -> str:
        return describe(self.state)
