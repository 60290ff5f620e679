"""The games of a match, each with all that is needed to play it again by itself."""

from typing import NamedTuple

from engine_core.count.cards import SUITLESS
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.game.match_base import unpack_match
from engine_core.state.entries import CARD, NEXT, START, pack, unpack
from engine_core.state.state import State

# How much two games that agree on an entry have in common.
_CARD_BITS, _RANK_BITS, _OTHER_BITS = 5.5, 3.5, 1.5
SAME_BITS = 15.0  # two games of one board, at the same place of its match
SAME_ANYWHERE_BITS = 45.0  # two games of any boards


class PlayedGame(NamedTuple):
    """begun: how many entries of its match came before it; entries: all of them, packed, from a
    START on, also where the board said only NEXT."""

    begun: int
    entries: tuple[bytes, ...]


def split(match: bytes) -> list[PlayedGame]:
    """Return the games in `match`, as unpack_match reads it, the oldest first. One whose first
    entries are not in it is left out.

    Raises PegboardError where it is no match.
    """
    whole = unpack_match(match)
    if not whole.length:
        return []
    replay = _base(match)
    games: list[PlayedGame] = []
    entries: list[bytes] = []
    begun = -1
    for number in range(whole.first(), whole.length):
        entry = whole.entry(number)
        replay.apply(entry)
        if entry[0] in (START, NEXT):
            if begun >= 0:
                games.append(PlayedGame(begun, tuple(entries)))
            begun = number
            entries = [pack(entry if entry[0] == START else _start(replay.state))]
        elif begun >= 0:
            entries.append(pack(entry))
    if begun >= 0:
        games.append(PlayedGame(begun, tuple(entries)))
    return games


def _base(match: bytes) -> Game:
    """Return the game that `match` begins with, before its entries."""
    end = 10 + int.from_bytes(match[8:10], "big")
    return unpack_match(match[:end])


def _start(state: State) -> tuple:
    """Return the START entry of the game that has just begun."""
    more = (state.more_options,) if state.more_options else ()
    return (
        START,
        state.code,
        state.seats,
        state.target,
        state.dealer,
        state.options,
        state.track,
        *more,
    )


def unpacked(entries: tuple[bytes, ...]) -> list[tuple]:
    """Return packed entries as the engine takes them. Raises PegboardError."""
    found = []
    for data in entries:
        entry, end = unpack(data)
        if end != len(data):
            raise PegboardError("this is more than one entry")
        found.append(entry)
    return found


def common(a: tuple[bytes, ...], b: tuple[bytes, ...]) -> int:
    """Return with how many equal entries `a` and `b` begin."""
    for number, (one, other) in enumerate(zip(a, b, strict=False)):
        if one != other:
            return number
    return min(len(a), len(b))


def same_game(a: tuple[bytes, ...], b: tuple[bytes, ...], bits: float) -> bool:
    """Return whether these are the same game, of which one has seen more, or what was later taken
    back. Two games have no more in common than their starts, but for chance."""
    alike = common(a, b)
    return sum(_bits(entry) for entry in a[1:alike]) >= bits


def _bits(packed: bytes) -> float:
    entry = unpack(packed)[0]
    if entry[0] != CARD:
        return _OTHER_BITS
    return _RANK_BITS if entry[1] >= SUITLESS else _CARD_BITS
