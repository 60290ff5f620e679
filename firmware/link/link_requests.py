"""The requests that a laptop may send. None of them can change a game in progress.

A request is `[name, id, ...]`; the answer is `["done", id]` or `["failed", id, why]`. A request
may be repeated: one that was carried out is not carried out again. `link_messages.TO_BOARD` lists
the fields. engine_core.game.match_base describes the game that "give" and "restore" transfer.
"""

from binascii import unhexlify

from engine_core.compat import TYPE_CHECKING, crc32, later
from engine_core.errors import Illegal, PegboardError

from .board_messages import from_board
from .link_messages import NUMBER_MOST, TO_BOARD
from .message_fields import fields

if TYPE_CHECKING:
    from . import archive_requests
else:
    archive_requests = later("firmware.link.archive_requests")

MOST = 4096  # the most bytes of a game: more than any game needs

# At times a board has only a few hundred bytes in one piece; the game goes on without the answer.
_FULL = "there is too little memory now: ask again"


class LinkRequests:
    """Answers for `app`. `log` is None, or has `read()`, which returns the lines of the board's
    error log."""

    def __init__(self, app, log=None):
        self._app = app
        self._log = log
        self._given = bytearray()
        self._done = None
        self._log_id = None  # the id of the request for the log that is being answered
        self._log_lines = ()
        self._log_next = 0
        self._of_archive = None  # a request that waits for the archive: name, id, values

    def handle(self, message: list) -> None:
        """Carry out the request `message`. A message that is not a request is ignored."""
        if len(message) < 2 or not isinstance(message[0], str) or message[0] not in _REQUESTS:
            return
        number = message[1]
        if type(number) is not int or not 0 <= number <= NUMBER_MOST:
            return  # without an id it cannot be answered
        try:
            found = fields(TO_BOARD, message)
            if found is None:
                raise Illegal("a value of this request is missing or not allowed")
            del found["id"]
            if message[0] == "log":
                self._begin_log(number)
                return  # its answer follows the last line
            if message[0] in _OF_ARCHIVE:
                self._of_archive = (message[0], number, found)
                return
            if self._done != number or message[0] in _ALWAYS:
                _REQUESTS[message[0]](self, **found)
            self._done = number
            self._app.reporter.send(from_board("done", number))
        except (PegboardError, OSError, ValueError) as why:
            self._app.reporter.send(from_board("failed", number, str(why)))
        except MemoryError:
            if message[0] == "restore":
                raise  # the game may be half there, and a restart begins with what is stored
            self._app.reporter.send(from_board("failed", number, _FULL))

    def _snapshot(self):
        self._app.reporter.start_snapshot()

    def _begin_log(self, number):
        if self._log_id != number:
            self._log_lines = self._log.read() if self._log else ()
            self._log_next = 0
            self._log_id = number

    def step(self) -> None:
        """If the link has room, send the next line of a requested log, or the end of it, or a
        piece of the archive. Call it in every tick."""
        if self._of_archive:
            self._answer_of_archive(*self._of_archive)
        if self._log_id is None:
            return
        n = self._log_next
        if n < len(self._log_lines):
            sent = self._app.reporter.try_send(from_board("log", self._log_lines[n], n))
            self._log_next = n + 1 if sent else n
            return
        sent = self._app.reporter.try_send(from_board("done", self._log_id))
        if sent:
            self._log_id = None
            self._log_lines = ()

    def _answer_of_archive(self, name, number, values):
        try:
            if not self._app.may_open_archive():
                raise Illegal("a menu is open: ask again")
            if archive_requests.answer(self._app, name, number, values):
                self._of_archive = None
        except (PegboardError, OSError) as why:
            self._of_archive = None
            self._app.reporter.send(from_board("failed", number, str(why)))
        except MemoryError:
            self._of_archive = None
            self._app.reporter.send(from_board("failed", number, _FULL))

    def _give(self, at, piece):
        if not 0 <= at <= len(self._given) or at + len(piece) // 2 > MOST:
            raise Illegal("the bytes before these did not arrive")
        self._given = self._given[:at] + unhexlify(piece)

    def _restore(self, total, check):
        if self._app.game.length or self._app.game.can_redo():
            raise Illegal("a game is on the board")
        if not total or len(self._given) != total or crc32(self._given) != check:
            raise Illegal("the game did not arrive completely")
        from engine_core.game.match_base import unpack_match  # few boards ever lose a game

        self._app.restore(unpack_match(self._given))
        self._given = bytearray()

    def _name(self, side, name=""):
        if self._app.names is None:
            raise Illegal("this board cannot store names")
        from . import side_names

        side_names.keep(self._app.names, side, unhexlify(name))
        self._app.reporter.send(from_board("name", side, *([name] if name else [])))


_REQUESTS = {
    "snapshot": LinkRequests._snapshot,
    "give": LinkRequests._give,
    "restore": LinkRequests._restore,
    "log": LinkRequests._begin_log,
    "name": LinkRequests._name,
    "archive": None,
    "game": None,
}
_OF_ARCHIVE = ("archive", "game")
# This changes nothing, so it is done for each request, even a repeated one.
_ALWAYS = ("snapshot",)
