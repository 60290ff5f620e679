"""Checks of the fields of a view, because anyone may send one to a broker.

A check takes a value and returns what is accepted of it, or raises ValueError.
"""

from engine_core.compat import TYPE_CHECKING

from .names import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Check = Callable[[Any], Any]

NAME_MOST = 60  # letters of the name of a side or a seat
TEXT_MOST = 400
NUMBER_MOST = 1 << 31
_LIST_MOST = 64
_SUITS = ("", "S", "H", "D", "C")


def text(most: int) -> "Check":
    """Return the check of a text, which is cut to `most` letters on one line."""

    def check(value: "Any") -> str:
        if not isinstance(value, str):
            raise ValueError("a text is expected")
        return clean(value[:most])

    return check


def number(low: int = 0, high: int = NUMBER_MOST) -> "Check":
    """Return the check of a whole number from `low` to `high`."""

    def check(value: "Any") -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError("a number is expected")
        return value

    return check


def flag(value: "Any") -> bool:
    """Check that `value` is true or false."""
    if type(value) is not bool:
        raise ValueError("true or false is expected")
    return value


def card(value: "Any") -> str:
    """Check that `value` is a card, a rank alone, or a Joker."""
    if not isinstance(value, str) or not (value == "JK" or _is_card(value)):
        raise ValueError("a card is expected")
    return value


def _is_card(value: str) -> bool:
    return 1 <= len(value) <= 2 and value[0] in "A23456789TJQK" and value[1:] in _SUITS


def or_none(check: "Check") -> "Check":
    """Return the check of a value that `check` accepts, or None."""
    return lambda value: None if value is None else check(value)


def listed(check: "Check", most: int = _LIST_MOST) -> "Check":
    """Return the check of a list of at most `most` values that `check` accepts."""

    def check_all(value: "Any") -> list:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError("a list is expected")
        return [check(one) for one in value]

    return check_all


def one_of(texts: "Iterable[str]") -> "Check":
    """Return the check of one of `texts`."""
    allowed = tuple(texts)

    def check(value: "Any") -> str:
        if value not in allowed:
            raise ValueError("another text is expected")
        return value

    return check


LINE = text(TEXT_MOST)
NAME = text(NAME_MOST)
CARDS = listed(card)
POINTS = number(-1000, 1000)
