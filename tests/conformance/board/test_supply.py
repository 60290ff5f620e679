"""The limit of the current: USB's, and a supply's while one is seen."""

from firmware.brightness import Brightness, current_ma
from firmware.supply import Supply
from hardware.board import (
    CURRENT_MA,
    PIXELS,
    SUPPLY_GONE_MV,
    SUPPLY_MA,
    SUPPLY_ON_MV,
    SUPPLY_WEAK_MV,
)

STEP_MS = 50


class Input:
    """What the analogue input says."""

    def __init__(self):
        self.millivolts = 0

    def read(self):
        return self.millivolts


def fitted():
    sense = Input()
    brightness = Brightness()
    return sense, brightness, Supply(sense.read, brightness)


def most(brightness):
    """Return what the board takes with all the light that `brightness` lets through."""
    frame = bytearray(b"\xff" * (3 * PIXELS))
    brightness.cap(frame)
    return current_ma(frame)


def run(supply, now, ms):
    """Work for `ms` from `now` on; return how often the limit changed."""
    return sum([supply.work(at) for at in range(now, now + ms, 3)])


def test_without_a_supply_the_limit_is_that_of_usb():
    _, brightness, supply = fitted()
    assert run(supply, 0, 1000) == 0
    assert not supply.on and supply.limit() == CURRENT_MA
    assert CURRENT_MA * 0.9 < most(brightness) <= CURRENT_MA


def test_a_supply_that_stays_raises_the_limit():
    sense, brightness, supply = fitted()
    sense.millivolts = 5000
    assert run(supply, 0, 1000) == 1
    assert supply.on and supply.millivolts == 5000 and supply.limit() == SUPPLY_MA
    assert SUPPLY_MA * 0.9 < most(brightness) <= SUPPLY_MA


def test_a_supply_that_is_seen_for_a_moment_does_not_count():
    sense, brightness, supply = fitted()
    now = 0
    for _ in range(20):
        sense.millivolts = 5000
        assert run(supply, now, 4 * STEP_MS) == 0
        sense.millivolts = 0
        assert run(supply, now + 4 * STEP_MS, 2 * STEP_MS) == 0
        now += 6 * STEP_MS
    assert most(brightness) <= CURRENT_MA


def test_without_the_supply_the_limit_is_usbs_again_at_the_next_reading():
    sense, brightness, supply = fitted()
    now = 0
    for gone in (0, SUPPLY_GONE_MV - 1):
        sense.millivolts = 5000
        run(supply, now, 1000)
        assert supply.on
        sense.millivolts = gone
        assert run(supply, now + 1000, STEP_MS + 3) == 1
        assert not supply.on and most(brightness) <= CURRENT_MA
        now += 2000


def test_a_supply_that_is_low_is_not_used_and_one_that_sags_a_little_is_kept():
    sense, _, supply = fitted()
    sense.millivolts = SUPPLY_ON_MV - 1
    run(supply, 0, 1000)
    assert not supply.on
    sense.millivolts = SUPPLY_ON_MV
    run(supply, 1000, 1000)
    assert supply.on
    sense.millivolts = SUPPLY_WEAK_MV
    run(supply, 2000, 1000)
    assert supply.on


def test_a_supply_that_cannot_bear_the_higher_limit_is_tried_again_only_when_it_was_unplugged():
    sense, brightness, supply = fitted()
    sense.millivolts = 5000
    run(supply, 0, 1000)
    sense.millivolts = SUPPLY_WEAK_MV - 1
    assert run(supply, 1000, 100) == 1
    sense.millivolts = 5000
    assert run(supply, 1100, 5000) == 0
    assert most(brightness) <= CURRENT_MA
    sense.millivolts = 0
    assert run(supply, 7000, 100) == 0
    sense.millivolts = 5000
    assert run(supply, 8000, 1000) == 1 and supply.on


def test_the_time_may_wrap():
    sense, _, supply = fitted()
    sense.millivolts = 5000
    top = 0x3FFFFFFF
    changed = 0
    for step in range(300):
        changed += supply.work((top - 300 + 3 * step) & top)
    assert changed == 1
