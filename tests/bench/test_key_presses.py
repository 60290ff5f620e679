"""Ranks alone take about half the keys of a deal."""

from engine_core.games.presets import named
from tests.bench.key_presses import of


def test_g19_ranks_alone_take_about_half_the_keys():
    for game, most in (("Traditional", 17), ("Solitaire", 12)):
        whole, ranks = of(named(game))
        assert ranks < most and ranks < 0.6 * whole
