"""What is said of random games is what it was: tests/host/told_games.py says how to change it."""

import pytest

from tests.host import told_games


@pytest.mark.slow
def test_games_are_told_as_they_were():
    kept = told_games.FILE.read_text(encoding="utf-8").splitlines()
    told = told_games.whole().splitlines()
    assert told == kept
