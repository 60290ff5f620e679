"""Ranks alone take about half the keys of a deal, and go by itself saves most GO keys."""

import pytest

from engine_core.games.presets import named
from tests.bench.key_presses import of


@pytest.mark.slow
def test_g19_ranks_alone_take_about_half_the_keys():
    for game, most in (("Traditional", 15.5), ("Solitaire", 10)):
        whole, _, ranks = of(named(game))
        assert ranks < most and ranks < 0.6 * whole


@pytest.mark.slow
def test_g21_a_deal_of_two_players_takes_a_key_less_without_goes():
    whole, alone, ranks = of(named("Traditional"), claims=False)
    assert whole - alone > 1 and alone < 25 and ranks < 13
