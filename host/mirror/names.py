"""The names of sides and players: those that the players chose, otherwise the colours of the pegs.

A text refers to a side by a mark, `{Blue}`, which `called` replaces when the text is shown. So a
name that is set later also appears in texts written before.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD
from engine_core.games.seats import PARTNERS
from engine_core.state.state import State
from firmware.menus import saved_text
from firmware.menus.game_menu import GameMenu
from firmware.menus.start_menu import OPTION, StartMenu
from hardware.board import SIDES, STREETS

from .characters import composed, folded, is_plain, kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NamedTuple

NAME_MOST = 24  # characters
_MARKS_IN_A_ROW = 2  # accents on one letter; more would overlap the lines above
# Choices named differently where there is more room than on a quick card.
_CALLED = {"Hints off: on": "Hints: off", "Hints off: off": "Hints: on"}
_PLAIN = {int, bool, type(None)}
_COLOURS = [side[0] for side in SIDES]
_KNOWN_MOST = 64  # of what is the same for each view of a game


def colour(side: int) -> str:
    """Return the colour of a side's pegs, capitalised."""
    return SIDES[side][0]


def side_name(side: int) -> str:
    """Return the mark that stands for the name of a side."""
    return "{" + colour(side) + "}"


def clean(text: str) -> str:
    """Return `text` in a form that can be shown anywhere, even in a terminal: on one line, without
    control and formatting characters, and without many accents on one letter."""
    if is_plain(text):  # nearly always, and quick for a wall's views
        return " ".join(text.split())
    found = ""
    marks = 0
    for character in composed(text):
        of = kind(character)
        marks = marks + 1 if of == "M" else 0
        if of == " ":
            found += " "
        elif of != "C" and marks <= _MARKS_IN_A_ROW:
            found += character
    return " ".join(found.split())


if TYPE_CHECKING:

    class Names(NamedTuple):
        """The names to show. sides: of each possible side; seats: of partners, by the mark of
        their side and their number, such as "Blue 2", if known."""

        sides: list[str]
        seats: Mapping[str, str]

else:
    Names = namedtuple("Names", ("sides", "seats"))


def names_of(
    given: list[str], side_of: "Sequence[int]", crib: int, players: "Sequence[str]"
) -> "Names":
    """Return the names to show. given: the sides' names, "" for none; players: the players' names
    by seat, used if their number fits; side_of: the side of each seat; crib: a seat that is not a
    player's."""
    seats = [seat for seat in range(len(side_of)) if seat != crib]
    if not players or len(players) != len(seats):
        return Names(all_names(given), {})
    name = {seat: _cut(player) for seat, player in zip(seats, players)}
    wanted, partners_of = [_cut(one) for one in given], {}
    for side in set(side_of):
        own = [seat for seat in _partners(tuple(side_of), side) if seat != crib]
        called = [name[seat] for seat in own]
        if 0 <= side < len(wanted) and not wanted[side] and all(called):
            wanted[side] = listed(once(called))
        if len(own) > 1:
            partners_of.update({f"{colour(side)} {n}": one for n, one in enumerate(called, 1)})
    different = {folded(one) for one in name.values()}
    is_clear = "" not in different and len(different) == len(name)
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


def reseated(players: "Sequence[str]", dealer: int, partner: int) -> list[str]:
    """Return the names of four players, by seat, after they have cut for partners (G18): the
    `partner` of the `dealer` moves to the seat opposite."""
    found = list(players)
    opposite = (dealer + 2) % 4
    if len(found) == 4:
        found[partner], found[opposite] = found[opposite], found[partner]
    return found


def once(values: list) -> list:
    """Return the values in their order, each once."""
    return [value for n, value in enumerate(values) if value not in values[:n]]


def _cut(name: str) -> str:
    return shortened(clean(name))


_distinct_names: "dict[tuple[str, ...], list[str]]" = {}


def _distinct(wanted: tuple[str, ...]) -> list[str]:
    return _kept(_distinct_names, wanted, _make_distinct)


def _make_distinct(wanted: tuple[str, ...]) -> list[str]:
    all_folded = [folded(name) for name in wanted]
    names = []
    for side, own in enumerate(_COLOURS):
        others = [folded(other) for other in _COLOURS if other != own]
        taken = all_folded[:side] + all_folded[side + 1 :] + others
        named = all_folded[side] and all_folded[side] not in taken
        names.append(wanted[side] if named else own)
    return names


def _kept(known: dict, key: tuple, make: "Callable") -> "Any":
    """Return `make(key)`, which is made once for each key as long as there are few of them."""
    if key not in known:
        if len(known) >= _KNOWN_MOST:
            known.clear()
        known[key] = make(key)
    return known[key]


def called(told: "Any", names: list[str], seats: "Mapping[str, str] | None" = None) -> "Any":
    """Return `told`, any value that JSON can contain, with the marks replaced by `names`, and
    those of partners by `seats`, as in Names."""
    by_colour = dict(zip(_COLOURS, names))
    by_seat = seats or {}

    def name_of(colour: str, number: str) -> str:
        return by_seat.get(colour + number) or by_colour[colour] + number

    return _called(told, name_of)


def _called(told, name_of):
    kind = type(told)
    if kind is str:
        return _without_marks(told, name_of) if "{" in told else told
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


def _without_marks(text, name_of):
    """Return `text` with `name_of(colour, number)` in place of each mark; number: " 2" for that
    partner, "" for the side."""
    parts = text.split("{")
    found = parts[0]
    for part in parts[1:]:
        colour, closed, rest = part.partition("}")
        if closed and colour in _COLOURS:
            digit = rest[1:2]
            is_partner = rest[:1] == " " and digit in "123456789" and not rest[2:3].isdigit()
            number = " " + digit if digit and is_partner else ""
            found += name_of(colour, number) + rest[len(number) :]
        else:
            found += "{" + part
    return found


def side_names(state: State, players: list[str]) -> list[str]:
    """Return the name of each side from the names of a record's `players`, by seat: its colour if
    their number does not fit."""
    seats = [seat for seat in range(state.seats) if seat != state.seating.crib_seat]
    sides = range(len(state.scores))
    if len(players) != len(seats):
        return [colour(side) for side in sides]
    name = dict(zip(seats, players))
    return [listed([name[seat] for seat in partners(state, side)]) for side in sides]


def partners(state: State, side: int) -> list[int]:
    """Return the seats of the players of a side."""
    crib = state.seating.crib_seat
    return [seat for seat in _partners(state.seating.side_of, side) if seat != crib]


def _partners(side_of: tuple, side: int) -> list[int]:
    return [seat for seat, played in enumerate(side_of) if played == side]


def seat_name(state: State, seat: int) -> str:
    """Return the name of a player: the name of the side, with a number if partners share it."""
    return _kept(_seat_names, (state.seating.side_of, state.seating.crib_seat, seat), _seat_name)


_seat_names: "dict[tuple, str]" = {}


def _seat_name(key: tuple) -> str:
    side_of, crib, seat = key
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


def hand_name(state: State, seat: int, what: str) -> str:
    """Return whose hand or crib it is, in the game's words. what: "hand" or "crib"."""
    if seat == state.seating.crib_seat:
        return seat_name(state, seat)
    return f"{seat_name(state, seat)}'s {crib_name(state) if what == 'crib' else what}"


def choice_names(
    menu: "StartMenu | GameMenu", saved_names: "Mapping[int, list[str]] | None" = None
) -> list[str]:
    """Return the choices of `menu`, with the usual names of sides and players.

    saved_names: those of the sides of saved games, by their place in the list.
    """
    choices, sides = menu.choices(), menu.sides()
    names = [_player_name(side, _partners(sides, side), seat) for seat, side in enumerate(sides)]
    if menu.kind == GameMenu.kind and sides:
        return names
    if menu.asks_dealer():
        return choices[:1] + names + choices[1 + len(names) :]
    others = listed([side_name(side) for side in range(STREETS, len(SIDES))])
    called = [str(_CALLED.get(one, one)).replace("from side 5", f"of {others}") for one in choices]
    if isinstance(menu, StartMenu) and menu.question == OPTION:
        for n, text in enumerate(menu.saved):
            called[n - len(menu.saved)] = _saved_game(text, (saved_names or {}).get(n, []))
    return called


def _saved_game(text: str, names: list[str]) -> str:
    """Return the text for a saved game in the menu: its preset, and each side's points."""
    _, code, *scores = saved_text.numbers(text)
    known = names + [""] * len(scores)
    sides = [f"{known[side] or colour(side)} {score}" for side, score in enumerate(scores)]
    return f"Saved: {preset(code).name}, {listed(sides)}"


def with_names(state: State, reason: str) -> str:
    """Return the board's reason for a refusal, with the usual names in place of `player 2` and
    `side 2`."""
    seats = 0 if state.dealer == PARTNERS else state.seats  # the seats are still open

    sides = len(state.scores)
    told = _numbered(reason, "side", [side_name(side) for side in range(sides)])
    return _numbered(told, "player", [seat_name(state, seat) for seat in range(seats)])


def _numbered(text: str, word: str, names: list[str]) -> str:
    """Return `text` with `names` in place of `word` and a number from 1, such as `player 2`."""
    found, done = "", 0
    while True:
        at = text.find(word + " ", done)
        if at < 0:
            return found + text[done:]
        number = at + len(word) + 1
        digit = text[number : number + 1]
        apart = not _is_of_word(text[max(0, at - 1) : at]) and not _is_of_word(
            text[number + 1 : number + 2]
        )
        if apart and digit in "123456789" and 0 < int(digit or 0) <= len(names):
            found += text[done:at] + names[int(digit) - 1]
            done = number + 1
        else:
            found += text[done:number]
            done = number


def _is_of_word(character: str) -> bool:
    return character.isalpha() or character.isdigit() or character == "_"


def listed(names: list[str]) -> str:
    """Return the names as part of a sentence: `Blue, Orange and White`."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
