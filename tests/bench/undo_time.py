"""Measures undo in a long game, compared with counting a hand in the same place; for MicroPython.

DESIGN.md gives a Pico 1 ms for a count and 150 ms for an undo: 150 counts, wherever both run.
"""

import time

from engine_core.count import show
from engine_core.count.cards import cards
from tests.conformance.support.player import play_out

HAND = cards("5H 5S 5D JC"), cards("5C")[0]
COUNTS = 150
TIMES = 10  # at once: some clocks resolve only milliseconds
LONG = (3, 4, 121, 0, 0)  # four players, to 121


def quickest(function):
    """Return the time of `function` in us, the quickest of three tries."""
    best = 1 << 29
    for _ in range(3):
        begun = time.ticks_us()
        function()
        best = min(best, time.ticks_diff(time.ticks_us(), begun))
    return best


def count_many():
    for _ in range(COUNTS * TIMES):
        show.count(HAND[0], HAND[1])


def slowest():
    """Undo and redo every fifth entry of a long game; return a text: the slowest, in counts."""
    played = play_out(LONG, 3)
    assert played.length > 150
    count = quickest(count_many) // COUNTS

    def there_and_back():
        for _ in range(TIMES):
            played.undo()
            played.redo()

    most = 0
    while played.length > 5:
        most = max(most, quickest(there_and_back))
        for _ in range(5):
            played.undo()
    return str(most // count)
