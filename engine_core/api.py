"""The game as an engineer uses it: `Game.new("Traditional")`, `push("5H")`, `undo()`, `legal()`.

It is a module of its own because a board does not need it and should not spend memory on it.
"""

from . import entry_constructors, game
from .entries import parse, text
from .game_text import describe
from .legal_entries import legal_entries
from .presets import PRESETS, Preset


def register(row: Preset) -> None:
    """Add a game until the program ends; a row in engine_core.presets adds it permanently.

    Raises ValueError if its code is not 1 to 255, or if another game has its code or name.
    """
    if not 0 < row.code < 256:
        raise ValueError("the code of a game must be 1 to 255, not " + str(row.code))
    for other in PRESETS:
        if other.code == row.code or other.name.lower() == row.name.lower():
            raise ValueError(other.name + " already has that name or code " + str(other.code))
    PRESETS.append(row)


class Game(game.Game):
    """A game that also accepts entries as text, lists the legal ones, and prints its table.

    `apply`, `undo`, `redo`, `entries` and `state` are inherited: see engine_core.game.
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

    def push(self, what: str | tuple) -> list[tuple]:
        """Apply an entry, given as a tuple or as text ("5H", "go", "claim 8").

        Return its events: see engine_core.events. Raises PegboardError and then changes nothing.
        """
        return self.apply(parse(what) if isinstance(what, str) else what)

    def legal(self, by_hand: bool = False) -> list[str]:
        """Return the entries that `push` accepts now, as text.

        by_hand: include points, penalties, moved pegs and players who leave, which may be
        entered at any time.
        """
        return [text(entry) for entry in legal_entries(self.state, by_hand)]

    def __repr__(self) -> str:
        return describe(self.state)
