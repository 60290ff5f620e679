"""What the holes show of the table while its menu is open: who sits where, the match."""

from engine_core import match
from engine_core.compat import const
from engine_core.phases import OVER
from engine_core.presets import SCOREBOARD
from hardware.board import STREET, STREETS

from .bar import acting
from .canvas import BRIGHT, DIM, MIDDLE, WHITE

_APART = const(4)  # columns from one seat to the next
_DIGIT = const(5)  # columns of a digit
# What is counted over the games of a match; all but the points is a row of the state.
TRACKERS = ("games", "collected", "points", "skunks", "double skunks", "corners", "high hand")
_ROWS = {
    "games": "games",
    "collected": "stakes",
    "skunks": "skunks",
    "double skunks": "double_skunks",
    "corners": "corner_wins",
    "high hand": "high_hands",
}


def place(street: int, column: int) -> int:
    """Return the hole in `column`, from 0 at the left, of `street`, from 0: every other street
    runs from right to left."""
    return street * STREET + (STREET - column if street % 2 else column + 1)


def paint_seats(canvas, state) -> None:
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


def tracker(state, name: str, side: int) -> int:
    """Return what `side` has on the tracker called `name`, one of TRACKERS, over the match."""
    return match.running(state, side) if name == "points" else getattr(state, _ROWS[name])[side]


def paint_tracker(canvas, state, number: int) -> None:
    """Paint tracker `number` of TRACKERS; from len(TRACKERS) on, the same of the fifth side on.

    Each side has a street: its colour at the left end, and the tracker at the right, where each
    group of five holes is a digit: a white light is five, a light of the side's colour is one.
    """
    name = TRACKERS[number % len(TRACKERS)]
    first = number // len(TRACKERS) * STREETS
    for street in range(min(STREETS, len(state.scores) - first)):
        side = first + street
        canvas.hole(place(street, 0), side, MIDDLE)
        left = tracker(state, name, side)
        column = STREET - _DIGIT
        while left:
            fives, ones = divmod(left % 10, 5)
            if fives:
                canvas.hole(place(street, column), WHITE, BRIGHT)
            for n in range(ones):
                canvas.hole(place(street, column + 1 + n), side, BRIGHT)
            left //= 10
            column -= _DIGIT
