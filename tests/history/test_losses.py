"""What throws and plays have cost a player, over the games."""

import contextlib
import json
import sqlite3
import time

import pytest

from engine_core.count.cards import cards
from engine_core.state.entries import pack
from host.analysis.decision_review import ThrowReview
from host.analysis.game_review import review
from host.analysis.player import EASY, STEADY, Player
from host.history import losses, review_costs
from host.history.games_file import GamesFile
from host.history.store import History, NewGame
from host.web.losses import Losses
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand

NAMES = ("Ann", "Ben")


@pytest.fixture(scope="module")
def entries():
    return played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)


@pytest.fixture
def path(tmp_path, entries):
    path = tmp_path / "history.sqlite"
    with contextlib.closing(History(path)) as history:
        history.add(NewGame(tuple(map(pack, entries)), (), names=NAMES), 1e9)
    return path


def side(throws, plays=1.5):
    return {"plays": plays, "throws": throws}


@pytest.mark.parametrize(
    ("thrown", "kind"),
    [
        ("5H 5C", "pair"),
        ("5H JC", "five"),
        ("4H 5C", "five"),
        ("7H 8C", "touching"),
        ("9H JC", "other"),
    ],
)
def test_a_throw_has_a_kind(thrown, kind):
    one = ThrowReview(1, False, (0, 0), (), tuple(cards(thrown)), (), 1.0, 1.0, ())
    assert review_costs.kind_of(one) == kind


def test_a_kind_is_named_from_30_throws_on():
    many = [["five", False, 1.0]] * 20 + [["pair", True, 0.1]] * 15
    found = review_costs.losses([(1, side(many)), (2, side(many[:9]))])
    assert found["kinds"] == []
    found = review_costs.losses([(1, side(many)), (2, side(many))])
    assert found["kinds"] == [
        {"text": "fives to the opponent's crib", "count": 40, "points": 1.0},
        {"text": "pairs to their own crib", "count": 30, "points": 0.1},
    ]


def test_the_average_of_throws_is_that_of_games_where_they_are_known():
    found = review_costs.losses([(1, side([["pair", True, 2.0]])), (2, side([], 0.5))])
    assert found["games"] == [
        {"id": 1, "throws": 2.0, "plays": 1.5},
        {"id": 2, "throws": None, "plays": 0.5},
    ]
    assert (found["throws"], found["plays"]) == (2.0, 1.0)
    assert review_costs.losses([]) == {"games": [], "throws": None, "plays": None, "kinds": []}


@pytest.mark.slow
def test_games_are_reviewed_once_and_kept(path, entries):
    jobs = Losses(path)

    def answer():
        with contextlib.closing(GamesFile(path)) as file:
            return jobs.answer(file, file.games(), "ann")

    assert answer()["waiting"] == 1
    until = time.monotonic() + 60
    while answer()["waiting"] and time.monotonic() < until:
        time.sleep(0.05)
    found = answer()
    expected = review_costs.costs_of(review(entries, NAMES))[0]
    assert found["games"] == review_costs.losses([(1, expected)])["games"]
    with contextlib.closing(GamesFile(path)) as file:
        assert Losses(path).answer(file, file.games(), "Ben")["waiting"] == 0
        assert Losses(path).answer(file, file.games(), "Cid")["games"] == []


def test_what_was_told_later_is_reviewed_anew(path):
    with contextlib.closing(History(path)) as history:
        raw = [entry for _, entry in history.entries(1)]
        before = review_costs.key_of(raw, {})
        assert before == review_costs.key_of(raw, {})
        assert before != review_costs.key_of(raw, {1: {0: (1, 2)}})
        assert before != review_costs.key_of(raw[:-1], {})


def test_damaged_costs_are_left_out(path):
    with contextlib.closing(History(path)) as history:
        losses.keep_costs(history, "a" * 32, [side([["pair", True, 1.0]]), side([])])
    with sqlite3.connect(path) as db:
        large = json.dumps([{"plays": 10**400, "throws": []}] * 2)
        wrong = ('"', "3", '[{"plays": "x"}]', '[{"plays": 1, "throws": [1]}]', large)
        for n, text in enumerate(wrong):
            db.execute("INSERT INTO reviews VALUES (?, ?)", (str(n) * 32, text))
    with contextlib.closing(GamesFile(path)) as file:
        assert list(losses.kept_costs(file)) == ["a" * 32]
