"""The knowledge of one player who has to lay a card in a two-handed game.

Reviewing and choosing a play are based on this alone: the other's cards are not in it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine_core.state.state import State


class SeatView(NamedTuple):
    """role: 0 the dealer, 1 the pone; hand: the cards still held; own, others: the cards laid by
    this player and by the other, in order; thrown: the two cards thrown to the crib, () if not
    known; line: the cards laid since the count restarted; other_room: the most room below 31 at
    which the other has said go in this deal, 0 without a go; other_gone: whether that was
    in this count; scores: the dealer's and the pone's."""

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


def seen(state: State, seat: int, held: Iterable[int], thrown: Iterable[int]) -> SeatView:
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
