"""Reviews for pages: computed in the background, bounded, and stopped when nobody asks."""

import threading
import time

import pytest

from host.record_file import read_record
from host.web import reviews as module
from host.web.reviews import Reviews
from tests.page.record_play import RECORDS

SECONDS = 60  # at most, on a busy machine


@pytest.fixture(scope="module")
def entries():
    return read_record(RECORDS / "traditional.txt").entries


def game(entries):
    return lambda: ("Game", entries, ["Ann", "Ben"], {})


def wait_for(true):
    until = time.monotonic() + SECONDS
    while not true() and time.monotonic() < until:
        time.sleep(0.02)
    assert true()


def test_a_review_says_how_far_it_is_and_then_what_it_found(entries):
    found = Reviews()
    first = found.answer("a", game(entries))
    assert set(first) == {"done", "whole"}
    wait_for(lambda: "sides" in found.answer("a", game(entries)))
    assert found.answer("a", game(None))["title"] == "Game"


def test_a_game_that_cannot_be_reviewed_says_why():
    found = Reviews()
    other = read_record(RECORDS / "battlefield-three.txt").entries
    wait_for(lambda: "trouble" in found.answer("a", game(other)))


def test_a_review_stops_when_nobody_asks(entries, monkeypatch):
    monkeypatch.setattr(module, "_ASKED_SECONDS", 0.0)
    found = Reviews()
    found.answer("a", game(entries))
    wait_for(lambda: found._of == {})


def test_no_more_threads_wait_than_a_few(entries, monkeypatch):
    hold = threading.Event()
    monkeypatch.setattr(module, "review_any", lambda *args: hold.wait(SECONDS))
    monkeypatch.setattr(module, "review_answer", lambda *args: {"title": "done"})
    before = threading.active_count()
    found = Reviews()
    try:
        for n in range(50):
            assert found.answer(n, game(entries)) == {"done": 0, "whole": 0}
        assert threading.active_count() - before <= 4
    finally:
        hold.set()
    wait_for(lambda: found.answer(0, game(entries)) == {"title": "done"})
    wait_for(lambda: found.answer(49, game(entries)) == {"title": "done"})
    assert len(found._of) <= 8
