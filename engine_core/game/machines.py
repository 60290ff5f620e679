"""The machines, which play the games: each is a module that a preset names as its `machine`.

Every machine has these functions, and nothing else in it is used elsewhere:

`begin(state, events)`: begin a game, or begin it again after it was declared void by hand. Nothing
    is on the table; `state.dealer` is the seat that deals first, or NO_SEAT or PARTNERS if the
    players cut for the deal.
`apply(state, entry, events)`: apply an entry of this game. It is never START or NEXT, and one of
    entries.BY_HAND only when the board waits for points (`phases.POINTS`). Raises Illegal and then
    changes nothing.
`deal(state, events)`: deal again with the same dealer, after a deal was declared void by hand.
`fold(state, events)`: points were corrected by hand. If that took the side that the board waits
    for out of this deal (C3), skip it; otherwise change nothing.
`next_dealer(state)`: return the seat that deals the next game of the match, once this one is over.

Each changes `state` and appends its events, as listed in engine_core.state.events, to `events`.
The game is over when a peg reaches the target: engine_core.pegs.pegs then sets `state.phase` to
OVER, and the machine does nothing more.
"""

from ..compat import TYPE_CHECKING, load
from ..state.state import State

if TYPE_CHECKING:
    from typing import Protocol

    from ..battlefield import machine as battlefield
    from ..cribbage import machine as cribbage
    from ..state.entries import Entry
    from ..state.events import Event
    from . import scoreboard

    class Machine(Protocol):
        """The functions of a machine, as described above."""

        def begin(self, state: State, events: "list[Event]") -> None: ...
        def apply(self, state: State, entry: "Entry", events: "list[Event]") -> None: ...
        def deal(self, state: State, events: "list[Event]") -> None: ...
        def fold(self, state: State, events: "list[Event]") -> None: ...
        def next_dealer(self, state: State) -> int: ...

    _ALL: tuple[Machine, ...] = (battlefield, cribbage, scoreboard)

# By machine: its modules, each after those that it imports, and itself last. Imports within
# imports would need a Pico's stack, and the interrupt that samples the keys needs what is left.
_PEGS = ("pegs.skunks", "pegs.trackers", "pegs.peg_moves", "pegs.pegs")
_SHOW = ("count.rank_points", "count.show", "cribbage.show_count", "cribbage.deal_phase")
_MODULES = {
    "battlefield": _PEGS
    + _SHOW
    + (
        "battlefield.battle_line",
        "battlefield.battle_show",
        "battlefield.battle_turn",
        "battlefield.machine",
    ),
    "cribbage": _PEGS
    + _SHOW
    + ("cribbage.reneges", "cribbage.show_phase", "cribbage.play_phase", "cribbage.machine"),
    "scoreboard": _PEGS + ("pegs.manual_points", "game.scoreboard"),
}
_machines = {}


def modules(name: str) -> list[str]:
    """Return the dotted names of the modules of the machine with this name, in the order in which
    to import them; the last is the machine itself."""
    return ["engine_core." + module for module in _MODULES[name]]


def keep_only(name: str) -> None:
    """Forget all machines but the one with this name."""
    for other in list(_machines):
        if other != name:
            _machines[other] = None
            del _machines[other]


def machine(name: str) -> "Machine":
    """Return the machine with this name, imported at its first use: a table plays one game, and
    another machine would take about 10 KB of a Pico's memory."""
    if name not in _machines:
        # Stored only once all are imported: an import may fail, by Ctrl-C or for lack of memory.
        _machines[name] = [load(module) for module in modules(name)][-1]
    return _machines[name]
