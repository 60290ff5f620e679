"""Cards in an order that comes of a text, the same on every computer."""

import hashlib

from engine_core.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def deck_from(seed: str, cards: "Iterable[int]", most: int) -> list[int]:
    """Return `most` of these cards in an order that comes of the text `seed`."""
    return shuffled(numbers_from(seed), cards, most)


def shuffled(numbers: "Iterator[int]", cards: "Iterable[int]", most: int) -> list[int]:
    """Return `most` of these cards in an order that comes of the numbers."""
    deck = list(cards)
    for at in range(most):
        other = at + next(numbers) % (len(deck) - at)
        deck[at], deck[other] = deck[other], deck[at]
    return deck[:most]


def numbers_from(seed: str) -> "Iterator[int]":
    """Yield large whole numbers that come of a text."""
    at = 0
    while True:
        yield int.from_bytes(hashlib.sha256(f"{seed} {at}".encode()).digest()[:8], "big")
        at += 1
