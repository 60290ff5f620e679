"""Splits a match into games, each with all that is needed to replay it alone."""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import SUITLESS
from engine_core.errors import PegboardError
from engine_core.game.fold import fold
from engine_core.game.match_base import unpack_match
from engine_core.state.entries import CARD, NEXT, START, pack, unpack
from engine_core.state.state import State

# Evidence, in bits, that two games which agree on an entry are the same.
_CARD_BITS, _RANK_BITS, _OTHER_BITS = 5.5, 3.5, 1.5
SAME_BITS = 15.0  # two games of one board, at the same place in its match
SAME_ANYWHERE_BITS = 45.0  # two games of any two boards


if TYPE_CHECKING:
    from typing import NamedTuple

    class PlayedGame(NamedTuple):
        """begun: the number of entries of its match before it; entries: all of its entries,
        packed, beginning with a START even if the board sent only NEXT."""

        begun: int
        entries: tuple[bytes, ...]

else:
    PlayedGame = namedtuple("PlayedGame", ("begun", "entries"))


def split(match: bytes) -> list[PlayedGame]:
    """Return the games in `match`, packed as unpack_match reads it, the oldest first. A game whose
    first entries are missing is left out.

    Raises PegboardError if it is not a match.
    """
    games: list[PlayedGame] = []
    entries: list[bytes] = []
    begun = -1
    for segment in unpack_match(match).segments():
        for number, entry in enumerate(segment.entries(segment.count), segment.first):
            if entry[0] in (START, NEXT):
                if begun >= 0:
                    games.append(PlayedGame(begun, tuple(entries)))
                begun = number
                entries = [pack(entry if entry[0] == START else _start(segment.state, entry))]
            elif begun >= 0:
                entries.append(pack(entry))
    if begun >= 0:
        games.append(PlayedGame(begun, tuple(entries)))
    return games


def _start(before: bytes, entry: tuple) -> tuple:
    """Return the START entry of the game that the NEXT entry `entry` begins, which is always the
    first of its segment; before: the packed state before it."""
    state = State()
    state.restore(before)
    fold(state, entry, [])
    start = START, state.code, state.seats, state.target, state.dealer, state.options, state.track
    return start + ((state.more_options,) if state.more_options else ())


def unpacked(entries: tuple[bytes, ...]) -> list[tuple]:
    """Return packed entries as the engine's tuples. Raises PegboardError."""
    found = []
    for data in entries:
        entry, end = unpack(data)
        if end != len(data):
            raise PegboardError("this is more than one entry")
        found.append(entry)
    return found


def common(a: tuple[bytes, ...], b: tuple[bytes, ...]) -> int:
    """Return the number of equal entries at the start of `a` and `b`."""
    for number, (one, other) in enumerate(zip(a, b)):
        if one != other:
            return number
    return min(len(a), len(b))


def same_game(a: tuple[bytes, ...], b: tuple[bytes, ...], bits: float) -> bool:
    """Return whether these are the same game, even if one is longer or had entries undone later:
    their equal entries give at least `bits` of evidence. Except by chance, different games share
    only their START."""
    alike = common(a, b)
    return sum(_bits(entry) for entry in a[1:alike]) >= bits


def _bits(packed: bytes) -> float:
    entry = unpack(packed)[0]
    if entry[0] != CARD:
        return _OTHER_BITS
    return _RANK_BITS if entry[1] >= SUITLESS else _CARD_BITS
