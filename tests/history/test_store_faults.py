"""The file of games on a disk that fails, at every call of the store, at every point of a game."""

import contextlib
import sqlite3

import pytest

from host.errors import StoreError
from host.history.games import split
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from tests.history.matches import part_of, played_match

ENTRIES = 30
CALLS_MOST = 40  # of one change


class FailingConnection:
    """A connection whose call number `at` fails, and all later ones if it `lasts`."""

    def __init__(self, db):
        self._db = db
        self._calls = 0
        self._at = -1
        self._lasts = False

    def fail(self, at, lasts):
        self._calls, self._at, self._lasts = 0, at, lasts

    def heal(self):
        self._at = -1

    def execute(self, *words):
        self._count()
        return self._db.execute(*words)

    def executemany(self, *words):
        self._count()
        return self._db.executemany(*words)

    def _count(self):
        number, self._calls = self._calls, self._calls + 1
        if 0 <= self._at <= number and (self._lasts or number == self._at):
            raise sqlite3.OperationalError("disk I/O error")

    def __getattr__(self, name):
        return getattr(self._db, name)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite"


def contents(path):
    """Return all rows of the file, read over another connection."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        tables = ("games ORDER BY id", "entries ORDER BY game, number")
        return [db.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def changes(history):
    """Yield the changes that a laptop makes while a game is played, each as a function. A game has
    the uid of its first storing."""
    match = played_match(1, entries=ENTRIES)
    lengths = [*range(2, ENTRIES + 1), ENTRIES - 1, ENTRIES - 2, ENTRIES]
    number = 1
    for length in lengths:
        (game,) = split(packed_match(part_of(match, length)))
        known = None if length == 2 else number
        yield lambda game=game, known=known: history.update("board", game, 5.0, known)
    yield lambda: history.name(number, ["Ann", "Ben"])
    (other,) = split(packed_match(played_match(2)))
    new = NewGame(other.entries, (None,) * len(other.entries), "uid", "board", 0)
    yield lambda: history.add(new, 6.0)
    shorter = NewGame(other.entries[:-1], new.times, "uid", "board", 0)
    yield lambda: history.add(shorter, 7.0, corrects=True)
    yield lambda: history.remove(number)


@pytest.mark.slow
def test_a_fault_at_any_call_of_any_change_leaves_the_games_as_they_were(path):
    history = History(path)
    failing = history._db = FailingConnection(history._db)
    refused = 0
    for change in changes(history):
        for lasts in (False, True):
            for at in range(CALLS_MOST):
                before = contents(path)
                failing.fail(at, lasts)
                try:
                    change()
                except StoreError:
                    refused += 1
                    assert contents(path) == before
                else:
                    break
                finally:
                    failing.heal()
            else:
                pytest.fail("it fails although the disk does not")
    assert refused > 400
    history.close()


def test_a_full_disk_leaves_the_games_as_they_were_until_there_is_room(path):
    history = History(path)
    for change in changes(history):
        (pages,) = history._db.execute("PRAGMA page_count").fetchone()
        history._db.execute(f"PRAGMA max_page_count = {pages}")
        before = contents(path)
        with contextlib.suppress(StoreError):
            change()
            continue
        assert contents(path) == before
        history._db.execute("PRAGMA max_page_count = 1000000")
        change()
        assert contents(path) != before
    history.close()


def test_a_file_that_cannot_be_made_is_made_when_that_is_possible_again(path, monkeypatch):
    connect = sqlite3.connect
    for at in range(CALLS_MOST):
        made = []

        def failing(*words, at=at, made=made, **options):
            made.append(FailingConnection(connect(*words, **options)))
            made[-1].fail(at, True)
            return made[-1]

        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", failing)
            try:
                History(path).close()
                break
            except StoreError:
                made[-1].close()
        with contextlib.closing(History(path)) as history:
            assert history.games() == []
        path.unlink()
    else:
        pytest.fail("it fails although the disk does not")
    assert at > 5
