"""Quick clicks reach the scanner, in their order, each long enough."""

import pytest

from firmware.keys.key_scanner import KeyScanner
from host.boards.page_keys import HOLD_SECONDS, STUCK_SECONDS, WAITING_MOST, PageKeys


class Clock:
    def __init__(self):
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def keys(clock):
    return PageKeys(clock)


def samples(keys, clock, milliseconds, step=4):
    """Return the changes that scans every `step` ms see, as (ms, sample)."""
    seen = []
    for ms in range(0, milliseconds, step):
        sample = keys.scan()
        if not seen or seen[-1][1] != sample:
            seen.append((ms, sample))
        clock.seconds += step / 1000
    return seen


def test_no_key_is_down_without_a_press(keys):
    assert keys.scan() == 0


def test_a_short_click_stays_down_long_enough(keys, clock):
    keys.press(3, True)
    keys.press(3, False)
    (start, down), (end, up) = samples(keys, clock, 100)
    assert (down, up) == (8, 0)
    assert (end - start) / 1000 >= HOLD_SECONDS


def test_a_long_press_lasts_as_long_as_the_finger(keys, clock):
    keys.press(0, True)
    assert samples(keys, clock, 200) == [(0, 1)]
    keys.press(0, False)
    assert samples(keys, clock, 20) == [(0, 0)]


def test_busy_says_when_to_scan_often_and_clears_nothing(keys, clock):
    assert not keys.busy()
    keys.press(3, True)
    keys.press(4, True)
    assert [keys.busy() for _ in range(3)] == [True] * 3
    assert [keys.scan(), keys.scan()] == [8, 24]
    keys.press(3, False)
    keys.press(4, False)
    samples(keys, clock, 80)
    assert not keys.busy()


def test_keys_pressed_between_two_scans_keep_their_order(keys, clock):
    keys.press(20, True)
    keys.press(1, True)
    keys.press(20, False)
    keys.press(1, False)
    assert [sample for _, sample in samples(keys, clock, 120)] == [1 << 20, 1 << 20 | 2, 2, 0]


def test_a_double_click_is_two_presses(keys, clock):
    for _ in range(2):
        keys.press(5, True)
        keys.press(5, False)
    assert [sample for _, sample in samples(keys, clock, 200)] == [32, 0, 32, 0]


def test_a_scanner_that_is_late_misses_nothing(keys, clock):
    scanner = KeyScanner()
    for _ in range(3):
        keys.press(5, True)
        keys.press(5, False)
    pressed = 0
    for step in [4, 50, 4, 50, 4, 50, 4, 50, 4, 50, 4, 50, 300, 300, 300, 300]:
        clock.seconds += step / 1000
        scanner.update(keys.scan(), round(clock.seconds * 1000))
        pressed += scanner.get() == 5
    assert pressed == 3


def test_a_repeated_down_or_up_changes_nothing(keys, clock):
    keys.press(5, False)
    keys.press(5, True)
    keys.press(5, True)
    keys.press(5, False)
    assert [sample for _, sample in samples(keys, clock, 120)] == [32, 0]


def test_a_key_that_is_never_released_comes_up_by_itself(keys, clock):
    keys.press(7, True)
    assert keys.scan() == 1 << 7
    clock.seconds += STUCK_SECONDS
    assert keys.scan() == 0


@pytest.mark.parametrize("key", [-1, 24, 1000])
def test_an_unknown_key_is_refused(keys, key):
    with pytest.raises(ValueError, match="no key"):
        keys.press(key, True)


def test_a_flood_of_keys_does_not_fill_memory(keys, clock):
    for n in range(10_000):
        keys.press(n % 24, True)
    samples(keys, clock, 4 * WAITING_MOST + 100, step=4)
    assert bin(keys.scan()).count("1") == 24
