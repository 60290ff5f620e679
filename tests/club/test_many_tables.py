"""Many tables and many watchers over two walls; python -m tests.bench.club has 100 and 2,000."""

import pytest

from tests.bench import club


@pytest.mark.slow
def test_all_watchers_of_two_walls_see_all_tables():
    evening = club.run(boards=12, watchers=60, entries_a_second=20, presses=2)
    assert evening.is_same
    assert evening.missed == 0 and len(evening.delays) == 2 * 60
