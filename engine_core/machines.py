"""The machines, which play the games: each is a module that a preset names as its `machine`.

Every machine has these functions, and nothing else in it is used from outside:

`begin(state, events)`: begin a game. Nothing is on the table; `state.dealer` is the seat that
    deals first, or NO_SEAT or PARTNERS if the players cut for the deal.
`apply(state, entry, events)`: apply an entry of this game. It is never START or NEXT, and one of
    entries.BY_HAND only when the board waits for points (`phases.POINTS`). Raises Illegal and then
    changes nothing.
`deal(state, events)`: deal again with the same dealer, after a deal was declared void by hand.
`fold(state, events)`: points were corrected by hand. If that took the side that the board waits
    for out of this deal (C3), skip it; otherwise change nothing.
`next_dealer(state)`: return the seat that deals the next game of the match, once this one is over.

Each changes `state` and appends its events, as listed in engine_core.events, to `events`. The game
is over when a peg reaches the target: engine_core.pegs then sets `state.phase` to OVER, and the
machine does nothing more.
"""

from .compat import TYPE_CHECKING, load
from .state import State

if TYPE_CHECKING:
    from typing import Protocol

    from . import battlefield, cribbage, scoreboard

    class Machine(Protocol):
        """The functions of a machine, as described above."""

        def begin(self, state: State, events: list) -> None: ...
        def apply(self, state: State, entry: tuple, events: list) -> None: ...
        def deal(self, state: State, events: list) -> None: ...
        def fold(self, state: State, events: list) -> None: ...
        def next_dealer(self, state: State) -> int: ...

    _ALL: tuple[Machine, ...] = (battlefield, cribbage, scoreboard)

# What a machine is made of, those first that others import. Imports within imports would need a
# Pico's stack, and the interrupt that samples the keys needs what is left of it.
_PEGS = "skunks match peg_moves pegs "
_SHOW = "rank_points show show_count deal_phase "
_PARTS = {
    "battlefield": _PEGS + _SHOW + "battle_line battle_show battle_turn",
    "cribbage": _PEGS + _SHOW + "reneges show_phase play_phase",
    "scoreboard": _PEGS + "manual_points",
}
_HERE = __name__[: __name__.rfind(".") + 1]  # the package; a bundle has none
_machines = {}


def machine(name: str) -> "Machine":
    """Return the machine with this name, imported at its first use: a table plays one game, and
    another machine would take about 10 KB of a Pico's memory."""
    if name not in _machines:
        for part in _PARTS.get(name, "").split():
            load(_HERE + part)
        _machines[name] = load(_HERE + name)
    return _machines[name]
