"""Converts a game to a broker's payload and back; a received payload may be anything."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.state.entries import unpack
from host.history.games import PlayedGame, unpacked
from host.history.names import player_names
from host.history.result import replayed
from host.history.rows import is_time
from host.history.store import clean_name, game_digest
from host.mirror.names import clean

PAYLOAD_MOST = 65536  # bytes of a payload that is accepted from the broker
PLAYERS_MOST = 8
_ID_LETTERS = 16


class ClubGame(NamedTuple):
    """A game of a table. at: when it was first sent, in seconds since 1970, 0 if it may have been
    played long before; names: of its players, by seat, () if nobody has named them; result: the
    value of host.history.result; replay: the game after its entries, not to be changed; sides: the
    names that this table gave the sides while this program ran."""

    game: PlayedGame
    at: float
    names: tuple[str, ...]
    result: dict
    replay: Game
    sides: tuple[str, ...] = ()

    def id(self) -> str:
        """Return hex digits, the same for the same game everywhere."""
        return game_digest(self.game.entries)[:_ID_LETTERS]

    def payload(self) -> bytes:
        """Return the game as JSON, as `club_game` reads it."""
        entries = base64.b64encode(b"".join(self.game.entries)).decode("ascii")
        value = {"begun": self.game.begun, "at": self.at, "names": self.names, "entries": entries}
        return json.dumps(value, separators=(",", ":")).encode("ascii")


def made(game: PlayedGame, at: float, sides: tuple[str, ...], players: Sequence[str]) -> ClubGame:
    """Return a game as a ClubGame. sides: the names that the table gave the sides, "" for none;
    players: the names for the other sides, used if their number fits. Raises PegboardError."""
    replay, told = replayed(unpacked(game.entries))
    return named(ClubGame(game, at, (), told, replay), sides, players)


def named(game: ClubGame, sides: tuple[str, ...], players: Sequence[str]) -> ClubGame:
    """Return the game with these names, as for `made`."""
    return game._replace(names=tuple(player_names(game.result, sides, players)), sides=sides)


def club_game(payload: bytes) -> ClubGame | None:
    """Return the game in a payload of the broker, None if it is not a valid game."""
    value = decoded(payload)
    if not isinstance(value, dict):
        return None
    begun, at, names = value.get("begun"), value.get("at"), value.get("names")
    if type(begun) is not int or not 0 <= begun < 1 << 31:
        return None
    if at is None or not is_time(at):
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return None
    try:
        data = base64.b64decode(str(value.get("entries")), validate=True)
        packed, entries = _unpacked(data)
        replay, told = replayed(entries)
    except (PegboardError, binascii.Error, TypeError, ValueError, IndexError):
        return None
    given = tuple(clean_name(clean(name)) for name in names[:PLAYERS_MOST])
    known = given if len(given) == len(told["people"]) else ()
    return ClubGame(PlayedGame(begun, packed), float(at), known, told, replay)


def decoded(payload: bytes) -> Any:
    """Return the value of the JSON `payload`; None if it is not JSON, or too long."""
    if len(payload) > PAYLOAD_MOST:
        return None
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None


def _unpacked(data: bytes) -> tuple[tuple[bytes, ...], list[tuple]]:
    packed, entries, at = [], [], 0
    while at < len(data):
        entry, end = unpack(data, at)
        packed.append(data[at:end])
        entries.append(entry)
        at = end
    return tuple(packed), entries
