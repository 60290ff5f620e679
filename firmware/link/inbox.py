"""Receives a laptop's requests, a line at a time, so that a flood of lines delays no key."""

from engine_core.compat import TYPE_CHECKING, const, later

from ..ticks import after, since
from . import link_line

# Many boards have no laptop.
if TYPE_CHECKING:
    from . import link_requests
else:
    link_requests = later("firmware.link.link_requests")

_LINE_MS = const(20)  # between two requests, since each leaves 1.5 KB of garbage


class Inbox:
    """Receives for `app`; `link`, `log` and `waiting` as in Ports."""

    def __init__(self, app, link, log, waiting):
        self._app = app
        self._link = link
        self._log = log
        self._waiting = waiting
        self._requests = None
        self._line = None  # a line that was received and is not understood yet
        self._asked = None  # a message that was received and is not handled yet
        self._handled = after(app.clock.ms(), -_LINE_MS)  # when the last one was, in ms

    def receive(self) -> bool:
        """Read one line and carry out its request, unless a key is waiting. Return whether there
        was a line."""
        if self._asked is None and self._line is None:
            if 0 <= since(self._app.clock.ms(), self._handled) < _LINE_MS:
                return False
            self._line = self._link.read()
            if self._line is None:
                return False
        if self._line is not None and not self._waiting():
            parsed = link_line.parse(self._line)
            self._line = None
            self._asked = parsed[1] if parsed else ()
        if self._asked is not None and not self._waiting():
            if self._asked:
                if not self._requests:
                    self._requests = link_requests.LinkRequests(self._app, self._log)
                    return True  # loading it has taken some ms
                self._requests.handle(self._asked)
                self._handled = self._app.clock.ms()
            self._asked = None
        return True

    def step(self) -> None:
        """Continue with the current request."""
        if self._requests:
            self._requests.step()
