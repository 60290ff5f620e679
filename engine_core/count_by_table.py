"""The count of a hand of four with its starter, by a table.

An image of MicroPython has the table in flash: the build makes it, from what `rank_points` counts
(host/pico/count_table.py). A board that runs files has neither the table nor this module.
"""

from .cards import JACK, JOKER, SUITLESS
from .compat import TYPE_CHECKING
from .five_card_table import KEY, POINTS, ROW  # pyright: ignore[reportMissingImports]
from .scoring import STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable


def counter(computed: "Callable") -> "Callable":
    """Return a function as engine_core.show.count, which takes a hand that the table lacks to
    `computed`."""
    # A name of a module takes a Pico much longer to find than one of an enclosing function.
    key, row, points = KEY, ROW, POINTS
    joker, jacks, suitless, standard = JOKER, JACK * 4, SUITLESS, STANDARD

    def count(hand, starter=None, crib=False, scoring=standard):
        if starter is None or len(hand) != 4 or scoring is not standard:
            return computed(hand, starter, crib, scoring)
        if starter == joker or joker in hand:
            return 0
        a, b, c, d = hand
        total = key[a] + key[b] + key[c] + key[d] + key[starter]
        found = points[row[total >> 8] + (total & 255)]
        if a >= suitless:
            return found
        suit = a & 3
        if suit == b & 3 and suit == c & 3 and suit == d & 3:
            if suit == starter & 3:
                found += 5
            elif not crib:
                found += 4
        if jacks + (starter & 3) in hand:
            found += 1
        return found

    return count
