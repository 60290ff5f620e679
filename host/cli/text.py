"""What a person reads in the terminal."""

import sys

from engine_core import cards


def card_text(card: int) -> str:
    """Return the card as `5♥`, or as `5H` where the terminal's encoding has no suits."""
    text = cards.symbol(card)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return cards.name(card)
    return text


def cards_text(some) -> str:
    """Return `some` cards as `card_text` shows them, parted by spaces."""
    return " ".join([card_text(card) for card in some])


def points_text(points: int) -> str:
    """Return `1 point`, `2 points`."""
    return f"{points} point" if points == 1 else f"{points} points"
