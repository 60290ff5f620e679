"""Tables of fields: each row is the name of a field, its check, and the function that makes it.

A fourth value, LATER, marks a field that boards with an earlier version of this program do not
send: it may be missing in what is checked.
"""

from engine_core.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Row = tuple[Any, ...]

LATER = True


def made(rows: "tuple[Row, ...]", *of: "Any") -> dict:
    """Return the fields of `rows`, each made from the values `of`."""
    return {row[0]: row[2](*of) for row in rows}


def checked(rows: "tuple[Row, ...]") -> "Callable[[Any], dict]":
    """Return the check of a dict with the fields of `rows`: what it returns has no others. It
    raises ValueError for anything else."""

    def check(value: "Any") -> dict:
        if not isinstance(value, dict):
            raise ValueError("an object is expected")
        return {
            row[0]: row[1](value.get(row[0])) for row in rows if row[0] in value or len(row) == 3
        }

    return check
