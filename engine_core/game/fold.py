"""Applies an entry to a state: the whole game is a fold over its entries."""

from ..compat import TYPE_CHECKING, later
from ..errors import Illegal
from ..games import phases as at
from ..state.entries import BY_HAND, NEXT, START
from ..state.state import State
from .machines import machine

if TYPE_CHECKING:
    from ..pegs import manual_points
    from ..state.entries import Entry
    from ..state.events import Event
    from . import game_start, next_dealer
else:
    next_dealer = later("engine_core.game.next_dealer")
    game_start = later("engine_core.game.game_start")
    manual_points = later("engine_core.pegs.manual_points")


def fold(state: State, entry: "Entry", events: "list[Event]") -> None:
    """Apply a valid `entry` to `state` and append its events to `events`.

    Raises PegboardError and then changes nothing.
    """
    kind = entry[0]
    if kind == START:
        game_start.start(state, entry[1:], events)
    elif state.phase == at.IDLE:
        raise Illegal("choose a game first")
    elif kind == NEXT:
        _next(state, entry, events)
    elif state.phase == at.OVER:
        raise Illegal("the game is over: ENTER for the next one, UNDO to go back")
    elif kind in BY_HAND and state.phase != at.POINTS:
        then = manual_points.apply(state, entry, events)
        getattr(machine(state.preset.machine), then)(state, events)
    else:
        machine(state.preset.machine).apply(state, entry, events)


def _next(state, entry, events):
    if state.phase != at.OVER:
        raise Illegal("this game is not over yet")
    if len(entry) > 1:
        dealer = next_dealer.choose(state, entry[1])
    elif state.next_way:
        dealer = next_dealer.dealer(state)
    else:
        dealer = machine(state.preset.machine).next_dealer(state)
    state.begin(
        state.code,
        state.seats,
        state.target,
        dealer,
        state.options,
        state.track,
        state.more_options,
    )
    events.append(("next", dealer))
    machine(state.preset.machine).begin(state, events)
