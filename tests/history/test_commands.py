"""The commands of the history: their output for a person, a spreadsheet and a terminal."""

import csv
import io
import json
import re
import sqlite3

import pytest
from click.testing import CliRunner

from engine_core.records import record
from host.cli.main import main
from tests.page.record_play import RECORDS

NAMED = [
    "games",
    "show 1",
    "export 1",
    "stats",
    "name 1 Ann Ben",
    "merge x",
    "import x",
    "replay 1",
]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs `pegboard` with words, on a separate history."""
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path / "data" / "pegboard"))

    def run_it(*words, code=0):
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == code, done.output
        assert "Traceback" not in done.output
        return done

    return run_it


@pytest.fixture
def kept(run, tmp_path):
    """A history with two games: 1 of Ann and Ben, 2 of Grace and Henry."""
    run("import", RECORDS / "traditional.txt", RECORDS / "skunk.txt")
    return tmp_path / "data/pegboard/history.sqlite"


@pytest.mark.slow
def test_every_record_comes_back_from_the_history_as_it_was(run, tmp_path):
    paths = sorted(RECORDS.glob("*.txt"))
    run("import", *paths)
    run("export", "--all", "--folder", tmp_path / "out")
    games = {}
    for file in (tmp_path / "out").iterdir():
        run("check", file)
        games[file.name] = record.parse(file.read_text(encoding="utf-8"))
    originals = [record.parse(path.read_text(encoding="utf-8")) for path in paths]
    single = [one for one in originals if sum(entry == (3,) for entry in one.entries) == 0]
    assert len(games) >= len(paths)
    for one in single:
        (same,) = [game for game in games.values() if game.entries == one.entries]
        assert set(one.tags) <= set(same.tags)
        assert list(one.comments) == list(same.comments)


def test_a_record_is_imported_once(run, kept):
    done = run("import", RECORDS / "traditional.txt")
    assert "already here as game 1" in done.stdout
    assert len(json.loads(run("games", "--json").stdout)) == 2


MANY = "9" * 30


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"show {MANY}", f"there is no game {MANY}"),
        (f"replay {MANY}", "cannot be read"),
        (f"review {MANY}", "cannot be read"),
        ("review " + "9" * 5000, "cannot be read"),
        ("replay nosuch/1", "nosuch/1 cannot be read"),
        ("merge " + "a" * 300, "is not a file of games"),
        ("games --history=", "it is a folder"),
    ],
)
def test_a_game_or_a_file_that_cannot_be_is_refused(run, kept, words, said):
    assert said in run(*words.split(), code=1).output


def test_a_title_with_what_cannot_be_encoded_is_drawn_without_it(run, tmp_path):
    run("standings", tmp_path / "plan.txt", "--draw", "Ann, Ben", "--title", "Open\udcff")
    assert "Open" in (tmp_path / "plan.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ["::", "0.0.0.0", "ff02::1", "224.0.0.1"])
def test_an_address_of_no_single_computer_is_not_shared(run, address):
    done = run("--virtual", "--share-address", address, code=2)
    assert "is not the address of one computer" in done.output


def test_a_composed_name_is_found_by_its_parts(run, kept):
    run("name", 1, "José", "Ben")
    assert "José" in run("stats", "Jose\u0301").output


def test_a_game_keeps_its_date_through_its_record(run, kept, tmp_path):
    with sqlite3.connect(kept) as db:
        db.execute("UPDATE games SET started = 1760000000 WHERE id = 1")
    file = tmp_path / "game.txt"
    file.write_text(run("export", 1).stdout, encoding="utf-8")
    assert '[Date "2025-10-' in file.read_text(encoding="utf-8")
    other = tmp_path / "other.sqlite"
    run("import", file, "--history", other)
    (told,) = json.loads(run("games", "--json", "--history", other).stdout)
    assert "\n1 game in " in run("games", "--history", other).output
    assert told["started"] == 1760000000 // 60 * 60
    assert run("export", 1, "--history", other).stdout == file.read_text(encoding="utf-8")


def test_a_record_with_a_mistake_is_named_and_nothing_is_imported(run, tmp_path):
    bad = tmp_path / "bad.txt"
    text = (RECORDS / "traditional.txt").read_text(encoding="utf-8")
    bad.write_text(text.replace("= 12", "= 13"), encoding="utf-8")
    done = run("import", RECORDS / "skunk.txt", bad, code=1)
    assert "bad.txt, line" in done.output
    assert json.loads(run("games", "--json").stdout) == []


def test_the_list_names_game_score_and_players(run, kept):
    done = run("games")
    assert re.search(r"1 .*Traditional to 61, 61 : 55  Ann, Ben", done.stdout)
    assert str(kept) in done.stderr


def test_a_game_is_shown_deal_by_deal(run, kept):
    shown = run("show", 1).stdout
    assert "Deal 1, Ben deals" in shown
    assert "Ann won." in shown
    assert shown.count("Deal ") == 5


def test_a_game_of_ranks_alone_is_shown_and_counted(run):
    run("import", RECORDS / "traditional-ranks.txt")
    run("name", 1, "Ann", "Ben")
    assert "'s hand " in run("show", 1).stdout
    assert "best hand" in run("stats", "Ann").stdout


def test_json_of_a_game_has_every_entry(run, kept):
    told = json.loads(run("show", 1, "--json").stdout)
    original = record.parse((RECORDS / "traditional.txt").read_text(encoding="utf-8"))
    assert len(told["entries"]) == len(original.entries)
    assert told["players"] == ["Ann", "Ben"]
    assert json.loads(run("export", 1, "--format", "json").stdout) == told
    assert len(json.loads(run("export", "--all", "--format", "json").stdout)) == 2


def test_csv_has_the_line_ends_of_text(run, kept):
    """The system adds its own; two would be an empty line on Windows."""
    assert "\r" not in run("export", 1, "--format", "csv").stdout + run("games", "--csv").stdout


def test_csv_of_a_game_has_a_line_for_each_entry_with_the_scores(run, kept):
    rows = list(csv.reader(io.StringIO(run("export", 1, "--format", "csv").stdout)))
    told = json.loads(run("show", 1, "--json").stdout)
    assert rows[0] == ["number", "time", "deal", "entry", "side 1", "side 2"]
    assert len(rows) == 1 + len(told["entries"])
    assert rows[-1][-2:] == ["61", "55"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_a_name_that_is_a_formula_is_text_in_a_spreadsheet(run, kept, name):
    run("name", 1, "--", name, "Ben")
    for words in (("games", "--csv"), ("export", "--all", "--format", "csv")):
        rows = list(csv.reader(io.StringIO(run(*words).stdout)))
        assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
        assert any(cell.startswith(f"'{name[0]}") for row in rows for cell in row)


def test_names_cannot_command_a_terminal(run, kept):
    with sqlite3.connect(kept) as db:
        db.execute("UPDATE games SET names = ?", (json.dumps(["\x1b[31mAnn\x07", "Ben\u202e"]),))
    for words in (("games",), ("show", 1), ("stats",)):
        assert not any(letter in run(*words).output for letter in "\x1b\x07\u202e")


def test_statistics_of_a_player(run, kept):
    told = json.loads(run("stats", "ann", "--json").stdout)
    assert (told["games"], told["won"], told["finished"]) == (1, 1, 1)
    assert told["averages"]["dealer"] == {"play": 6.5, "hand": 5.0, "crib": 4.0}
    assert told["averages"]["pone"] == {"play": 2.67, "hand": 8.67, "crib": None}
    assert told["against"] == {"Ben": {"won": 1, "games": 1}}
    assert told["best"][0]["points"] == 12
    text = run("stats").stdout
    for name in ("Ann", "Ben", "Grace", "Henry"):
        assert f"{name}: games 1" in text
    assert "1 skunk given" in text


def test_the_laptops_meet(run, kept, tmp_path):
    other = tmp_path / "other.sqlite"
    run("import", RECORDS / "skunk.txt", RECORDS / "four-handed.txt", "--history", other)
    assert "New or longer games: 1. Here already: 1." in run("merge", other).stdout
    assert len(json.loads(run("games", "--json").stdout)) == 3


@pytest.mark.parametrize(
    "words",
    [
        "show 99",
        "export 99",
        "name 99 Ann Ben",
        "name 1 Ann",
        "replay 99",
        "merge nothing.sqlite",
        "import nothing.txt",
        "stats Nobody",
    ],
)
def test_what_is_not_there_is_said(run, kept, words):
    done = run(*words.split(), code=1)
    assert done.output.startswith("Error: ")


@pytest.mark.parametrize("words", ["export", "export 1 --all", "export --all", "show 0", "show x"])
def test_a_command_that_asks_for_nothing_says_how(run, kept, words):
    assert "Usage:" in run(*words.split(), code=2).output


@pytest.mark.parametrize("words", [word for word in NAMED if word != "merge x"])
def test_a_file_that_is_no_history_is_said(run, tmp_path, words):
    path = tmp_path / "h.sqlite"
    path.write_text("something else")
    if words == "import x":
        words = f"import {RECORDS / 'skunk.txt'}"
    done = run(*words.split(), "--history", path, code=1)
    assert "h.sqlite cannot be used" in done.output


@pytest.mark.parametrize("command", [words.split()[0] for words in NAMED])
def test_help_has_an_example(run, command):
    done = run(command, "--help")
    assert "Example" in done.output and f"pegboard {command}" in done.output
