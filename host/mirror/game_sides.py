"""The names that a table gives the sides in each game of its match."""

from engine_core.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class GameSides:
    """The names of the sides, "" where the table gave none.

    Names that were given in a later game do not become those of the game before it when somebody
    takes back one entry too many: only names that change after that do.
    """

    def __init__(self):
        self._given: dict[int, tuple[str, ...]] = {}  # by where the game begins
        self._begun = 0  # where the current game begins
        self._told: Sequence[str] = ()  # the last names
        self._others: Sequence[str] = ()  # those of them that were given in another game

    def take(
        self, begun: int, names: "Sequence[str]", fresh: bool, others: "Sequence[str]" = ()
    ) -> tuple[str, ...]:
        """Return the names for the current game, which begins at `begun`, when the table tells
        `names`. fresh: whether it may be another match; others: those that are not for this game
        then."""
        if fresh:
            self._given = {}
            self._others = others
        elif begun < self._begun:
            self._others = self._told
        elif begun > self._begun:
            self._others = ()
        self._begun, self._told = begun, names
        before = self.of(begun)
        own = [
            _at(before, side) if name and name == _at(self._others, side) else name
            for side, name in enumerate(names)
        ]
        self._given[begun] = tuple(own)
        return self._given[begun]

    def of(self, begun: int) -> tuple[str, ...]:
        """Return the names given in the game that begins there; () if none are known."""
        return self._given.get(begun, ())


def _at(names: "Sequence[str]", side: int) -> str:
    return names[side] if side < len(names) else ""
