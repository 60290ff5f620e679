"""Finds the saved game in the journal at power-on.

The newest segment is read, and those before it only as far as they were undone.
"""

from engine_core.errors import OF_ANOTHER_VERSION, PegboardError
from engine_core.game.game import Game
from engine_core.game.segment_reader import Reader, cut_short
from engine_core.state.state_layout import LAYOUT

_DAMAGED = "the saved game was damaged: check the last card"
_ERASED = b"\xff" * 4


def find(store, log):
    """Return the Game that is saved in `log`, the FlashLog of the GameStore `store`, and a text
    about its fault, or ""; `store` continues with that game."""
    damaged = False
    for number in range(log.newest, log.newest - log.count, -1):
        data = log.read(number)
        if data is None:
            continue
        game, whole = _in_slot(store, log, data, number)
        if game:
            return game, _DAMAGED if damaged or not whole else ""
        if bytes(data[:4]) not in (LAYOUT, _ERASED):
            game, trouble = _converted(store, log, number)
            if game or trouble:
                return game or Game(store.older), trouble or (_DAMAGED if damaged else "")
        damaged = damaged or not cut_short(data)
    trouble = _why_lost(log, damaged)
    if trouble:
        from .early_journal import take_over

        game, fault = take_over(store, log)
        if game:
            return game, fault
    return Game(store.older), trouble


def _in_slot(store, log, data, number):
    """Return the Game whose newest segment is `data`, the slot with this number, and whether
    everything there was good; None if there is no complete segment."""
    try:
        found = Reader(data, number, False, store.undone_in)
    except PegboardError:
        return None, False
    if found.more:
        return None, False
    game = Game(store.older)
    whole = log.resume(number, found.end) or cut_short(data, found.end)
    length = found.segment.first + found.segment.count
    good = _good(game, found.segment, length)
    if good < found.segment.first:
        return None, False
    # If the rules allow fewer entries, the journal continues in a new slot.
    store.go_on(found.segment if good == length else None, found.chain)
    game.undone = found.undone
    return game, whole and good == length


def _good(game, segment, length):
    """Make `game` the one with `segment` and the first `length` entries, or as many as the rules
    allow; return how many, or one less than are before the segment if it cannot be used."""
    while length >= segment.first:
        try:
            game.take_up((segment,), length)
            break
        except OF_ANOTHER_VERSION:
            length -= 1
    return length


def _converted(store, log, number):
    """Return the game in a slot of an earlier version, as from older_journal.take_over."""
    from .older_journal import take_over  # after an update

    return take_over(store, log, number)


def _why_lost(log, damaged):
    """Return why no game was found, or "" if there is none."""
    if not log.newest and not log.has_other():
        return ""
    from .journal_version import why_lost

    return why_lost(log, damaged)
