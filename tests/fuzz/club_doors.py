"""Doors of a club's broker, at which anyone may be able to write: what a wall gets from it, and
what a table does. Topics are bytes, and may be anything."""

import base64
import json
import threading
from functools import cache
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from paho.mqtt.client import MQTTMessage

from engine_core.game.game import Game
from engine_core.records import record
from engine_core.state.entries import pack
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.club import connection, inbox, publisher
from host.club.address import broker_address
from host.club.games import ClubGame, club_game, made
from host.club.sheet import sheet
from host.club.standings import as_json
from host.club.tables import Club
from host.history.games import PlayedGame
from host.history.match import Match
from host.link.packed_match import packed_match

from .door import Door, records

_NEXT = b"\x00"  # between two messages; a topic ends at the first space
_MESSAGES_MOST = 40


class _Client:
    """The connection of a program to the broker; `hear` is what a message from there calls."""

    def __init__(self) -> None:
        self.hear: Any = None
        self.sent: dict[str, bytes] = {}

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__("hear" if name == "on_message" else name, value)

    def publish(self, topic: str, payload: str | bytes, **_: object) -> SimpleNamespace:
        self.sent[topic] = payload.encode() if isinstance(payload, str) else payload
        return SimpleNamespace(wait_for_publish=lambda seconds: None)

    def is_connected(self) -> bool:
        return True

    def will_set(self, *_: object, **__: object) -> None:
        pass

    connect_async = loop_start = loop_stop = disconnect = subscribe = will_set


class _NoThread:
    """In place of a thread: the door does its work."""

    def __init__(self, target: object, daemon: bool):
        pass

    def start(self) -> None:
        pass

    join = start


def _messages_in(data: bytes, club: bytes) -> list[MQTTMessage]:
    """Return the messages of an input; their topics are below that of the club."""
    found = []
    for one in data.split(_NEXT)[:_MESSAGES_MOST]:
        topic, _, payload = one.partition(b" ")
        message = MQTTMessage(0, club + b"/" + topic)
        message.payload, message.retain = payload, True
        found.append(message)
    return found


def _of_a_table(data: bytes) -> None:
    """A table's program gets these messages after it has connected, and publishes its games."""
    client = _Client()
    with (
        patch.object(connection, "new_client", lambda address, name: client),
        patch.object(threading, "Thread", _NoThread),
    ):
        made_by = publisher.Publisher(
            broker_address("mqtt://broker/club/a"), lambda text: None, ("Ann", "Ben")
        )
    made_by._connected(client)
    for message in _messages_in(data, b"club/a"):
        client.hear(client, None, message)
    games = made_by._games
    games.told()
    games.take(Match(_match(), True, (), ("Ann", "Ben"), 1))
    while not games._news.empty():
        if step := games._news.get():
            step()
    assert b'"entries"' in client.sent["club/a/game"]
    sent = [topic for topic, payload in client.sent.items() if payload and "/games/" in topic]
    assert len(sent) <= _MESSAGES_MOST


@cache
def _match() -> bytes:
    game = Game()
    for entry in record.parse(records(["noddy-flush"])[0].decode()).entries[:12]:
        game.apply(entry)
    return packed_match(game)


def _tables_messages() -> list[bytes]:
    """Return what a broker sends a table: the finished games that it has, and then "online"."""
    game = _finished()
    other = game._replace(at=1.0, names=())
    named = b"games/" + game.id().encode() + b" "
    return [
        _NEXT.join((named + game.payload(), b"online 1")),
        _NEXT.join((named + other.payload(), named, b"games/0123456789abcdef {}", b"online 1")),
    ]


def _broker(data: bytes) -> None:
    """A wall gets these messages, and shows what it has; then the broker comes back without
    them."""
    now = [0.0]
    waiting: list[tuple[str, str, bytes]] = []  # games to read, as host.club.reader does later
    club = Club(lambda *game: waiting.append(game), clock=lambda: now[0])
    inbox_of_wall = inbox.Inbox(clock=lambda: now[0], known=club.tables.__contains__)
    client = _Client()
    with patch.object(connection, "new_client", lambda address, name: client):
        address = broker_address("mqtt://broker/club", is_club=True)
        inbox.Subscriber(address, inbox_of_wall, lambda text: None)
    for message in _messages_in(data, b"club"):
        client.hear(client, None, message)
        now[0] += 0.5
        for one in inbox_of_wall.take():
            club.take(one)
        while waiting:
            _read(club, *waiting.pop(0))
    for table in club.tables.values():
        json.dumps(table.tile())
        table.paint()
    as_json(club.standings())
    sheet(club.standings())
    inbox_of_wall.put(inbox.AGAIN[0], b"")
    for one in inbox_of_wall.take():
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
    game = _finished()
    packed = game.game.entries
    finished = b"a/games/" + game.id().encode() + b" " + game.payload()
    plan = b"evening date 2026-09-21\nplayers Ann, Ben\nround 1\nAnn - Ben\n"
    short = made(PlayedGame(0, packed[:12]), 1.79e9, ("Ann", ""), ())
    return [
        _NEXT.join((b"a/online 1", b"a/state " + states[0], b"a/state " + states[1])),
        _NEXT.join((b"a/online 1", b"a/game " + short.payload(), b"a/state " + states[1])),
        _NEXT.join((plan, finished, b"b/online 0", b"a/game " + game.payload())),
    ]


def _finished() -> ClubGame:
    entries = record.parse(records(["noddy-flush"])[0].decode()).entries
    return made(PlayedGame(0, tuple(map(pack, entries))), 1.79e9, (), ("Ann", "Ben"))


def _sealed(data: bytes) -> bytes:
    """Give each finished game the topic that belongs to its entries."""
    return _NEXT.join(map(_named, data.split(_NEXT)))


def _named(message: bytes) -> bytes:
    topic, _, payload = message.partition(b" ")
    game = club_game(payload) if b"games/" in topic else None
    if not game:
        return message
    table = topic.rpartition(b"games/")[0]
    return table + b"games/" + game.id().encode() + b" " + payload


_WORDS = (
    b"/state /online /game /games/ evening boot seq at view begun names entries 1e300 a/ b/ $SYS +"
)

BROKER = Door(
    _broker, None, _messages, _sealed, (*_WORDS.split(b" "), _NEXT, base64.b64encode(b"D"))
)
OF_A_TABLE = Door(_of_a_table, None, _tables_messages, _sealed, BROKER.words)
