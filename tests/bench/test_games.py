"""The benches of keys and whole games as tests, run when their marker is named: -m exhaustive."""

import pytest

from tests.bench import key_traces


@pytest.mark.exhaustive
def test_ten_thousand_bouncing_traces_lose_and_double_no_press():
    assert key_traces.run(10_000) == 120_000
