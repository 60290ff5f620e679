"""A board and the mirror at the other end of its link, in one program: on this computer, or in a
page's worker, on MicroPython."""

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.game.state_bounds import check_game
from firmware.app import App
from firmware.lights.layout_screen import maker
from firmware.ports import Ports
from firmware.settings.brightness import Brightness
from host.link.requests import RequestQueue
from host.mirror import messages
from host.mirror.mirror import Mirror

from .page_keys import PageKeys

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


# Raised with a saved game whose checksums are good, but that nobody can have played.
UNPLAYABLE = (PegboardError, LookupError, TypeError, ArithmeticError, ValueError)


def page_brightness() -> Brightness:
    """Return the brightness for a page: full, because a screen has no limit of current."""
    return Brightness(brightness=255, limit_ma=100_000)


class MirrorLink:
    """A link whose other end is a mirror in the same program. `now` returns seconds.

    news is whether the mirror has changed; whole is whether it agrees with the board now. It does
    not during a snapshot, which leads through past states.
    """

    def __init__(self, mirror: Mirror, now: "Callable[[], float]"):
        self._mirror = mirror
        self._now = now
        self.news = True
        self.whole = False
        self.requests = RequestQueue()

    def write(self, line: bytes) -> None:
        message = messages.parse(line)
        if not message:
            return
        changed = self._mirror.apply(message)
        self.news = self.news or changed
        if message.name in ("done", "failed"):
            self.requests.answer(message)
        elif message.name == "hello":
            self.whole = False
        elif message.name == "menu":  # this completes a snapshot
            self.whole = True

    def read(self) -> bytes | None:
        return self.requests.due(self._now()) or None


class MirroredBoard:
    """An App with these ports, as firmware.ports describes them, and its mirror. `seconds` returns
    the time in seconds; `layout`: a name of hardware.layouts."""

    def __init__(
        self,
        strip: "Any",
        store: "Any",
        names: "Any",
        clock: "Any",
        seconds: "Callable[[], float]",
        layout: str,
    ):
        self.keys = PageKeys(seconds)
        self.mirror = Mirror()
        self.link = MirrorLink(self.mirror, seconds)
        ports = Ports(strip, store, self.link, clock)
        ports.keys = self.keys
        ports.brightness = page_brightness()
        ports.make_screen = maker(layout)
        ports.names = names
        self._ports = ports
        self._is_shown = False  # whether the saved game could be shown once
        try:
            self.app = App(ports)
            check_game(self.app.game)
        except UNPLAYABLE:
            self._put_aside()
        # From the beginning of the saved game on: by itself a board sends what it has in memory.
        self.app.reporter.start_snapshot()

    def tick(self) -> None:
        """Let the App do what is due."""
        try:
            self.app.tick()
        except UNPLAYABLE:
            if self._is_shown:
                raise
            self._put_aside()
        self._is_shown = True
        if self.app.archive_due and not (self.keys.busy() or self.app.screen.moving()):
            self.app.erase_ahead()

    def _put_aside(self) -> None:
        """Begin without the saved game, which is copied, as a Pico's supervisor does."""
        self._ports.aside = True
        self.app = App(self._ports)

    def take_news(self) -> bool:
        """Return whether the mirror has changed since the last time, and agrees with the board."""
        new = self.link.news and self.link.whole
        if new:
            self.link.news = False
        return new

    def busy(self) -> bool:
        """Return whether it must tick often: a key is down, a peg moves, or a snapshot is sent."""
        return self.keys.busy() or self.app.screen.moving() or not self.link.whole
