"""The cards of a game whose deals the program deals: hands, throws and starter of each deal.

They come from a secret seed, which is stored with the throws, so that a game continues after the
program was stopped, and UNDO finds the same cards.
"""

import json

from engine_core.compat import TYPE_CHECKING
from host.analysis.seeded_deck import deck_from

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_SIX = 6
_KEPT = 80  # throws: more than a game has


class Dealt:
    """A deal. hands: by seat, six cards each; thrown: by seat, () before that."""

    def __init__(self, deck: list[int]):
        self.hands = (tuple(deck[:_SIX]), tuple(deck[_SIX : 2 * _SIX]))
        self.starter = deck[2 * _SIX]
        self.thrown: list[tuple[int, ...]] = [(), ()]

    def kept(self, seat: int) -> list[int]:
        """Return the cards of a seat that were not thrown."""
        return [card for card in self.hands[seat] if card not in self.thrown[seat]]


class DealtHands:
    """The deals of the games of a board, by the entries before the game and the deal's number.

    file: where they are kept, with `read` and `write` of bytes; seed: returns a secret text, when
    none is kept."""

    def __init__(self, file: "Any", seed: "Callable[[], str]"):
        self._file = file
        self._seed = ""
        self._throws: dict[str, list[int]] = {}
        self._order: list[str] = []  # the keys of the throws, the oldest first
        self._deals: dict[tuple[int, int], Dealt] = {}
        try:
            kept = json.loads(file.read() or b"null")
            seed_kept, throws = str(kept["seed"]), dict(kept["throws"])
            seed_kept.encode()  # a lone half of a character, which JSON can have, has no bytes
            self._seed = seed_kept
            for key in kept.get("order", sorted(throws)):
                if _is_throw(throws.get(key)):
                    self._throws[key] = throws[key]
                    self._order.append(key)
        except (ValueError, TypeError, AttributeError, LookupError, RuntimeError):
            pass  # it is damaged, or there is none
        if not self._seed:
            self._seed = seed()

    def deal(self, game: int, number: int) -> Dealt:
        """Return this deal, always the same."""
        key = (game, number)
        if key not in self._deals:
            deck = deck_from(f"{self._seed} {game} {number}", range(52), 2 * _SIX + 1)
            dealt = self._deals[key] = Dealt(deck)
            for seat in (0, 1):
                thrown = tuple(self._throws.get(_name(key, seat), ()))
                if set(thrown) <= set(dealt.hands[seat]):
                    dealt.thrown[seat] = thrown
        return self._deals[key]

    def throw(self, game: int, number: int, seat: int, cards: tuple[int, ...]) -> None:
        """Store the throw of a seat. Raises OSError."""
        key = _name((game, number), seat)
        order = ([one for one in self._order if one != key] + [key])[-_KEPT:]
        throws = {one: self._throws[one] for one in order[:-1]}
        throws[key] = list(cards)
        told = {"seed": self._seed, "throws": throws, "order": order}
        self._file.write(json.dumps(told).encode())
        self._throws, self._order = throws, order
        self.deal(game, number).thrown[seat] = cards


def _name(key, seat):
    return f"{key[0]} {key[1]} {seat}"


def _is_throw(value):
    return (
        isinstance(value, list)
        and len(value) == 2
        and all([type(card) is int and 0 <= card < 52 for card in value])
    )
