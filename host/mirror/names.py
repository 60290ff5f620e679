"""What sides and players are called where nobody has named them: by the colour of their pegs."""

from engine_core.state import State
from hardware.board import SIDES


def side_name(side: int) -> str:
    """Return the name of a side: its colour."""
    return SIDES[side][0]


def partners(state: State, side: int) -> list[int]:
    """Return the seats of the players of a side."""
    return [
        seat
        for seat, played in enumerate(state.seating.side_of)
        if played == side and seat != state.seating.crib_seat
    ]


def seat_name(state: State, seat: int) -> str:
    """Return the name of a player: the side's, with a number where partners share it."""
    if seat == state.seating.crib_seat:
        return "The crib"
    side = state.side(seat)
    seats = partners(state, side)
    if len(seats) == 1:
        return side_name(side)
    return f"{side_name(side)} {seats.index(seat) + 1}"


def listed(names: list[str]) -> str:
    """Return the names as in a sentence: `Blue, Orange and White`."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
