"""The places of everything: nothing overlaps, and all of it is on the board."""

import json
import math
from itertools import combinations

import pytest

from hardware import board, dimensions, forms, geometry

CLEAR = 1.5  # mm of wood that must stay between two holes


def distance(a, b) -> float:
    return math.dist((a.x, a.y), (b.x, b.y))


@pytest.fixture(params=forms.names())
def layout(request):
    return request.param


def test_each_track_has_121_places_of_its_own(layout):
    spots = geometry.holes(layout)
    tracks = forms.form(layout).pixels.tracks
    assert len(spots) == tracks * board.HOLES
    assert len({(spot.x, spot.y) for spot in spots}) == len(spots)
    for track in range(tracks):
        numbers = [spot.number for spot in spots if spot.track == track]
        assert numbers == list(range(1, board.HOLES + 1))


def test_holes_are_in_groups_of_5_and_streets_of_30():
    spots = geometry.holes()
    for here, there in zip(spots[:119], spots[1:120], strict=True):
        if here.number % board.STREET == 0:
            assert (there.x, there.y) == (here.x, here.y + dimensions.STREET_PITCH)
        elif here.number % dimensions.GROUP == 0:
            assert (distance(here, there), there.y) == (15.0, here.y)
        else:
            assert (distance(here, there), there.y) == (10.0, here.y)


def test_streets_run_there_and_back():
    spots = geometry.holes()
    ways = [
        math.copysign(1, spots[street * 30 + 29].x - spots[street * 30].x)
        for street in range(board.STREETS)
    ]
    assert ways == [1, -1, 1, -1]
    assert spots[120].y == spots[119].y
    assert spots[120].x < spots[119].x


def test_the_bar_is_one_uncut_piece():
    lights = geometry.bar()
    assert len(lights) == 31
    for here, there in zip(lights, lights[1:], strict=False):
        assert (there.x - here.x, there.y) == (1000 / dimensions.STRIP_PER_METRE, here.y)


def test_pixels_are_those_of_the_board(layout):
    pixels = sorted(spot.pixel for spot in geometry.lights(layout))
    assert pixels == list(range(forms.form(layout).pixels.pixels))


def test_keys_are_19_05_mm_apart():
    keys = geometry.caps()
    assert [key.name for key in keys] == list(board.KEYS)
    assert keys[1].x - keys[0].x == pytest.approx(19.05)
    assert keys[6].y - keys[0].y == pytest.approx(19.05)


def test_nothing_overlaps(layout):
    spots = geometry.lights(layout)
    for one, other in combinations(spots, 2):
        assert distance(one, other) - (one.diameter + other.diameter) / 2 >= CLEAR
    for one, other in combinations(geometry.caps(layout), 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > dimensions.KEY_SIZE + CLEAR
    lowest = max(spot.y + spot.diameter / 2 for spot in spots)
    assert lowest + 10 < min(key.y - key.size / 2 for key in geometry.caps(layout))


def test_everything_is_on_the_board(layout):
    round_things = [(spot.x, spot.y, spot.diameter / 2) for spot in geometry.lights(layout)]
    caps = [(key.x, key.y, dimensions.KEY_PITCH / 2) for key in geometry.caps(layout)]
    for x, y, reach in round_things + caps:
        assert 8 + reach <= x <= dimensions.BOARD_WIDTH - 8 - reach
        assert 8 + reach <= y <= forms.form(layout).height - 8 - reach


def test_engraved_numbers_do_not_touch_holes(layout):
    spots = geometry.lights(layout)
    for mark in geometry.marks(layout):
        assert 0 < mark.x < dimensions.BOARD_WIDTH
        assert 0 < mark.y < forms.form(layout).height
        assert min(distance(mark, spot) - spot.diameter / 2 for spot in spots) > mark.size / 2


def test_turns_join_the_streets_and_do_not_cross(layout):
    at = forms.form(layout)
    turns = geometry.turns(layout)
    assert [turn.right for turn in turns] == [True, False, True] * at.pixels.tracks
    for street in range(board.STREETS - 1):
        here = sorted([t for t in turns if t.street == street], key=lambda turn: turn.top)
        assert len(here) == at.pixels.tracks
        for outer, inner in zip(here, here[1:], strict=False):
            assert outer.top < inner.top < inner.bottom < outer.bottom
            assert outer.reach > inner.reach
        assert here[0].x + here[0].reach < at.width - 8


def test_the_page_gets_the_whole_geometry():
    value = json.loads(json.dumps(geometry.as_json()))
    assert [len(value[name]) for name in ("holes", "bar", "keys")] == [121, 31, 24]
    assert value["sides"][0] == {"name": "Blue", "rgb": [30, 53, 255]}
    x, y, width, height = value["areas"]["keys"]
    for key in value["keys"]:
        assert x < key["x"] - key["size"] / 2
        assert key["x"] + key["size"] / 2 < x + width
        assert y < key["y"] - key["size"] / 2
        assert key["y"] + key["size"] / 2 < y + height
