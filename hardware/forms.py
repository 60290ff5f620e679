"""The wood of each layout: sizes in millimetres, derived from hardware/dimensions.py, or changed
by a user's own file.

Everywhere in hardware/ and host/plan/ the name of a layout stands for its form.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from hardware import board, dimensions
from hardware.body import sizes

from .layouts import ROWS, Layout

Point = tuple[float, float]
T = TypeVar("T")
_layout = functools.cache(Layout)  # the same object each time: forms are compared


class Form(NamedTuple):
    """One layout as wood. `pixels` is the layout itself; `moved` has the places of holes that a
    user has moved, by (track, number); `lanes` is the distance from the first track to the last;
    `room` is the distance by which everything below the tracks is lower than on the default board;
    `supply_ma` is the current of the supply that feeds the strip."""

    name: str
    title: str
    pixels: Layout
    lanes: float
    room: float
    width: float
    height: float
    corner: float
    hole_diameter: float
    game_hole_diameter: float
    bar_hole_diameter: float
    strip_per_metre: int
    hole_pitch: float
    group_gap: float
    street_pitch: float
    lane_pitch: float
    first_hole: Point
    bar_pitch: float
    first_bar_hole: Point
    key_pitch: float
    key_size: float
    first_key: Point
    power_rails: Point
    perfboard: tuple[float, float, float, float]
    opening: Point
    row_pins: tuple[int, ...]
    column_pins: tuple[int, ...]
    strip_pin: int
    supply_pin: int
    moved: dict[tuple[int, int], Point]
    supply_ma: float

    def street(self, number: int) -> float:
        """Return the y of the upper lane of street `number`, from 0."""
        return self.first_hole[1] + number * self.street_pitch

    def tracker_row(self, row: int, track: int) -> float:
        """Return the y of tracker row `row` of `track`. Rows of the same trackers are side by
        side, like the tracks."""
        last = self.street(board.STREETS - 1) + self.lanes
        step = self.lanes + dimensions.TRACKER_GAP
        return last + dimensions.TRACKER_STEP + row * step + track * self.lane_pitch


TITLES = {
    "shared-holes-first": "one track, wired from hole 1 on",
    "shared": "one track, which all sides share",
    "two-track": "two tracks",
    "three-track": "three tracks",
    "once-around": "two tracks, each with its trackers",
    "crib-wars": "one track with the special holes and paths of Crib Wars",
}
OWN: dict[str, tuple[str, dict]] = {}  # a user's layouts: the base of each, and its changes


def names() -> tuple[str, ...]:
    """Return the layouts that can be built; an older board may have others."""
    return (board.DEFAULT_LAYOUT, *[row[0] for row in ROWS])


def form(name: str = board.DEFAULT_LAYOUT) -> Form:
    """Return the form of layout `name`. Raises ValueError if there is none."""
    if name in OWN:
        base, changes = OWN[name]
        return form(base)._replace(name=name, **changes)
    pixels = _layout(name)
    d = dimensions
    lanes = (pixels.tracks - 1) * d.LANE_PITCH
    paths = d.PATH_ROOM if pixels.paths else 0.0
    pitch = d.STREET_PITCH + lanes + paths
    room = (board.STREETS - 1) * (pitch - d.STREET_PITCH) + lanes + paths
    if pixels.tracker_rows:
        room += d.TRACKER_STEP + lanes
        room += (pixels.tracker_rows - 1) * (lanes + d.TRACKER_GAP)
    x, y, wide, high = sizes.PERFBOARD
    return Form(
        name,
        TITLES[name],
        pixels,
        lanes,
        room,
        d.BOARD_WIDTH,
        d.BOARD_HEIGHT + room,
        d.BOARD_CORNER,
        d.HOLE_DIAMETER,
        d.GAME_HOLE_DIAMETER,
        d.BAR_HOLE_DIAMETER,
        d.STRIP_PER_METRE,
        d.HOLE_PITCH,
        d.GROUP_GAP,
        pitch,
        d.LANE_PITCH,
        (d.FIRST_HOLE[0], d.FIRST_HOLE[1] + paths),
        d.BAR_PITCH,
        _lower(d.FIRST_BAR_HOLE, room),
        d.KEY_PITCH,
        d.KEY_SIZE,
        _lower(d.FIRST_KEY, room),
        _lower(d.POWER_RAILS, room),
        (x, y + room, wide, high),
        (sizes.OPENING[0] + room, sizes.OPENING[1] + room),
        board.ROW_PINS,
        board.COLUMN_PINS,
        board.STRIP_PIN,
        board.SUPPLY_PIN,
        {},
        float(board.SUPPLY_MA),
    )


def once_per_form(make: Callable[[str], list[T]]) -> Callable[..., list[T]]:
    """Return `make`, a function of a layout's name, with a cache: it is called again for the same
    layout only if the layout's form has changed."""
    made: dict[str, tuple[Form, list[T]]] = {}

    @functools.wraps(make)
    def known(name: str = board.DEFAULT_LAYOUT) -> list[T]:
        at = form(name)
        if name not in made or made[name][0] != at:
            made[name] = at, make(name)
        return list(made[name][1])

    return known


def _lower(point: Point, by: float) -> Point:
    return point[0], point[1] + by
