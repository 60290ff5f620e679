"""Cards as small ints, `rank * 4 + suit`, with the joker as 52; and their text forms.

Ranks run from 0 (ace, always low) to 12 (king); suits 0 to 3 are spades, hearts, diamonds, clubs.
"""

from .compat import const
from .errors import CardError

JOKER = const(52)
NO_CARD = const(255)
JACK = const(10)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SYMBOLS = "♠♥♦♣"
# Rarely needed, and as lists they would take half a kilobyte of a Pico's memory.
RANK_WORDS = "ace,two,three,four,five,six,seven,eight,nine,ten,jack,queen,king"
SUIT_WORDS = "spades,hearts,diamonds,clubs"

# The value of each card in a count; the joker adds nothing.
VALUE = bytes([min(c // 4 + 1, 10) for c in range(52)] + [0])


def card(text: str) -> int:
    """Return the card that `text` names: `5H`, `TD`, `10D`, `as`, `5♥`, or `JK` for the joker.

    Raises CardError if it is not a card.
    """
    # A pasted suit may be followed by the emoji variation selector.
    t = text.strip().replace("\ufe0f", "").upper()
    if t == "JK":
        return JOKER
    if t[:2] == "10":
        t = "T" + t[2:]
    if len(t) == 2:
        rank = RANKS.find(t[0])
        suit = SUITS.find(t[1])
        if suit < 0:
            suit = SYMBOLS.find(t[1])
        if rank >= 0 and suit >= 0:
            return rank * 4 + suit
    raise CardError(
        "'" + text + "' is not a card: write the rank and the suit, as in 5H, TD, AS, or JK"
    )


def cards(text: str) -> list[int]:
    """Return the cards that `text` names, separated by spaces. Raises CardError."""
    return [card(word) for word in text.split()]


def name(card: int) -> str:
    """Return the card's text, as `card` reads it: `5H`, `TD`, `JK`."""
    return "JK" if card == JOKER else RANKS[card >> 2] + SUITS[card & 3]


def symbol(card: int) -> str:
    """Return the card as a person sees it: `5♥`, `10♦`, `Joker`."""
    if card == JOKER:
        return "Joker"
    rank = RANKS[card >> 2]
    return ("10" if rank == "T" else rank) + SYMBOLS[card & 3]


def words(card: int) -> str:
    """Return the card as a person says it: `five of hearts`, `joker`."""
    if card == JOKER:
        return "joker"
    return RANK_WORDS.split(",")[card >> 2] + " of " + SUIT_WORDS.split(",")[card & 3]


def check_distinct(hand: list[int]) -> None:
    """Raise CardError if a card appears twice in `hand`: a deck has one of each."""
    for i, c in enumerate(hand):
        if c in hand[:i]:
            raise CardError("the " + words(c) + " appears twice")
