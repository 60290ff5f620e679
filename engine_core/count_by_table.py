"""The count of a hand of four with its starter, by a table.

An image of MicroPython has the table in flash: the build makes it, from what `rank_points` counts
(host/pico/count_table.py). A board that runs files has neither the table nor this module.
"""

from .compat import TYPE_CHECKING, const
from .five_card_table import KEY, POINTS, ROW  # pyright: ignore[reportMissingImports]
from .scoring import STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable

# As in cards.py: a name of another module takes a Pico longer to find.
_JACKS = const(40)
_SUITLESS = const(128)
# The least sum that has the key of a joker.
_JOKERS = const(1 << 20)


def counter(computed: "Callable") -> "Callable":
    """Return a function as engine_core.show.count, which takes a hand that the table lacks to
    `computed`."""

    # What follows `scoring` is nobody's to give: a Pico finds an argument sooner than a name of
    # the module or of an enclosing function.
    def count(
        hand,
        starter=None,
        crib=False,
        scoring=STANDARD,
        key=KEY,
        row=ROW,
        points=POINTS,
        length=len,
        standard=STANDARD,
        computed=computed,
    ):
        if starter is None or length(hand) != 4 or scoring is not standard:
            return computed(hand, starter, crib, scoring)
        a, b, c, d = hand
        total = key[a] + key[b] + key[c] + key[d] + key[starter]
        if total >= _JOKERS:
            return 0
        found = points[row[total >> 8] + (total & 255)]
        if not (a ^ b) & 3 and not (a ^ c) & 3 and not (a ^ d) & 3 and a < _SUITLESS:
            if not (a ^ starter) & 3:
                found += 5
            elif not crib:
                found += 4
        # Without a suit no card is a jack of the starter's.
        if _JACKS + (starter & 3) in hand:
            found += 1
        return found

    return count
