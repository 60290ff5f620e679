"""The bar of 31 lights: it always shows what the board is waiting for, in the colour of the side
that is to act.

A blinking light asks for something; a steady one shows what has been entered. Each seat has two
places at the right end: the first blinks for the seat that is to act, and the second is lit for
the dealer.
"""

from engine_core.compat import TYPE_CHECKING, later
from engine_core.games import phases
from engine_core.games.seats import NO_SEAT
from hardware.board import BAR

from ..keys.key_entry import CLAIMING, NONE
from . import bar_count
from .levels import BRIGHT, DARK, DIM, FAINT, MIDDLE, WHITE

# Needed only in some phases or in one game, so imported when first used.
if TYPE_CHECKING:
    from . import bar_battle, bar_cribbage
else:
    bar_battle = later("firmware.lights.bar_battle")
    bar_cribbage = later("firmware.lights.bar_cribbage")

_COUNTS = (phases.PLAY, phases.TURN)
_OF_DEALER = (phases.STARTER, phases.CRIB, phases.LINE, phases.RESERVE)
_BATTLE = (phases.LINE, phases.TURN, phases.FORMATION, phases.DROP, phases.RESERVE)
_NO_SEATS = (phases.OVER, phases.POINTS, phases.CHALLENGE)
_NO_RANK = (phases.OVER, phases.POINTS, phases.CLAIM, phases.AFTER_PLAY, phases.CHALLENGE)


def paint_game(canvas, state, key_entry, blink: bool) -> None:
    """Paint the bar for the phase of the game. A rank that waits for its suit covers the seats."""
    ask = BRIGHT if blink else FAINT
    phase = state.phase
    used, marks = 0, ()
    if phase == phases.PLAY and key_entry.side == CLAIMING:
        used, marks = bar_cribbage.paint_claim(canvas, state, key_entry, ask)
    elif phase == phases.PLAY:
        used = bar_count.paint_count(canvas, state, key_entry, ask)
    else:
        painters = bar_battle if phase in _BATTLE else bar_cribbage
        used, marks = painters.paint(canvas, state, key_entry, ask) or (used, marks)
    if phase not in _NO_SEATS:
        marks += seat_marks(state, acting(state), ask)
        # What a rank adds is counted from the left, so the seats may not cover it.
        if key_entry.rank == NONE or used + len(marks) < BAR:
            paint_marks(canvas, used, marks)
    fits = phase in _COUNTS and bar_count.added(state, key_entry)
    if key_entry.rank != NONE and phase not in _NO_RANK and not fits:
        _paint_rank(canvas, key_entry.rank)


def acting(state) -> int:
    """Return the seat that is to act."""
    if state.phase in _OF_DEALER:
        thrower = state.thrower(len(state.crib)) if state.phase == phases.CRIB else NO_SEAT
        return state.dealer if thrower == NO_SEAT else thrower
    return state.last_player if state.phase == phases.AFTER_PLAY else state.turn


def seat_marks(state, acts: int, ask: int) -> tuple:
    """Return the lights of all seats for `paint_marks`; the light of the seat `acts` has the level
    `ask`. The light of a seat that shows five cards blinks in the opposite half of the time, and
    a seat that has folded or sits out has none."""
    marks = ()
    for seat in range(state.seats):
        side = state.side(seat)
        level = ask if seat == acts else DIM
        if state.phase == phases.TURN and seat == state.shown_by:
            level = FAINT if ask == BRIGHT else BRIGHT
        light = (side, level)
        if not state.plays(seat):
            light = None
        marks += (light, (side, MIDDLE) if seat == state.dealer else None)
    return marks


def paint_marks(canvas, used: int, marks: tuple) -> None:
    """Paint `marks` at the right end, each (colour, level) or None for a dark light. If the first
    `used` lights leave no room there, paint them at the left end."""
    first = BAR - len(marks)
    after = BAR
    if used >= first:
        first = 0
        after = len(marks) + 1
    canvas.span(first, after, WHITE, DARK)
    for mark in marks:
        if mark:
            canvas.bar(first, mark[0], mark[1])
        first += 1


def paint_points(canvas, side: int, points: int, level: int) -> None:
    """Paint the points of a hand that is being pegged, one light for each point.

    level: of the light at the right end, which blinks if ENTER shows another hand.
    """
    canvas.span(0, points, side, BRIGHT)
    canvas.bar(BAR - 1, side, level)


def _paint_rank(canvas, rank):
    """Paint a rank that waits for its suit: that many lights at the right end, after a dark one so
    that they can be counted beside any colour."""
    first = BAR - 1 - rank
    canvas.bar(first - 1, WHITE, DARK)
    canvas.span(first, BAR, WHITE, BRIGHT)
