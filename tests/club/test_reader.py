"""The reader of games, step by step, without its thread: what waits, in which order it is read,
and what happens when the file cannot be written."""

import asyncio
import os
from types import SimpleNamespace

import pytest

from engine_core.state import entries as E
from host.club import reader as club_reader
from host.club.games import made
from host.club.reader import GameReader
from host.errors import StoreError
from host.history.games import split
from host.history.store import History
from host.link.packed_match import packed_match
from tests.history.matches import played_match
from tests.simulation.idle import Idle

GAME = made(split(packed_match(played_match(1, 40)))[0], 50.0, (), ())


class StepReader:
    """A reader; `taken` is what it told the wall, `texts` what it told the person."""

    def __init__(self, monkeypatch, history=None, is_closed=False, delay=0.0):
        self.taken, self.texts = [], []
        loop = SimpleNamespace(
            call_soon_threadsafe=lambda take, *words: take(*words), is_closed=lambda: is_closed
        )
        monkeypatch.setattr(club_reader.threading, "Thread", Idle)
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
        self.it = GameReader(self._take, history, "club", self.texts.append, delay)

    def _take(self, table, name, game):
        self.taken.append((table, name, game.id() if game else None))

    def all(self):
        """Read all that waits; return what was told."""
        self.taken.clear()
        while self.it._waiting:
            self.it._read_next()
        return list(self.taken)


def test_tables_take_turns_and_of_each_game_the_newest_is_read(monkeypatch):
    reading = StepReader(monkeypatch)
    for table, name in (("a", "1"), ("a", "2"), ("a", "3"), ("b", "1"), ("a", "1"), ("c", "")):
        reading.it.read(table, name, b"x")
    reading.it.read("b", "1", GAME.payload())
    order = ["a1", "b1", "c", "a2", "a3"]
    assert [table + name for table, name, _ in reading.all()] == order
    assert reading.it._bytes == 0 and reading.all() == []


def test_so_many_bytes_wait_and_no_more(monkeypatch):
    monkeypatch.setattr(club_reader, "BYTES_MOST", 100)
    reading = StepReader(monkeypatch)
    reading.it.read("a", "1", b"x" * 60)
    reading.it.read("b", "1", b"x" * 41)  # one too many
    reading.it.read("c", "1", b"x" * 40)
    assert reading.it._bytes == 100
    reading.it.read("a", "1", b"x" * 61)  # in place of 60
    reading.it.read("a", "1", b"x" * 50)
    reading.it.read("d", "1", b"x" * 10)
    assert reading.it._bytes == 100
    assert [table for table, _, _ in reading.all()] == ["a", "c", "d"]
    assert reading.it._bytes == 0


@pytest.mark.parametrize(
    ("name", "payload", "found"),
    [
        ("", GAME.payload(), GAME.id()),
        (GAME.id(), GAME.payload(), GAME.id()),
        ("0" * 16, GAME.payload(), None),
        (GAME.id(), b"", None),
        ("", b"x", None),
    ],
)
def test_a_game_is_read_if_it_is_one_and_has_its_name(monkeypatch, name, payload, found):
    reading = StepReader(monkeypatch)
    reading.it.read("a", name, payload)
    assert reading.all() == [("a", name, found)]


def test_a_game_that_nobody_saw_keeps_the_names_that_it_has(monkeypatch, tmp_path):
    reading = StepReader(monkeypatch, tmp_path / "wall.sqlite")
    for at, names, kept in (
        (0.0, ("Ann", "Bob"), ["Ann", "Bob"]),
        (50.0, ("Ann", "Ben"), ["Ann", "Ben"]),
        (0.0, ("Cat", "Dan"), ["Ann", "Ben"]),  # those who sit there now
    ):
        reading.it.read("a", "", GAME._replace(at=at, names=names).payload())
        reading.all()
        assert reading.it._history.game(1).names == kept


def test_nothing_is_told_after_the_end(monkeypatch):
    reading = StepReader(monkeypatch, is_closed=True)
    reading.it.read("a", "", GAME.payload())
    assert reading.all() == []
    reading.it.close()
    assert not reading.it._wait()


def test_a_file_that_cannot_be_written_is_spoken_of_once_each_time(monkeypatch, tmp_path):
    reading = StepReader(monkeypatch, tmp_path / "wall.sqlite")
    update, is_full = History.update, True

    def maybe(self, *words, **more):
        if is_full:
            raise StoreError("the disk is full")
        return update(self, *words, **more)

    monkeypatch.setattr(History, "update", maybe)

    def read():
        reading.it.read("a", "", GAME.payload())
        assert reading.all() == [("a", "", GAME.id())]  # it is shown nevertheless
        return len(reading.texts)

    assert [read(), read()] == [1, 1]
    assert reading.texts == ["Games are not being kept: the disk is full."]
    is_full = False
    assert read() == 1 and len(reading.it._history.games()) == 1
    is_full = True
    assert [read(), read()] == [2, 2]
    reading.it._history.close()


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be moved there")
def test_games_are_in_the_file_that_is_there_although_one_was_removed(monkeypatch, tmp_path):
    path = tmp_path / "wall.sqlite"
    reading = StepReader(monkeypatch, path)
    for table in "ab":
        reading.it.read(table, "", GAME.payload())
        reading.all()
        if table == "a":
            path.unlink()
    assert reading.texts == []
    assert [one.board for one in History(path).games()] == ["club/b"]
    reading.it._history.close()


def stored(reading):
    return [
        (one.board, one.names, [entry for _, entry in reading.it._history.entries(one.id)])
        for one in reading.it._history.games()
    ]


def test_a_game_that_was_corrected_while_the_wall_was_away_is_so_in_its_file(
    monkeypatch, tmp_path
):
    reading = StepReader(monkeypatch, tmp_path / "wall.sqlite")
    names = ("Ann", "Ben")
    ended = made(split(packed_match(played_match(3)))[0], 50.0, (), names)
    left = (*ended.game.entries[:-3], E.pack((E.LEAVE, 0)))
    corrected = made(ended.game._replace(entries=left), 60.0, (), names)
    assert corrected.result["over"] and len(left) < len(ended.game.entries)
    for game in (ended, corrected):
        reading.it.read("a", game.id(), game.payload())
        reading.all()
    assert stored(reading) == [("club/a", list(names), list(left))]
    reading.it.read("b", ended.id(), ended.payload())  # from another table it changes nothing
    reading.all()
    assert stored(reading) == [("club/a", list(names), list(left))]
    reading.it._history.close()


def test_a_delayed_wall_does_not_take_back_what_another_one_has_stored(monkeypatch, tmp_path):
    now = 1000.0
    monkeypatch.setattr(club_reader.time, "time", lambda: now)
    here = StepReader(monkeypatch, tmp_path / "wall.sqlite")
    late = StepReader(monkeypatch, tmp_path / "wall.sqlite", delay=10.0)
    (whole,) = split(packed_match(played_match(3)))
    length = len(whole.entries)
    states = [
        made(whole._replace(entries=whole.entries[:count]), 1000.0 + second, (), ("Ann", "Ben"))
        for second, count in enumerate((20, length, length - 3, length - 1, length))
    ]
    for second in range(len(states) + 10):
        now = 1000.0 + second
        for reading, at in ((here, second), (late, second - 10)):
            for game in states[at : at + 1] if at >= 0 else []:
                names = ["", game.id()] if game.result["over"] else [""]
                for name in names:
                    reading.it.read("a", name, game.payload())
                    reading.all()
        ((_, _, entries),) = stored(here)
        assert entries == list(states[min(second, len(states) - 1)].game.entries)
    alone = StepReader(monkeypatch, tmp_path / "late.sqlite", delay=10.0)
    for second, game in enumerate(states):
        now = 1010.0 + second
        alone.it.read("a", "", game.payload())
        alone.all()
        assert stored(alone)[0][2] == list(game.game.entries)
    for reading in (here, late, alone):
        reading.it._history.close()


@pytest.mark.parametrize("name", ["", "its own"])
def test_no_game_is_of_the_future_and_the_time_0_is_not_known(monkeypatch, tmp_path, name):
    monkeypatch.setattr(club_reader.time, "time", lambda: 1000.0)
    reading = StepReader(monkeypatch, tmp_path / "wall.sqlite")
    ats = []
    reading.it._take = lambda table, name, game: ats.append(game.at)
    for table, at in (("a", 9000.0), ("b", 500.0), ("c", 0.0)):
        game = made(split(packed_match(played_match(ord(table))))[0], at, (), ())
        reading.it.read(table, name and game.id(), game.payload())
    reading.all()
    assert ats == [1000.0, 500.0, 0.0]
    played = {one.board: one.played for one in reading.it._history.games()}
    assert played == {"club/a": 1000.0, "club/b": 500.0, "club/c": None}
    reading.it._history.close()


def test_the_start_of_a_game_alone_is_shown_and_not_stored(monkeypatch, tmp_path):
    reading = StepReader(monkeypatch, tmp_path / "wall.sqlite")
    game = made(split(packed_match(played_match(1, 1)))[0], 50.0, (), ("Ann", "Ben"))
    reading.it.read("a", "", game.payload())
    assert reading.all() == [("a", "", game.id())]
    assert reading.texts == [] and reading.it._history.games() == []
    reading.it._history.close()
