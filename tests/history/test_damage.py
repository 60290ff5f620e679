"""A file of games that is damaged, or cannot be written: the readable part is read, and the rest
is named."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from starlette.applications import Starlette

from host.cli.main import main
from host.doctor.finding import FAULT, FINE
from host.doctor.history import history as doctor
from host.errors import StoreError
from host.history import damage as pages
from host.history import losses, practice
from host.history.games import split
from host.history.games_file import GamesFile
from host.history.merge import merge, merge_all
from host.history.store import History
from host.link.packed_match import packed_match
from host.web.history_routes import history_routes
from tests.cases import exhaustive, mostly_slow, slow
from tests.history import damage
from tests.history.matches import played_match

SPOILT = [
    "UPDATE games SET result = '{}' WHERE id = 2",
    "UPDATE games SET result = replace(result, '\"over\": true', '\"over\": 1') WHERE id = 2",
    "UPDATE games SET names = '[1]' WHERE id = 2",
    "UPDATE games SET names = x'ff' WHERE id = 2",
    "UPDATE games SET comments = '{\"tags\": [1]}' WHERE id = 2",
    "UPDATE games SET started = 'soon' WHERE id = 2",
    "UPDATE games SET changed = 'soon' WHERE id = 2",
    "UPDATE games SET changed = 9e99 WHERE id = 2",
]
SPOILT_ENTRIES = [
    "UPDATE entries SET entry = x'ff' WHERE game = 2 AND number = 20",
    "UPDATE entries SET entry = 'text' WHERE game = 2 AND number = 20",
    "DELETE FROM entries WHERE game = 2 AND number = 20",
    "DELETE FROM entries WHERE game = 2",
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A history of many games, and the entries of each."""
    path = tmp_path_factory.mktemp("whole") / "history.sqlite"
    return path, damage.whole_history(path)


@pytest.fixture
def spoil(tmp_path):
    """Return a function that makes a history of three games in which it spoils something."""

    def make(statement):
        path = tmp_path / "history.sqlite"
        history = History(path)
        for seed in (1, 2, 3):
            (game,) = split(packed_match(played_match(seed)))
            history.name(history.update("b", game, 1760000000.0), ["Ann", "Ben"])
        history.close()
        with contextlib.closing(sqlite3.connect(path)) as db, db:
            db.execute(statement)
        return path

    return make


def run(*words, code=0):
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done


@pytest.mark.parametrize("step", [*slow(7), *exhaustive(1)])
def test_of_a_history_with_a_zeroed_page_all_is_merged_that_can_be_read_one_by_one(
    whole, tmp_path, step
):
    path, games = whole
    readable_games = whole_games = 0
    pages = damage.pages(path)[1::step]  # without the first it is not a database
    for page in pages:
        bad = damage.zeroed(path, page, tmp_path / "bad.sqlite")
        readable = damage.readable(bad)
        into = History(tmp_path / f"into-{page}.sqlite")
        done = merge(into, bad)
        kept = {tuple(entry for _, entry in into.entries(game.id)) for game in into.games()}
        assert set(readable.values()) <= kept
        assert done.added == len(kept) == len(into.games())
        named = {
            int(n) for line in [*done.spoilt, *done.lost] for n in re.findall(r"game (\d+)", line)
        }
        assert all(games[number] in kept for number in games if number not in named)
        assert len(done.lost) + done.added == damage.GAMES
        if page % 8 == 2:
            again = merge(into, bad)
            assert (again.added, again.known) == (0, done.added)
        into.close()
        readable_games += len(readable)
        whole_games += sum(entries in kept for entries in games.values())
    assert whole_games >= readable_games > 20 * len(pages)


@pytest.mark.slow
def test_of_a_history_with_a_zeroed_page_the_rows_that_can_be_read_are_listed(whole, tmp_path):
    path, games = whole
    for page in damage.pages(path)[1::3]:
        bad = damage.zeroed(path, page, tmp_path / "bad.sqlite")
        readable = damage.readable(bad)
        with contextlib.closing(GamesFile(bad)) as kept:
            found = kept.listed()
            assert {game.id for game in found.games} >= set(readable)
            assert {game.id for game in found.games} | set(found.damaged) == set(games)
            for number, entries in readable.items():
                assert tuple(entry for _, entry in kept.entries(number)) == entries
        assert doctor(bad).state == FAULT


def test_doctor_finds_a_whole_history_fine(whole):
    path, _ = whole
    found = doctor(path)
    assert (found.state, found.text.split(": ")[-1].split(",")[0]) == (FINE, "33 games")


@pytest.mark.parametrize("statement", SPOILT)
def test_one_spoilt_row_leaves_the_other_games_and_is_named(spoil, statement):
    path = spoil(statement)
    listed = run("games", "--history", path)
    assert [line.split()[0] for line in listed.stdout.splitlines()] == ["3", "1"]
    assert "left out: game 2" in listed.stderr
    assert len(json.loads(run("games", "--json", "--history", path).stdout)) == 2
    assert "Ann: games 2" in run("stats", "--history", path).stdout
    assert "game 2 " in run("show", 2, "--history", path, code=1).output
    assert (
        len(json.loads(run("export", "--all", "--format", "json", "--history", path).stdout)) == 2
    )


@pytest.mark.parametrize("statement", SPOILT_ENTRIES)
def test_one_game_with_spoilt_entries_leaves_the_others(spoil, tmp_path, statement):
    path = spoil(statement)
    assert len(run("games", "--history", path).stdout.splitlines()) == 3
    if "WHERE game = 2 AND" in statement:
        assert "game 2 " in run("show", 2, "--history", path, code=1).output
    done = run("export", "--all", "--folder", tmp_path / "out", "--history", path)
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"game-1.txt", "game-3.txt"}
    assert "game 2" in done.stderr


@pytest.mark.parametrize("statement", mostly_slow(SPOILT + SPOILT_ENTRIES))
def test_doctor_finds_a_spoilt_game_and_names_it(spoil, statement):
    path = spoil(statement)
    before = path.read_bytes()
    found = doctor(path)
    assert found.state == FAULT and "game 2" in found.text and "game 1" not in found.text
    assert "pegboard merge" in found.advice
    assert path.read_bytes() == before


@pytest.mark.parametrize("statement", SPOILT_ENTRIES)
def test_merge_names_the_game_and_says_what_is_left_of_it(spoil, tmp_path, statement):
    done = run("merge", spoil(statement), "--history", tmp_path / "into.sqlite")
    assert re.search(r"^(Read in part|Lost): game 2", done.stderr, re.MULTILINE)
    kept = GamesFile(tmp_path / "into.sqlite")
    lengths = [len(kept.entries(game.id)) for game in kept.games()]
    kept.close()
    assert (20 in lengths) == ("number = 20" in statement)


def test_a_part_of_a_game_becomes_whole_when_that_comes_from_elsewhere(spoil, tmp_path):
    (game,) = split(packed_match(played_match(2)))
    into = History(tmp_path / "into.sqlite")
    merge(into, spoil(SPOILT_ENTRIES[0]))
    (part,) = [one.id for one in into.games() if not one.result["over"]]
    theirs = History(tmp_path / "theirs.sqlite")
    theirs.update("b", game, 1.0)
    assert merge(into, theirs.path).added == 1
    assert tuple(entry for _, entry in into.entries(part)) == game.entries
    for one in (into, theirs):
        one.close()


@pytest.mark.parametrize("step", [26, *slow(5), *exhaustive(1)])
def test_results_and_reviews_on_the_other_pages_of_a_damaged_history_are_merged(tmp_path, step):
    path = tmp_path / "history.sqlite"
    results, costs = damage.practised(path)
    wholly = 0
    for page in damage.pages(path)[1::step]:
        bad = damage.zeroed(path, page, tmp_path / "bad.sqlite")
        into = History(tmp_path / f"into-{page}.sqlite")
        _, practised = merge_all(into, bad)
        found, kept = practice.results(into), losses.kept_costs(into)
        assert practised == len(found)
        assert set(found) == damage.rows_alone(bad, "practice") & set(results)
        assert kept == {key: costs[key] for key in damage.rows_alone(bad, "reviews")}
        assert len(found) == len(results) or len(kept) == len(costs)  # a page is of one table
        wholly += not found or not kept
        if page % 5 == 0:
            assert merge_all(into, bad)[1] == 0
            assert (practice.results(into), losses.kept_costs(into)) == (found, kept)
        into.close()
    assert wholly <= 2  # the page of each table that leads to all others


def test_two_laptops_results_and_reviews_are_together_after_a_merge(tmp_path):
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    results, costs = damage.practised(one)
    more, _ = damage.practised(other, first=100)
    said = run("merge", other, "--history", one).stdout
    new = set(more) - set(results)
    assert f"Results of practice that were new: {len(new)}." in said
    assert "new:" not in run("merge", other, "--history", one).stdout
    with contextlib.closing(GamesFile(one)) as kept:
        found = practice.results(kept)
        assert len(found) == len(set(found)) and set(found) == set(results) | new
        assert losses.kept_costs(kept) == costs


@pytest.mark.parametrize("kind", ["folder", "locked", "text"])
def test_doctor_says_what_keeps_a_history_from_being_read(tmp_path, monkeypatch, kind):
    path = tmp_path / "history.sqlite"
    if kind == "folder":
        path.mkdir()
    else:
        path.write_text("something else " * 500)
    if kind == "locked":
        error = sqlite3.OperationalError("database is locked")
        monkeypatch.setattr(sqlite3, "connect", Mock(side_effect=error))
    found = doctor(path)
    assert found.state == FAULT
    said = {"folder": "it is not a file", "locked": "another program", "text": "something else"}
    assert said[kind] in found.text
    assert ("pegboard merge" in found.advice) == (kind == "text")


def test_a_file_of_somebody_else_is_not_tidied_up_when_it_is_merged(whole, tmp_path):
    path = Path(shutil.copy(whole[0], tmp_path / "theirs.sqlite"))
    theirs = History(path)
    (game,) = split(packed_match(played_match(99)))
    theirs.update("b", game, 1760000000.0)
    (tmp_path / "stick").mkdir()
    for ending in ("", "-wal"):  # as after their laptop has stopped in the middle
        shutil.copy(f"{path}{ending}", tmp_path / "stick")
    theirs.close()
    before = {file.name: file.read_bytes() for file in (tmp_path / "stick").iterdir()}
    into = History(tmp_path / "into.sqlite")
    assert merge(into, tmp_path / "stick" / path.name).added == damage.GAMES + 1
    into.close()
    after = {file.name: file.read_bytes() for file in (tmp_path / "stick").iterdir()}
    assert after == before


def test_a_file_of_a_later_version_is_said_and_left_as_it_is(whole, tmp_path):
    path = Path(shutil.copy(whole[0], tmp_path / "later.sqlite"))
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    found = doctor(path)
    assert found.state == FAULT and "later version" in found.text and "Update" in found.advice
    assert "later.sqlite" in run("games", "--history", path, code=1).output
    assert "later.sqlite" in run("merge", path, "--history", tmp_path / "h", code=1).output
    assert path.read_bytes() == before


def test_a_file_of_another_program_is_left_as_it_is(tmp_path):
    path = tmp_path / "other.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE other (x)")
    before = path.read_bytes()
    for opened in (History, GamesFile):
        with pytest.raises(StoreError, match="something other"):
            opened(path)
    assert path.read_bytes() == before


def test_merge_names_the_file_that_was_given(tmp_path):
    path = tmp_path / "passwd"
    path.write_text("root:x:0:0\n" * 50)
    said = run("merge", path, "--history", tmp_path / "h.sqlite", code=1).output
    assert str(path) in said and said.count("passwd") == said.count("/") - str(path).count("/") + 1


def test_reading_makes_no_file(tmp_path):
    done = run("games", "--history", tmp_path / "none.sqlite")
    assert done.stdout == "" and f"There is no file {tmp_path / 'none.sqlite'}." in done.stderr
    assert list(tmp_path.iterdir()) == []


# In places that cannot be written ------------------------------------------------------------

_FULL = (
    "import resource, signal, sys\n"
    "from host.cli.main import main\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    "main(sys.argv[1:])\n"
)


NEEDS_LIMITS = pytest.mark.skipif(os.name == "nt", reason="Windows has no limits of this kind")


def on_a_full_disk(*words):
    """Run pegboard so that no file can grow, whoever runs it."""
    return subprocess.run(
        [sys.executable, "-c", _FULL, *map(str, words)],
        capture_output=True,
        check=False,
        text=True,
        cwd=Path(__file__).parents[2],
        timeout=60,
    )


@pytest.mark.slow
@NEEDS_LIMITS
@pytest.mark.parametrize("words", ["games", "show 3", "export 3", "games --csv", "stats"])
def test_on_a_full_disk_the_games_can_be_read(whole, words):
    path, _ = whole
    done = on_a_full_disk(*words.split(), "--history", path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == run(*words.split(), "--history", path).stdout != ""


@NEEDS_LIMITS
def test_on_a_full_disk_games_can_be_read_while_a_program_writes_them(whole, tmp_path):
    path = Path(shutil.copy(whole[0], tmp_path / "history.sqlite"))
    history = History(path)
    (game,) = split(packed_match(played_match(99)))
    history.update("b", game, 1760000000.0)  # it is in the file beside this one
    done = on_a_full_disk("games", "--history", path)
    history.close()
    assert len(done.stdout.splitlines()) == damage.GAMES + 1, done.stderr


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
def test_in_a_folder_that_cannot_be_written_the_games_can_be_read(
    whole, tmp_path, monkeypatch, is_open
):
    """SQLite may create no file beside this one, for example in somebody else's folder."""
    path = Path(shutil.copy(whole[0], tmp_path / "history.sqlite"))
    if is_open:  # its last changes are in the file beside it
        history = History(path)
        (game,) = split(packed_match(played_match(99)))
        history.update("b", game, 1760000000.0)
        shutil.copy(f"{path}-wal", tmp_path / "kept-wal")
        history.close()
        shutil.copy(whole[0], path)
        shutil.copy(tmp_path / "kept-wal", f"{path}-wal")
    connect = sqlite3.connect

    def refusing(name, **options):
        if str(path) in name and "immutable" not in name:
            raise sqlite3.OperationalError("unable to open database file")
        return connect(name, **options)

    monkeypatch.setattr(sqlite3, "connect", refusing)
    with contextlib.closing(GamesFile(path)) as kept:
        assert len(kept.games()) == damage.GAMES + is_open


# Answers to watchers ------------------------------------------------------------------


async def answered(path, address):
    """Return the status and the text that the pages of this history answer with."""
    sent = []
    asked = {
        "type": "http",
        "method": "GET",
        "path": address,
        "root_path": "",
        "query_string": b"",
        "headers": [],
    }

    async def receive():
        return {"type": "http.request"}

    async def send(message):
        sent.append(message)

    await Starlette(routes=history_routes(path))(asked, receive, send)
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:]).decode()


@pytest.mark.parametrize(
    "address",
    [
        "games.json",
        "players.json",
        "2.json",
        "2.txt",
        "2/figures.json",
        "2/chances.json",
        "99.json",
    ],
)
@pytest.mark.parametrize("data", [b"not a database" * 100, None], ids=["file", "entries"])
def test_watchers_are_not_told_where_the_files_are(spoil, address, data):
    path = spoil(SPOILT_ENTRIES[0])
    if data:
        path.write_bytes(data)
    status, text = asyncio.run(answered(path, f"/history/{address}"))
    assert status in ((503,) if data else (200, 404, 503))
    assert str(path.parent) not in text and path.name not in text
    if data:
        assert "pegboard doctor" in text


class Circle:
    """A connection to a file whose pages lead from row 3 back to row 1."""

    def execute(self, sql, words=()):
        following = {0: 1, 1: 3, 3: 1}
        return Mock(fetchone=lambda: (following[words[0]],))


def test_pages_that_lead_back_to_earlier_rows_are_read_once():
    assert list(pages._steps(Circle(), "games", "id")) == [1, 3]
