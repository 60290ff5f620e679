"""The bench of the page as a test, run when its marker is named: -m bench."""

import pytest

from tests.bench import watchers


@pytest.mark.bench
@pytest.mark.parametrize("count", watchers.BUDGETS_MS)
def test_a_key_reaches_all_watchers_within_its_budget(count):
    delays = watchers.run(watchers=count, presses=60)
    assert watchers.percentile(delays, 99) <= watchers.BUDGETS_MS[count]


@pytest.mark.bench
def test_watchers_that_read_nothing_cost_the_others_less_than_5_ms():
    alone = watchers.percentile(watchers.run(watchers=200), 99)
    assert watchers.percentile(watchers.run(watchers=200, deaf=20), 99) < alone + 5
