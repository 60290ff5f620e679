"""Answers a laptop's requests about the archive: its newest number, and its games, piece by piece.

The archive is opened while no key is pressed; until then a request fails. Nothing is remembered
between two requests, so a laptop can continue after any break.
"""

from binascii import hexlify

from engine_core.compat import const
from engine_core.errors import Illegal

from ..storage import archive_keeper
from ..storage.archive import FINISHED
from .board_messages import from_board

_PIECE = const(64)  # bytes of a game in a message
_LOOK = const(4)  # slots read for one request


def answer(app, name: str, number: int, values: dict) -> bool:
    """Answer the request `name` with the id `number`; return False if the link has no room yet.

    Raises Illegal if the board has no archive, or it is not open yet, and OSError if it cannot be
    read.
    """
    keeper = archive_keeper.opened(app)
    if not keeper:
        raise Illegal("this board keeps no games")
    keeper.asked = app.clock.ms()
    if not keeper.is_open():
        app.archive_due = True
        raise Illegal("the archive is being opened: ask again")
    sent = app.reporter.try_send(_MESSAGES[name](keeper.archive, **values))
    if sent:
        app.reporter.send(from_board("done", number))
    return sent


def _archive(archive):
    return from_board("archive", hexlify(archive.identity).decode(), archive.newest())


def _game(archive, after, at):
    """Return the message with a piece of the first finished game whose number is above `after`; or
    one without a piece, if there is none up to its number."""
    number = max(after, archive.oldest() - 1)
    last = min(number + _LOOK, archive.newest())
    while number < last:
        number += 1
        head = archive.head(number)
        if head and head.live and head.kind == FINISHED:
            total = archive.size(head)
            piece = archive.read(head, max(at, 0), _PIECE)
            pieces = (hexlify(piece).decode(),) if piece else ()
            return from_board("game", number, head.game, at, total, *pieces)
    return from_board("game", number, 0, 0, 0)


_MESSAGES = {"archive": _archive, "game": _game}
