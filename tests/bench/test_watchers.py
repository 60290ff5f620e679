"""The bench of the page as a test, run when its marker is named: -m bench."""

import pytest

from tests.bench import watchers


@pytest.mark.bench
def test_a_key_reaches_200_watchers_within_its_budget():
    delays = watchers.run(watchers=200, presses=60)
    assert delays[len(delays) * 99 // 100] <= watchers.BUDGET_MS
