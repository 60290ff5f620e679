"""The fields of a count as the page shows it: what a score was for."""

from .checks import CARDS, LINE, POINTS, flag, listed, number, or_none
from .fields import checked

# A name, its check, and its value unless another is given.
ITEM = (("text", LINE, ""), ("points", POINTS, 0), ("cards", CARDS, ()))
COUNT = (
    ("title", LINE, ""),
    ("points", or_none(POINTS), None),
    ("spoken", LINE, ""),
    ("cards", CARDS, ()),
    ("items", listed(checked(ITEM)), ()),
    ("claimed", or_none(POINTS), None),
    ("hand", flag, False),
    ("on_line", LINE, ""),  # its title once its line is out of play
    # These three together identify it.
    ("deal", number(), 0),
    ("entry", number(), 0),
    ("part", number(), 0),
)


def filled(rows: tuple, **given: object) -> dict:
    """Return the fields of `rows` with the values that are `given`, and the usual ones."""
    return {row[0]: given.get(row[0], row[2]) for row in rows}
