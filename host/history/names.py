"""What the sides and players of a stored game are called."""

from typing import TYPE_CHECKING

from hardware.board import SIDES
from host.mirror.names import colour, listed

from .store import StoredGame

if TYPE_CHECKING:
    from host.club.games import ClubGame


def side_names(game: StoredGame) -> list[str]:
    """Return the names of all sides that there can be: its players', else its colour."""
    found = [colour(side) for side in range(len(SIDES))]
    for side in range(len(game.result["scores"])):
        names = [game.name(seat) for seat in seats_of(game, side)]
        found[side] = listed(list(dict.fromkeys(filter(None, names)))) or found[side]
    return found


def seat_names(game: StoredGame) -> list[str]:
    """Return the names of the seats: the player's, else the side's with a number where several
    share it."""
    sides = side_names(game)
    found = []
    for seat, side in enumerate(game.result["side_of"]):
        seats = seats_of(game, side)
        number = f" {seats.index(seat) + 1}" if len(seats) > 1 and seat in seats else ""
        own = colour(side) + number if sides[side] == colour(side) else sides[side]
        found.append(game.name(seat) or own)
    return found


def seats_of(game: "StoredGame | ClubGame", side: int) -> list[int]:
    """Return the seats of the players of a side."""
    people = game.result["people"]
    return [seat for seat in people if game.result["side_of"][seat] == side]
