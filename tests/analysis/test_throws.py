"""`pegboard throw`: the fifteen throws, and the table of cribs."""

import json
from itertools import combinations

import pytest
from click.testing import CliRunner

from engine_core.count.cards import cards, name
from engine_core.count.show import count
from host.cli.main import main

SIX = "5H 6D JC QC KD AS"


def pegboard(*words):
    return CliRunner().invoke(main, ["throw", *words])


def rows(*words):
    result = pegboard(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_every_throw_has_its_figures_and_the_hand_is_exact():
    found = rows(*SIX.split(), "--dealer")
    hand = cards(SIX)
    assert {frozenset(row["throw"]) for row in found} == {
        frozenset(map(name, pair)) for pair in combinations(hand, 2)
    }
    for row in found:
        assert list(row) == ["throw", "hand", "crib", "pegging", "total", "win"]
        kept = [card for card in hand if name(card) not in row["throw"]]
        points = [count(kept, starter) for starter in range(52) if starter not in hand]
        assert row["hand"] == pytest.approx(sum(points) / 46, abs=1e-4)
        assert row["total"] == pytest.approx(row["hand"] + row["crib"] + row["pegging"], abs=2e-4)
        assert 0 < row["win"] < 1


def test_without_a_score_the_highest_total_is_first():
    totals = [row["total"] for row in rows(*SIX.split(), "--dealer")]
    assert totals == sorted(totals, reverse=True)


def test_with_a_score_the_likeliest_to_win_is_first():
    found = rows(*SIX.split(), "--pone", "--score", "118", "118")
    wins = [row["win"] for row in found]
    assert wins == sorted(wins, reverse=True)
    totals = [row["total"] for row in found]
    assert totals != sorted(totals, reverse=True)


def test_the_crib_counts_against_the_pone():
    for row in rows(*SIX.split(), "--pone"):
        assert row["total"] == pytest.approx(row["hand"] - row["crib"] + row["pegging"], abs=2e-4)


def test_a_suited_throw_adds_a_little_to_the_crib():
    one = rows("2H", "9H", "4C", "5C", "6D", "6S", "--dealer")
    other = rows("2H", "9S", "4C", "5C", "6D", "6H", "--dealer")

    def crib(found):
        return next(
            row["crib"] for row in found if [word[0] for word in row["throw"]] == ["2", "9"]
        )

    assert 0.03 < crib(one) - crib(other) < 0.08


def test_a_pone_whose_hand_reaches_the_target_wins():
    found = rows("5H", "5C", "5S", "JD", "2C", "8H", "--pone", "--score", "100", "115")
    assert found[0]["win"] > 0.97
    assert sorted(found[0]["throw"]) == ["2C", "8H"]


def test_a_hand_whose_throw_the_books_agree_on():
    # Schell, "How to analyze discards": from A-2-7-9-J-Q the dealer throws J-Q, not 7-9.
    found = rows("AS", "2D", "7H", "9C", "JD", "QH", "--dealer")
    places = {tuple([word[0] for word in row["throw"]]): n for n, row in enumerate(found)}
    assert places["J", "Q"] < places["7", "9"]


def test_the_text_has_a_line_a_throw_with_suits_and_per_cents():
    result = pegboard(*SIX.split(), "--dealer", "--score", "85", "92")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].split() == "throw hand crib pegging total win at 85 to 92".split()
    assert len(lines) == 16
    assert lines[1].startswith("A♠ 6♦") and lines[1].endswith(" %")


def test_the_table_by_ranks_lower_first():
    result = pegboard("--table", "pone", "--json")
    table = json.loads(result.output)
    assert len(table) == 91
    assert list(table)[:3] == ["AA", "A2", "A3"] and "TK" in table and "KT" not in table
    assert min(table, key=table.get) == "TK"
    assert max(table, key=table.get) == "55"
    text = pegboard("--table", "pone").output.splitlines()
    assert len(text) == 14
    assert float(text[1].split()[1]) == pytest.approx(table["AA"], abs=0.006)
    assert float(text[13].split()[10]) == pytest.approx(table["TK"], abs=0.006)


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ([*SIX.split()], 2, "--dealer if it is yours, --pone if it is your opponent's"),
        ([*SIX.split(), "--dealer", "--pone"], 2, "Write only one of --dealer and --pone"),
        ([*SIX.split(), "--pone", "--dealer"], 2, "Write only one of --dealer and --pone"),
        (["--table", "dealer", "--pone"], 2, "Write --table without"),
        (["5H", "6D", "--dealer"], 2, "the six cards that you were dealt"),
        (["5H", "6D", "JC", "QC", "KD", "KD", "--dealer"], 1, "appears twice"),
        (["5H", "6D", "JC", "QC", "KD", "JK", "--dealer"], 1, "the joker is not dealt"),
        (["5H", "6D", "JC", "QC", "KD", "1X", "--dealer"], 1, "'1X' is not a card"),
        ([*SIX.split(), "--dealer", "--score", "121", "3"], 2, "121 is not a score before a deal"),
        ([*SIX.split(), "--pone", "--score", "61", "3", "--target", "61"], 2, "from 0 to 60"),
        ([*SIX.split(), "--pone", "--score", "5", "-1"], 2, "-1 is not a score"),
        (["--table", "dealer", "5H"], 2, "Write --table without"),
        (["--table", "other"], 2, "is not one of"),
        ([], 2, "the six cards that you were dealt"),
    ],
)
def test_cards_that_cannot_be_thrown_are_refused(words, code, text):
    result = pegboard(*words)
    assert result.exit_code == code
    assert text in " ".join(result.output.split())
    assert "Traceback" not in result.output
