"""What is taken of reviews and of results of practice at their bounds, and how stored games are
looked up."""

import contextlib
import json
import sqlite3
from copy import copy
from types import SimpleNamespace

import pytest

from engine_core.state.entries import CARD
from host.analysis.player import ThrowView
from host.history import practice_rows, shelf
from host.history.games import common, same_game, unpacked
from host.history.player_games import games_with_throws
from host.history.practice_results import Result, row_of
from host.history.review_costs import is_costs, kind_of, own_games
from host.history.store import NewGame
from tests.history.one_game import AT, GAME, part

DAY = 86400.0
THROW = ["pair", True, 0.5]
SIDE = {"plays": 1.5, "throws": [THROW]}


@pytest.mark.parametrize(
    "good",
    [
        [],
        [SIDE, SIDE],
        [SIDE, {"plays": 0, "throws": []}],
        [SIDE, {"plays": -999.9, "throws": [["five", False, 999], ["other", True, -1]]}],
        [SIDE, {"plays": 999.9, "throws": [["touching", False, 0]] * 99}],
    ],
)
def test_the_costs_of_a_review_are_taken(good):
    assert is_costs(good)


@pytest.mark.parametrize(
    "bad",
    [
        None, {}, "", [SIDE], [SIDE] * 3, [SIDE, None], [SIDE, []],
        [SIDE, {"plays": 1.5}], [SIDE, {"throws": []}], [SIDE, {"plays": None, "throws": []}],
        [SIDE, {"plays": "1", "throws": []}], [SIDE, {"plays": 1000, "throws": []}],
        [SIDE, {"plays": float("nan"), "throws": []}], [SIDE, {"plays": 1, "throws": {}}],
        [SIDE, {"plays": 1, "throws": [None]}], [SIDE, {"plays": 1, "throws": ["pair"]}],
        [SIDE, {"plays": 1, "throws": [["pair", True]]}],
        [SIDE, {"plays": 1, "throws": [["pair", True, 1, 1]]}],
        [SIDE, {"plays": 1, "throws": [["x", True, 1]]}],
        [SIDE, {"plays": 1, "throws": [[5, True, 1]]}],
        [SIDE, {"plays": 1, "throws": [[["pair"], True, 1]]}],
        [SIDE, {"plays": 1, "throws": [["pair", 1, 1]]}],
        [SIDE, {"plays": 1, "throws": [["pair", True, "1"]]}],
        [SIDE, {"plays": 1, "throws": [["pair", True, -1000]]}],
        [SIDE, {"plays": 1, "throws": [THROW, ["x", True, 1]]}],
    ],
)  # fmt: skip
def test_anything_else_is_not_the_costs_of_a_review(bad):
    assert not is_costs(bad)


def test_a_throw_has_one_kind_by_its_ranks():
    for a in range(13):
        for b in range(13):
            wanted = "touching" if abs(a - b) == 1 else "other"
            wanted = "five" if 4 in (a, b) else wanted
            found = kind_of(SimpleNamespace(thrown=(4 * b, 4 * a + 1)))  # type: ignore[arg-type]
            assert found == ("pair" if a == b else wanted)


VIEW = ThrowView(1, (0, 5, 17, 22, 33, 43), (60, 70), 121)


@pytest.mark.parametrize("place", [4, 5])
def test_scores_of_a_throw_are_those_of_a_game(place):
    row = row_of(Result(5.0, "own", VIEW, (17, 43), 0.5, 1.5))
    for score, good in ((-9999, True), (9999, True), (-10_000, False), (10_000, False)):
        assert bool(practice_rows.good_row((*row[:place], score, *row[place + 1 :]))) is good


def test_a_result_of_practice_that_comes_again_is_kept_once():
    came = (
        (9.0, "own", (17, 43)),
        (5.5, "own", (17, 43)),
        (5.0, "random", (17, 43)),
        (5.0, "own", (0, 43)),
    )
    rows = [row_of(Result(at, kind, VIEW, thrown, 0.5, 1.5)) for at, kind, thrown in came]
    again = [(row[0] + 0.4, *row[1:]) for row in rows]
    assert practice_rows.new_rows([], rows + again) == sorted(again, key=lambda row: row[0])
    assert practice_rows.new_rows(rows, again) == []
    assert practice_rows.new_rows(rows[1:], again) == again[:1]
    member = json.loads(json.dumps(practice_rows.rows_json(rows)))
    assert practice_rows.is_json_rows(member) and practice_rows.in_json(member) == rows
    member["practice"] += [5, None, {}, {**member["practice"][0], "role": 2}]
    assert practice_rows.in_json(member) == rows
    for other in (None, [], {}, {"practice": {}}):
        assert not practice_rows.is_json_rows(other) and practice_rows.in_json(other) == []


def test_a_players_games_are_the_latest_that_can_be_reviewed(history):
    (number, _) = history.add(NewGame(GAME.entries, (), names=("Ann", "Ben")), AT)
    game = history.game(number)
    assert game.result["over"] and game.result["target"] == 61

    def with_result(**changed):
        other = copy(game)
        other.result = {**game.result, **changed}
        return other

    unfinished = with_result(over=False)
    assert [seat for _, seat in own_games([game, unfinished], "BEN")] == [1]
    assert [seat for _, seat in games_with_throws([game, unfinished], "ann")] == [0, 0]
    for other in (
        with_result(game="Five-Card"),
        with_result(seats=3),
        with_result(track="Crib Wars", game="x"),
    ):
        assert not [*own_games([other], "Ann"), *games_with_throws([other], "Ann")]
    assert not list(own_games([with_result(track="Crib Wars")], "Ann"))
    assert not list(own_games([game], "Cat"))
    for most, found in ((50, own_games), (30, games_with_throws)):
        many = [copy(game) for _ in range(most + 1)]
        assert [one for one, _ in found(many, "Ann")] == many[:most]


# The store --------------------------------------------------------------------------------------


def test_a_game_is_looked_up_by_its_first_nine_entries(history):
    for length in (8, 9, 10):
        (number, is_new) = history.add(NewGame(part(length), ()), AT)
        opening = shelf.game_digest(part(9)) if length >= 9 else ""
        assert history.facts(number)[1] == opening and len(opening) in (0, 32)
        assert is_new and len(history.short()) == 1


def test_a_short_game_of_a_day_later_is_another(history):
    for apart, is_new in ((0.0, True), (DAY - 1, False), (DAY, True), (-DAY + 1, False)):
        new = NewGame(part(5), (), started=AT + apart)
        assert history.add(new, AT)[1] is is_new, apart


def test_as_many_equal_entries_as_give_evidence_are_the_same_game():
    entries = unpacked(GAME.entries)
    assert common(part(9), part(20)) == common(part(20), part(9)) == 9
    assert common((), part(9)) == 0
    bits, lengths = 0.0, 0
    for number, entry in enumerate(entries[1:30], 2):
        bits += 5.5 if entry[0] == CARD else 1.5
        lengths += same_game(part(number), GAME.entries, bits)
        assert same_game(GAME.entries, part(number), bits)
        assert not same_game(part(number), GAME.entries, bits + 0.25)
    assert lengths == 29


def test_what_fails_is_undone_at_once_and_keeps_nobody_waiting(history):
    history.add(NewGame(GAME.entries, ()), AT)
    with pytest.raises(ValueError, match="^no$"), history.writing() as db:
        db.execute("DELETE FROM games")
        raise ValueError("no")
    assert len(history.games()) == 1
    with contextlib.closing(sqlite3.connect(history.path, timeout=0)) as other:
        other.execute("UPDATE games SET changed = 1")
        other.commit()
    assert history.games()[0].changed == 1
