"""The knowledge of one player who has to throw or to lay a card in a two-handed game.

Reviewing and choosing are based on this alone: the other's cards are not in it.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.state.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NamedTuple

    class ThrowView(NamedTuple):
        """The knowledge of a player about to throw. role: 0 the dealer, 1 the pone; hand: six
        cards; scores: the dealer's and the pone's."""

        role: int
        hand: tuple[int, ...]
        scores: tuple[int, int]
        target: int

    class SeatView(NamedTuple):
        """role: 0 the dealer, 1 the pone; hand: the cards still held; own, others: the cards laid
        by this player and by the other, in order; thrown: the two cards thrown to the crib, () if
        not known; line: the cards laid since the count restarted; other_room: the most room below
        31 at which the other has said go in this deal, 0 without a go; other_gone: whether that
        was in this count; scores: the dealer's and the pone's."""

        role: int
        hand: tuple[int, ...]
        own: tuple[int, ...]
        others: tuple[int, ...]
        thrown: tuple[int, ...]
        starter: int
        line: tuple[int, ...]
        other_room: int
        other_gone: bool
        scores: tuple[int, int]
        target: int
else:
    ThrowView = namedtuple("ThrowView", ("role", "hand", "scores", "target"))
    _SEEN = "role hand own others thrown starter line other_room other_gone scores target"
    SeatView = namedtuple("SeatView", tuple(_SEEN.split()))


def seen(state: State, seat: int, held: "Iterable[int]", thrown: "Iterable[int]") -> SeatView:
    """Return the knowledge of the player of `seat` in the play of a two-handed deal, from what
    lies on the board and the own cards: those still held, and those thrown."""
    other, dealer = 1 - seat, state.dealer
    return SeatView(
        int(seat != dealer),
        tuple(held),
        tuple(state.hand(seat)),
        tuple(state.hand(other)),
        tuple(thrown),
        state.starter,
        tuple(state.line()),
        state.go_room[other],
        bool(state.said_go >> other & 1),
        (state.scores[state.side(dealer)], state.scores[1 - state.side(dealer)]),
        state.target,
    )
