"""What one player can know when a card has to be laid in a two-handed game.

Whoever reviews or chooses a play is given this and nothing else: the other's cards are not in it.
"""

from typing import NamedTuple


class SeatView(NamedTuple):
    """role: 0 the dealer, 1 the pone; hand: the cards still held; own, others: the cards laid by
    this player and by the other, in order; thrown: the two cards thrown to the crib, () where
    that is not known; line: the cards laid since the count restarted; other_room: the most room
    below 31 at which the other has said go in this deal, 0 where none was said; other_gone:
    whether that was in this count; scores: the dealer's and the pone's."""

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
