"""The names of sides and players: those that the players chose, otherwise the colours of the pegs.

A text refers to a side by a mark, `{Blue}`, which `called` replaces when the text is shown. So a
name that is set later also appears in texts written before.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD
from engine_core.games.seats import PARTNERS
from engine_core.state.state import State
from firmware.menus import saved_text
from firmware.menus.game_menu import GameMenu
from firmware.menus.start_menu import OPTION, StartMenu
from hardware.board import SIDES, STREETS

NAME_MOST = 24  # characters
_MARKS_IN_A_ROW = 2  # accents on one letter; more would overlap the lines above
# Choices named differently where there is more room than on a quick card.
_CALLED = {"Hints off: on": "Hints: off", "Hints off: off": "Hints: on"}
_PLAIN = {int, bool, type(None)}
_MARK = re.compile("{(" + "|".join(side[0] for side in SIDES) + r")}( [1-9](?!\d))?")


def colour(side: int) -> str:
    """Return the colour of a side's pegs, capitalised."""
    return SIDES[side][0]


def side_name(side: int) -> str:
    """Return the mark that stands for the name of a side."""
    return "{" + colour(side) + "}"


def clean(text: str) -> str:
    """Return `text` in a form that can be shown anywhere, even in a terminal: on one line, without
    control and formatting characters, and without many accents on one letter."""
    if text.isascii() and text.isprintable():  # nearly always, and quick for a wall's views
        return " ".join(text.split())
    found = ""
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)[0]
        marks = marks + 1 if kind == "M" else 0
        if character.isspace():
            found += " "
        elif kind != "C" and marks <= _MARKS_IN_A_ROW:
            found += character
    return " ".join(found.split())


class Names(NamedTuple):
    """The names to show. sides: of each possible side; seats: of partners, by the mark of their
    side and their number, such as "Blue 2", if known."""

    sides: list[str]
    seats: Mapping[str, str] = MappingProxyType({})


def names_of(given: list[str], side_of: Sequence[int], crib: int, players: Sequence[str]) -> Names:
    """Return the names to show. given: the sides' names, "" for none; players: the players' names
    by seat, used if their number fits; side_of: the side of each seat; crib: a seat that is not a
    player's."""
    seats = [seat for seat in range(len(side_of)) if seat != crib]
    if not players or len(players) != len(seats):
        return Names(all_names(given))
    name = {seat: _cut(player) for seat, player in zip(seats, players, strict=True)}
    wanted, partners_of = [_cut(one) for one in given], {}
    for side in set(side_of):
        own = [seat for seat in _partners(tuple(side_of), side) if seat != crib]
        called = [name[seat] for seat in own]
        if 0 <= side < len(wanted) and not wanted[side] and all(called):
            wanted[side] = listed(list(dict.fromkeys(called)))
        if len(own) > 1:
            partners_of |= {f"{colour(side)} {n}": one for n, one in enumerate(called, 1)}
    folded = {one.casefold() for one in name.values()}
    is_clear = "" not in folded and len(folded) == len(name)
    return Names(list(_distinct(tuple(wanted))), partners_of if is_clear else {})


def all_names(given: list[str]) -> list[str]:
    """Return the name to show for each side, given the names that the players chose ("" for none):
    a side is called by its colour if it has no name, or if its name is that of another side or of
    another colour."""
    return list(_distinct(tuple(map(_cut, given))))


def shortened(name: str, most: int = NAME_MOST) -> str:
    """Return `name` with at most `most` characters: without its last words, or with an ellipsis
    where its first word alone is longer."""
    if len(name) <= most:
        return name
    words = name[: most + 1].rpartition(" ")[0].rstrip(" ,")
    return words or name[: most - 1] + "…"


def reseated(players: Sequence[str], dealer: int, partner: int) -> list[str]:
    """Return the names of four players, by seat, after they have cut for partners (G18): the
    `partner` of the `dealer` moves to the seat opposite."""
    found = list(players)
    opposite = (dealer + 2) % 4
    if len(found) == 4:
        found[partner], found[opposite] = found[opposite], found[partner]
    return found


def _cut(name: str) -> str:
    return shortened(clean(name))


@lru_cache(maxsize=64)  # the same for each view of a game
def _distinct(wanted: tuple[str, ...]) -> list[str]:
    folded = [name.casefold() for name in wanted]
    names = []
    for side, (own, *_) in enumerate(SIDES):
        others = [other[0].casefold() for other in SIDES if other[0] != own]
        taken = [*folded[:side], *folded[side + 1 :], *others]
        named = folded[side] and folded[side] not in taken
        names.append(wanted[side] if named else own)
    return names


def called(told: Any, names: list[str], seats: Mapping[str, str] = MappingProxyType({})) -> Any:
    """Return `told`, any value that JSON can contain, with the marks replaced by `names`, and
    those of partners by `seats`, as in Names."""
    by_colour = {side[0]: name for side, name in zip(SIDES, names, strict=True)}

    def name_of(mark: re.Match) -> str:
        number = mark[2] or ""
        return seats.get(mark[1] + number) or by_colour[mark[1]] + number

    return _called(told, name_of)


def _called(told, name_of):
    kind = type(told)
    if kind is str:
        return _MARK.sub(name_of, told) if "{" in told else told
    # Most parts are numbers and texts without a mark, and this runs for each view of each page: a
    # call for each would take most of the time.
    if kind is list:
        return [
            part
            if (of := type(part)) in _PLAIN or of is str and "{" not in part
            else _called(part, name_of)
            for part in told
        ]
    if kind is dict:
        return {
            key: part
            if (of := type(part)) in _PLAIN or of is str and "{" not in part
            else _called(part, name_of)
            for key, part in told.items()
        }
    return told


def side_names(state: State, players: list[str]) -> list[str]:
    """Return the name of each side from the names of a record's `players`, by seat: its colour if
    their number does not fit."""
    seats = [seat for seat in range(state.seats) if seat != state.seating.crib_seat]
    sides = range(len(state.scores))
    if len(players) != len(seats):
        return [colour(side) for side in sides]
    name = dict(zip(seats, players, strict=True))
    return [listed([name[seat] for seat in partners(state, side)]) for side in sides]


def partners(state: State, side: int) -> list[int]:
    """Return the seats of the players of a side."""
    crib = state.seating.crib_seat
    return [seat for seat in _partners(state.seating.side_of, side) if seat != crib]


def _partners(side_of: tuple, side: int) -> list[int]:
    return [seat for seat, played in enumerate(side_of) if played == side]


def seat_name(state: State, seat: int) -> str:
    """Return the name of a player: the name of the side, with a number if partners share it."""
    return _seat_name(state.seating.side_of, state.seating.crib_seat, seat)


@lru_cache(maxsize=64)  # the same for each view of a game
def _seat_name(side_of: tuple, crib: int, seat: int) -> str:
    if seat == crib:
        return "The crib"
    seats = [player for player in _partners(side_of, side_of[seat]) if player != crib]
    return _player_name(side_of[seat], seats, seat)


def _player_name(side: int, seats: list[int], seat: int) -> str:
    if len(seats) == 1:
        return side_name(side)
    return f"{side_name(side)} {seats.index(seat) + 1}"


def crib_name(state: State) -> str:
    """Return the game's word for the dealer's second hand."""
    return "reserve" if state.preset.machine == BATTLEFIELD else "crib"


def choice_names(
    menu: StartMenu | GameMenu, saved_names: Mapping[int, list[str]] | None = None
) -> list[str]:
    """Return the choices of `menu`, with the usual names of sides and players.

    saved_names: those of the sides of saved games, by their place in the list.
    """
    choices, sides = menu.choices(), menu.sides()
    names = [_player_name(side, _partners(sides, side), seat) for seat, side in enumerate(sides)]
    if menu.kind == GameMenu.kind and sides:
        return names
    if menu.asks_dealer():
        return [choices[0], *names, *choices[1 + len(names) :]]
    others = listed([side_name(side) for side in range(STREETS, len(SIDES))])
    called = [str(_CALLED.get(one, one)).replace("from side 5", f"of {others}") for one in choices]
    if isinstance(menu, StartMenu) and menu.question == OPTION:
        for n, text in enumerate(menu.saved):
            called[n - len(menu.saved)] = _saved_game(text, (saved_names or {}).get(n, []))
    return called


def _saved_game(text: str, names: list[str]) -> str:
    """Return the text for a saved game in the menu: its preset, and each side's points."""
    _, code, *scores = saved_text.numbers(text)
    known = [*names, *[""] * len(scores)]
    sides = [f"{known[side] or colour(side)} {score}" for side, score in enumerate(scores)]
    return f"Saved: {preset(code).name}, {listed(sides)}"


def with_names(state: State, reason: str) -> str:
    """Return the board's reason for a refusal, with the usual names in place of `player 2` and
    `side 2`."""
    seats = 0 if state.dealer == PARTNERS else state.seats  # the seats are still open

    def name(found: re.Match) -> str:
        number = int(found[2]) - 1
        if found[1] == "side":
            return side_name(number) if 0 <= number < len(state.scores) else found[0]
        return seat_name(state, number) if 0 <= number < seats else found[0]

    return re.sub(r"\b(player|side) (\d)\b", name, reason)


def listed(names: list[str]) -> str:
    """Return the names as part of a sentence: `Blue, Orange and White`."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
