"""What is taken of a row of games, which may be damaged or of anybody: each value at its bounds,
and values of other types."""

import json

import pytest

from engine_core.count import cards
from host.analysis.seat_view import ThrowView
from host.errors import StoreError
from host.history import practice_results
from host.history.games import split, unpacked
from host.history.result import result
from host.history.result_check import is_result
from host.history.rows import StoredGame, is_pairs, is_stored, is_time, stored
from host.link.packed_match import packed_match
from tests.history.matches import played_match

(GAME, *_) = split(packed_match(played_match(1, 120)))
RESULT = json.loads(json.dumps(result(unpacked(GAME.entries))))
assert RESULT["over"] and isinstance(RESULT["players"][0]["best"], dict)
SUMS = RESULT["players"][0]["dealer"]
BEST = RESULT["players"][0]["best"]

# Of each value of a result others that are taken, and others that are not.
RESULTS = [
    ("game", ["", "x"], [None, 1, ["x"]]),
    ("seats", [2], [1, 3, "2", 2.0, None]),
    ("target", [0, -1, 121], ["121", 121.0, None, True]),
    ("track", ["", "x"], [None, 1]),
    ("options", [[], ["x", "y"]], [None, "x", [1], ["x", 1], [None]]),
    ("deals", [0, 99], [None, "1", 1.0]),
    ("scores", [[0, -1], [9, 9]], [None, [], ["1", 2], [1.0, 2], [1], [1, 2, 3], [0] * 7]),
    ("side_of", [[0, 1], [1, 1]], [None, [0], [0, 1, 1], [0, 2], [0, -1], ["0", 1], [0, True]]),
    ("over", [True, False], [None, 0, "x"]),
    ("winner", [None, 0, 1], [2, -1, "0", 0.0, True]),
    ("losses", [["", "skunk"]], [None, [], [""], ["", "", ""], ["", 1]]),
    ("people", [[], [0], [1, 0]], [None, [2], [-1], ["0"]]),
    ("first_dealer", [None, 0, 9], ["0", 0.0, [0]]),
    ("players", [], [None, [], RESULT["players"][:1], [{}, {}], [1, 2], ["x", "x"]]),
]


@pytest.mark.parametrize("field, good, bad", RESULTS, ids=[row[0] for row in RESULTS])
def test_a_result_is_taken_with_values_within_their_bounds_alone(field, good, bad):
    for value in (*good, RESULT[field]):
        assert is_result({**RESULT, field: value}), value
    for value in bad:
        assert not is_result({**RESULT, field: value}), value
    assert not is_result({key: value for key, value in RESULT.items() if key != field})


def test_all_values_of_a_result_are_tried():
    assert {row[0] for row in RESULTS} == set(RESULT)
    assert is_result(RESULT) and not any(map(is_result, (None, [], "x", 1)))


def test_losses_may_be_missing_while_nobody_has_won():
    assert is_result({**RESULT, "losses": [], "winner": None})


def with_player(changed):
    return {**RESULT, "players": [{**RESULT["players"][0], **changed}, RESULT["players"][1]]}


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_sums_of_a_player_are_numbers_in_both_roles(role):
    assert is_result(with_player({role: dict.fromkeys(SUMS, 7)}))
    for name in SUMS:
        for value in (None, "1", 1.0):
            assert not is_result(with_player({role: {**SUMS, name: value}})), name
        assert not is_result(with_player({role: {key: 1 for key in SUMS if key != name}}))
    for value in (None, [], "x"):
        assert not is_result(with_player({role: value}))


def test_the_best_hand_of_a_player_is_cards_and_points_or_none():
    for good in (
        None,
        {**BEST, "points": 0},
        {**BEST, "cards": []},
        {**BEST, "cards": ["5", "JK"]},
    ):
        assert is_result(with_player({"best": good})), good
    for name, values in {
        "points": (None, "1", 1.0),
        "what": (None, 1),
        "cards": (None, "5H", [5], ["XX"], [None], ["5H", ""]),
    }.items():
        for value in values:
            assert not is_result(with_player({"best": {**BEST, name: value}})), value
    for value in ([], "x", {}):
        assert not is_result(with_player({"best": value}))
    assert not is_result({**RESULT, "players": [{"dealer": SUMS, "pone": SUMS}] * 2})


ROW = (7, "ab", "a board", 5.0, 9.0, '["Ann", "Ben"]', "{}", json.dumps(RESULT), 6.0)


def changed(place, value):
    return (*ROW[:place], value, *ROW[place + 1 :])


@pytest.mark.parametrize(
    "place, good, bad",
    [
        (1, ["", "x"], [None, 1, b"ab"]),
        (2, ["", "x"], [None, 1]),
        (3, [None, 0, 1e10], ["5", -1, 1e11, True]),
        (4, [0, 1e10], [None, "5", -1, 1e11, True]),
        (5, ["[]", '["x"]'], ["{}", "x", "1", "[1]", None, 5, "[" * 9000]),
        (
            6,
            ['{"day": true}', '{"tags": [["a", "b"]], "comments": [[1, "x"]]}'],
            ["[]", "x", None],
        ),
        (6, ['{"owners": [[1, "5H"]]}'], ['{"tags": [[1, "b"]]}', '{"comments": [["1", "x"]]}']),
        (
            6,
            [],
            ['{"owners": [[1, 2]]}', '{"owners": [[1]]}', '{"owners": {}}', '{"tags": ["ab"]}'],
        ),
        (7, [], ["{}", "[]", "x", None]),
    ],
)
def test_a_row_is_taken_with_values_within_their_bounds_alone(place, good, bad):
    for value in good:
        assert is_stored(changed(place, value)), value
    for value in bad:
        assert not is_stored(changed(place, value)), value
        with pytest.raises(StoreError, match="^game 7 in the file of games is damaged$"):
            stored(changed(place, value))


def test_a_stored_game_is_what_its_row_has():
    game = stored(ROW)
    assert isinstance(game, StoredGame)
    assert (game.id, game.uid, game.board, game.started, game.changed) == ROW[:5]
    assert (game.names, game.comments, game.result) == (["Ann", "Ben"], {}, RESULT)
    assert game.played == 6.0 and stored(changed(8, None)).played == 5.0
    assert [game.name(seat) for seat in (0, 1, 2)] == ["Ann", "Ben", ""]
    assert stored(changed(5, '["Ann"]')).name(0) == ""
    assert game.has_time() and not stored(changed(3, None)).has_time()
    assert not stored(changed(6, '{"day": true}')).has_time()


def test_a_time_is_a_number_of_this_time():
    assert all(map(is_time, (0, 0.5, 32_503_680_000 - 1)))
    never = (-1, -0.5, 32_503_680_000, True, None, "1", float("inf"), float("nan"), 10**400)
    assert not any(map(is_time, never))


def test_pairs_are_lists_of_two():
    assert is_pairs([], int) and is_pairs([[1, "a"], [2, ""]], int)
    assert not any(is_pairs(one, int) for one in (None, {}, [[1]], [[1, "a", 2]], [(1, "a")], "x"))


VIEW = ThrowView(1, (0, 5, 17, 22, 33, 43), (60, 70), 121)
PRACTICE = practice_results.Result(5.0, "own", VIEW, (17, 43), 0.5, 1.5)
HAND = " ".join(map(cards.name, VIEW.hand))


def test_a_result_of_practice_is_read_as_it_was_kept():
    row = practice_results.row_of(PRACTICE)
    assert row == (5.0, "own", HAND, 1, 60, 70, f"{cards.name(17)} {cards.name(43)}", 0.5, 1.5)
    assert practice_results.result_of(row) == PRACTICE
    assert practice_results.result_of(json.loads(json.dumps(row))) == PRACTICE


@pytest.mark.parametrize(
    "place, good, bad",
    [
        (0, [0, 1e10, "5"], [-1, 1e11, None, "x", float("nan"), 10**400]),
        (1, ["", "x" * 20], ["x" * 21]),
        (2, [], ["", HAND[:-3], f"{HAND} AD", f"{HAND[:-2]}{HAND[:2]}", None, 5, "nonsense"]),
        (3, [0, 1], [-1, 2, None, "x"]),
        (4, [0, 121], [None, "x", float("inf")]),
        (5, [0, 121], [None, "x", float("inf")]),
        (6, [HAND[:5]], ["", HAND[:2], HAND[:8], f"{HAND[:2]} {HAND[:2]}", "KD QD", None]),
        (7, [0, -1.5, "2"], [None, "x", float("inf"), float("nan"), 10**400]),
        (8, [0, -1.5, "2"], [None, "x", float("inf"), float("nan"), 10**400]),
    ],
)
def test_a_result_of_practice_has_values_within_their_bounds(place, good, bad):
    row = practice_results.row_of(PRACTICE)
    for value in good:
        assert practice_results.result_of((*row[:place], value, *row[place + 1 :])), value
    for value in bad:
        assert practice_results.result_of((*row[:place], value, *row[place + 1 :])) is None, value
    for wrong in (row[:-1], (*row, 1), None, "x", 5):
        assert practice_results.result_of(wrong) is None


def test_own_throws_come_in_the_order_of_their_cost():
    throws = [
        practice_results.OwnThrow(VIEW, chance, game, deal, 0)
        for chance, game, deal in ((1.0, 1, 1), (3.0, 2, 2), (3.0, 2, 1), (3.0, 1, 9))
    ]
    order = practice_results.by_cost(throws)
    assert [(one.chance, one.game, one.deal) for one in order] == [
        (3.0, 1, 9),
        (3.0, 2, 1),
        (3.0, 2, 2),
        (1.0, 1, 1),
    ]
