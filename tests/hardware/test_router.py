"""The router: it connects pads of a net, keeps the clearance, and always gives the same result."""

import math

import pytest

from hardware.pcb.router import Pad, Router, RouterError, Rules

EDGE = (0.0, 0.0, 20.0, 20.0)
RULES = Rules(0.25, 0.5, 0.8, lambda net: {"WIDE": (2.0, 0.8)}.get(net, (0.3,)), lambda net: 4.0)


def pad(name, net, x, y, size=1.6, layers=(0, 1)):
    return Pad(name, net, x, y, size, size, size / 2, layers)


def wall(x, first, last, layers=(0, 1)):
    """A row of pads without a net, too close together to go between."""
    return [pad(f"wall {y}", "", x, y, 1.0, layers) for y in range(first, last + 1)]


def routed(pads, *nets):
    made = Router(EDGE, pads, RULES)
    for net in nets:
        made.route(net)
    return made


def apart(track, place):
    """Return the distance between the edges of a track and of a round pad."""
    dx, dy = track.x2 - track.x1, track.y2 - track.y1
    along = ((place.x - track.x1) * dx + (place.y - track.y1) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    middle = math.dist((place.x, place.y), (track.x1 + along * dx, track.y1 + along * dy))
    return middle - track.width / 2 - place.corner


def ends(made, net):
    return {(t.x1, t.y1) for t in made.tracks if t.net == net} | {
        (t.x2, t.y2) for t in made.tracks if t.net == net
    }


def test_a_net_of_three_pads_is_joined_from_middle_to_middle():
    pads = [pad("A.1", "N", 2, 2), pad("B.1", "N", 17, 3), pad("C.1", "N", 9, 16)]
    made = routed(pads, "N")
    assert {(2, 2), (17, 3), (9, 16)} <= ends(made, "N")


def test_a_track_keeps_clear_of_pads_and_tracks_of_other_nets():
    crossing = [pad("A.1", "N", 2, 10), pad("A.2", "N", 18, 10)]
    others = [pad("B.1", "M", 10, 2), pad("B.2", "M", 10, 18), pad("B.3", "M", 10, 9)]
    made = routed(crossing + others, "M", "N")
    for track in made.tracks:
        for other in crossing + others:
            if other.net != track.net:
                assert apart(track, other) >= RULES.clearance
    for layer in (0, 1):
        mine = [t for t in made.tracks if t.layer == layer and t.net == "N"]
        theirs = [t for t in made.tracks if t.layer == layer and t.net == "M"]
        for t in theirs:
            for n in range(101):
                x, y = t.x1 + (t.x2 - t.x1) * n / 100, t.y1 + (t.y2 - t.y1) * n / 100
                point = Pad("", "", x, y, t.width, t.width, t.width / 2, (layer,))
                assert all(apart(other, point) >= RULES.clearance for other in mine)


def test_a_wall_on_one_layer_is_passed_on_the_other():
    pads = [pad("A.1", "N", 3, 10, layers=(0,)), pad("A.2", "N", 17, 10, layers=(0,))]
    made = routed(pads + wall(10, 0, 20, (0,)), "N")
    assert len(made.vias) == 2
    assert {track.layer for track in made.tracks} == {0, 1}


def test_a_net_without_a_way_is_named():
    pads = [pad("A.1", "N", 3, 10), pad("A.2", "N", 17, 10)]
    with pytest.raises(RouterError, match=r"no way for net N to A\.2"):
        routed(pads + wall(10, 0, 20), "N")


def test_a_wide_track_is_narrower_only_where_it_must():
    gate = [pad(f"b {y}", "", 10, y, 1.0) for y in (*range(9), 8.5, 11.5, *range(12, 21))]
    ends = [pad("A.1", "WIDE", 3, 10, 2.6), pad("A.2", "WIDE", 17, 10, 2.6)]
    made = routed(ends + gate, "WIDE")
    narrow = [t for t in made.tracks if t.width == 0.8]
    assert narrow and any(t.width == 2.0 for t in made.tracks)
    assert all(min(t.x1, t.x2) > 8 and max(t.x1, t.x2) < 12 for t in narrow)


def test_copper_stays_away_from_the_edge():
    pads = [pad("A.1", "N", 2, 2), pad("A.2", "N", 18, 2), pad("b", "", 10, 3, 4.0)]
    made = routed(pads, "N")
    for track in made.tracks:
        for x, y in ((track.x1, track.y1), (track.x2, track.y2)):
            assert min(x, y, 20 - x, 20 - y) - track.width / 2 >= RULES.edge


def test_the_same_pads_have_the_same_tracks():
    pads = [pad(f"A.{n}", "NM"[n % 2], 2 + 2.5 * n, 3 + 11 * (n % 3) / 2) for n in range(7)]
    one, other = routed(pads, "N", "M"), routed(pads, "N", "M")
    assert one.tracks == other.tracks and one.vias == other.vias
