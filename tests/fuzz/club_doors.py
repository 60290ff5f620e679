"""The door of a club's broker, at which anyone may be able to write: topics and payloads."""

import base64
import json

from engine_core.records import record
from engine_core.state.entries import pack
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.club.games import club_game, made
from host.club.inbox import AGAIN, Inbox
from host.club.sheet import sheet
from host.club.standings import as_json
from host.club.tables import Club
from host.history.games import PlayedGame

from .door import Door, records

_NEXT = b"\x00"  # between two messages; a topic ends at the first space
_MESSAGES_MOST = 40


def _broker(data: bytes) -> None:
    """A wall gets these messages, and shows what it has; then the broker comes back without
    them."""
    now = [0.0]
    waiting: list[tuple[str, str, bytes]] = []  # games to read, as host.club.reader does later
    club = Club(lambda *game: waiting.append(game), clock=lambda: now[0])
    inbox = Inbox(clock=lambda: now[0], known=club.tables.__contains__)
    for message in data.split(_NEXT)[:_MESSAGES_MOST]:
        topic, _, payload = message.partition(b" ")
        inbox.put(topic.decode("utf-8", "replace"), payload)
        now[0] += 0.5
        for one in inbox.take():
            club.take(one)
        while waiting:
            _read(club, *waiting.pop(0))
    for table in club.tables.values():
        json.dumps(table.tile())
        table.paint()
    as_json(club.standings())
    sheet(club.standings())
    inbox.put(AGAIN[0], b"")
    for one in inbox.take():
        club.take(one)
    club.forget_missing()
    while waiting:
        _read(club, *waiting.pop(0))
    assert not any(table.view or table.games for table in club.tables.values())


def _read(club: Club, table: str, number: str, payload: bytes) -> None:
    game = club_game(payload) if payload else None
    if game and number and number != game.id():
        game = None
    club.take_game(table, number, game)


def _messages() -> list[bytes]:
    board = VirtualBoard(MemoryStore())
    views: list[dict] = []
    board.broadcast.listeners.append(lambda kind, told: kind == "view" and views.append(told))
    text = records(["noddy-flush"])[0].decode()
    entries = record.parse(text).entries
    for entry in entries[:20]:
        board.app.enter(entry)
        for _ in range(20):
            board.tick()
    states = [
        json.dumps({"boot": "0a", "seq": number, "at": 1.79e9, "view": one}).encode()
        for number, one in enumerate((views[0], views[-1]), 1)
    ]
    packed = tuple(pack(entry) for entry in entries)
    game = made(PlayedGame(0, packed), 1.79e9, (), ("Ann", "Ben"))
    finished = b"a/games/" + game.id().encode() + b" " + game.payload()
    plan = b"evening date 2026-09-21\nplayers Ann, Ben\nround 1\nAnn - Ben\n"
    short = made(PlayedGame(0, packed[:12]), 1.79e9, ("Ann", ""), ())
    return [
        _NEXT.join((b"a/online 1", b"a/state " + states[0], b"a/state " + states[1])),
        _NEXT.join((b"a/online 1", b"a/game " + short.payload(), b"a/state " + states[1])),
        _NEXT.join((plan, finished, b"b/online 0", b"a/game " + game.payload())),
    ]


def _sealed(data: bytes) -> bytes:
    """Give each finished game the topic that belongs to its entries."""
    return _NEXT.join(map(_named, data.split(_NEXT)))


def _named(message: bytes) -> bytes:
    topic, _, payload = message.partition(b" ")
    game = club_game(payload) if b"/games/" in topic else None
    if not game:
        return message
    return topic.partition(b"/")[0] + b"/games/" + game.id().encode() + b" " + payload


_WORDS = (
    b"/state /online /game /games/ evening boot seq at view begun names entries 1e300 a/ b/ $SYS +"
)

BROKER = Door(
    _broker, None, _messages, _sealed, (*_WORDS.split(b" "), _NEXT, base64.b64encode(b"D"))
)
