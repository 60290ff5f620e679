"""A virtual board to play against: host.boards.dealt_game on this computer's board."""

import asyncio
import secrets

from hardware.board import DEFAULT_LAYOUT
from host.analysis.player import Player
from host.analysis.seat_view import ThrowView

from .dealt_game import DealtGame
from .dealt_hands import DealtHands
from .names_file import MemoryNames, NamesFile
from .stores import FileStore, MemoryStore
from .virtual import VirtualBoard

_LOOK_SECONDS = 0.05
_CARD_SECONDS = 0.7  # before the board lays a card, so that a person sees it come
_SEED_BYTES = 16


class AgainstBoard(VirtualBoard):
    """strength: of host.analysis.player."""

    def __init__(
        self,
        store: FileStore | MemoryStore,
        strength: int,
        layout: str = DEFAULT_LAYOUT,
        players: tuple[str, ...] = (),
    ):
        super().__init__(store, layout=layout, players=players)
        self._player = Player(strength)
        hands = DealtHands(_kept_beside(store), lambda: secrets.token_hex(_SEED_BYTES))
        self.dealt = DealtGame(self._board, hands, lambda: secrets.randbelow(2), self.refresh)
        self.pause = _CARD_SECONDS

    async def run(self) -> None:
        """Tick and play forever."""
        await asyncio.gather(super().run(), self._follow())

    async def _follow(self) -> None:
        while True:
            await self.step()
            await asyncio.sleep(_LOOK_SECONDS)

    async def step(self) -> None:
        """Make the program's next move."""
        view = self.dealt.step()
        if view is None:
            return
        if isinstance(view, ThrowView):
            choice = await asyncio.to_thread(self._player.throw, view)
        else:
            choice = await asyncio.to_thread(self._player.play, view)
            if choice is not None:
                await asyncio.sleep(self.pause)
        self.dealt.choose(view, choice)

    # The person's page ------------------------------------------------

    def view(self) -> dict:
        """Return the view, as host.boards.dealt_game adds to it."""
        return self.dealt.view(super().view())

    def hand(self) -> dict:
        """Return the person's hand, as DealtGame.hand."""
        return self.dealt.hand()

    def throw(self, words: list[str]) -> None:
        """Throw two cards of the person's six. Raises BoardError."""
        self.dealt.throw(words)

    def play(self, words: list[str]) -> None:
        """Lay a card of the person's hand, or say go if `words` is empty. Raises BoardError."""
        self.dealt.play(words)


def _kept_beside(store):
    if isinstance(store, FileStore):
        return NamesFile(store.path.with_name(store.path.name + ".hands"))
    return MemoryNames()
