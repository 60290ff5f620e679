"""The board in a page's worker, on MicroPython: host/site/page/board_worker.js calls it."""

import json

from engine_core.compat import TYPE_CHECKING
from firmware.browser.journal_file import JournalFile
from firmware.browser.page_ports import Clock, NamesFile, PageStrip
from host.boards.mirrored_board import MirroredBoard
from host.errors import BoardError
from host.mirror import new_name
from host.mirror.view import view

if TYPE_CHECKING:
    from typing import Any


class PageBoard:
    """`page` is JavaScript's: files, as in firmware.browser; now() in ms; frame(text), which shows
    a frame in base64; answer(number, text), which ends a request. layout: a name of
    hardware.layouts; players: their names, by seat, as JSON."""

    def __init__(self, page: "Any", layout: str, players: str):
        clock = Clock(page.now)
        store, names = JournalFile(page.files), NamesFile(page.files.names)
        self._page = page
        self._board = MirroredBoard(
            PageStrip(page.frame), store, names, clock, clock.seconds, layout
        )
        self._players = json.loads(players)

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
        return json.dumps(view(self._board.mirror, self._players))

    def rename(self, number: int, side: int, name: str) -> None:
        """Call `side` by `name`; answer the request `number` with what went wrong, or ""."""
        try:
            data = new_name.new_name(self._board.mirror.names, side, name)
        except BoardError as why:
            self._page.answer(number, str(why))
            return

        def answered(why):
            text = f"The board did not take the name: {why}." if why else ""
            self._page.answer(number, text)

        self._board.link.requests.ask(new_name.request(side, data), answered)
