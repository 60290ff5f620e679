"""The holes while the menu of a game is open: the seats, or a tracker of the match."""

from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.games.options import CRIB_WARS
from engine_core.games.phases import OVER
from engine_core.games.preset_types import SCOREBOARD
from engine_core.pegs import trackers
from hardware.board import STREET, STREETS

from .bar import acting
from .levels import BRIGHT, DIM, MIDDLE, WHITE

if TYPE_CHECKING:
    from engine_core.pegs import crib_wars, payoffs
else:
    crib_wars = later("engine_core.pegs.crib_wars")
    payoffs = later("engine_core.pegs.payoffs")

_APART = const(4)  # columns from one seat to the next
_DIGIT = const(5)  # columns of a digit
_LAST = const(25)  # the column of the last digit


def place(street: int, column: int) -> int:
    """Return the number of the hole in `column`, from 0 at the left, of `street`, from 0. Every
    other street runs from right to left."""
    return street * STREET + (STREET - column if street % 2 else column + 1)


def paint_seats(canvas, state) -> None:
    """Paint a column for each seat, in the order of the players. The first street shows every
    seat, and beside it the deals that it has to sit out; the second shows the seat to act, the
    third the dealer, the fourth the seats that have said go."""
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
        for deal in range(_deals_out(state, seat)):
            canvas.hole(place(0, _APART * seat + 1 + deal), state.side(seat), DIM)


def _deals_out(state, seat):
    """Return how many deals the side of `seat` has to sit out."""
    return crib_wars.deals_out(state, state.side(seat)) if state.track == CRIB_WARS else 0


def paint_tracker(canvas, state, number: int) -> None:
    """Paint tracker `number` of trackers.TRACKERS; those after it are the same trackers of the
    fifth and sixth side.

    Each side has a street: its colour is at the left end, and the tracker is at the right. There
    each group of five holes is a digit: a white light is five, and a light of the side's colour is
    one. At the last tracker there is a number for each side that is owed something, all of it in
    the colour of that side (G13).
    """
    name = trackers.TRACKERS[number % len(trackers.TRACKERS)]
    first = number // len(trackers.TRACKERS) * STREETS
    for street in range(min(STREETS, len(state.scores) - first)):
        side = first + street
        canvas.hole(place(street, 0), side, MIDDLE)
        owed = _owed(state, side) if name == trackers.TRACKERS[-1] else None
        if owed is None:
            _paint_number(canvas, street, _LAST, trackers.tracker(state, name, side), side, WHITE)
            continue
        column = _LAST
        for amount, other in owed:
            column = _paint_number(canvas, street, column, amount, other, other)


def _owed(state, side):
    """Return (amount, side that gets it) of each debt of `side`, the last first; None if a street
    has too few holes for all of them."""
    owed = []
    digits = 0
    for other in range(len(state.scores) - 1, -1, -1):
        amount = payoffs.debt(state, side, other)
        if amount:
            owed.append((amount, other))
            digits += len(str(amount))
    return owed if digits * _DIGIT <= _LAST else None


def _paint_number(canvas, street, column, number, side, fives):
    """Paint a number, its last digit from `column` on: `fives` is the colour of a five, and each
    one has that of `side`. Return the column of the digit before its first."""
    while number:
        if number % 10 >= 5:
            canvas.hole(place(street, column), fives, BRIGHT)
        for n in range(number % 5):
            canvas.hole(place(street, column + 1 + n), side, BRIGHT)
        number //= 10
        column -= _DIGIT
    return column
