"""The cards of a game whose deals the program deals: hands, throws and starter of each deal.

They come from a secret seed, which is stored with the throws, so that a game continues after the
program was stopped, and UNDO finds the same cards.
"""

import contextlib
import json
import random
import secrets

from .names_file import MemoryNames, NamesFile

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
    """The deals of the games of a board, by the entries before the game and the deal's number."""

    def __init__(self, file: NamesFile | MemoryNames):
        self._file = file
        self._seed = ""
        self._throws: dict[str, list[int]] = {}
        self._deals: dict[tuple[int, int], Dealt] = {}
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            kept = json.loads(file.read())
            self._seed, throws = str(kept["seed"]), dict(kept["throws"])
            self._throws = {key: thrown for key, thrown in throws.items() if _is_throw(thrown)}
        if not self._seed:
            self._seed = secrets.token_hex(16)

    def deal(self, game: int, number: int) -> Dealt:
        """Return this deal, always the same."""
        key = (game, number)
        if key not in self._deals:
            deck = list(range(52))
            random.Random(f"{self._seed} {game} {number}").shuffle(deck)
            dealt = self._deals[key] = Dealt(deck)
            for seat in (0, 1):
                thrown = tuple(self._throws.get(_name(key, seat), ()))
                if set(thrown) <= set(dealt.hands[seat]):
                    dealt.thrown[seat] = thrown
        return self._deals[key]

    def throw(self, game: int, number: int, seat: int, cards: tuple[int, ...]) -> None:
        """Store the throw of a seat. Raises OSError."""
        throws = {**self._throws, _name((game, number), seat): list(cards)}
        self._throws = dict(list(throws.items())[-_KEPT:])
        self._file.write(json.dumps({"seed": self._seed, "throws": self._throws}).encode())
        self.deal(game, number).thrown[seat] = cards


def _name(key, seat):
    return f"{key[0]} {key[1]} {seat}"


def _is_throw(value):
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(card) is int and 0 <= card < 52 for card in value)
    )
