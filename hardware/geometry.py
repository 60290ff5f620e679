"""The places of everything on the board, in millimetres from its top left corner, y downwards.

Computed from `hardware.board` and `hardware.dimensions`, for the page, the drill template and the
tests.
"""

from typing import NamedTuple

from hardware import board, dimensions, layouts, special_holes
from hardware.forms import Form, form, once_per_form

BAR_NUMBERS = (5, 10, 15, 20, 25, board.BAR)
MARK_BELOW = 7.4  # from a hole's centre to the middle of its number


class Spot(NamedTuple):
    """A drilled hole with a light in it: `number` from 1, its pixel, centre and diameter.

    kind: "hole" of a track, "bar", "tracker", or "path"; row: of a tracker hole, or the number of
    the path, from 0.
    """

    number: int
    pixel: int
    x: float
    y: float
    diameter: float
    track: int = 0
    kind: str = "hole"
    row: int = 0


class Key(NamedTuple):
    """A key cap: `number` is its place in board.KEYS; centre and edge."""

    number: int
    name: str
    label: str
    x: float
    y: float
    size: float


class Mark(NamedTuple):
    """Engraved text: its middle, the height of its letters, and its purpose."""

    text: str
    x: float
    y: float
    size: float
    kind: str


class Turn(NamedTuple):
    """The engraved line that leads from the end of one street to the next: a half circle, or two
    quarters of `radius` with a straight line between; `reach` is how far out it goes. `street`:
    the street where it begins, from 0."""

    x: float
    top: float
    bottom: float
    right: bool
    radius: float
    reach: float
    street: int


@once_per_form
def holes(name: str = board.DEFAULT_LAYOUT) -> list[Spot]:
    """Return the holes of every track of layout `name`, in pegging order."""
    at = form(name)
    found = []
    for track in range(at.pixels.tracks):
        for number in range(1, board.HOLES + 1):
            x, y = at.moved.get((track, number)) or _place(at, number, track)
            diameter = at.game_hole_diameter if number == board.HOLES else at.hole_diameter
            found.append(Spot(number, at.pixels.hole(number, track), x, y, diameter, track))
    return found


@once_per_form
def trackers(name: str = board.DEFAULT_LAYOUT) -> list[Spot]:
    """Return the tracker holes, row by row from the top, each from left to right."""
    at = form(name)
    return [
        Spot(
            column + 1,
            at.pixels.tracker(track, row, column),
            at.first_hole[0] + _along(at, column),
            at.tracker_row(row, track),
            at.hole_diameter,
            track,
            "tracker",
            row,
        )
        for row in range(at.pixels.tracker_rows)
        for track in range(at.pixels.tracks)
        for column in range(layouts.ROW)
    ]


@once_per_form
def paths(name: str = board.DEFAULT_LAYOUT) -> list[Spot]:
    """Return the holes of the blue paths, each above its street, from its trap on."""
    at = form(name)
    found: list[Spot] = []
    for row, (count, (trap, _)) in enumerate(zip(at.pixels.paths, special_holes.BLUE)):
        x, y = _place(at, trap, 0)
        back = 1 if (trap - 1) // board.STREET % 2 else -1  # against the way of the street
        for n in range(count):
            place = x + back * (n + 1) * at.hole_pitch, y - dimensions.PATH_RISE
            found.append(
                Spot(n + 1, at.pixels.path(len(found)), *place, at.hole_diameter, 0, "path", row)
            )
    return found


@once_per_form
def bar(name: str = board.DEFAULT_LAYOUT) -> list[Spot]:
    """Return the lights of the bar, 1 to 31, left to right."""
    at = form(name)
    x, y = at.first_bar_hole
    return [
        Spot(
            index + 1,
            at.pixels.bar(index),
            x + index * at.bar_pitch,
            y,
            at.bar_hole_diameter,
            0,
            "bar",
        )
        for index in range(board.BAR)
    ]


def lights(name: str = board.DEFAULT_LAYOUT) -> list[Spot]:
    """Return every drilled hole with a light in it: the tracks, their trackers, the paths, the
    bar."""
    return holes(name) + trackers(name) + paths(name) + bar(name)


def caps(name: str = board.DEFAULT_LAYOUT) -> list[Key]:
    """Return the keys, row by row from the top left."""
    at = form(name)
    left, top = at.first_key
    placed = []
    for number, key in enumerate(board.KEYS):
        row, column = divmod(number, board.KEY_COLUMNS)
        x = round(left + column * at.key_pitch, 3)
        y = round(top + row * at.key_pitch, 3)
        placed.append(Key(number, key, dimensions.KEY_LABELS[number], x, y, at.key_size))
    return placed


def turns(name: str = board.DEFAULT_LAYOUT) -> list[Turn]:
    """Return the lines between streets, for every track of layout `name`."""
    at = form(name)
    found = []
    spots = holes(name)
    inner = (at.street_pitch - at.lanes) / 2
    for here, there in zip(spots, spots[1:], strict=False):
        if here.track == there.track and here.number % board.STREET == 0 and here.y < there.y:
            street = here.number // board.STREET - 1
            radius = (there.y - here.y) / 2
            # Tracks further out would leave the board if their turns were half circles.
            reach = inner + (radius - inner) / 2
            found.append(
                Turn(here.x, here.y, there.y, street % 2 == 0, min(inner, radius), reach, street)
            )
    return found


def marks(name: str = board.DEFAULT_LAYOUT) -> list[Mark]:
    """Return the engraved numbers and words."""
    at = form(name)
    found = []
    for spot in holes(name):
        if not _is_lowest(at, spot):
            continue
        if spot.number % dimensions.GROUP == 0 or spot.number == board.HOLES:
            kind = "ten" if spot.number % 10 == 0 or spot.number == board.HOLES else "five"
            below = MARK_BELOW + (spot.diameter - at.hole_diameter) / 2
            found.append(Mark(str(spot.number), spot.x, spot.y + below, 3.6, kind))
    for spot in bar(name):
        if spot.number in BAR_NUMBERS:
            kind = "ten" if spot.number in (15, board.BAR) else "five"
            found.append(Mark(str(spot.number), spot.x, spot.y + MARK_BELOW, 3.6, kind))
    return found + _tracker_words(at) + _words(at)


def areas(name: str = board.DEFAULT_LAYOUT) -> dict[str, tuple[float, float, float, float]]:
    """Return (x, y, width, height) of the two halves: the "face" with the lights, the "keys"."""
    at = form(name)
    split = (at.first_bar_hole[1] + at.first_key[1]) / 2
    margin = at.key_pitch * 0.62
    left, top = at.first_key
    return {
        "face": (0.0, 0.0, at.width, split),
        "keys": (
            left - margin,
            top - margin,
            (board.KEY_COLUMNS - 1) * at.key_pitch + 2 * margin,
            (board.KEY_ROWS - 1) * at.key_pitch + 2 * margin,
        ),
    }


def as_json(name: str = board.DEFAULT_LAYOUT) -> dict:
    """Return the whole board as a value that `json.dumps` takes, for the page to draw."""
    at = form(name)
    return {
        "layout": name,
        "width": at.width,
        "height": at.height,
        "corner": at.corner,
        "pixels": at.pixels.pixels,
        "gamma": board.GAMMA,
        "areas": areas(name),
        "holes": [spot._asdict() for spot in holes(name)],
        "trackers": [spot._asdict() for spot in trackers(name)],
        "paths": [spot._asdict() for spot in paths(name)],
        "bar": [spot._asdict() for spot in bar(name)],
        "keys": [key._asdict() for key in caps(name)],
        "turns": [turn._asdict() for turn in turns(name)],
        "marks": [mark._asdict() for mark in marks(name)],
        "sides": [{"name": side[0], "rgb": list(side[1:])} for side in board.SIDES],
    }


def _place(at: Form, number: int, track: int) -> tuple[float, float]:
    """Return (x, y) of a hole. The order of the tracks alternates from street to street, so that
    the turns are nested."""
    if number == board.HOLES:
        x, y = _place(at, number - 1, track)
        onwards = -1 if board.STREETS % 2 == 0 else 1
        return x + onwards * dimensions.GAME_HOLE_STEP, y
    street, place = divmod(number - 1, board.STREET)
    lane = at.pixels.tracks - 1 - track if street % 2 else track
    if street % 2:
        place = board.STREET - 1 - place
    return at.first_hole[0] + _along(at, place), at.street(street) + lane * at.lane_pitch


def _along(at: Form, place: int) -> float:
    """Return the distance of place 0 to 29 of a street from its left end, in mm."""
    return place * at.hole_pitch + place // dimensions.GROUP * at.group_gap


def _is_lowest(at: Form, spot: Spot) -> bool:
    """Return whether no other track runs below this hole, so that its number has room there."""
    street = min(spot.number - 1, board.HOLES - 2) // board.STREET
    return spot.track == (0 if street % 2 else at.pixels.tracks - 1)


# Each tracker: its name and its digits of five holes; a list for each row.
TRACKER_WORDS = (
    (("games", 2), ("corners", 2), ("high hand", 2)),
    (("points", 4), ("skunks", 1), ("double", 1)),
)


def _tracker_words(at: Form) -> list[Mark]:
    """Return the names of the trackers, each below its rows."""
    found = []
    last = at.pixels.tracks - 1
    for row, words in enumerate(TRACKER_WORDS[: at.pixels.tracker_rows]):
        digit = 0
        for word, digits in words:
            first = _along(at, digit * dimensions.GROUP)
            end = _along(at, (digit + digits) * dimensions.GROUP - 1)
            x = at.first_hole[0] + (first + end) / 2
            found.append(Mark(word, x, at.tracker_row(row, last) + MARK_BELOW, 3.6, "ten"))
            digit += digits
    return found


def _words(at: Form) -> list[Mark]:
    """Return the words engraved beside the keys and at the skunk lines."""
    left = at.first_hole[0]
    right = at.width - left
    turn = (at.street_pitch + at.lanes) / 2
    beside = at.first_key[1] + 1.5 * at.key_pitch
    return [
        Mark("double skunk", left - 6.5, at.street(1) + turn, 3.2, "skunk"),
        Mark("skunk", right + 6.5, at.street(2) + turn, 3.2, "skunk"),
        Mark("Pegboard", 78.0, beside - 6, 12.0, "name"),
        Mark("one hundred and twenty-one", 78.0, beside + 5, 4.4, "motto"),
        Mark("a card is its rank,", 317.0, beside - 4, 4.8, "motto"),
        Mark("then its suit", 317.0, beside + 4, 4.8, "motto"),
    ]
