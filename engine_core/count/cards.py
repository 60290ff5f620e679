"""Cards as small ints, `rank * 4 + suit`, with the joker as 52; and their text forms.

Ranks run from 0 (ace, always low) to 12 (king); suits 0 to 3 are spades, hearts, diamonds, clubs.
Where only ranks are entered (ruling G19), a card is `SUITLESS + rank * 4 + n`, and its suit is not
known: n, 0 to 3, only tells the four cards of a rank apart.
"""

from ..compat import const
from ..errors import CardError

JOKER = const(52)
SUITLESS = const(128)
# One more than the last card of unknown suit.
SUITLESS_END = const(180)
NO_CARD = const(255)
JACK = const(10)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SYMBOLS = "♠♥♦♣"
# Rarely needed, and as lists they would take half a kilobyte of a Pico's memory.
RANK_WORDS = "ace,two,three,four,five,six,seven,eight,nine,ten,jack,queen,king"
SUIT_WORDS = "spades,hearts,diamonds,clubs"

# The value of each card in a count; the joker adds nothing.
VALUE = bytes([min(c // 4 + 1, 10) for c in range(52)])
VALUE += bytes(SUITLESS - JOKER) + VALUE


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


def card_or_rank(text: str) -> int:
    """Return the card that `text` names, or for a rank alone (`5`, `T`, `10`) its first card of
    unknown suit. Raises CardError.
    """
    t = text.strip().upper()
    t = "T" if t == "10" else t
    at = RANKS.find(t) if len(t) == 1 else -1
    return card(text) if at < 0 else SUITLESS + at * 4


def rank(card: int) -> int:
    """Return the rank of a card that is not the joker, 0 (ace) to 12 (king)."""
    return card >> 2 & 31


def cards(text: str) -> list[int]:
    """Return the cards that `text` names, separated by spaces. Raises CardError."""
    return [card(word) for word in text.split()]


def name(card: int) -> str:
    """Return the card's text, as `card_or_rank` reads it: `5H`, `TD`, `JK`, or `5`."""
    if card >= SUITLESS:
        return RANKS[rank(card)]
    return "JK" if card == JOKER else RANKS[card >> 2] + SUITS[card & 3]


def symbol(card: int) -> str:
    """Return the card as a symbol: `5♥`, `10♦`, `Joker`, or `5`."""
    if card == JOKER:
        return "Joker"
    sign = RANKS[rank(card)]
    return ("10" if sign == "T" else sign) + ("" if card >= SUITLESS else SYMBOLS[card & 3])


def words(card: int) -> str:
    """Return the card in words: `five of hearts`, `joker`, or `five`."""
    if card == JOKER:
        return "joker"
    word = _word(RANK_WORDS, rank(card))
    return word if card >= SUITLESS else word + " of " + _word(SUIT_WORDS, card & 3)


def _word(words, n):
    """Return word number `n` of `words`; `split` would make all of them, which takes a Pico ten
    times as long."""
    start = 0
    for _ in range(n):
        start = words.find(",", start) + 1
    end = words.find(",", start)
    return words[start:] if end < 0 else words[start:end]


def check_distinct(hand: list[int]) -> None:
    """Raise CardError if a card appears twice in `hand`: a deck has one of each."""
    for i, c in enumerate(hand):
        if c in hand[:i]:
            raise CardError("the " + words(c) + " appears twice")
