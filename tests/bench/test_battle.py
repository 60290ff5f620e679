"""Battlefield's benches as tests, run when their marker is named: -m exhaustive."""

import pytest

from tests.bench import random_line
from tests.conformance.support.battle_player import (
    BATTLES,
    OPTED_BATTLES,
    BattlePlayer,
    BattleReferee,
    Duellist,
)
from tests.conformance.support.player import play_out


@pytest.mark.exhaustive
def test_random_lines_of_battlefield_agree():
    assert sum(random_line.run(500_000, seed=3).values()) == 500_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", BATTLES + OPTED_BATTLES, ids=str)
def test_a_thousand_random_games_of_battlefield(game):
    for seed in range(1000):
        referee = BattleReferee()
        kind = Duellist if seed % 4 == 0 else BattlePlayer
        referee.end(play_out(game, 5000 + seed, meddling=60, see=referee.see, kind=kind))
