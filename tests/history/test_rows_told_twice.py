"""A browser and the file of games store the same of what comes: random games that grow, are taken
back, come again from elsewhere with more or less known of them, and go."""

import contextlib
import random

import pytest

from host.history import shelf
from host.history.games import PlayedGame, split
from host.history.new_game import NewGame
from host.history.store import History
from host.link.packed_match import packed_match
from host.site.page_rows import PageRows
from tests.cases import mostly_slow
from tests.conformance.support.page_store import Store
from tests.history.matches import played_match

MATCHES = [
    split(packed_match(played_match(seed, entries))) for seed, entries in ((1, 90), (2, 25))
]
GAMES = [game.entries for match in MATCHES for game in match]
BOARDS = ("", "a board", "another")
DAY = 86400.0
NOW = 1_790_000_000.0


def random_change(dice):
    """Return a function that makes one random change of rows."""
    whole = dice.choice(GAMES)
    entries = whole[: dice.choice((2, 5, 8, 9, 10, len(whole) // 2, len(whole)))]
    now = NOW + dice.randrange(9) * DAY / 2
    known = tuple(now + n for n in range(dice.choice((0, 1, 5, len(entries)))))
    times = tuple(dice.choice((at, at, None)) for at in known)
    board, begun = dice.choice(BOARDS), dice.choice((0, 0, 7))
    kind = dice.choice(("update", "update", "add", "add", "add", "change", "delete"))
    if kind == "update":
        every = (*times, *[None] * (len(entries) - len(times)))
        return lambda rows: shelf.update(rows, board, PlayedGame(begun, entries), now, 0, every)
    if kind == "add":
        comments = dice.choice(
            ({}, {"day": True}, {"owners": [[1, "5H JD"]]}, {"tags": [["A", "b"]]})
        )
        names = dice.choice(((), ("Ann", "Ben"), ("Cleo", "Dan")))
        new = NewGame(
            entries,
            times,
            dice.choice(("", "ab", "cd")),
            board,
            begun,
            started=dice.choice((None, now)),
            names=names,
            comments=comments,
        )
        corrects = dice.random() < 0.3
        return lambda rows: shelf.add(rows, new, now, corrects)
    place = dice.randrange(100)
    if kind == "change":
        names = dice.choice((["Eve", "Finn"], []))
        return lambda rows: on_one(
            rows, place, lambda n: rows.change(n, {"names": shelf.names_text(names)})
        )
    return lambda rows: on_one(rows, place, rows.delete)


def on_one(rows, place, change):
    numbers = sorted(game.id for game in rows.games())
    if len(numbers) > 3:
        change(numbers[place % len(numbers)])


def facts_of(game):
    """Return what is known of a game, but for the time of its last entry: a list of games in a
    browser does not read their entries."""
    return {name: value for name, value in vars(game).items() if name != "played"}


def told(rows):
    """Return all that the rows tell."""
    games = rows.games()
    found: dict = {"games": [facts_of(game) for game in games], "short": sorted(rows.short())}
    for game in games:
        one = game.id
        found[one] = [rows.facts(one), rows.packed(one), rows.entries(one)]
        found[one].append(facts_of(rows.game(one)))
        uid, opening, digest, _ = rows.facts(one)
        for column, value in (("uid", uid), ("opening", opening), ("digest", digest)):
            found[one].append(sorted(rows.where(column, value)))
    for board in BOARDS:
        for begun in (0, 7, -1):
            found[board, begun] = rows.at_place(board, begun)
    found["none"] = [rows.facts(999), rows.packed(999), rows.where("uid", "none")]
    return found


@pytest.mark.parametrize("seed", mostly_slow(range(4)))
def test_a_browser_and_a_file_keep_the_same(seed, tmp_path, monkeypatch):
    dice = random.Random(seed)
    store = Store()
    page = PageRows(store)
    with contextlib.closing(History(tmp_path / "games.sqlite")) as file:
        given = iter(range(1, 1000))
        monkeypatch.setattr(file, "fresh_uid", lambda: f"{next(given):016x}")
        for _ in range(60):
            change = random_change(dice)
            with file.writing():
                answer = change(file)
            assert change(page) == answer
            assert told(page) == told(file)
        again = PageRows(store)
        again.load()
        assert told(again) == told(file) and len(file.games()) > 2
