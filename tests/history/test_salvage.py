"""What is left of a damaged game, and what is said of it."""

import contextlib
import sqlite3

import pytest

from host.history.damage import game_ids
from host.history.games import split
from host.history.salvage import found_games
from host.history.store import NewGame
from host.link.packed_match import packed_match
from tests.history.matches import played_match
from tests.history.one_game import AT, part

WHOLE = ("ab", "a board", AT, ("Ann", "Ben"), {"tags": [["Event", "Cup"]]})
NOTHING = ("", "", None, (), {})


def spoilt(place, value):
    return (*WHOLE[:place], value, *WHOLE[place + 1 :])


# What was changed in the file, what is said of it, what is known beside the entries, and how many
# of the 20 entries are left.
SALVAGED = [
    ("", "", WHOLE, 20),
    ("UPDATE games SET uid = 'x!'", "", spoilt(0, ""), 20),
    ("UPDATE games SET uid = x'ab'", "a part of its row cannot be read", spoilt(0, ""), 20),
    ("UPDATE games SET board = x'ab'", "a part of its row cannot be read", spoilt(1, ""), 20),
    ("UPDATE games SET started = 'x'", "its date cannot be read", spoilt(2, None), 20),
    ("UPDATE games SET names = '[1]'", "its names cannot be read", spoilt(3, ()), 20),
    ("UPDATE games SET names = '{'", "its names cannot be read", spoilt(3, ()), 20),
    ("UPDATE games SET comments = '[]'", "its comments cannot be read", spoilt(4, {}), 20),
    ("UPDATE games SET result = '{}'", "a part of its row cannot be read", WHOLE, 20),
    (
        "UPDATE games SET names = 5, comments = 5, started = -1",
        "its names and its comments and its date cannot be read",
        ("ab", "a board", None, (), {}),
        20,
    ),
    (
        'UPDATE games SET comments = \'{"tags": [["Event", "Cup"], 5], "day": true}\'',
        "a part of its row cannot be read",
        spoilt(4, {"tags": [["Event", "Cup"]], "day": True}),
        20,
    ),
    ("DELETE FROM games", "its names and its board cannot be read", NOTHING, 20),
    ("DELETE FROM entries WHERE number = 10", "only its first 10 entries can be read", WHOLE, 10),
    ("DELETE FROM entries WHERE number = 9", "only its first 9 entries can be read", WHOLE, 9),
    (
        "DELETE FROM entries WHERE number = 8",
        "its entries cannot be read, or break the rules",
        None,
        0,
    ),
    ("DELETE FROM entries WHERE number > 8", "", WHOLE, 9),
    ("DELETE FROM entries WHERE number > 1", "", WHOLE, 2),
    (
        "DELETE FROM entries WHERE number > 0",
        "its entries cannot be read, or break the rules",
        None,
        0,
    ),
    (
        "UPDATE entries SET entry = x'ff' WHERE number = 15",
        "only its first 15 entries can be read",
        WHOLE,
        15,
    ),
    (
        "UPDATE entries SET entry = (SELECT entry FROM entries WHERE number = 0)"
        " WHERE number = 15",
        "only its first 15 entries can be read",
        WHOLE,
        15,
    ),
    (
        "UPDATE entries SET entry = 'x' WHERE number = 15",
        "only its first 15 entries can be read",
        WHOLE,
        15,
    ),
]  # fmt: skip


@pytest.mark.parametrize("statement, trouble, beside, left", SALVAGED)
def test_of_a_damaged_game_is_left_what_can_be_read(history, statement, trouble, beside, left):
    new = NewGame(
        part(20), [AT + n for n in range(20)], *WHOLE[:2],
        names=WHOLE[3], comments=WHOLE[4], started=AT,
    )  # fmt: skip
    history.add(new, AT)
    with contextlib.closing(sqlite3.connect(history.path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(statement)
        (found,) = found_games(db)
        assert found.trouble == trouble and found.name.startswith("game 1, 20")
        if beside is None:
            assert found.game is None
            return
        game = found.game
        assert (game.uid, game.board, game.started, game.names, game.comments) == beside
        assert game.entries == part(left) and game.times == tuple(AT + n for n in range(left))
        assert found.name.endswith("Ann, Ben") == (game.names == WHOLE[3])


def test_ids_are_found_in_any_part_of_the_file(history, tmp_path):
    for seed in (3, 4, 5):
        (game,) = split(packed_match(played_match(seed, 30)))
        history.add(NewGame(game.entries, ()), AT)
    history.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for statements in (
        ("DELETE FROM entries",),
        ("DELETE FROM games",),
        ("DELETE FROM games WHERE id = 2", "DELETE FROM entries WHERE game = 3"),
    ):
        with contextlib.closing(sqlite3.connect(history.path)) as db:
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute("BEGIN")
            for statement in statements:
                db.execute(statement)
            assert game_ids(db) == [1, 2, 3]


def test_ids_are_found_in_the_indexes_alone(history):
    for seed in (3, 4, 5):
        (game,) = split(packed_match(played_match(seed, 30)))
        history.add(NewGame(game.entries, ()), AT)
    db = history.connection()
    db.execute("DELETE FROM entries")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    data = bytearray(history.path.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    other = history.path.with_name("other.sqlite")
    other.write_bytes(data)
    with contextlib.closing(sqlite3.connect(other)) as damaged:
        assert game_ids(damaged) == [1, 2, 3]
