"""A journal whose states have the layout of an earlier version of the program.

Its entries are applied again, by the rules of this version, from the beginning of the game on, or
from the oldest slot of it that is still stored. Then the game is stored as this version does.
"""

from engine_core.compat import const
from engine_core.errors import OF_ANOTHER_VERSION, PegboardError
from engine_core.game.game import Game
from engine_core.game.match_base import game_from
from engine_core.game.segment_reader import Reader

from . import undone_slots
from .journal_version import OTHER

_SHARE = const(8)  # of the slots, one in so many is used to store the game again
_CHANGED = "the rules have changed, and end the saved game early: check the last card"


def take_over(journal, log, number: int):
    """Convert the game whose newest segment is in slot `number` of the FlashLog `log`, and store
    it in the GameStore `journal`.

    Return the Game, or None if there is none, and a text about its fault, or "".
    """
    try:
        newest = _reader(log, number, lambda at: _undone_in(log, at))
    except PegboardError:
        return None, ""
    if newest.more:
        return None, ""
    slots = _slots_of_game(log, newest)
    oldest = _reader(log, slots[-1][0])
    before = (oldest.segment.before, oldest.segment.taken)
    game = Game()
    trouble = ""
    try:
        if oldest.segment.first:
            segment = oldest.segment
            game = game_from(segment.first, segment.begun, oldest.layout + segment.state)
    except OF_ANOTHER_VERSION:
        return None, OTHER
    del oldest
    try:
        for place, taken in reversed(slots):
            for entry in _reader(log, place).segment.entries(taken):
                game.apply(entry)
    except OF_ANOTHER_VERSION:
        trouble = _CHANGED
    taken_over = Game(journal.older)
    taken_over.take_up(game.segments()[-(log.count // _SHARE) :], game.length)
    if taken_over.first() == newest.segment.begun:
        # The game before it is still stored.
        taken_over.segments()[0].before, taken_over.segments()[0].taken = before
    if not trouble:
        taken_over.undone = newest.undone
    log.resume(number, newest.end)
    try:
        journal.write(taken_over)
    except OSError as why:
        trouble = "the saved game could not be converted (" + str(why) + ")"
    return taken_over, trouble


def _slots_of_game(log, newest):
    """Return `(slot, entries in effect)` of the segments of the game, the newest first."""
    segment = newest.segment
    slots = [(segment.place, segment.count)]
    while segment.first > newest.segment.begun:
        try:
            found = _reader(log, segment.before)
        except PegboardError:
            break  # it is no longer stored
        if found.segment.first + segment.taken != segment.first:
            break
        slots.append((segment.before, segment.taken))
        segment = found.segment
    return slots


def _undone_in(log, number):
    return undone_slots.packed_in(number, lambda n: _reader_or_none(log, n))


def _reader(log, number, undone_in=None):
    """Return the Reader of a slot. Raises PegboardError if there is no complete segment in it."""
    return Reader(log.read(number) or b"", number, True, undone_in)


def _reader_or_none(log, number):
    try:
        return _reader(log, number)
    except PegboardError:
        return None
