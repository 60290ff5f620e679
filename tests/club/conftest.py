"""A broker for each test."""

import pytest

from tests.club.broker import Broker


@pytest.fixture
def broker(tmp_path):
    made = Broker(tmp_path)
    yield made
    made.stop()
