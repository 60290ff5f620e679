"""The link of a game in commands: shown, and added to the history."""

import json

import pytest
from click.testing import CliRunner

from engine_core.records import record
from engine_core.records.game_link import LinkedGame, write
from host.cli.main import main
from tests.page.record_play import RECORDS

NAMES = ("Ann", "Ben")


def address(name="traditional.txt", names=NAMES, played=1_700_000_000):
    entries = record.parse((RECORDS / name).read_text(encoding="utf-8")).entries
    return f"http://192.168.1.5:8121/#game={write(LinkedGame(entries, names, played))}"


@pytest.fixture
def run(tmp_path):
    def run_it(*words):
        history = ["--history", str(tmp_path / "history.sqlite")]
        return CliRunner().invoke(main, [words[0], *words[1:], *history])

    return run_it


def test_a_link_is_shown_without_a_history(run, tmp_path):
    told = run("show", address())
    assert told.exit_code == 0
    assert "Traditional to 61, 61 : 55  Ann, Ben" in told.output
    assert "Deal 5" in told.output and "Ann won." in told.output
    assert not (tmp_path / "history.sqlite").exists()


def test_a_link_is_shown_as_json(run):
    told = json.loads(run("show", address(), "--json").output)
    assert told["players"] == ["Ann", "Ben"]
    assert told["started"] == 1_700_000_000
    assert told["result"]["winner"] == 0
    assert len(told["entries"]) == 78


def test_a_link_is_imported_once_with_its_names_and_time(run):
    assert run("import", address()).output == "link: game 1\n"
    assert run("import", address()).output == "link: already here as game 1\n"
    listed = json.loads(run("games", "--json").output)
    assert [(game["names"], game["started"]) for game in listed] == [(["Ann", "Ben"], 1.7e9)]


def test_a_game_that_was_seen_is_not_added_by_its_link(run):
    run("import", str(RECORDS / "traditional.txt"))
    assert run("import", address()).output == "link: already here as game 1\n"


def test_names_are_shown_without_what_a_terminal_would_obey(run):
    told = run("show", address(names=("A\x1b[2Jnn", "B\u202een")))
    assert "\x1b" not in told.output and "\u202e" not in told.output
    assert "A[2Jnn, Ben" in told.output


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("#game=", "this link has no game"),
        (address()[:-9], "a part of this link is missing or changed: copy the whole link"),
        ("http://x/#game=é", "this is not a link of a game"),
        (address() + "A" * 3000, "this is longer than a link of a game"),
    ],
)
@pytest.mark.parametrize("command", ["show", "import"])
def test_a_wrong_link_is_refused_with_what_is_wrong(run, command, link, why):
    told = run(command, link)
    assert told.exit_code == 1
    assert why in told.output


def test_nothing_is_added_where_one_of_several_is_wrong(run):
    assert run("import", address(), "#game=AAAA").exit_code == 1
    assert run("games").stderr.splitlines()[-1].startswith("0 games")


def test_show_still_wants_an_id_otherwise(run):
    told = run("show", "twelve")
    assert told.exit_code == 2
    assert "'twelve' is not a valid integer" in told.output
