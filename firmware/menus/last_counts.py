"""The counts of the last show, to show them again."""

from engine_core.game.fold import fold
from engine_core.state.events import get
from engine_core.state.state import State


def last_counts(game) -> list:
    """Return `(side, points)` of each hand and crib counted in the last deal of the current game
    that had a show, in the order in which they were counted; empty if there is none.

    `game` reads older entries into memory if needed, and is otherwise not changed.
    """
    begun = game.begun()
    found, is_whole = _counts(game, begun)
    while not is_whole and game.first() > begun and game.reach(game.first() - 1):
        found, is_whole = _counts(game, begun)
    return found


def _counts(game, begun):
    """Return the counts in memory, except those before entry number `begun` of the match, and
    whether there are any and their deal begins in memory too."""
    first = [segment for segment in game.segments() if segment.first >= begun][0]
    trial = State()
    trial.restore(first.state)
    found, is_whole = [], False
    counts, is_dealt = [], False
    for n in range(first.first, game.length):
        events = []
        fold(trial, game.entry(n), events)
        for event in events:
            if event[0] == "deal":
                counts, is_dealt = [], True
            elif event[0] == "count":
                counts.append((trial.side(get(event, "seat")), get(event, "points")))
                found, is_whole = counts, is_dealt
    return found, is_whole
