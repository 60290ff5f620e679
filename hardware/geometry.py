"""Where everything on the board is, in millimetres from its top left corner, y downwards.

Computed from `hardware.board` and `hardware.dimensions`; the page, the drill template and the
tests read it from here.
"""

from typing import NamedTuple

from hardware import board, dimensions

# Where each track of a layout begins, relative to FIRST_HOLE: one offset a track, in the order of
# board.LAYOUTS. A layout with several tracks needs streets further apart, never another file.
TRACK_OFFSETS = {"shared": ((0.0, 0.0),), "shared-holes-first": ((0.0, 0.0),)}

BAR_NUMBERS = (5, 10, 15, 20, 25, board.BAR)
MARK_BELOW = 7.4  # from a hole's centre to the middle of its number


class Spot(NamedTuple):
    """A drilled hole with a light in it: `number` from 1, its pixel, centre and diameter."""

    number: int
    pixel: int
    x: float
    y: float
    diameter: float
    track: int = 0


class Key(NamedTuple):
    """A key cap: `number` is its place in board.KEYS; centre and edge."""

    number: int
    name: str
    label: str
    x: float
    y: float
    size: float


class Mark(NamedTuple):
    """Engraved text: its middle, the height of its letters, and what it is for."""

    text: str
    x: float
    y: float
    size: float
    kind: str


class Turn(NamedTuple):
    """The engraved half circle that leads from the end of one street to the next."""

    x: float
    top: float
    bottom: float
    right: bool


def holes(name: str = board.DEFAULT_LAYOUT) -> list[Spot]:
    """Return the holes of every track of layout `name`, in the order they are pegged."""
    return [
        Spot(
            number, board.hole_pixel(number, track, name), x + dx, y + dy, _diameter(number), track
        )
        for track, (dx, dy) in enumerate(TRACK_OFFSETS[name])
        for number, x, y in _serpentine()
    ]


def bar(name: str = board.DEFAULT_LAYOUT) -> list[Spot]:
    """Return the lights of the bar, 1 to 31, left to right."""
    x, y = dimensions.FIRST_BAR_HOLE
    return [
        Spot(
            index + 1,
            board.bar_pixel(index, name),
            x + index * dimensions.BAR_PITCH,
            y,
            dimensions.BAR_HOLE_DIAMETER,
        )
        for index in range(board.BAR)
    ]


def caps() -> list[Key]:
    """Return the keys, row by row from the top left."""
    left, top = dimensions.FIRST_KEY
    placed = []
    for number, name in enumerate(board.KEYS):
        row, column = divmod(number, board.KEY_COLUMNS)
        x = round(left + column * dimensions.KEY_PITCH, 3)
        y = round(top + row * dimensions.KEY_PITCH, 3)
        placed.append(Key(number, name, dimensions.KEY_LABELS[number], x, y, dimensions.KEY_SIZE))
    return placed


def turns(name: str = board.DEFAULT_LAYOUT) -> list[Turn]:
    """Return the half circles between streets, for every track of layout `name`."""
    found = []
    spots = holes(name)
    for here, there in zip(spots, spots[1:], strict=False):
        if here.track == there.track and here.y != there.y:
            right = here.x > dimensions.BOARD_WIDTH / 2
            found.append(Turn(here.x, here.y, there.y, right))
    return found


def marks(name: str = board.DEFAULT_LAYOUT) -> list[Mark]:
    """Return the engraved numbers and words."""
    found = []
    for spot in holes(name):
        if spot.track == 0 and (spot.number % dimensions.GROUP == 0 or spot.number == board.HOLES):
            kind = "ten" if spot.number % 10 == 0 or spot.number == board.HOLES else "five"
            below = MARK_BELOW + (spot.diameter - dimensions.HOLE_DIAMETER) / 2
            found.append(Mark(str(spot.number), spot.x, spot.y + below, 3.6, kind))
    for spot in bar(name):
        if spot.number in BAR_NUMBERS:
            kind = "ten" if spot.number in (15, board.BAR) else "five"
            found.append(Mark(str(spot.number), spot.x, spot.y + MARK_BELOW, 3.6, kind))
    return found + _words()


def areas() -> dict[str, tuple[float, float, float, float]]:
    """Return (x, y, width, height) of the two halves: the "face" with the lights, the "keys"."""
    split = (dimensions.FIRST_BAR_HOLE[1] + dimensions.FIRST_KEY[1]) / 2
    margin = dimensions.KEY_PITCH * 0.62
    left, top = dimensions.FIRST_KEY
    return {
        "face": (0.0, 0.0, dimensions.BOARD_WIDTH, split),
        "keys": (
            left - margin,
            top - margin,
            (board.KEY_COLUMNS - 1) * dimensions.KEY_PITCH + 2 * margin,
            (board.KEY_ROWS - 1) * dimensions.KEY_PITCH + 2 * margin,
        ),
    }


def as_json(name: str = board.DEFAULT_LAYOUT) -> dict:
    """Return the whole board as a value that `json.dumps` takes, for the page to draw."""
    return {
        "layout": name,
        "width": dimensions.BOARD_WIDTH,
        "height": dimensions.BOARD_HEIGHT,
        "corner": dimensions.BOARD_CORNER,
        "pixels": board.PIXELS,
        "gamma": board.GAMMA,
        "areas": areas(),
        "holes": [spot._asdict() for spot in holes(name)],
        "bar": [spot._asdict() for spot in bar(name)],
        "keys": [key._asdict() for key in caps()],
        "turns": [turn._asdict() for turn in turns(name)],
        "marks": [mark._asdict() for mark in marks(name)],
        "sides": [{"name": side[0], "rgb": list(side[1:])} for side in board.SIDES],
    }


def _serpentine():
    """Yield (number, x, y) of one track's holes."""
    for number in range(1, board.HOLES):
        yield number, *_place(number)
    x, y = _place(board.HOLES - 1)
    onwards = -1 if board.STREETS % 2 == 0 else 1
    yield board.HOLES, x + onwards * dimensions.GAME_HOLE_STEP, y


def _place(number: int) -> tuple[float, float]:
    """Return (x, y) of a hole in a street."""
    left, top = dimensions.FIRST_HOLE
    street, place = divmod(number - 1, board.STREET)
    if street % 2:
        place = board.STREET - 1 - place
    x = left + place * dimensions.HOLE_PITCH + place // dimensions.GROUP * dimensions.GROUP_GAP
    return x, top + street * dimensions.STREET_PITCH


def _diameter(number: int) -> float:
    return dimensions.GAME_HOLE_DIAMETER if number == board.HOLES else dimensions.HOLE_DIAMETER


def _words() -> list[Mark]:
    """Return what is engraved beside the keys and at the lines of a lost game."""
    left = dimensions.FIRST_HOLE[0]
    right = dimensions.BOARD_WIDTH - left
    middle = dimensions.FIRST_HOLE[1] + 1.5 * dimensions.STREET_PITCH
    beside = dimensions.FIRST_KEY[1] + 1.5 * dimensions.KEY_PITCH
    last = dimensions.FIRST_HOLE[1] + 2.5 * dimensions.STREET_PITCH
    return [
        Mark("double skunk", left - 6.5, middle, 3.2, "skunk"),
        Mark("skunk", right + 6.5, last, 3.2, "skunk"),
        Mark("Pegboard", 78.0, beside - 6, 12.0, "name"),
        Mark("one hundred and twenty-one", 78.0, beside + 5, 4.4, "motto"),
        Mark("a card is its rank,", 317.0, beside - 4, 4.8, "motto"),
        Mark("then its suit", 317.0, beside + 4, 4.8, "motto"),
    ]
