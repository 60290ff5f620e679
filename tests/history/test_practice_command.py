"""`pegboard practice`: its questions, its results in the file of the games, and their trend."""

import contextlib
import sqlite3
import time
from copy import copy

import pytest
from click.testing import CliRunner

from engine_core.count.cards import cards
from engine_core.records import record
from host.analysis.player import EASY, STEADY, Player, ThrowView
from host.cli.main import main
from host.history import player_games, practice, practice_results
from host.history.games_file import GamesFile
from host.history.store import History
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand

VIEW = ThrowView(1, tuple(cards("5H JC 2C 9D KS KD")), (40, 50), 121)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite"


@pytest.fixture
def run(path):
    def run_it(*words, keyed="q\n"):
        done = CliRunner().invoke(main, ["practice", *words, "--history", str(path)], input=keyed)
        assert done.exit_code == 0, done.output
        return done.stdout

    return run_it


def hand_in(text):
    """Return the six cards that the terminal shows."""
    line = next(line for line in text.splitlines() if line.startswith("  "))
    return line.split()


def test_a_throw_is_judged_kept_and_in_the_trend(run):
    first = hand_in(run("--day"))
    text = run("--day", keyed=" ".join(first[:2]) + "\n")
    assert "By experts' tables of the crib: " in text
    assert "yours" in text and " of 15: " in text or "The best throw." in text
    assert "throws 1 to 1: " in text
    assert run("--trend") == text[text.index("\nYour throws so far:") :]


def test_the_trend_of_no_throws_says_how_to_get_some(run):
    assert run("--trend") == "No throw has been practised yet: pegboard practice gives you some.\n"


@pytest.mark.parametrize("more", [["--day"], ["--own", "Ann"], ["--play"]])
def test_the_trend_alone_is_printed(more):
    done = CliRunner().invoke(main, ["practice", "--trend", *more])
    assert done.exit_code == 2 and "--trend only prints" in done.output


def test_other_cards_are_asked_for_again(run):
    text = run("--day", keyed="nonsense\n5H 5H\nAS\nq\n")
    assert "is not a card" in text and "appears twice" in text
    assert "Write two of these six cards" in text
    assert "Your throws so far" not in text


def test_the_play_follows_where_it_is_wanted(run):
    six = hand_in(run("--day"))
    text = run("--day", "--play", keyed=f"{six[0]} {six[1]}\nnonsense\nq\n")
    assert "The starter is " in text and "You hold " in text
    assert "is not a card" in text


def test_a_whole_play_can_be_played(run):
    six = hand_in(run("--day"))
    keyed = f"{six[0]} {six[1]}\n" + "\n".join([*six[2:], "go"] * 12) + "\nq\n"
    assert "Score: you " in run("--day", "--play", keyed=keyed)


@pytest.mark.slow
def test_own_throws_come_when_they_are_due(run, path):
    assert "No throw of Ann's is due: none is known." in run("--own", "Ann")
    keep_game(path)
    history = History(path)
    costly = practice.own_throws(history, history.games(), "ann")
    history.close()
    chances = [one.chance for one in costly]
    assert costly and chances == sorted(chances, reverse=True)
    six = hand_in(run("--own", "Ann"))
    assert len(six) == 6
    text = run("--own", "Ann", keyed=" ".join(six[:2]) + "\nq\n")
    again = run("--own", "Ann")
    if len(costly) > 1:
        assert hand_in(again) != six
    else:
        assert "will come again later" in again
    assert "throws 1 to 1" in text


def test_a_players_latest_games_are_looked_through_however_many_others_played(path):
    keep_game(path)
    with contextlib.closing(History(path)) as history:
        (game,) = history.games()
    other = copy(game)
    other.names = ["Cid", "Dan"]
    others = [other] * 50
    assert list(player_games.games_with_throws([*others, game], "ann")) == [(game, 0)]
    assert len(list(player_games.games_with_throws([game] * 50, "Ben"))) == 30


def keep_game(path):
    entries = played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)
    tags = [*record.start_tags(entries[0]), ("Players", "Ann, Ben")]
    file = path.with_name("game.txt")
    file.write_text(record.write(record.Record(tags, entries, [])), encoding="utf-8")
    done = CliRunner().invoke(main, ["import", str(file), "--history", str(path)])
    assert done.exit_code == 0


def test_a_throw_is_due_after_a_day_a_week_and_a_month():
    throw = practice_results.OwnThrow(VIEW, 3.0, 1, 1, 0)
    day, throws, done, now = 86400, [throw], [], 1e9
    for wait in (1, 7, 30, 30):
        assert practice_results.due(throws, done, now) == [throw]
        done.append(practice_results.Result(now, practice_results.OWN, VIEW, (17, 43), 0.0, 0.0))
        assert practice_results.due(throws, done, now + (wait - 0.1) * day) == []
        now += wait * day
    done.append(practice_results.Result(now, practice_results.OWN, VIEW, (17, 43), 1.0, 3.0))
    assert practice_results.due(throws, done, now + 1.1 * day) == [throw]


def test_a_damaged_row_is_left_out_and_no_game_is_lost(path):
    keep_game(path)
    history = History(path)
    good = practice_results.Result(time.time(), "random", VIEW, (17, 43), 0.5, 1.5)
    practice.keep(history, good)
    history.close()
    with sqlite3.connect(path) as db:
        db.execute(
            "INSERT INTO practice SELECT at, kind, 'nonsense', role, dealer_score, pone_score,"
            " thrown, points, chance FROM practice"
        )
    kept = GamesFile(path)
    assert practice.results(kept) == [good]
    assert len(kept.games()) == 1
    kept.close()


def test_the_trend_has_a_line_for_ten_throws():
    done = [
        practice_results.Result(n, "random", VIEW, (17, 43), 0.5, float(n % 2)) for n in range(12)
    ]
    lines = practice_results.trend_lines(done)
    assert lines == [
        "throws 1 to 10: 0.50 points and 0.5 % lost a throw, 5 of them the best",
        "throws 11 to 12: 0.50 points and 0.5 % lost a throw, 1 of them the best",
    ]
