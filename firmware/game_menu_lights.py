"""What the holes show of the table while its menu is open: who sits where, the match."""

from engine_core.compat import const
from engine_core.phases import OVER
from engine_core.presets import SCOREBOARD
from hardware.board import STREET

from .bar import acting
from .canvas import BRIGHT, DIM, FAINT, MIDDLE

_APART = const(4)  # columns from one seat to the next
_SIDES_A_STREET = const(4)


def paint(canvas, state, what: str) -> None:
    """Paint "seats" or "match"."""
    _PAINTS[what](canvas, state)


def place(street: int, column: int) -> int:
    """Return the hole in `column`, from 0 at the left, of `street`, from 0: every other street
    runs from right to left."""
    return street * STREET + (STREET - column if street % 2 else column + 1)


def _seats(canvas, state):
    """A column for each seat, in the order of the players: on the first street every seat, and
    beside it the deals that it has to sit out, on the second who is to act, on the third who
    deals, on the fourth who has said go."""
    if state.preset.machine == SCOREBOARD:
        return
    acts = None if state.phase == OVER else acting(state)
    for seat in range(state.seats):
        go = state.said_go >> seat & 1
        rows = (True, seat == acts, seat == state.dealer, go)
        for street, lit in enumerate(rows):
            if lit:
                level = BRIGHT if street else MIDDLE
                canvas.hole(place(street, _APART * seat), state.side(seat), level)
        for deal in range(min(state.deals_out[state.side(seat)], _APART - 1)):
            canvas.hole(place(0, _APART * seat + 1 + deal), state.side(seat), DIM)


def _match(canvas, state):
    """The games that each side has won, as lights on a street of its own (a fifth and a sixth
    side: on the second half of one)."""
    half = STREET // 2
    for side, games in enumerate(state.games):
        first = side % _SIDES_A_STREET * STREET + side // _SIDES_A_STREET * half
        for n in range(half):
            level = BRIGHT if n < games else FAINT if n == 0 else None
            if level is not None:
                canvas.hole(first + n + 1, side, level)


_PAINTS = {"seats": _seats, "match": _match}
