"""A game of two in which the program deals, and plays the second seat, on a board of this program.

The person's cards are shown only on the page of the board; everything else is as usual: keys,
lights, rules, UNDO. Whoever chooses for the second seat is given only its seat's knowledge.
"""

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import NO_CARD, VALUE, card, name
from engine_core.count.play import COUNT_MOST, total
from engine_core.errors import CardError, PegboardError
from engine_core.games.options import CRIB_BY_OWNER, CRIB_WARS, RANKS_ALONE, numbers
from engine_core.games.phases import CRIB, PLAY, STARTER
from engine_core.state.entries import CARD, GO, START
from host.analysis.seat_view import SeatView, ThrowView, seen
from host.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Callable

    from .dealt_hands import Dealt, DealtHands
    from .mirrored_board import MirroredBoard

YOU, BOARD = 0, 1  # seats
NAME = "The board"  # of the second seat
TARGETS = (61, 121)  # as host.analysis.tables has them
_DEALT = "Your six cards are dealt: choose two to throw."
_TRADITIONAL = 1
_TARGET = 121


class DealtGame:
    """board: on which it is played; hands: its cards; first: the dealer of the first deal, which
    is called once; shown: is called when the person's hand has changed."""

    def __init__(
        self,
        board: "MirroredBoard",
        hands: "DealtHands",
        first: "Callable[[], int]",
        shown: "Callable[[], None]",
    ):
        self._board = board
        self.hands = hands
        self._first = first
        self._shown = shown
        self._length = -1
        self._waits = False  # whether entries were undone; then the person continues
        self._failed = False  # whether an entry of the program was refused
        self._times_shown = 0

    # The person's page ------------------------------------------------

    def view(self, view: dict) -> dict:
        """Return the view of the page, with `dealt`: a number that changes with the person's
        hand."""
        more: dict[str, object] = dict(view, dealt=self._times_shown)
        if self.hand()["ask"] == "throw" and not self._board.app.menu:
            more["prompt"] = _DEALT
        return more

    def hand(self) -> dict:
        """Return `cards`, the person's cards, and `ask`: `throw`, `play`, `go` or ""."""
        if not self._is_ours():
            return {"cards": [], "ask": ""}
        state, dealt = self._board.app.game.state, self.dealt()
        if state.phase == STARTER and not dealt.thrown[YOU]:
            return {"cards": _names(dealt.hands[YOU]), "ask": "throw"}
        held = self.held(YOU)
        ask = ""
        if state.phase == PLAY and state.turn == YOU:
            ask = "play" if any([self._fits(one) for one in held]) else "go"
        return {"cards": _names(held), "ask": ask}

    def throw(self, words: list[str]) -> None:
        """Throw two cards of the person's six. Raises BoardError."""
        dealt = self.dealt() if self._is_ours() else None
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
        if ask not in ("play", "go") or self._board.app.menu:
            raise BoardError("it is not your turn")
        laid = _cards(words)
        if laid and (len(laid) != 1 or laid[0] not in self.held(YOU)):
            raise BoardError("that card is not in your hand")
        if not laid and ask == "play":
            raise BoardError("you hold a card that can be laid")
        try:
            self._board.app.enter((CARD, laid[0]) if laid else (GO,))
        except (PegboardError, OSError) as why:
            raise BoardError(str(why))

    # The second seat ----------------------------------------------------------------------------

    def step(self) -> "ThrowView | SeatView | None":
        """Start the game, turn up the starter or enter the crib; or return the view from which
        the second seat has to choose: `choose` takes the choice."""
        game = self._board.app.game
        if not game.length and not game.can_redo() and self._length < 0:
            self._enter(_start(self._first()))
        if game.length != self._length:
            self._find_hands()
            self._waits = game.length < self._length
            self._failed = False
            self._length = game.length
            self._show()
        waits = self._failed or (self._waits and game.can_redo())
        if waits or not self._is_ours() or self._board.app.screen.has_next_count():
            return None
        if self._take_back_strange():
            return None
        state, dealt = game.state, self.dealt()
        if state.phase == STARTER and dealt.thrown[YOU]:
            if not dealt.thrown[BOARD]:
                dealer = state.dealer
                scores = state.scores[dealer], state.scores[1 - dealer]
                return ThrowView(int(dealer != BOARD), dealt.hands[BOARD], scores, state.target)
            self._enter((CARD, dealt.starter))
        elif state.phase == PLAY and state.turn == BOARD:
            return seen(state, BOARD, self.held(BOARD), dealt.thrown[BOARD])
        elif state.phase == CRIB:
            crib = dealt.thrown[state.dealer] + dealt.thrown[1 - state.dealer]
            self._enter((CARD, crib[len(state.crib)]))
        return None

    def _find_hands(self):
        """Deal anew for another match, and find the cards of a match that is continued."""
        game, state = self._board.app.game, self._board.app.game.state
        if game.length == 1 and self._length > 1 and not game.can_redo():
            try:
                self.hands.begin()
            except OSError:
                pass  # after a restart the cards are others
        elif game.length != self._length + 1 and self._is_ours():
            shown = [set(state.hand(seat)) for seat in (YOU, BOARD)]

            def fits(dealt):
                own = all(cards <= set(hand) for cards, hand in zip(shown, dealt.hands))
                return own and state.starter in (NO_CARD, dealt.starter)

            self.hands.find(game.begun(), state.deal_number, fits)

    def choose(self, view: "ThrowView | SeatView", choice: "tuple[int, ...] | int | None") -> None:
        """Throw these two cards, or lay this card, None for go, unless the game is no longer where
        it was when `step` returned this view."""
        if self._board.app.menu or self.step() != view:
            return
        if isinstance(choice, tuple):
            try:
                self._keep_throw(BOARD, choice)
            except BoardError:
                return  # perhaps the disk is full: tried again until it is not
            self._enter((CARD, self.dealt().starter))
        else:
            self._enter((GO,) if choice is None else (CARD, choice))

    def _keep_throw(self, seat, cards):
        game = self._board.app.game
        try:
            self.hands.throw(game.begun(), game.state.deal_number, seat, cards)
        except OSError as why:
            raise BoardError("this could not be saved (%s)" % why)

    def _take_back_strange(self):
        """Undo an entry of cards that were not dealt, or a go of a seat of the program that could
        play, as keys may make them; return whether there was one."""
        state, dealt = self._board.app.game.state, self.dealt()
        if state.phase == STARTER:
            return False
        crib = dealt.thrown[YOU] + dealt.thrown[BOARD]
        rows = [(state.hand(seat), dealt.kept(seat)) for seat in (YOU, BOARD)]
        rows += [([state.starter], [dealt.starter]), (state.crib, crib)]
        true_go = not state.said_go >> BOARD & 1 or not any(map(self._fits, self.held(BOARD)))
        if true_go and all(dealt.thrown) and all([set(shown) <= set(own) for shown, own in rows]):
            return False
        self._board.app.undo()
        self._length = self._board.app.game.length
        return True

    def _enter(self, entry):
        if self._board.app.menu and entry[0] != START:
            return
        try:
            self._board.app.enter(entry)
        except (PegboardError, OSError):
            self._failed = True  # until the person has changed something

    def _is_ours(self):
        """Return whether the program can deal this game."""
        game = self._board.app.game
        state = game.state
        return (
            game.length > 0
            and state.code == _TRADITIONAL
            and state.seats == 2
            and state.track != CRIB_WARS
            and state.target in TARGETS
            and not state.options & RANKS_ALONE
            and state.phase in (STARTER, PLAY, CRIB)
        )

    def dealt(self) -> "Dealt":
        """Return the cards of the deal that is played."""
        game = self._board.app.game
        return self.hands.deal(game.begun(), game.state.deal_number)

    def held(self, seat: int) -> list[int]:
        """Return the cards that a seat still holds in the play."""
        laid = self._board.app.game.state.hand(seat)
        return [card for card in sorted(self.dealt().kept(seat)) if card not in laid]

    def _fits(self, card):
        return total(self._board.app.game.state.line()) + VALUE[card] <= COUNT_MOST

    def _show(self):
        self._times_shown += 1
        self._shown()


def _start(dealer):
    options, more = numbers(CRIB_BY_OWNER, 0)
    return (START, _TRADITIONAL, 2, _TARGET, dealer, options, 0, more)


def _names(cards):
    return [name(card) for card in sorted(cards)]


def _cards(words):
    try:
        return [card(word) for word in words]
    except CardError as why:
        raise BoardError(str(why))
