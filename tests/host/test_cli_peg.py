"""`pegboard peg` on the command line."""

import json

import pytest
from click.testing import CliRunner

from host.cli.main import main


def pegboard(*words, charset="utf-8"):
    return CliRunner(charset=charset).invoke(main, ["peg", *words])


def points(*words):
    """Return the points of each word, and check that they add up."""
    result = pegboard("--json", *words)
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    each = [row["points"] for row in told["plays"]]
    assert told["points"] == sum(each)
    return each


def test_points_card_by_card():
    result = pegboard("4", "2", "6", "3", "5")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "card  count  points",
        "4         4",
        "2         6",
        "6        12",
        "3        15       2  fifteen two",
        "5        20       5  a run of five is five",
        "7 points in all",
    ]


def test_the_count_restarts_after_31():
    assert points("K", "Q", "J", "A", "A", "A") == [0, 0, 3, 2, 0, 2]


def test_go_restarts_the_count_and_scores_1():
    assert points("K", "K", "K", "go", "K", "5") == [0, 2, 6, 1, 0, 2]


def test_g2_last_card_with_a_fifteen_is_three():
    assert sum(points("8", "7", "GO")) == 3


def test_g8_no_run_extends_across_a_restart():
    assert points("10", "J", "go", "Q", "K") == [0, 0, 1, 0, 0]


def test_suits_are_shown_if_they_were_given():
    result = pegboard("10♥", "10", "t")
    assert result.exit_code == 0
    assert [line[:4].strip() for line in result.output.splitlines()[1:-1]] == ["10♥", "10", "10"]


def test_suits_are_letters_if_the_terminal_lacks_the_symbols(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    result = pegboard("10h", "5c", charset="ascii")
    assert result.exit_code == 0
    assert [line[:2] for line in result.output.splitlines()[1:-1]] == ["TH", "5C"]


def test_json_gives_reasons_and_cards():
    result = pegboard("--json", "7", "8H", "9", "go")
    assert json.loads(result.output)["plays"][1:] == [
        {
            "laid": "8H",
            "count": 15,
            "points": 2,
            "spoken": "fifteen two",
            "items": [{"text": "fifteen", "points": 2, "cards": ["7", "8H"]}],
        },
        {
            "laid": "9",
            "count": 24,
            "points": 3,
            "spoken": "a run of three is three",
            "items": [{"text": "a run of three", "points": 3, "cards": ["7", "8H", "9"]}],
        },
        {
            "laid": "go",
            "count": 24,
            "points": 1,
            "spoken": "go is one",
            "items": [{"text": "go", "points": 1, "cards": []}],
        },
    ]


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["K", "Q", "J", "2"], 1, "2 makes the count 32, and it cannot pass 31: write go before"),
        (["K", "Q", "J", "10"], 1, "10 makes the count 40"),
        (["go"], 1, "no card has been laid since the count started"),
        (["K", "Q", "J", "A", "go"], 1, "no card has been laid since the count started"),
        (["5H", "5", "5H"], 1, "the five of hearts appears twice"),
        (["5", "5H", "5", "5S", "5"], 1, "this is a fifth five"),
        (["JK"], 1, "the joker is not laid in this game"),
        (["1"], 1, "'1' is not a card: write the rank, as in 5, 10 or K"),
        (["5Z"], 1, "'5Z' is not a card"),
        ([" "], 2, "Write at least one card."),
        ([], 2, "Missing argument 'CARD...'"),
    ],
)
def test_cards_that_cannot_be_laid_are_refused(words, code, text):
    result = pegboard(*words)
    assert result.exit_code == code
    assert text in result.output
    assert "Traceback" not in result.output
