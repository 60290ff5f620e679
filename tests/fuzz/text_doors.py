"""Doors for games that people pass on: links and text records."""

import json
from binascii import b2a_base64

from engine_core.compat import crc32
from engine_core.records import game_link, record
from engine_core.state.entries import pack, text
from host.errors import RecordFileError
from host.history.games import unpacked
from host.history.links import linked
from host.history.records import read_games
from host.history.result import result
from host.mirror.linked_game import linked_game
from host.record_file import read_record

from .door import Door, file_of, records

_RECORDS = ("traditional-ranks", "battlefield-knobs", "noddy-claim", "three-handed-boxes")
_SHORT = 8  # entries of a game whose lights are painted; a whole one takes some ms each
_LINES = 12  # of a record: a deal or so
_PLAYED = 1_790_000_000


def _link(data: bytes) -> None:
    said = data.decode("latin-1")
    game = game_link.read(said)
    linked(said)
    again = game_link.read(game_link.write(game))
    names = game.names if any(game.names) else ()
    assert (again.entries, again.names, again.played) == (game.entries, names, game.played)
    if len(game.entries) <= _SHORT:
        json.dumps(linked_game(game))


def _links() -> list[bytes]:
    """Return the bytes of links without their check."""
    found = []
    for one in records((*_RECORDS, "three-handed-go")):
        entries = record.parse(one.decode()).entries
        for names, count in (((), _SHORT - 2), (("Ann", "Zoë"), 24)):
            game = game_link.LinkedGame(entries[:count], names, _PLAYED)
            packed = b"".join(map(pack, game.entries))
            head = bytes((game_link.VERSION,)) + _PLAYED.to_bytes(4, "big") + bytes((len(names),))
            named = b"".join(bytes((len(one.encode()),)) + one.encode() for one in names)
            found.append(head + named + packed)
    return found


def _linked(body: bytes) -> bytes:
    data = body + crc32(body).to_bytes(4, "big")
    said = b2a_base64(data).rstrip(b"\n=").replace(b"+", b"-").replace(b"/", b"_")
    return b"http://pegboard.example/#game=" + said


def _record(data: bytes) -> None:
    file = file_of(data, "record.txt")
    for game in read_games(file):
        result(unpacked(game.entries))
    read = read_record(file)
    assert record.parse(record.write(read)).entries == read.entries


def _records() -> list[bytes]:
    """Return the beginnings of records, and a short one."""
    found = [b"\n".join(one.split(b"\n")[:_LINES]) for one in records(_RECORDS)]
    return [*found, *records(["scoreboard-taken-back"])]


_WORDS = b"play crib cut hand starter go take shown suits points minus moved penalty leave redeal"
_WORDS += b" holds free formation drop reserve muggins = / + : 1:5H 2:JD+2 go+1 X:AS ; next turn"
_WORDS += b' [Game "Traditional"] [Seats "2"] [Target "121"] [Dealer "1"] [Players "A,B"] [Date "'


def _json(data: bytes) -> None:
    """Somebody replays or merges a file with games in JSON."""
    for game in read_games(file_of(data, "games.json")):
        result(unpacked(game.entries))


def _json_files() -> list[bytes]:
    found = []
    for name in ("noddy-flush", "scoreboard-taken-back"):
        entries = [text(entry) for entry in record.parse(records([name])[0].decode()).entries]
        told = [{"at": _PLAYED + n, "entry": entry} for n, entry in enumerate(entries)]
        comments = {"tags": [["Event", "x"]], "comments": [[1, "x"]], "day": True}
        game = {"uid": "0a", "board": "a board", "started": _PLAYED, "comments": comments}
        found.append(json.dumps([{**game, "players": ["Ann", "Zo\u00eb"], "entries": told}]))
    return [one.encode() for one in found]


LINK = Door(_link, game_link.LinkError, _links, _linked)
RECORD = Door(_record, RecordFileError, _records, words=tuple(_WORDS.split(b" ")))
JSON = Door(
    _json, RecordFileError, _json_files, words=(*RECORD.words, b'"entry"', b'"\\ud800"', b"null")
)
