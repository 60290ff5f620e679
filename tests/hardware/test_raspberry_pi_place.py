"""The place of a Raspberry Pi in the box."""

from itertools import product

import pytest

from hardware import forms
from hardware.body import raspberry_pi, sizes
from hardware.body.check import faults
from hardware.body.layers import (
    cap_window,
    channels,
    frame_inner,
    layers,
    raspberry_pi_holes,
    screw_holes,
    wire_holes,
)
from hardware.body.layers import raspberry_pi as place
from hardware.body.shapes import Box, Circle, gap, inside
from hardware.own_layout import take
from hardware.panel.layers import panel_layers
from host.plan.guide import build_page
from tests.cases import mostly_slow

# From the data sheet: the holes from the corner with the card and the header.
HOLES = {(3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5)}


@pytest.fixture
def own():
    yield take
    forms.OWN.clear()


def holes_of(layer, diameter):
    return {h for h in layer.holes if isinstance(h, Circle) and h.diameter == diameter}


@pytest.mark.parametrize("layout", mostly_slow(forms.names()))
def test_each_of_our_layouts_has_room_for_it(layout):
    at = place(layout)
    assert at is not None and raspberry_pi.fits(layout) and not faults(layout)
    assert inside(at, frame_inner(layout)) > 15
    assert gap(at, cap_window(layout)) >= 15
    assert gap(at, Box(*forms.form(layout).perfboard)) > 100
    assert raspberry_pi.ribbon(layout) <= 300


@pytest.mark.parametrize("layout", forms.names())
def test_its_screws_are_where_its_holes_are_and_pass_no_strip(layout):
    at = place(layout)
    assert at is not None
    left, _, _, bottom = at.reach()
    heads = raspberry_pi_holes(sizes.SCREW_HEAD_HOLE, layout)
    assert {(head.x - left, bottom - head.y) for head in heads} == HOLES
    cuts = [*channels(layout), *wire_holes(layout), *screw_holes(layout), cap_window(layout)]
    assert min(gap(head, cut) for head, cut in product(heads, cuts)) >= sizes.WEB
    named = {layer.name: layer for layer in layers(layout)}
    assert len(holes_of(named["carrier"], sizes.RASPBERRY_PI_HOLE)) == 4
    assert set(heads) < holes_of(named["channel"], sizes.SCREW_HEAD_HOLE)


def test_the_carrier_round_a_panel_of_pixels_has_the_same_holes():
    carrier = panel_layers("shared")[2]
    assert holes_of(carrier, sizes.RASPBERRY_PI_HOLE) == set(
        raspberry_pi_holes(sizes.RASPBERRY_PI_HOLE)
    )


def test_a_board_without_room_has_no_holes_and_the_guide_says_so(own):
    layout = own("narrow-keys", {"first_key": [255.0, 185.0]})
    assert place(layout) is None and raspberry_pi_holes(3.0, layout) == ()
    assert not raspberry_pi.fits(layout)
    assert "none for a Raspberry Pi" in build_page(layout)
    with pytest.raises(ValueError, match="no place for a Raspberry Pi"):
        raspberry_pi.ribbon(layout)


def test_a_frame_that_is_too_low_is_named(monkeypatch):
    monkeypatch.setattr(sizes, "FRAMES", 3)
    assert raspberry_pi.faults() == [
        "a Raspberry Pi needs 22.4 mm under the carrier; the frame has 18.0"
    ]


def test_a_ribbon_that_is_too_long_is_named(monkeypatch):
    monkeypatch.setattr(sizes, "RASPBERRY_PI_CARD", 25.0)
    found = raspberry_pi.faults()
    assert found == ["the ribbon to the Raspberry Pi is 310 mm long: at most 300 mm may be"]
    assert "none for a Raspberry Pi" in build_page("shared")


def test_a_cable_that_is_too_thick_is_named(monkeypatch):
    monkeypatch.setattr(sizes, "CABLE", 20.0)
    assert raspberry_pi.faults() == ["the Raspberry Pi's cable has no room behind the keys"]


def test_the_guide_says_how_it_is_built_in():
    guide = build_page("shared")
    assert "four smaller holes beside the keys" in guide
    assert "cut to 300 mm" in guide
