"""A board to play against in a page's worker, on MicroPython: host.boards.dealt_game on the page's
board. Another worker chooses for the second seat, so that no key waits for it."""

import json
from binascii import a2b_base64

from engine_core.compat import TYPE_CHECKING
from firmware.browser.page_ports import NamesFile
from host.analysis.seat_view import ThrowView
from host.boards.dealt_game import NAME, DealtGame
from host.boards.dealt_hands import DealtHands
from host.errors import BoardError

from .page_board import PageBoard
from .page_match import AGAINST

if TYPE_CHECKING:
    from typing import Any

_LOOK_MS = 50
_CARD_MS = 700  # before the board lays a card, so that a person sees it come
_SEED_BYTES = 16


class PageAgainst(PageBoard):
    """`page` also has the file `hands`; random(count), so many random bytes in base64; and
    think(number, what, text), by which the choice from a view is asked for: `what` is "throw" or
    "lay", the text JSON of the view's values. `chosen` takes the answer."""

    source = AGAINST

    def __init__(self, page: "Any", layout: str):
        super().__init__(page, layout, json.dumps(["", NAME]))
        hands = DealtHands(NamesFile(page.files.hands), self._secret)
        self._dealt = DealtGame(self._board, hands, self._first, self._changed)
        self._looked = 0.0  # when it was last looked whether the second seat has to choose
        self._asked = 0  # how often it was asked to
        self._view = None  # from which it has to choose now
        self._choice = None  # when to do it, and what

    def tick(self) -> bool:
        """As PageBoard.tick."""
        now = self._page.now()
        if now - self._looked >= _LOOK_MS:
            self._looked = now
            self._follow(now)
        return super().tick()

    def hand(self, number: int) -> None:
        """Answer the request `number` with JSON of the person's hand, as DealtGame.hand."""
        self._page.answer(number, json.dumps(self._dealt.hand()))

    def take(self, number: int, what: str, words: str) -> None:
        """`throw` or `play` the cards of the JSON `words`; answer the request `number` with why
        that was refused, or ""."""
        act = self._dealt.throw if what == "throw" else self._dealt.play
        try:
            act(json.loads(words))
        except BoardError as why:
            self._page.answer(number, str(why))
            return
        self._page.answer(number, "")

    def chosen(self, number: int, choice: str) -> None:
        """Take the choice asked for by think(number, …): JSON of two cards, of one, or of null for
        go; "" if there is none, and then it is asked for again."""
        if number != self._asked or self._view is None:
            return
        if not choice:
            self._view = None
            return
        found = json.loads(choice)
        due = self._page.now() + (_CARD_MS if isinstance(found, int) else 0)
        self._choice = due, tuple(found) if isinstance(found, list) else found

    def _shown(self):
        return self._dealt.view(super()._shown())

    def _follow(self, now):
        if self._choice and now >= self._choice[0]:
            view, choice = self._view, self._choice[1]
            self._view = self._choice = None
            if view is not None:
                self._dealt.choose(view, choice)
        view = self._dealt.step()
        if view == self._view:
            return  # nothing to choose, or it is asked for already
        self._view, self._choice = view, None
        if view is not None:
            self._asked += 1
            what = "throw" if isinstance(view, ThrowView) else "lay"
            self._page.think(self._asked, what, json.dumps(list(view)))

    def _changed(self):
        self._board.link.news = True

    def _secret(self):
        return self._page.random(_SEED_BYTES)

    def _first(self):
        return a2b_base64(self._page.random(1))[0] & 1
