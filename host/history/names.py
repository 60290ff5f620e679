"""The names of the sides and players of a stored game."""

from engine_core.compat import TYPE_CHECKING
from engine_core.game.game import Game
from engine_core.games.phases import CUT
from engine_core.games.seats import PARTNERS
from engine_core.state.events import get
from hardware.board import SIDES
from host.mirror.names import colour, listed, once, reseated

from .games import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .games import PlayedGame
    from .rows import StoredGame


def side_names(game: "StoredGame") -> list[str]:
    """Return the name of every possible side: its players' names, or else its colour."""
    found = [colour(side) for side in range(len(SIDES))]
    for side in range(len(game.result["scores"])):
        names = [game.name(seat) for seat in seats_of(game.result, side)]
        found[side] = listed(once([name for name in names if name])) or found[side]
    return found


def seat_names(game: "StoredGame") -> list[str]:
    """Return the names of the seats: the player's, or else the side's, numbered if players share
    it."""
    sides = side_names(game)
    found = []
    for seat, side in enumerate(game.result["side_of"]):
        seats = seats_of(game.result, side)
        number = f" {seats.index(seat) + 1}" if len(seats) > 1 and seat in seats else ""
        own = colour(side) + number if sides[side] == colour(side) else sides[side]
        found.append(game.name(seat) or own)
    return found


def partner_names(game: "StoredGame") -> dict[str, str]:
    """Return the names of partners, as the seats of host.mirror.names.Names."""
    names = seat_names(game)
    sides = [seats_of(game.result, side) for side in range(len(game.result["scores"]))]
    return {
        f"{colour(side)} {number}": names[seat]
        for side, seats in enumerate(sides)
        if len(seats) > 1
        for number, seat in enumerate(seats, 1)
    }


def player_names(told: dict, sides: "Sequence[str]", players: "Sequence[str]") -> list[str]:
    """Return the names of the players of a game, by seat: the name that the table gave the side,
    else the one in `players` if their number fits, else ""; [] if no player has a name. told: the
    value of host.history.result."""
    people = told["people"]
    own = players if len(players) == len(people) else [""] * len(people)
    given = list(sides) + [""] * len(told["scores"])
    found = [given[told["side_of"][seat]] or name for seat, name in zip(people, own)]
    return found if any(found) else []


def seated(games: "Sequence[PlayedGame]", players: "Sequence[str]") -> "Iterator[Sequence[str]]":
    """Yield the names of `players` by seat in each of `games`, one after the other of a match:
    those who cut for partners change seats (G18), and stay there; () while they cut, as nobody
    knows yet who sits where. Raises PegboardError."""
    for one in games:
        game = Game()
        for entry in unpacked(one.entries):
            for event in game.apply(entry):
                if event[0] == "partners":
                    players = reseated(players, get(event, "dealer"), get(event, "partner"))
            if game.state.phase != CUT:
                break
        yield () if game.state.dealer == PARTNERS else players


def seats_of(told: dict, side: int) -> list[int]:
    """Return the seats of the players on a side. told: as in `player_names`."""
    return [seat for seat in told["people"] if told["side_of"][seat] == side]
