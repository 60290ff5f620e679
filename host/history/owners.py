"""Who threw the cards in the cribs of a stored game, as the players told later.

It is stored with the game: for each deal a text such as `2C 3C / 9D KH`, the cards thrown by each
seat, in order. In a text record it is the tag `Owners`: `1: 2C 3C / 9D KH; 3: 5H 6H / 7H 8H`.
"""

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import cards, name
from engine_core.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from host.analysis.decisions import Owners

    from .rows import StoredGame

OWNERS = "owners"  # the key in a game's comments
TAG = "Owners"


def owners_of(game: "StoredGame") -> "Owners":
    """Return by deal and seat the cards thrown; a text that names no cards is left out."""
    return owners_in(game.comments)


def owners_in(comments: "Mapping") -> "Owners":
    """Return what `owners_of` does, from the comments of a game."""
    found = {}
    for deal, text in comments.get(OWNERS, []):
        try:
            found[deal] = seats_of(text)
        except CardError:
            continue
    return found


def seats_of(text: str) -> dict[int, tuple[int, ...]]:
    """Return the cards of a text such as `2C 3C / 9D KH`, by seat. Raises CardError."""
    return dict(enumerate([tuple(cards(part)) for part in text.split("/")]))


def was_asked(game: "StoredGame") -> bool:
    """Return whether the players were asked before, whatever they answered."""
    return OWNERS in game.comments


def owners_pairs(told: "Mapping[int, Mapping[int, tuple[int, ...]]]") -> list[list]:
    """Return the stored form of `told`, a value of `owners_of`."""
    return [
        [deal, " / ".join([_names(told[deal][seat]) for seat in sorted(told[deal])])]
        for deal in sorted(told)
    ]


def _names(thrown):
    return " ".join([name(card) for card in thrown])


def owners_json(told: "Owners") -> list[dict]:
    """Return `told` for programs: `deal`, and `thrown`, the cards of each seat, in order."""
    return [
        {"deal": deal, "thrown": [[name(card) for card in seats[seat]] for seat in sorted(seats)]}
        for deal, seats in sorted(told.items())
    ]


def tag_text(told: "Owners") -> str:
    """Return the text of the tag `Owners`, "" if nobody has told anything."""
    return "; ".join([f"{deal}: {text}" for deal, text in owners_pairs(told)])
