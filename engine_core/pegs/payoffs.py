"""What the sides owe each other over a match (ruling G13).

With two sides that follows from what each has collected; with more, `state.owed` has what each
loser owes each winner: a byte for each pair, the loser's row first.
"""

from ..compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from ..state.state import State

_FULL = const(255)


def add(state: "State", loser: int, winner: int, amount: int) -> None:
    """Record that `loser` owes `winner` `amount` more."""
    sides = len(state.scores)
    if sides < 3:
        return
    if not state.owed:  # of a match that an earlier version began
        state.owed = bytearray(sides * sides)
    at = loser * sides + winner
    state.owed[at] = min(_FULL, state.owed[at] + amount)


def _all(state, loser, winner):
    sides = len(state.scores)
    if sides < 3:
        return state.stakes[winner]
    return state.owed[loser * sides + winner] if state.owed else 0


def debt(state: "State", loser: int, winner: int) -> int:
    """Return what `loser` owes `winner` once what `winner` owes `loser` is taken from it; 0 or
    more."""
    return max(0, _all(state, loser, winner) - _all(state, winner, loser))


def balance(state: "State", side: int) -> int:
    """Return what `side` has to collect from all others in the end; less than 0: to pay them."""
    total = 0
    for other in range(len(state.scores)):
        total += debt(state, other, side) - debt(state, side, other)
    return total


def debts(state: "State") -> list[tuple[int, int, int]]:
    """Return `(loser, winner, amount)` of each debt that settles the match, by loser."""
    sides = range(len(state.scores))
    return [
        (loser, winner, debt(state, loser, winner))
        for loser in sides
        for winner in sides
        if debt(state, loser, winner)
    ]
