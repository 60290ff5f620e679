"""Text for the terminal."""

import sys
import unicodedata

from engine_core.count import cards

# Control characters, which a terminal obeys; those that change the direction of text; line ends
# other than "\n"; and lone surrogates, which cannot be encoded.
_UNPRINTABLE = ("Cc", "Cf", "Zl", "Zp", "Cs")


def printable(text: str) -> str:
    """Return `text`, which may come from a file or a device, with the characters that a terminal
    obeys written like `\\x1b`. Line ends stay."""
    return "".join(
        [
            one.encode("unicode_escape").decode("ascii")
            if one != "\n" and unicodedata.category(one) in _UNPRINTABLE
            else one
            for one in text
        ]
    )


def card_text(card: int) -> str:
    """Return the card as `5♥`, or as `5H` if the terminal's encoding has no suits."""
    text = cards.symbol(card)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return cards.name(card)
    return text


def cards_text(some) -> str:
    """Return the texts of `some` cards as from `card_text`, separated by spaces."""
    return " ".join([card_text(card) for card in some])


def points_text(points: int) -> str:
    """Return `1 point`, `2 points`."""
    return number_text(points, "point")


def number_text(number: int, one: str, many: str = "") -> str:
    """Return `number` with the word for one of them, or for `many`: by default that with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def safe_text(text: str) -> str:
    """Return `text` as from `printable`, with a question mark for each character that this
    terminal cannot show."""
    encoding = sys.stdout.encoding or "ascii"
    return printable(text).encode(encoding, "replace").decode(encoding)
