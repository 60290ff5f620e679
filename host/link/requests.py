"""Requests to a board: one at a time, each with an id, repeated until it is answered."""

from engine_core.compat import TYPE_CHECKING
from firmware.link import link_line
from firmware.link.link_messages import to_board

try:
    from secrets import randbelow
except ImportError:  # MicroPython in a page, whose board is in the same program
    from random import randrange as randbelow

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.mirror.messages import Message

    Answered = Callable[[str], None]

RETRY_SECONDS = 1.5  # twice as long after each try, because a request may take a board some time
TRIES = 5
NO_ANSWER = "it does not answer"
WAITING_MOST = 256  # requests; restoring the longest game takes 65
_IDS = 1 << 30  # the numbers that MicroPython stores without allocating


class RequestQueue:
    """A queue of requests. `due` returns the line to send, if any, and `answer` takes answers.

    The board recognises a repeated request by its id, so the ids begin at a random number.
    """

    def __init__(self) -> None:
        self._id = randbelow(_IDS)
        self._sent = 0
        self._queue: list[tuple[list, Answered, int]] = []
        self._now: tuple[list, Answered, int] | None = None
        self._at = 0.0
        self._tries = 0

    def ask(
        self, request: list, answered: "Answered" = lambda why: None, tries: int = TRIES
    ) -> None:
        """Queue a request, to be sent at most `tries` times. `answered(why)` is called once: with
        "" if the board did it, otherwise with the reason why not."""
        if len(self._queue) >= WAITING_MOST:
            answered("too many requests are waiting")
            return
        self._queue.append((request, answered, tries))

    def busy(self) -> bool:
        """Return whether a request is waiting to be sent or answered."""
        return bool(self._queue or self._now)

    def forget(self) -> None:
        """Drop all requests."""
        self._queue.clear()
        self._now = None

    def due(self, now: float) -> bytes:
        """Return the line to send at `now`, in seconds; b"" if there is none."""
        if self._now and now - self._at >= RETRY_SECONDS * 2 ** (self._tries - 1):
            if self._tries < self._now[2]:
                return self._line(now)
            self._end(NO_ANSWER)
        if self._now or not self._queue:
            return b""
        self._now = self._queue.pop(0)
        self._id = (self._id + 1) % _IDS
        self._tries = 0
        return self._line(now)

    def put_off(self, now: float) -> None:
        """The answer has begun to arrive: wait for it from `now` on."""
        self._at = now

    def answer(self, message: "Message") -> None:
        """Handle a message "done" or "failed"; ignore one that answers no open request."""
        if self._now and message.fields["id"] == self._id:
            failed = message.name == "failed"
            self._end(message.fields["reason"] or "it does not say why" if failed else "")

    def _line(self, now: float) -> bytes:
        assert self._now is not None
        self._at = now
        self._tries += 1
        self._sent += 1
        request = self._now[0]
        return link_line.encode(self._sent, to_board(request[0], self._id, *request[1:]))

    def _end(self, why: str) -> None:
        assert self._now is not None
        answered = self._now[1]
        self._now = None
        answered(why)
