"""The counts of the last show, to show them again."""

from engine_core.game.fold import fold
from engine_core.state.events import get
from engine_core.state.state import State


def last_counts(game) -> list:
    """Return `(side, points)` of each hand and crib counted in the last deal of `game` that had a
    show, in the order in which they were counted; empty if there is none.

    `game` reads older entries into memory if needed, and is otherwise not changed.
    """
    found = _counts(game)
    while not found and game.first() > game.begun() and game.reach(game.first() - 1):
        found = _counts(game)
    return found


def _counts(game):
    found = []
    new_deal = True
    trial = State()
    trial.restore(game.segments()[0].state)
    for n in range(game.first(), game.length):
        events = []
        fold(trial, game.entry(n), events)
        for event in events:
            if event[0] == "deal":
                new_deal = True
            elif event[0] == "count":
                if new_deal:
                    found = []
                    new_deal = False
                found.append((trial.side(get(event, "seat")), get(event, "points")))
    return found
