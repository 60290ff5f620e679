"""Fixtures for the history's tests."""

import contextlib

import pytest

from host.history.store import History


@pytest.fixture
def history(tmp_path):
    """An empty file of games."""
    with contextlib.closing(History(tmp_path / "games.sqlite")) as found:
        yield found
