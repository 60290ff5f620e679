"""What sides and players are called where nobody has named them: by the colour of their pegs."""

import re

from engine_core.entries import PARTNERS
from engine_core.presets import BATTLEFIELD
from engine_core.state import State
from firmware.game_menu import GameMenu
from firmware.start_menu import StartMenu
from hardware.board import SIDES


def side_name(side: int) -> str:
    """Return the name of a side: its colour."""
    return SIDES[side][0]


def partners(state: State, side: int) -> list[int]:
    """Return the seats of the players of a side."""
    crib = state.seating.crib_seat
    return [seat for seat in _partners(state.seating.side_of, side) if seat != crib]


def _partners(side_of: tuple, side: int) -> list[int]:
    return [seat for seat, played in enumerate(side_of) if played == side]


def seat_name(state: State, seat: int) -> str:
    """Return the name of a player: the side's, with a number where partners share it."""
    if seat == state.seating.crib_seat:
        return "The crib"
    return _player_name(state.side(seat), partners(state, state.side(seat)), seat)


def _player_name(side: int, seats: list[int], seat: int) -> str:
    if len(seats) == 1:
        return side_name(side)
    return f"{side_name(side)} {seats.index(seat) + 1}"


def crib_name(state: State) -> str:
    """Return what the game calls the dealer's second hand."""
    return "reserve" if state.preset.machine == BATTLEFIELD else "crib"


def choice_names(menu: StartMenu | GameMenu) -> list[str]:
    """Return the choices of `menu`, with sides and players called as everywhere else."""
    choices, sides = menu.choices(), menu.sides()
    if menu.kind == GameMenu.kind and sides:
        return [side_name(side) for side in sides]
    if menu.asks_dealer():
        names = [
            _player_name(side, _partners(sides, side), seat) for seat, side in enumerate(sides)
        ]
        return [choices[0], *names, *choices[1 + len(names) :]]
    return choices


def with_names(state: State, reason: str) -> str:
    """Return the board's reason for a refusal with `player 2` called as everywhere else."""
    if state.dealer == PARTNERS:  # who sits where is not known yet
        return reason

    def name(found: re.Match) -> str:
        seat = int(found[1]) - 1
        return seat_name(state, seat) if 0 <= seat < state.seats else found[0]

    return re.sub(r"\bplayer (\d)\b", name, reason)


def listed(names: list[str]) -> str:
    """Return the names as in a sentence: `Blue, Orange and White`."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
