"""`pegboard count` on the command line."""

import json

import pytest
from click.testing import CliRunner

from engine_core.count.cards import card
from engine_core.count.show import count
from host.cli.main import main


def pegboard(*words, charset="utf-8"):
    return CliRunner(charset=charset).invoke(main, ["count", *words])


def test_the_best_hand_is_counted_as_a_player_says_it():
    result = pegboard("5H", "5C", "5S", "JD", "5D")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Hand 5♥ 5♣ 5♠ J♦, starter 5♦: 29 points"
    assert lines[1] == "   2  fifteen          5♥ 5♣ 5♠"
    assert lines[-3] == "  28  four of a kind   5♥ 5♣ 5♠ 5♦"
    assert lines[-2] == "  29  nobs             J♦"
    assert lines[-1].startswith("Fifteen two, fifteen four, ")
    assert lines[-1].endswith(", four of a kind is twenty-eight, and nobs is twenty-nine.")


def test_cards_may_be_lower_case_use_10_and_be_joined():
    assert pegboard("10h jh", "qh 5s as").output == pegboard("TH", "JH", "QH", "5S", "AS").output


def test_g6_a_crib_flush_needs_all_five():
    assert ": 4 points" in pegboard("2C", "4C", "6C", "KC", "8H").output
    assert ": 0 points" in pegboard("--crib", "2C", "4C", "6C", "KC", "8H").output
    assert ": 5 points" in pegboard("--crib", "2C", "4C", "6C", "KC", "8C").output


def test_a_hand_of_three():
    assert ": 8 points" in pegboard("5H", "5C", "5S", "2D").output


def test_b7_a_joker_kills_the_hand():
    result = pegboard("JK", "5H", "5C", "5S", "5D")
    assert result.output.splitlines() == [
        "Hand Joker 5♥ 5♣ 5♠, starter 5♦: 0 points",
        "The joker kills it.",
    ]


def test_one_point_is_singular():
    result = pegboard("JD", "2S", "4H", "QC", "8D")
    assert result.output.splitlines()[0].endswith(": 1 point")


def test_json_has_what_the_text_has():
    result = pegboard("--json", "5h", "5C", "5S", "JD", "5D")
    assert result.exit_code == 0
    counted = json.loads(result.output)
    assert counted["hand"] == ["5H", "5C", "5S", "JD"]
    assert (counted["starter"], counted["crib"], counted["points"]) == ("5D", False, 29)
    assert sum(item["points"] for item in counted["items"]) == 29
    assert counted["items"][-1] == {"text": "nobs", "points": 1, "cards": ["JD"]}
    assert counted["spoken"].endswith("nobs is twenty-nine")
    hand = [card(text) for text in counted["hand"]]
    assert count(hand, card(counted["starter"])) == counted["points"]


def test_suits_are_letters_if_the_terminal_lacks_the_symbols(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    result = pegboard("10H", "5C", "5S", "JD", "5D", charset="ascii")
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == "Hand TH 5C 5S JD, starter 5D: 21 points"


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["5H", "5C", "5S", "JD", "5X"], 1, "'5X' is not a card: write the rank and the suit"),
        (["5H", "5C", "5S", "JD", "5h"], 1, "the five of hearts appears twice"),
        (["5H", "5C", "5S"], 2, "You wrote 3."),
        (["5H", "5C", "5S", "5D", "6D", "7D"], 2, "You wrote 6."),
        (["--crib", "5H", "5C", "5S", "5D"], 2, "the four cards of the crib and the starter"),
        ([""], 2, "You wrote 0."),
        ([], 2, "Missing argument 'CARD... STARTER'"),
        (["5H", "5C", "5S", "JD", "5D", "--cribs"], 2, "No such option"),
    ],
)
def test_cards_that_cannot_be_counted_are_refused(words, code, text):
    result = pegboard(*words)
    assert result.exit_code == code
    assert text in result.output
    assert "Traceback" not in result.output
