"""All games as one file of JSON: written by export, read by import and merge."""

import contextlib
import json

import pytest
from click.testing import CliRunner

from engine_core.count.cards import cards
from host.analysis.player import ThrowView
from host.cli.main import main
from host.history import practice, practice_results
from host.history.games_file import GamesFile
from host.history.store import History
from tests.cases import slow
from tests.page.record_play import RECORDS

VIEW = ThrowView(1, tuple(cards("5H JC 2C 9D KS KD")), (40, 50), 121)
NAMES = ("traditional.txt", "skunk.txt", "crib-wars-six.txt", "battlefield-three.txt")


def run(path, *words):
    return CliRunner().invoke(main, [*words, "--history", str(path)])


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "history.sqlite"
    done = run(found, "import", *[str(RECORDS / name) for name in NAMES])
    assert done.exit_code == 0
    return found


@pytest.fixture
def exported(path, tmp_path):
    file = tmp_path / "games.json"
    file.write_text(run(path, "export", "--all", "--format", "json").stdout, encoding="utf-8")
    return file


def contents(path):
    kept = GamesFile(path)
    games = {game.uid: game for game in kept.games()}
    told = {
        uid: [game.names, game.comments, game.result, game.started, kept.entries(game.id)]
        for uid, game in games.items()
    }
    kept.close()
    return told


@pytest.mark.parametrize("command", ["import", "merge"])
def test_all_games_come_back_whole_and_once(path, exported, tmp_path, command):
    other = tmp_path / "other.sqlite"
    assert run(other, command, str(exported)).exit_code == 0
    assert len(contents(other)) == len(NAMES)
    assert contents(other) == contents(path)
    assert run(other, command, str(exported)).exit_code == 0
    assert contents(other) == contents(path)


@pytest.mark.parametrize("command", ["import", "merge"])
def test_results_of_practice_come_along_and_are_kept_once(path, exported, tmp_path, command):
    result = practice_results.Result(1e9 + 0.25, "own", VIEW, VIEW.hand[:2], 1.5, 2.25)
    with contextlib.closing(History(path)) as history:
        practice.keep(history, result)
    exported.write_text(run(path, "export", "--all", "--format", "json").stdout, encoding="utf-8")
    other = tmp_path / "other.sqlite"
    for new in (1, 0):
        done = run(other, command, str(exported))
        assert done.exit_code == 0
        assert f"practice that were new: {new}" in done.stdout or not new
        with contextlib.closing(GamesFile(other)) as file:
            assert practice.results(file) == [result]
    assert contents(other) == contents(path)


def changed(exported, change):
    told = json.loads(exported.read_text(encoding="utf-8"))
    told[1] = change(told[1])
    exported.write_text(json.dumps(told), encoding="utf-8")


WRONG = [
    (lambda game: 5, "this is not a game"),
    (lambda game: {**game, "entries": "x"}, "this is not a game"),
    (lambda game: {**game, "entries": []}, "has no entries"),
    (lambda game: {**game, "entries": game["entries"] * 100}, "more entries than any game"),
    (lambda game: {**game, "entries": game["entries"] * 2}, "one start"),
    (lambda game: {**game, "entries": game["entries"][1:]}, "entry 1 is wrong"),
    (lambda game: {**game, "entries": [*game["entries"][:5], {"entry": "ZZ"}]}, "entry 6"),
    (lambda game: {**game, "entries": [*game["entries"][:5], {"entry": 7}]}, "entry 6"),
]


@pytest.mark.parametrize(("change", "why"), [WRONG[3], *slow(*WRONG[:3], *WRONG[4:])])
def test_a_wrong_game_is_named_and_merge_takes_the_others(exported, tmp_path, change, why):
    changed(exported, change)
    done = run(tmp_path / "other.sqlite", "import", str(exported))
    assert done.exit_code == 1 and "game 2: " in done.stderr and why in done.stderr
    assert not contents(tmp_path / "other.sqlite")
    done = run(tmp_path / "other.sqlite", "merge", str(exported))
    assert f"New or longer games: {len(NAMES) - 1}." in done.stdout and why in done.stderr


@pytest.mark.parametrize("text", ["[{", '{"entries"', "[{" + '"a":[' * 50_000])
def test_a_file_that_is_cut_off_changes_nothing(path, tmp_path, text):
    file = tmp_path / "games.json"
    file.write_text(text, encoding="utf-8")
    before = contents(path)
    done = run(path, "import", str(file))
    assert done.exit_code == 1 and "games.json" in done.stderr
    assert contents(path) == before


def test_what_is_beside_the_entries_is_cleaned(exported, tmp_path):
    def change(game):
        odd = {"uid": "../x", "started": "soon", "players": ["a\x1b[2J", "=1,2"], "board": 7}
        return {**game, **odd, "comments": {"tags": [["a", 1], ["Event", "Cup"]], "day": True}}

    changed(exported, change)
    other = tmp_path / "other.sqlite"
    assert run(other, "import", str(exported)).exit_code == 0
    kept = GamesFile(other)
    game = kept.game(2)
    kept.close()
    assert game.names == ["a[2J", "=1 2"] and game.started is None and game.board == ""
    assert game.uid.isalnum() and game.comments == {"tags": [["Event", "Cup"]]}
