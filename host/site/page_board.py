"""The board in a page's worker, on MicroPython: host/site/page/board_worker.js calls it."""

import json

from engine_core.compat import TYPE_CHECKING
from firmware.browser.journal_file import JournalFile
from firmware.browser.page_ports import Clock, NamesFile, PageStrip
from host.boards.mirrored_board import MirroredBoard
from host.mirror.view import view

from .page_match import PAGE, PageMatch
from .page_names import rename

if TYPE_CHECKING:
    from typing import Any


class PageBoard:
    """`page` is JavaScript's: files, as in firmware.browser; now() in ms; seconds(), the text of
    those since 1970; frame(text), which shows a frame in base64; answer(number, text), which ends
    a request. layout: a name of hardware.layouts; players: their names, by seat, as JSON."""

    source = PAGE  # of its games

    def __init__(self, page: "Any", layout: str, players: str):
        clock = Clock(page.now)
        store, names = JournalFile(page.files), NamesFile(page.files.names)
        self._page = page
        self._board = MirroredBoard(
            PageStrip(page.frame), store, names, clock, clock.seconds, layout
        )
        self._players = json.loads(players)
        self._match = PageMatch(self.source, self._players, self._seconds)

    def press(self, key: int, down: bool) -> None:
        """Record that `key` went down or up."""
        self._board.keys.press(key, down)

    def tick(self) -> bool:
        """Let the board do what is due; return whether it must tick often."""
        self._board.tick()
        return self._board.busy()

    def news(self) -> str:
        """Return the view as JSON where it has changed, else ""."""
        if not self._board.take_news():
            return ""
        return json.dumps(self._shown())

    def _seconds(self):
        return float(self._page.seconds())

    def _shown(self):
        return view(self._board.mirror, self._players)

    def match(self) -> str:
        """Return the match as JSON where it has changed, else "": see PageMatch."""
        return self._match.take(self._board.mirror) if self._board.link.whole else ""

    def rename(self, number: int, side: int, name: str) -> None:
        """Call `side` by `name`; answer the request `number` with what went wrong, or ""."""
        board = self._board
        answer = self._page.answer
        rename(
            board.link.requests, board.mirror.names, side, name, lambda why: answer(number, why)
        )
