"""Which version of the program saved a game: a file of an earlier one is copied before it is
changed, and one of a later one is left alone."""

from engine_core.errors import PegboardError
from engine_core.game.segment_reader import Reader
from engine_core.state.state_layout import LAYOUT, NUMBERS
from firmware.storage.early_journal import stream_game
from firmware.storage.flashlog import MARK, FlashLog
from firmware.storage.game_store import GameStore

# The tags of layouts that do not begin with the count of their numbers.
EARLY_TAGS = (b"\x66\x5c\xb6\x31", b"\xa9\xba\xb4\x5e", b"\xc4\x1f\x9f\xd2")
_LATER_MARKS = tuple(MARK[:3] + b"%d" % number for number in range(int(MARK[3:]) + 1, 10))


def is_later(flash) -> bool:
    """Return whether a later version wrote the newest game in the journal `flash`."""
    log = FlashLog(flash)
    if not log.newest:
        return any(map(log.has_mark, _LATER_MARKS))
    tag = _newest_tag(log)
    # A layout only grows; one that has as many numbers, and is not ours, has more rows or phases.
    return bool(tag) and tag not in (LAYOUT, *EARLY_TAGS) and tag[0] >= len(NUMBERS)


def is_earlier(flash) -> bool:
    """Return whether an earlier version wrote the newest game in the journal `flash`."""
    tag = _newest_tag(FlashLog(flash))
    return tag in EARLY_TAGS or (bool(tag) and tag[0] < len(NUMBERS))


def convert(data: bytes, flash) -> None:
    """Store the game of a file of the first version in `flash`. Raises PegboardError if it has
    none."""
    game, _ = stream_game(data)
    journal = GameStore(flash)
    journal.load()
    journal.write(game)


def _newest_tag(log: FlashLog) -> bytes:
    """Return the tag of the newest slot that is a segment of any version; b"" if there is none."""
    for number in range(log.newest, max(0, log.newest - log.count), -1):
        data = bytes(log.read(number) or b"")
        if data[:4] in EARLY_TAGS:
            return data[:4]
        try:
            return Reader(data, number, True).layout
        except (PegboardError, IndexError):
            continue
    return b""
