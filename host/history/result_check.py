"""Checks that a value read from a file is a result of host.history.result, since a file of games
may be damaged or come from anywhere."""

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import card_or_rank
from engine_core.errors import PegboardError
from hardware.board import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Fits = Callable[[Any], bool]

_SIDES_MOST = 8
_SUMS = ("deals", "play", "hands", "hand", "cribs", "crib")


def is_result(value: "Any") -> bool:
    """Return whether `value` is a result whose numbers of seats and sides agree."""
    if not isinstance(value, dict):
        return False
    if not all([key in value and fits(value[key]) for key, fits in _KINDS.items()]):
        return False
    seats, sides = value["seats"], len(value["scores"])
    winner = value["winner"]
    return (
        sides <= len(SIDES)
        and len(value["side_of"]) == len(value["players"]) == seats
        and all([side < sides for side in value["side_of"]])
        and all([seat < seats for seat in value["people"]])
        and (winner is None or (winner < sides and len(value["losses"]) == sides))
    )


def _is_number(value: "Any") -> bool:
    return type(value) is int


def _is_place(value: "Any") -> bool:
    return type(value) is int and 0 <= value < _SIDES_MOST


def _is_text(value: "Any") -> bool:
    return isinstance(value, str)


def _or_none(fits: "Fits") -> "Fits":
    return lambda value: value is None or fits(value)


def _list_of(fits: "Fits") -> "Fits":
    return lambda value: isinstance(value, list) and all([fits(one) for one in value])


def _is_player(value: "Any") -> bool:
    if not isinstance(value, dict):
        return False
    roles = value.get("dealer"), value.get("pone")
    is_summed = all(
        [
            isinstance(role, dict) and all([_is_number(role.get(name)) for name in _SUMS])
            for role in roles
        ]
    )
    return is_summed and "best" in value and (value["best"] is None or _is_best(value["best"]))


def _is_best(value: "Any") -> bool:
    if not isinstance(value, dict) or not _is_number(value.get("points")):
        return False
    return _is_text(value.get("what")) and _list_of(_is_card)(value.get("cards"))


def _is_card(value: "Any") -> bool:
    try:
        card_or_rank(value)
    except (PegboardError, TypeError, AttributeError):
        return False
    return True


_KINDS: "dict[str, Fits]" = {
    "game": _is_text,
    "seats": _is_number,
    "target": _is_number,
    "track": _is_text,
    "options": _list_of(_is_text),
    "deals": _is_number,
    "scores": _list_of(_is_number),
    "side_of": _list_of(_is_place),
    "over": lambda value: isinstance(value, bool),
    "winner": _or_none(_is_place),
    "losses": _list_of(_is_text),
    "people": _list_of(_is_place),
    "first_dealer": _or_none(_is_number),
    "players": _list_of(_is_player),
}
