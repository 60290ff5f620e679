"""The current of the board, the voltage lost in its wires, and the firmware's limits."""

import pytest

from hardware import board, forms, power, strip
from hardware.circuit import builds

LIMITS = {
    "usb": board.CURRENT_MA,
    "supply-usb": board.CURRENT_MA,
    "supply": board.SUPPLY_MA,
    "pi": board.SUPPLY_MA,
}


@pytest.mark.parametrize("layout", forms.names())
def test_the_limits_of_the_firmware_are_those_that_follow_from_the_parts(layout):
    if power.usb_feeds(layout):
        assert power.usb_limit(layout) == board.CURRENT_MA
    assert power.supply_limit(layout) == board.SUPPLY_MA


@pytest.mark.parametrize("layout", forms.names())
def test_the_last_pixel_has_its_voltage_in_the_worst_frame_from_the_weakest_source(layout):
    for path in power.paths_of(layout):
        assert power.last_pixel(path, LIMITS[path], None, layout) >= power.LEAST_AT_PIXEL, path


def test_worse_wiring_is_found():
    one = power.network(feeds=[strip.Feed(0, False)])
    frame = power.hardest(board.SUPPLY_MA, one)
    lost = power.drops(one, frame)
    assert max(lost) > 5 * max(power.drops(power.network(), frame))
    assert lost.index(max(lost)) == board.PIXELS - 1
    rail = power.rail("supply", sum(frame))
    assert rail - max(lost) < power.LEAST_AT_PIXEL <= rail


def test_a_longer_cable_asks_for_less_current(monkeypatch):
    path = power.PATHS["usb"]
    monkeypatch.setitem(power.PATHS, "usb", path._replace(shared=3 * path.shared))
    assert power.usb_limit() < board.CURRENT_MA


def test_drops_are_those_of_ohms_law():
    net = power.Network(links=(0.1, 0.1), feeds=((0, 0.5),))
    lost = power.drops(net, [1.0, 1.0, 1.0])
    assert lost == pytest.approx([1.5, 1.7, 1.8])
    both = power.Network(links=(0.1, 0.1), feeds=((0, 0.5), (2, 0.5)))
    lost = power.drops(both, [1.0, 1.0, 1.0])
    assert lost[0] == pytest.approx(lost[2]) and lost[0] == pytest.approx(0.75)


def test_the_current_of_all_feeds_is_the_strips():
    net = power.network()
    frame = power.even(board.SUPPLY_MA, net)
    lost = power.drops(net, frame)
    assert sum(lost[n] / ohms for n, ohms in net.feeds) == pytest.approx(sum(frame))


def test_the_fuses_hold_what_the_limits_let_through():
    usb, supply = [builds.build("supply").parts[ref].value for ref in ("F1", "F2")]
    strip_ma = board.CURRENT_MA - board.PICO_MA
    assert float(usb.split()[0]) * 1000 * power.AMBIENT_DERATING > strip_ma
    assert float(supply.split()[0]) == power.SUPPLY_FUSE_HOLD
    assert power.SUPPLY_FUSE_HOLD * 1000 * power.AMBIENT_DERATING > board.SUPPLY_MA


def test_the_soft_start_keeps_what_usb_allows_at_plug_in():
    start = power.soft_start(builds.build("usb"))
    # A port gives 500 mA; the buffer charges while the dark strip and the Pico take their share.
    dark = board.PICO_MA + board.PIXELS * board.IDLE_MA
    assert start.charge_ma + dark < board.USB_MA
    # With R2 5 % and C4 20 % low, and C1 20 % high.
    assert start.charge_ma / 0.95 / 0.8 * 1.2 + dark < board.USB_MA
    assert start.gate_at_plug_in < start.least_threshold / 2
    # C4 20 % high, and C3 at six tenths, as a ceramic one may be at 5 V.
    assert start.least_threshold > power.NOMINAL * 1.2 * 100 / (1.2 * 100 + 0.6 * 2200)
    assert 0.02 < start.rise_seconds < 0.5


def test_the_sensing_pin_never_sees_more_than_its_3_3_volts():
    parts = builds.build("supply").parts
    assert parts["R3"].value == parts["R4"].value
    assert 5.5 / 2 < 3.3
    highest = 1.02 * 2 * 1000 * 3.3  # of a reading with a reference that is 2 % high
    assert highest > 5500 > board.SUPPLY_ON_MV > board.SUPPLY_WEAK_MV > board.SUPPLY_GONE_MV


def test_a_supply_as_asked_for_stays_above_what_counts_as_weak():
    path = power.PATHS["supply"]
    seen = path.least - path.shared * board.SUPPLY_MA / 1000
    assert seen * 1000 > board.SUPPLY_WEAK_MV
    idle = path.least - path.shared * board.CURRENT_MA / 1000
    assert idle * 1000 > board.SUPPLY_ON_MV
