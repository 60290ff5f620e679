"""The visible share of a light for a player opposite, compared with a count of rays."""

import math

import pytest

from hardware import dimensions, forms, light
from hardware.body import sizes
from hardware.body.check import faults
from host.plan.guide import build_page

STEPS = 200


def by_rays(diameter, depth, angle):
    """Return the share of the disc's points with a free way to the eye."""
    radius, moved = diameter / 2, depth * math.tan(math.radians(angle))
    steps = [radius * (2 * (n + 0.5) / STEPS - 1) for n in range(STEPS)]
    disc = [(x, y) for x in steps for y in steps if math.hypot(x, y) <= radius]
    return sum(math.hypot(x + moved, y) <= radius for x, y in disc) / len(disc)


@pytest.mark.parametrize("diameter", [5.0, 6.0, 9.0])
@pytest.mark.parametrize("depth", [1.5, 3.0])
@pytest.mark.parametrize("angle", [0.0, 30.0, 55.0, 65.0])
def test_the_share_is_what_rays_find(diameter, depth, angle):
    assert light.seen(diameter, depth, angle) == pytest.approx(
        by_rays(diameter, depth, angle), abs=0.01
    )


def test_the_earlier_board_was_too_deep():
    """Audited: 6 and 18 % through a face of 3 mm."""
    assert round(100 * light.seen(5, 3, 55)) == 6 and round(100 * light.seen(6, 3, 55)) == 18


@pytest.mark.parametrize("layout", forms.names())
def test_a_player_opposite_sees_enough_of_every_light(layout):
    assert light.faults(layout) == []
    for diameter in light.shares(layout):
        assert light.seen(diameter, sizes.FACE, 55) >= 0.45


def test_a_board_that_hides_its_lights_is_refused(monkeypatch):
    monkeypatch.setattr(sizes, "FACE", 3.0)
    found = [fault for fault in faults() if "opposite" in fault]
    assert len(found) == 2 and found[0].startswith("a player opposite sees 6 % of a light")
    monkeypatch.setattr(sizes, "FACE", 1.5)
    monkeypatch.setattr(dimensions, "BAR_HOLE_DIAMETER", 3.0)
    assert any("in a hole of 3 mm" in fault for fault in faults())


def test_the_guide_prints_what_is_seen():
    assert "| 5 mm | 100 % | 62 % | 47 % | 37 % |" in build_page("shared")
