"""The current of the firmware's scenes on each layout stays below the limit of its source."""

import pytest

from firmware.brightness import idle_ma
from hardware import board, forms, power
from host.plan.scenes import scenes

SCENES = {(layout, scene.name): scene for layout in forms.names() for scene in scenes(layout)}
BRIGHT = ("a win", "a hand of 29", "the self-test", "everything white")
ORDINARY = [key for key in SCENES if not key[1].startswith(BRIGHT)]
ON_USB = [key for key in SCENES if power.usb_feeds(key[0])]


def limit_of(path) -> int:
    return board.SUPPLY_MA if path in ("supply", "pi") else board.CURRENT_MA


@pytest.mark.parametrize("key", SCENES, ids="-".join)
def test_every_scene_stays_under_what_feeds_the_board_with_the_pico(key):
    scene = SCENES[key]
    assert len(scene.frame) == 3 * forms.form(key[0]).pixels.pixels and any(scene.frame)
    assert scene.limited_ma(board.SUPPLY_MA) <= board.SUPPLY_MA < power.SUPPLY_MA


@pytest.mark.parametrize("key", ON_USB, ids="-".join)
def test_every_scene_stays_under_what_usb_gives_with_the_pico(key):
    assert SCENES[key].limited_ma(board.CURRENT_MA) <= board.CURRENT_MA < board.USB_MA


def test_usb_feeds_the_layouts_whose_dark_strip_leaves_light():
    assert [name for name in forms.names() if power.usb_feeds(name)] == [
        "shared", "two-track", "crib-wars"
    ]  # fmt: skip


@pytest.mark.parametrize("key", ORDINARY, ids="-".join)
def test_ordinary_play_is_never_dimmed(key):
    on_usb = key[0] in ("shared", "crib-wars")
    limit = board.CURRENT_MA if on_usb else board.SUPPLY_MA
    assert SCENES[key].wanted_ma() == SCENES[key].limited_ma(limit)


@pytest.mark.parametrize("key", [key for key in ORDINARY if key[0] == "two-track"], ids="-".join)
def test_two_tracks_on_usb_keep_at_least_half_their_light(key):
    scene = SCENES[key]
    dark = idle_ma(len(scene.frame) // 3)
    assert scene.limited_ma(board.CURRENT_MA) - dark >= (scene.wanted_ma() - dark) / 2


def test_a_scene_that_is_brighter_is_dimmed_and_not_refused():
    white = SCENES["shared", "everything white"]
    assert white.wanted_ma() > 4000
    assert white.limited_ma(board.CURRENT_MA) > 0.9 * board.CURRENT_MA


@pytest.mark.parametrize("layout", forms.names())
def test_the_last_pixel_has_its_voltage_in_every_scene(layout):
    net = power.network(layout)
    for path in power.paths_of(layout):
        for (of, name), scene in SCENES.items():
            if of != layout:
                continue
            dark = idle_ma(len(scene.frame) // 3)
            share = min(1, (limit_of(path) - dark) / (scene.wanted_ma() - dark))
            amperes = [
                (board.IDLE_MA + share * sum(scene.frame[n : n + 3]) * board.CHANNEL_MA / 255)
                / 1000
                for n in range(0, len(scene.frame), 3)
            ]
            lost = max(power.drops(net, amperes))
            assert power.rail(path, sum(amperes)) - lost >= power.LEAST_AT_PIXEL, (path, name)
