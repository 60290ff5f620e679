"""`pegboard chance`: the chance to win before a deal."""

import json

import pytest
from click.testing import CliRunner

from host.analysis import tables
from host.cli.main import main


def pegboard(*words):
    return CliRunner().invoke(main, ["chance", *words])


def test_json_has_the_dealers_chance():
    result = pegboard("35", "37", "--json")
    assert result.exit_code == 0
    found = json.loads(result.output)
    assert list(found) == ["dealer"]
    assert found["dealer"] == pytest.approx(tables.before_deal(121)[35][37], abs=1e-4)


def test_whole_per_cents_for_a_person():
    result = pegboard("0", "0")
    assert result.output == "Before the deal, to 121: dealer 56 %, pone 44 %.\n"


def test_a_short_game():
    found = json.loads(pegboard("50", "55", "--target", "61", "--json").output)
    assert found["dealer"] == pytest.approx(tables.before_deal(61)[50][55], abs=1e-4)


def test_partners():
    found = json.loads(pegboard("90", "100", "--partners", "--json").output)
    assert found["dealer"] == pytest.approx(tables.before_deal(121, 4)[90][100], abs=1e-4)


def test_three_players():
    found = json.loads(pegboard("35", "37", "20", "--json").output)
    assert list(found) == ["dealer", "left", "right"]
    assert sum(found.values()) == pytest.approx(1, abs=1e-3)
    assert found["right"] < found["left"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["35"], "the dealer's score and the pone's"),
        (["35", "37", "20", "11"], "You wrote 4."),
        (["35", "37", "20", "--partners"], "You wrote 3."),
        (["35", "121"], "121 is not a score before a deal: a game to 121 goes on from 0 to 120"),
        (["35", "61", "--target", "61"], "from 0 to 60"),
        (["--", "-3", "5"], "-3 is not a score"),
        (["-1", "5"], "-1 is not a score before a deal: a game to 121 goes on from 0 to 120"),
        (["5", "-12", "--target", "61"], "-12 is not a score before a deal: a game to 61"),
        (["5", "3", "--targt", "61"], "No such option"),
        (["-x", "5"], "No such option"),
        (["a", "b"], "'a' is not a valid integer"),
        ([], "Missing argument 'DEALER PONE"),
        (["1", "2", "--target", "31"], "is not one of"),
    ],
)
def test_an_impossible_score_is_refused(words, text):
    result = pegboard(*words)
    assert result.exit_code == 2
    assert text in " ".join(result.output.split())
    assert "Traceback" not in result.output
