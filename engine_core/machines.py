"""The machines: what plays the games, each a module that a preset names in its `machine`.

Every machine has these functions, and nothing else of it is used from outside:

`begin(state, events)`: a game begins. Nothing is on the table; `state.dealer` is the seat that
    deals first, or NO_SEAT where the players are to find that out.
`apply(state, entry, events)`: fold in an entry that is about this game: not START, not NEXT and,
    but where the board waits for points (`phases.KEYED`), not one of entries.BY_HAND. Raises
    Illegal, having changed nothing.
`deal(state, events)`: a deal was declared void by hand: deal again, by the same dealer.
`fold(state, events)`: points were moved by hand. Go on where the side that the board waits for is
    out of this deal by that (C3); else change nothing.
`next_dealer(state)`: the game is over: return the seat that deals the next one of the match.

Each changes `state` and appends what came of it to `events`, as engine_core.events has them. The
game is over when a peg has reached the target, which engine_core.pegs sees to: `state.phase` is
then OVER, and a machine does nothing more.
"""

from .compat import TYPE_CHECKING, load
from .state import State

if TYPE_CHECKING:
    from typing import Protocol

    from . import battlefield, cribbage, scoreboard

    class Machine(Protocol):
        """What a machine has: see above."""

        def begin(self, state: State, events: list) -> None: ...
        def apply(self, state: State, entry: tuple, events: list) -> None: ...
        def deal(self, state: State, events: list) -> None: ...
        def fold(self, state: State, events: list) -> None: ...
        def next_dealer(self, state: State) -> int: ...

    _ALL: tuple[Machine, ...] = (battlefield, cribbage, scoreboard)

_machines = {}


def machine(name: str) -> "Machine":
    """Return the machine of this name. Its code comes into memory with the first call: a table
    plays one game, and that of another would take some 10 KB of a Pico."""
    if name not in _machines:
        _machines[name] = load("engine_core." + name)
    return _machines[name]
