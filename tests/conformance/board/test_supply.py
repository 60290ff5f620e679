"""The limit of the current: USB's, and a supply's while one is seen."""

from firmware.settings.brightness import Brightness, current_ma, idle_ma
from firmware.settings.supply import Supply
from hardware.board import (
    CURRENT_MA,
    PIXELS,
    SUPPLY_GONE_MV,
    SUPPLY_MA,
    SUPPLY_ON_MV,
    SUPPLY_WEAK_MV,
    VSYS_LEAST_MV,
    VSYS_SAG_MV,
)

STEP_MS = 50


class Input:
    """The analogue input, set by the test."""

    def __init__(self):
        self.millivolts = 0

    def read(self):
        return self.millivolts


def fitted():
    sense = Input()
    brightness = Brightness()
    return sense, brightness, Supply(sense.read, brightness)


def most(brightness):
    """Return the current of the board at full white, limited by `brightness`, in mA."""
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


def test_a_supply_that_drops_as_far_as_an_unplugged_one_may_at_most_is_not_tried_again():
    sense, _, supply = fitted()
    sense.millivolts = 5000
    run(supply, 0, 1000)
    sense.millivolts = SUPPLY_GONE_MV
    assert run(supply, 1000, 200) == 1
    sense.millivolts = 5000
    assert run(supply, 2000, 1000) == 0 and not supply.on


def test_the_time_may_wrap():
    sense, _, supply = fitted()
    sense.millivolts = 5000
    top = 0x3FFFFFFF
    changed = 0
    for step in range(300):
        changed += supply.work((top - 300 + 3 * step) & top)
    assert changed == 1


# The voltage that the Pico itself gets


class Fed:
    """A board on USB with VSYS at `millivolts`; its messages are in `notes`."""

    def __init__(self, millivolts):
        self.millivolts = millivolts
        self.notes = []
        self.brightness = Brightness()
        self.supply = Supply(
            lambda: 0, self.brightness, read_vsys=lambda: self.millivolts, note=self.notes.append
        )

    def run(self, now, ms):
        return run(self.supply, now, ms)


def test_lights_are_dimmed_step_by_step_while_the_voltage_is_too_low():
    board = Fed(VSYS_SAG_MV - 1)
    limits = [board.supply.limit()]
    for now in range(0, 3000, 300):
        board.run(now, 300)
        if board.supply.limit() != limits[-1]:
            limits.append(board.supply.limit())
        assert most(board.brightness) <= board.supply.limit()
    light = [limit - idle_ma(PIXELS) for limit in limits]
    assert light == [light[0] >> steps for steps in range(4)] and light[-1] > 0
    assert len(board.notes) == 3
    assert board.notes[0].startswith("the Pico gets only %d mV" % (VSYS_SAG_MV - 1))
    assert "%d mA" % limits[1] in board.notes[0]


def test_a_sag_dims_the_lights_until_the_next_power_on():
    board = Fed(VSYS_SAG_MV - 1)
    assert board.run(0, 6 * STEP_MS + 3) == 1
    dimmed = board.supply.limit()
    board.millivolts = 4700
    assert board.run(1000, 60_000) == 0
    assert board.supply.limit() == dimmed < CURRENT_MA


def test_a_low_voltage_of_a_moment_and_one_that_cannot_be_measured_dim_nothing():
    board = Fed(VSYS_SAG_MV - 1)
    for now in range(0, 3000, 300):
        board.millivolts = VSYS_SAG_MV - 1
        assert board.run(now, 5 * STEP_MS) == 0
        board.millivolts = VSYS_SAG_MV
        assert board.run(now + 5 * STEP_MS, STEP_MS) == 0
    for nothing in (0, VSYS_LEAST_MV - 1):
        board.millivolts = nothing
        assert board.run(4000 + nothing, 1000) == 0
    assert board.supply.limit() == CURRENT_MA and not board.notes


def test_a_sag_also_lowers_the_limit_of_a_supply():
    sense = Input()
    brightness = Brightness()
    low = [4700]
    supply = Supply(sense.read, brightness, read_vsys=lambda: low[0])
    sense.millivolts = 5000
    run(supply, 0, 1000)
    assert supply.limit() == SUPPLY_MA
    low[0] = VSYS_SAG_MV - 1
    run(supply, 1000, 6 * STEP_MS + 3)
    assert most(brightness) <= supply.limit() < SUPPLY_MA and supply.on


def test_the_limit_changes_at_the_sixth_reading_in_a_row_each_time():
    sense, _, supply = fitted()
    assert (supply.millivolts, supply.vsys, supply.on) == (0, 0, False)
    now = 0
    for _ in range(3):
        sense.millivolts = 5000
        changes = [supply.work(now + n * STEP_MS) for n in range(8)]
        assert changes == [False] * 5 + [True] + [False] * 2
        sense.millivolts = 0
        assert supply.work(now + 8 * STEP_MS)
        now += 9 * STEP_MS
    board = Fed(VSYS_LEAST_MV)  # the lowest that the Pico can run on
    changes = [board.supply.work(n * STEP_MS) for n in range(14)]
    assert [n for n in range(14) if changes[n]] == [5, 11]
