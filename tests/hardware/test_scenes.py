"""The current of the firmware's scenes on each layout stays below the limit of its source."""

from functools import cache

import pytest

from firmware.settings.brightness import idle_ma
from hardware import board, forms, power
from host.plan import scenes

BRIGHT = ("a win", "a hand of 29", "the self-test", "everything white")
ON_USB = [name for name in forms.names() if power.usb_feeds(name)]


@cache
def scenes_of(layout):
    found = scenes.scenes(layout)
    assert len({scene.name for scene in found}) == len(found) > 20
    return found


def ordinary(layout):
    return [scene for scene in scenes_of(layout) if not scene.name.startswith(BRIGHT)]


def limit_of(path) -> int:
    return board.SUPPLY_MA if path in ("supply", "pi") else board.CURRENT_MA


@pytest.mark.parametrize("layout", forms.names())
def test_every_scene_stays_under_what_feeds_the_board_with_the_pico(layout):
    for scene in scenes_of(layout):
        size = 3 * forms.form(layout).pixels.pixels
        assert len(scene.frame) == size and any(scene.frame), scene.name
        assert scene.limited_ma(board.SUPPLY_MA) <= board.SUPPLY_MA < power.SUPPLY_MA, scene.name


@pytest.mark.parametrize("layout", ON_USB)
def test_every_scene_stays_under_what_usb_gives_with_the_pico(layout):
    for scene in scenes_of(layout):
        limited = scene.limited_ma(board.CURRENT_MA)
        assert limited <= board.CURRENT_MA < board.USB_MA, scene.name


def test_usb_feeds_the_layouts_whose_dark_strip_leaves_light():
    assert ON_USB == ["shared", "two-track", "crib-wars"]


@pytest.mark.parametrize("layout", forms.names())
def test_ordinary_play_is_never_dimmed(layout):
    limit = board.CURRENT_MA if layout in ("shared", "crib-wars") else board.SUPPLY_MA
    for scene in ordinary(layout):
        assert scene.wanted_ma() == scene.limited_ma(limit), scene.name


def test_two_tracks_on_usb_keep_at_least_half_their_light():
    for scene in ordinary("two-track"):
        dark = idle_ma(len(scene.frame) // 3)
        kept = scene.limited_ma(board.CURRENT_MA) - dark
        assert kept >= (scene.wanted_ma() - dark) / 2, scene.name


def test_a_scene_that_is_brighter_is_dimmed_and_not_refused():
    white = scenes_of("shared")[-1]
    assert white.name == "everything white"
    assert white.wanted_ma() > 4000
    assert white.limited_ma(board.CURRENT_MA) > 0.9 * board.CURRENT_MA


@pytest.mark.parametrize("layout", forms.names())
def test_the_last_pixel_has_its_voltage_in_every_scene(layout):
    net = power.network(layout)
    for path in power.paths_of(layout):
        for scene in scenes_of(layout):
            dark = idle_ma(len(scene.frame) // 3)
            share = min(1, (limit_of(path) - dark) / (scene.wanted_ma() - dark))
            amperes = [
                (board.IDLE_MA + share * sum(scene.frame[n : n + 3]) * board.CHANNEL_MA / 255)
                / 1000
                for n in range(0, len(scene.frame), 3)
            ]
            lost = max(power.drops(net, amperes))
            least = power.LEAST_AT_PIXEL
            assert power.rail(path, sum(amperes)) - lost >= least, (path, scene.name)
