"""Milliseconds that wrap."""

from firmware import ticks

LAST = 0x3FFFFFFF
HALF = 0x20000000


def test_the_time_between_two_ticks():
    assert ticks.since(1500, 1000) == 500
    assert ticks.since(1000, 1500) == -500
    assert ticks.since(7, 7) == 0


def test_the_time_between_ticks_before_and_after_they_wrap():
    assert ticks.since(2, LAST) == 3
    assert ticks.since(LAST, 2) == -3
    assert ticks.since(HALF - 1, 0) == HALF - 1
    assert ticks.since(HALF, 0) == -HALF
    assert ticks.since(0, HALF - 1) == 1 - HALF


def test_a_tick_later():
    assert ticks.after(1000, 500) == 1500
    assert ticks.after(LAST - 1, 1) == LAST
    assert ticks.after(LAST, 1) == 0
    assert ticks.after(LAST, HALF) == HALF - 1
    assert ticks.since(ticks.after(LAST - 5, 100), LAST - 5) == 100
