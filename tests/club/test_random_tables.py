"""Random messages of a club's tables: after the broker has told everything again, a wall knows
what a new one knows; and what the pages are told adds up to what the wall knows."""

import json
import random
from functools import cache

import pytest

from host.club import tables as club_tables
from host.club.games import club_game, made
from host.club.inbox import AGAIN, Message
from host.club.tables import Club
from host.history.games import split
from host.link.packed_match import packed_match
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.player import PLAIN
from tests.history.matches import part_of, played_match

SHORT = next(kind for kind in PLAIN if kind[1:3] == (2, 31))
PLAN = b"players Ann, Ben, Cat, Dan\nround\nAnn - Ben\nCat - Dan\n"
TABLES = "one", "two", "three"


@cache
def games():
    """Return payloads of finished games, by id, and of games that are being played."""
    finished, current = {}, []
    for seed, names in enumerate([("Ann", "Ben"), ("Cat", "Dan"), ("Ann", "Cat"), ()]):
        match = played_match(seed + 1, kind=SHORT)
        for part in (match, part_of(match, 20)):
            game = made(split(packed_match(part))[0], 1.79e9 + seed, (), names)
            current.append(game.payload())
            if game.result["over"]:
                finished[game.id()] = game.payload()
    return finished, current


class Wall:
    """A club whose games are read at once; `tiles` and `rows` are what its pages have."""

    def __init__(self):
        self.now = 1000.0
        self.tiles, self.rows = {}, []
        self.club = Club(self._read, self._changed, self._gone, lambda: self.now)

    def _read(self, name, number, payload):
        game = club_game(payload) if payload else None
        if game and number and number != game.id():
            game = None
        self.club.take_game(name, number, game)

    def _changed(self, table):
        if table is None:
            self.rows = self.club.standings().rows
        else:
            self.tiles[table.id] = table.tile()

    def _gone(self, table):
        self.tiles.pop(table.id, None)

    def take(self, topic, payload):
        self.now += 2.0
        self.club.take(Message(tuple(topic.split("/")), payload))

    def knows(self):
        tables = {
            name: (table.online, table.has_will, table.view, table.games, set(table.topics))
            for name, table in self.club.tables.items()
        }
        return tables, self.club.plan, self.club.standings()


def drawn(dice, seq):
    """Return a random message: its topic and payload."""
    finished, current = games()
    name = dice.choice(TABLES)
    state = {"boot": "a", "seq": seq, "at": 1.0, "view": {**view(Mirror()), "prompt": str(seq)}}
    number = dice.choice(list(finished))
    found = [
        ("evening", dice.choice([PLAN, b""])),
        (f"{name}/online", dice.choice([b"0", b"1"])),
        (f"{name}/state", json.dumps(state).encode()),
        (f"{name}/game", dice.choice(current)),
        (f"{name}/games/{number}", finished[number]),
        (f"{name}/games/{number}", b""),
    ]
    topic, payload = dice.choice(found)
    return topic, payload if dice.random() < 0.9 else b""


@pytest.mark.parametrize("seed", range(12))
def test_a_wall_that_was_there_and_one_that_has_just_begun_know_the_same(seed):
    dice = random.Random(seed)
    wall, retained = Wall(), {}
    wall.club.take(Message(AGAIN, b""))
    for seq in range(1, 80):
        topic, payload = drawn(dice, seq)
        is_heard = dice.random() < 0.8  # the wall's connection is lost now and then
        retained[topic] = payload
        if not payload:
            del retained[topic]
        if is_heard:
            wall.take(topic, payload)
    wall.club.take(Message(AGAIN, b""))
    new = Wall()
    new.club.take(Message(AGAIN, b""))
    for topic, payload in dice.sample(sorted(retained.items()), len(retained)):
        wall.take(topic, payload)
        new.take(topic, payload)
    wall.club.forget_missing()
    new.club.forget_missing()
    assert wall.knows() == new.knows()
    for one in (wall, new):
        tables = one.club.tables.values()
        assert one.tiles == {table.id: table.tile() for table in tables}
        assert not one.rows or one.rows == one.club.standings().rows


def test_a_wall_knows_so_many_finished_games_of_a_table_and_no_more(monkeypatch):
    monkeypatch.setattr(club_tables, "GAMES_MOST", 2)
    wall = Wall()
    finished = list(games()[0].items())
    for number, payload in finished[:3]:
        wall.take(f"one/games/{number}", payload)
    assert list(wall.club.tables["one"].games) == [number for number, _ in finished[:2]]
    wall.take(f"one/games/{finished[0][0]}", b"")
    wall.take(f"one/games/{finished[2][0]}", finished[2][1])
    assert list(wall.club.tables["one"].games) == [number for number, _ in finished[1:3]]


@pytest.mark.parametrize("will", [b"1", b"0"])
def test_a_table_that_had_to_leave_has_its_will_and_its_views_again(monkeypatch, will):
    """Its program sends them once, and goes on with the next view."""
    monkeypatch.setattr(club_tables, "TABLES_MOST", 1)
    wall = Wall()

    def state(name, seq):
        told = {"boot": "a", "seq": seq, "at": 1.0, "view": view(Mirror())}
        wall.take(f"{name}/state", json.dumps(told).encode())

    wall.take("one/online", will)
    state("one", 1)
    for seq in (1, 2, 3):
        state("other", seq)
    assert set(wall.club.tables) == {"other"}
    for seq in (2, 3):
        state("one", seq)
    assert set(wall.club.tables) == {"one"}
    table = wall.club.tables["one"]
    assert (table.has_will, table.online, table.states) == (True, will == b"1", 3)


def test_so_many_names_without_a_place_are_remembered(monkeypatch):
    monkeypatch.setattr(club_tables, "TABLES_MOST", 1)
    wall = Wall()
    for number in range(1027):
        wall.take(f"t{number}/online", b"1")
    assert set(wall.club.tables) == {"t1026"}
    assert list(wall.club._others) == [f"t{number}" for number in range(2, 1026)]


def test_the_page_of_a_table_says_at_once_that_its_program_has_gone_and_is_back():
    wall, told = Wall(), []
    wall.take("one/online", b"1")
    state = {"boot": "a", "seq": 1, "at": 1.0, "view": view(Mirror())}
    wall.take("one/state", json.dumps(state).encode())
    wall.club.tables["one"].broadcast.publish_view = lambda shown: told.append(shown["link"])
    for will in (b"0", b"1", b""):
        wall.take("one/online", will)
    assert [link["state"] for link in told] == ["lost", "live", "lost"]


@pytest.mark.parametrize("is_told_again", [True, False])
def test_a_plan_that_the_broker_has_no_longer_is_forgotten(is_told_again):
    wall = Wall()
    wall.club.take(Message(AGAIN, b""))
    wall.take("evening", PLAN)
    wall.club.forget_missing()
    assert wall.club.plan
    wall.club.take(Message(AGAIN, b""))
    if is_told_again:
        wall.take("evening", PLAN)
    wall.club.forget_missing()
    assert bool(wall.club.plan) is is_told_again
