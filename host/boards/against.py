"""A virtual board to play against: the program deals, and plays the second seat.

The person's cards are shown only on the page of the board; everything else is as usual: keys,
lights, rules, UNDO. The player of the second seat is given only its seat's knowledge.
"""

import asyncio
import secrets

from engine_core.count.cards import VALUE, card, name
from engine_core.count.play import COUNT_MOST, total
from engine_core.errors import CardError, PegboardError
from engine_core.games.options import CRIB_BY_OWNER, CRIB_WARS, RANKS_ALONE, numbers
from engine_core.games.phases import CRIB, PLAY, STARTER
from engine_core.state.entries import CARD, GO, START
from hardware.board import DEFAULT_LAYOUT
from host.analysis import tables
from host.analysis.player import Player, ThrowView
from host.analysis.seat_view import seen
from host.errors import BoardError

from .dealt_hands import DealtHands
from .names_file import MemoryNames, NamesFile
from .stores import FileStore, MemoryStore
from .virtual import VirtualBoard

YOU, BOARD = 0, 1  # seats
NAME = "The board"  # of the second seat
_DEALT = "Your six cards are dealt: choose two to throw."
_TRADITIONAL = 1
_TARGET = 121
_LOOK_SECONDS = 0.05
_CARD_SECONDS = 0.7  # before the board lays a card, so that a person sees it come


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
        self._hands = DealtHands(_kept_beside(store))
        self._length = -1
        self._waits = False  # whether entries were undone; then the person continues
        self._shown = 0
        self.pause = _CARD_SECONDS

    async def run(self) -> None:
        """Tick and play forever."""
        await asyncio.gather(super().run(), self._follow())

    async def _follow(self) -> None:
        while True:
            await self.step()
            await asyncio.sleep(_LOOK_SECONDS)

    # The person's page ------------------------------------------------

    def view(self) -> dict:
        """Return the view, with `dealt`: a number that changes with the person's hand."""
        shown = {**super().view(), "dealt": self._shown}
        if self.hand()["ask"] == "throw" and not self.app.menu:
            shown["prompt"] = _DEALT
        return shown

    def hand(self) -> dict:
        """Return `cards`, the person's cards, and `ask`: `throw`, `play`, `go` or ""."""
        if not self._is_ours():
            return {"cards": [], "ask": ""}
        state, dealt = self.app.game.state, self._dealt()
        if state.phase == STARTER and not dealt.thrown[YOU]:
            return {"cards": _names(dealt.hands[YOU]), "ask": "throw"}
        held = self._held(YOU)
        ask = ""
        if state.phase == PLAY and state.turn == YOU:
            ask = "play" if any(self._fits(one) for one in held) else "go"
        return {"cards": _names(held), "ask": ask}

    def throw(self, words: list[str]) -> None:
        """Throw two cards of the person's six. Raises BoardError."""
        dealt = self._dealt() if self._is_ours() else None
        if not dealt or self.hand()["ask"] != "throw":
            raise BoardError("there is nothing to throw now")
        thrown = tuple(_cards(words))
        if len(set(thrown)) != 2 or not set(thrown) <= set(dealt.hands[YOU]):
            raise BoardError("throw two of your six cards")
        self._keep_throw(YOU, thrown)
        self._show()

    def play(self, words: list[str]) -> None:
        """Lay a card of the person's hand, or say go if `words` is empty. Raises BoardError."""
        ask = self.hand()["ask"]
        if ask not in ("play", "go") or self.app.menu:
            raise BoardError("it is not your turn")
        laid = _cards(words)
        if laid and (len(laid) != 1 or laid[0] not in self._held(YOU)):
            raise BoardError("that card is not in your hand")
        if not laid and ask == "play":
            raise BoardError("you hold a card that can be laid")
        try:
            self.app.enter((CARD, laid[0]) if laid else (GO,))
        except (PegboardError, OSError) as why:
            raise BoardError(str(why)) from None

    # The second seat ----------------------------------------------------------------------------

    async def step(self) -> None:
        """Make the program's next move: start the game, turn up the starter, lay a card or say go
        for its seat, or enter the crib."""
        game = self.app.game
        if not game.length and not game.can_redo() and self._length < 0:
            self._enter(_start())
        if game.length != self._length:
            self._waits = game.length < self._length
            self._length = game.length
            self._show()
        if self._waits or not self._is_ours() or self.app.screen.has_next_count():
            return
        state = game.state
        if self._take_back_strange():
            return
        dealt = self._dealt()
        if state.phase == STARTER and dealt.thrown[YOU]:
            try:
                await self._throw_own(dealt)
            except BoardError:
                return  # perhaps the disk is full: tried again until it is not
            self._enter((CARD, dealt.starter))
        elif state.phase == PLAY and state.turn == BOARD:
            await self._lay(dealt)
        elif state.phase == CRIB:
            crib = [*dealt.thrown[state.dealer], *dealt.thrown[1 - state.dealer]]
            self._enter((CARD, crib[len(state.crib)]))

    async def _throw_own(self, dealt):
        """Choose the board's throw."""
        if dealt.thrown[BOARD]:
            return
        state = self.app.game.state
        dealer = state.dealer
        scores = state.scores[dealer], state.scores[1 - dealer]
        view = ThrowView(int(dealer != BOARD), dealt.hands[BOARD], scores, state.target)
        self._keep_throw(BOARD, await asyncio.to_thread(self._player.throw, view))

    def _keep_throw(self, seat, cards):
        game = self.app.game
        try:
            self._hands.throw(game.begun(), game.state.deal_number, seat, cards)
        except OSError as why:
            raise BoardError(f"this could not be saved ({why})") from None

    async def _lay(self, dealt):
        game = self.app.game
        length = game.length
        view = seen(game.state, BOARD, self._held(BOARD), dealt.thrown[BOARD])
        chosen = await asyncio.to_thread(self._player.play, view)
        if chosen is not None:
            await asyncio.sleep(self.pause)
        if self.app.game is game and game.length == length and not self.app.menu:
            self._enter((GO,) if chosen is None else (CARD, chosen))

    def _take_back_strange(self):
        """Undo an entry of cards that were not dealt, such as one made with keys; return whether
        there was one."""
        state, dealt = self.app.game.state, self._dealt()
        if state.phase == STARTER:
            return False
        crib = {*dealt.thrown[YOU], *dealt.thrown[BOARD]}
        rows = [(state.hand(seat), dealt.kept(seat)) for seat in (YOU, BOARD)]
        rows += [([state.starter], [dealt.starter]), (state.crib, crib)]
        if all(dealt.thrown) and all(set(seen) <= set(own) for seen, own in rows):
            return False
        self.app.undo()
        self._length = self.app.game.length
        return True

    def _enter(self, entry):
        if self.app.menu and entry[0] != START:
            return
        try:
            self.app.enter(entry)
        except (PegboardError, OSError):
            self._waits = True  # until the person has changed something

    def _is_ours(self):
        """Return whether the program can deal this game."""
        state = self.app.game.state
        return (
            self.app.game.length > 0
            and state.code == _TRADITIONAL
            and state.seats == 2
            and state.track != CRIB_WARS
            and state.target in tables.targets(2)
            and not state.options & RANKS_ALONE
            and state.phase in (STARTER, PLAY, CRIB)
        )

    def _dealt(self):
        return self._hands.deal(self.app.game.begun(), self.app.game.state.deal_number)

    def _held(self, seat):
        """Return the cards that a seat still holds in the play."""
        laid = self.app.game.state.hand(seat)
        return [card for card in sorted(self._dealt().kept(seat)) if card not in laid]

    def _fits(self, card):
        return total(self.app.game.state.line()) + VALUE[card] <= COUNT_MOST

    def _show(self):
        self._shown += 1
        self.refresh()


def _start():
    options, more = numbers(CRIB_BY_OWNER, 0)
    return (START, _TRADITIONAL, 2, _TARGET, secrets.randbelow(2), options, 0, more)


def _kept_beside(store):
    if isinstance(store, FileStore):
        return NamesFile(store.path.with_name(store.path.name + ".hands"))
    return MemoryNames()


def _names(cards):
    return [name(card) for card in sorted(cards)]


def _cards(words):
    try:
        return [card(word) for word in words]
    except CardError as why:
        raise BoardError(str(why)) from None
