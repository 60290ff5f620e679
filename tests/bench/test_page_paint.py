"""The bench of the players' page as a test, run when its marker is named: -m bench."""

import statistics

import pytest

from tests.bench import page_paint


@pytest.mark.bench
def test_a_key_is_painted_and_a_peg_moves_within_their_budgets():
    slow, smooth = page_paint.measure(rounds=8)
    assert statistics.quantiles(slow, n=20)[18] <= page_paint.BUDGET_MS
    assert 1000 / statistics.fmean(smooth) >= page_paint.FRAMES_LEAST
