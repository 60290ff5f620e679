"""The cards of a game whose deals the program deals: hands, throws and starter of each deal.

They come from a secret seed, which is stored with the throws, so that a game continues after the
program was stopped, and UNDO finds the same cards. Each match has a seed of its own.
"""

import json

from engine_core.compat import TYPE_CHECKING
from host.analysis.seeded_deck import deck_from

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_SIX = 6
_KEPT = 80  # throws: more than a game has
_MATCHES = 8  # which may be continued


class Dealt:
    """A deal. hands: by seat, six cards each; thrown: by seat, () before that."""

    def __init__(self, deck: list[int]):
        self.hands = (tuple(deck[:_SIX]), tuple(deck[_SIX : 2 * _SIX]))
        self.starter = deck[2 * _SIX]
        self.thrown: list[tuple[int, ...]] = [(), ()]

    def kept(self, seat: int) -> list[int]:
        """Return the cards of a seat that were not thrown."""
        return [card for card in self.hands[seat] if card not in self.thrown[seat]]


class DealtMatch:
    """The deals of the games of a match, which come from its secret `seed`, and their throws."""

    def __init__(self, seed: str, throws: "dict[str, Any]", order: "list[str]"):
        seed.encode()  # a lone half of a character, which JSON can have, has no bytes
        self._seed = seed
        self._order = [key for key in order if _is_throw(throws.get(key))]  # the oldest first
        self._throws = {key: throws[key] for key in self._order}
        self._deals: dict[tuple[int, int], Dealt] = {}

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

    def with_throw(self, key: str, cards: tuple[int, ...]) -> "DealtMatch":
        """Return this match with a throw more, and without the oldest where there are many."""
        order = ([one for one in self._order if one != key] + [key])[-_KEPT:]
        throws = dict(self._throws)
        throws[key] = list(cards)
        return DealtMatch(self._seed, throws, order)

    def kept(self) -> "dict[str, Any]":
        """Return what the constructor takes, by name."""
        return {"seed": self._seed, "throws": self._throws, "order": self._order}


class DealtHands:
    """The deals of the matches of a board, by the entries before the game and the deal's number.

    file: where they are kept, with `read` and `write` of bytes; seed: returns a secret text, for
    each match another."""

    def __init__(self, file: "Any", seed: "Callable[[], str]"):
        self._file = file
        self._new_seed = seed
        self._matches: list[DealtMatch] = []  # that which is played last
        try:
            kept = json.loads(file.read() or b"null")
            for one in list(kept.get("earlier", [])) + [kept]:
                throws = dict(one["throws"])
                order = list(one.get("order", sorted(throws)))
                self._matches.append(DealtMatch(str(one["seed"]), throws, order))
        except (ValueError, TypeError, AttributeError, LookupError, RuntimeError):
            pass  # it is damaged, or there is none
        if not self._matches:
            self._matches.append(DealtMatch(seed(), {}, []))

    def deal(self, game: int, number: int) -> Dealt:
        """Return this deal of the match that is played, always the same."""
        return self._matches[-1].deal(game, number)

    def begin(self) -> None:
        """Begin another match. Raises OSError if it cannot be stored."""
        self._matches = (self._matches + [DealtMatch(self._new_seed(), {}, [])])[-_MATCHES:]
        self._write(self._matches)

    def find(self, game: int, number: int, fits: "Callable[[Dealt], bool]") -> None:
        """Go on with the match, the latest first, whose deal `fits`, if there is one."""
        for at in reversed(range(len(self._matches))):
            if fits(self._matches[at].deal(game, number)):
                self._matches.append(self._matches.pop(at))
                return

    def throw(self, game: int, number: int, seat: int, cards: tuple[int, ...]) -> None:
        """Store the throw of a seat. Raises OSError."""
        now = self._matches[-1].with_throw(_name((game, number), seat), cards)
        matches = self._matches[:-1] + [now]
        self._write(matches)
        self._matches = matches

    def _write(self, matches):
        *earlier, now = [one.kept() for one in matches]
        self._file.write(json.dumps(dict(now, earlier=earlier)).encode())


def _name(key, seat):
    return f"{key[0]} {key[1]} {seat}"


def _is_throw(value):
    return (
        isinstance(value, list)
        and len(value) == 2
        and all([type(card) is int and 0 <= card < 52 for card in value])
    )
