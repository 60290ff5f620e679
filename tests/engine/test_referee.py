"""Whole games compared with an independent referee: some here, ten thousand in tests/bench."""

import pytest

from engine_core.count import cards
from engine_core.games.lookup import preset
from engine_core.records.record import parse
from engine_core.state.entries import CARD
from tests.bench import random_games
from tests.engine.test_records import RECORDS, ids
from tests.referee import Referee


def test_random_games_are_judged_the_same():
    for number in range(40):
        random_games.check(number)


@pytest.mark.parametrize("path", RECORDS, ids=ids)
def test_the_records_are_judged_the_same(path):
    entries = parse(path.read_text(encoding="utf-8")).entries
    table = preset(entries[0][1]).deal_for(entries[0][2])
    keyed = [entry[1] if entry[0] == CARD else None for entry in entries[1:]]
    judged = Referee(table.side_of, entries[0][3], keyed).judge()
    said = path.read_text(encoding="utf-8").splitlines()
    scores = [line for line in said if line.startswith("score")]
    assert scores[-1] == "score " + " ".join(str(score) for score in judged.scores)
    assert said[-1] == f"over {judged.winner + 1}"


def test_the_referee_agrees_with_a_deal_counted_by_hand():
    # The deal of conformance/rules/test_ending.py: a go and the last card, hands of 0 and 6, a
    # crib of 4, and then a pair for the 61st point.
    texts = "8D KH 9D 4S 7C go go QC JD 2H 3C TC KC AS 4D".split()
    keyed = [None if text == "go" else cards.card(text) for text in texts]
    judged = Referee((0, 1), 12, keyed)
    judged.judge(dealer=1)
    assert (judged.scores, judged.winner, judged.dealers) == ([0, 12], 1, [1])
