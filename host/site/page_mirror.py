"""A real board as a page shows it, on MicroPython in the page's worker: the session with the board
at the other end of a serial port, and the lights computed from its messages.
host/site/page/mirror_worker.js calls it; host/boards/remote.py is the same on a laptop.
"""

import json
from binascii import a2b_base64, b2a_base64

from engine_core.compat import TYPE_CHECKING
from firmware.browser.page_ports import Clock, PageStrip
from firmware.version import ENGINE
from host.boards.mirrored_board import page_brightness
from host.link.archive import ArchiveReader
from host.link.line_buffer import LineBuffer
from host.link.session import Session, Stage
from host.mirror.lights import Lights
from host.mirror.names import clean
from host.mirror.view import view

from .page_match import USB, PageMatch
from .page_names import rename

if TYPE_CHECKING:
    from typing import Any

    from host.link.archive import KeptGame

_NOT_THERE = "The board is not there now. Try again when the page is live."
_NO_ANSWER = "The board did not take the name: it does not answer."


class PageMirror:
    """`page` is JavaScript's: now() in ms; seconds(), the text of those since 1970; frame(text),
    which shows a frame in base64; send(text), which sends bytes in base64 to the board;
    answer(number, text), which ends a request. games: None, or where the finished games in the
    board's archive are kept, see `ArchiveGames`; players: names by seat, as JSON, for sides
    without a name from the table."""

    def __init__(self, page: "Any", games: "Any" = None, players: str = "[]"):
        self._page = page
        self._clock = Clock(page.now)
        self._players = json.loads(players)
        reader = None
        if games:
            kept = ArchiveGames(games)
            reader = ArchiveReader(kept, kept.keep)
        self._session = Session(self._now(), self._on_change, ours=ENGINE, archive=reader)
        self._lines = LineBuffer()
        self._lights = Lights(PageStrip(page.frame), self._clock.ms(), page_brightness())
        self._match = PageMatch(USB, self._players, lambda: float(page.seconds()))
        self._asked: list[int] = []  # the requests of the page that have no answer yet
        self._status: dict = {}  # of the link, in the last view
        self._changed = True

    def opened(self) -> None:
        """Note that the port has been opened."""
        self._drop()
        self._lines = LineBuffer()
        self._session.opened(self._now())
        self._send(b"\n")  # this ends a line that another program may have begun to send

    def closed(self, why: str) -> None:
        """Note that the port was closed, or cannot be opened; `why` is the reason."""
        self._drop()
        self._session.closed(why)

    def receive(self, text: str) -> None:
        """Take bytes from the port, in base64."""
        for line in self._lines.add(a2b_base64(text)):
            self._session.receive(line, self._now())

    def tick(self) -> bool:
        """Send and show what is due; return whether a peg is moving."""
        request = self._session.due(self._now())
        if request:
            self._send(request)
        self._lights.show(self._clock.ms())
        return self._lights.screen.moving()

    def hung(self) -> bool:
        """Return whether the port is open and silent, so that it must be opened again."""
        return self._session.stage != Stage.CLOSED and self._session.hung(self._now())

    def news(self) -> str:
        """Return the view as JSON where it has changed, else ""."""
        status = self._session.status(self._now())
        if not self._changed and status == self._status:
            return ""
        self._changed = False
        self._status = status
        shown = view(self._session.mirror, self._players)
        shown["link"] = status
        return json.dumps(shown)

    def match(self) -> str:
        """Return the match as JSON where it has changed, else "": see PageMatch."""
        return self._match.take(self._session.mirror) if self._session.snapshots else ""

    def rename(self, number: int, side: int, name: str) -> None:
        """Call `side` by `name`; answer the request `number` with what went wrong, or ""."""
        if self._session.stage != Stage.LIVE:
            self._page.answer(number, _NOT_THERE)
            return
        self._asked.append(number)

        def answer(why: str) -> None:
            self._asked.remove(number)
            self._page.answer(number, why)

        rename(self._session.requests, self._session.mirror.names, side, name, answer)

    def _drop(self) -> None:
        """Answer the requests that the session is about to forget."""
        asked, self._asked = self._asked, []
        for number in asked:
            self._page.answer(number, _NO_ANSWER)

    def _send(self, data: bytes) -> None:
        self._page.send(b2a_base64(data).decode().strip())

    def _now(self) -> float:
        return self._clock.seconds()

    def _on_change(self, what: str) -> None:
        self._changed = True
        self._lights.mirror = self._session.mirror
        self._lights.update(what, self._clock.ms())


class ArchiveGames:
    """The finished games in a board's archive, on their way into the history of this browser.
    `games` is JavaScript's: read_to(archive), which returns the number of the last game of that
    archive that is stored, 0 for none; keep(text), which stores a game, as JSON, unless it is
    there: uid, match (base64 of what engine_core.game.match_base reads), names, archive, before
    and number, as host.link.archive has them. A game counts as read once `read_to` says so.
    """

    def __init__(self, games: "Any"):
        self._games = games

    def read_to(self, archive: str) -> int:
        return int(self._games.read_to(archive))

    def keep(self, game: "KeptGame") -> None:
        told = {
            "uid": game.uid,
            "match": b2a_base64(game.match).decode().strip(),
            "names": [clean(name) for name in game.names],
            "archive": game.archive,
            "before": game.before,
            "number": game.number,
        }
        self._games.keep(json.dumps(told))
