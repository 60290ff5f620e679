"""The current of the firmware's scenes: each stays below the limit of a USB port."""

import pytest

from firmware.brightness import current_ma
from hardware import board, power
from host.plan.scenes import scenes

SCENES = {scene.name: scene for scene in scenes()}
BRIGHT = ("a win", "a hand of 29", "the self-test", "everything white")


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_stays_under_what_usb_gives_with_the_pico(name):
    scene = SCENES[name]
    assert len(scene.frame) == 3 * board.PIXELS and any(scene.frame)
    assert scene.limited_ma(board.CURRENT_MA) <= board.CURRENT_MA < board.USB_MA
    assert scene.limited_ma(board.SUPPLY_MA) <= board.SUPPLY_MA < power.SUPPLY_MA


@pytest.mark.parametrize("name", [name for name in SCENES if not name.startswith(BRIGHT)])
def test_ordinary_play_is_never_dimmed_on_usb(name):
    assert SCENES[name].wanted_ma() == SCENES[name].limited_ma(board.CURRENT_MA)


def test_a_scene_that_is_brighter_is_dimmed_and_not_refused():
    white = SCENES["everything white"]
    assert white.wanted_ma() > 4000
    assert white.limited_ma(board.CURRENT_MA) > 0.9 * board.CURRENT_MA


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("build", power.PATHS)
def test_the_last_pixel_has_its_voltage_in_every_scene(name, build):
    limit = board.SUPPLY_MA if build in ("supply", "pi") else board.CURRENT_MA
    frame = SCENES[name].frame
    share = min(1, (limit - current_ma(bytes(3))) / (current_ma(frame) - current_ma(bytes(3))))
    amperes = [
        (board.IDLE_MA + share * sum(frame[n : n + 3]) * board.CHANNEL_MA / 255) / 1000
        for n in range(0, len(frame), 3)
    ]
    lost = max(power.drops(power.network(), amperes))
    assert power.rail(build, sum(amperes)) - lost >= power.LEAST_AT_PIXEL
