"""The board in a page's worker, on MicroPython: host/site/page/board_worker.js calls it."""

import json
from binascii import b2a_base64

from engine_core.compat import TYPE_CHECKING
from engine_core.games.phases import OVER
from firmware.browser.journal_file import JournalFile
from firmware.browser.page_ports import Clock, NamesFile, PageStrip
from host.boards.match_news import MatchNews
from host.boards.mirrored_board import MirroredBoard
from host.mirror.view import view

from .page_names import rename

if TYPE_CHECKING:
    from typing import Any


class PageBoard:
    """`page` is JavaScript's: files, as in firmware.browser; now() in ms; seconds(), the text of
    those since 1970; frame(text), which shows a frame in base64; answer(number, text), which ends
    a request. layout: a name of hardware.layouts; players: their names, by seat, as JSON."""

    def __init__(self, page: "Any", layout: str, players: str):
        clock = Clock(page.now)
        store, names = JournalFile(page.files), NamesFile(page.files.names)
        self._page = page
        self._board = MirroredBoard(
            PageStrip(page.frame), store, names, clock, clock.seconds, layout
        )
        self._players = json.loads(players)
        self._match = MatchNews()
        self._times: list[float | None] = []  # of the entries of the match

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

    def _shown(self):
        return view(self._board.mirror, self._players)

    def match(self) -> str:
        """Return the match as JSON where it has changed, else "": `data` in base64, the `names` of
        the sides, those of the `players` by seat, `at`, and whether to `keep` it: it has a
        finished game. `times`: of the entries of the current game, in seconds since 1970, null if
        that was not seen."""
        news = self._match.take(self._board.mirror) if self._board.link.whole else None
        if not news:
            return ""
        if news.fresh:
            self._times = []
        game = self._board.mirror.game
        is_old = news.fresh and game.length > 1  # more than its start, just made
        seen = game.length if is_old else min(len(self._times), game.length)
        now = float(self._page.seconds())
        self._times = [None] * seen if is_old else self._times[:seen]
        self._times += [now] * (game.length - seen)
        is_over = game.length > 0 and game.state.phase == OVER
        begun = game.begun()
        told = {
            "players": self._players,
            "data": b2a_base64(news.data).decode().strip(),
            "names": list(news.names),
            "at": 0 if is_old else int(now),
            "keep": is_over or (news.fresh and game.length > 0 and begun > game.first()),
            "times": self._times[begun:] if is_over else [],
        }
        return json.dumps(told)

    def rename(self, number: int, side: int, name: str) -> None:
        """Call `side` by `name`; answer the request `number` with what went wrong, or ""."""
        board = self._board
        answer = self._page.answer
        rename(
            board.link.requests, board.mirror.names, side, name, lambda why: answer(number, why)
        )
