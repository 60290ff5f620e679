"""Who threw the cards in the cribs of a stored game, as the players told later.

It is stored with the game: for each deal a text such as `2C 3C / 9D KH`, the cards thrown by each
seat, in order.
"""

from collections.abc import Mapping

from engine_core.count.cards import cards, name
from engine_core.errors import CardError

from .rows import StoredGame

OWNERS = "owners"  # the key in a game's comments


def owners_of(game: StoredGame) -> dict[int, dict[int, tuple[int, ...]]]:
    """Return by deal and seat the cards thrown; a text that names no cards is left out."""
    found = {}
    for deal, text in game.comments.get(OWNERS, []):
        try:
            parts = [tuple(cards(part)) for part in text.split("/")]
        except CardError:
            continue
        found[deal] = dict(enumerate(parts))
    return found


def was_asked(game: StoredGame) -> bool:
    """Return whether the players were asked before, whatever they answered."""
    return OWNERS in game.comments


def owners_pairs(told: Mapping[int, Mapping[int, tuple[int, ...]]]) -> list[list]:
    """Return the stored form of `told`, a value of `owners_of`."""
    return [
        [deal, " / ".join([" ".join(map(name, told[deal][seat])) for seat in sorted(told[deal])])]
        for deal in sorted(told)
    ]
