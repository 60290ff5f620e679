"""The layouts with more tracks and holes: which pixel is which hole, by arithmetic.

A row is a layout: name, number of tracks, rows of tracker holes of each track, and the
numbers of holes of the blue paths of Crib Wars. The data goes through the bar, the rows of
trackers from below, the tracks one after another, each street by street from below, and the
paths. It imports nothing but the description, so a Pico reads the same file, but only if
`board.cfg` names one of these layouts.
"""

from . import board

ROW = 30  # holes of a row of trackers: six digits of five
ROWS = (
    ("two-track", 2, 0, ()),
    ("three-track", 3, 0, ()),
    ("once-around", 2, 2, ()),
    ("crib-wars", 1, 0, (4, 3, 5, 3)),
)
SHARED = tuple([row[0] for row in board.LAYOUTS])
NAMES = SHARED + tuple([row[0] for row in ROWS])


def row_of(name: str) -> tuple:
    """Return the layout called `name` as a row of board.LAYOUTS. Raises ValueError if there is
    none."""
    _, tracks, rows, _ = _described(name)
    first = board.BAR + tracks * rows * ROW
    streets = tuple(
        [
            tuple(
                [
                    first
                    + track * board.HOLES
                    + (
                        0
                        if street == board.STREETS - 1
                        else board.HOLES - board.STREET * (street + 1)
                    )
                    for street in range(board.STREETS)
                ]
            )
            for track in range(tracks)
        ]
    )
    return name, streets, board.HOLES, 0


def _described(name):
    for row in ROWS:
        if row[0] == name:
            return row
    if name in SHARED:
        return name, 1, 0, ()
    raise ValueError("there is no board layout called " + name)


class Layout:
    """The pixels of a layout.

    name: as in NAMES; tracks: their number; tracker_rows: for each track; paths: the number of
    holes of each blue path; pixels: the total on the wire.
    """

    def __init__(self, name: str):
        """Raises ValueError if there is no layout called `name`."""
        self.name, self.tracks, self.tracker_rows, self.paths = _described(name)
        row = board.layout(name) if name in SHARED else row_of(name)
        _, self._streets, _, self._bar = row
        self._lines = self.tracks * self.tracker_rows
        self._paths = board.BAR + self._lines * ROW + self.tracks * board.HOLES
        self.pixels = self._paths + sum(self.paths)

    def hole(self, hole: int, track: int = 0) -> int:
        """Return the pixel of `hole` (1 to 121) on `track`. Raises ValueError off the board."""
        if not (1 <= hole <= board.HOLES and 0 <= track < self.tracks):
            raise ValueError("there is no hole %d on track %d" % (hole, track))
        street = min((hole - 1) // board.STREET, board.STREETS - 1)
        return self._streets[track][street] + hole - 1 - street * board.STREET

    def bar(self, index: int) -> int:
        """Return the pixel of bar light `index` (0 to 30, left to right). Raises ValueError."""
        if not 0 <= index < board.BAR:
            raise ValueError("there is no light %d on the bar" % index)
        return self._bar + index

    def tracker(self, track: int, row: int, column: int) -> int:
        """Return the pixel of the tracker hole in `column` (0 to 29, left to right) of `row` (from
        0) of `track`. Raises ValueError if there is none.

        From below, the data runs through the rows from right to left and from left to right.
        """
        if not (0 <= track < self.tracks and 0 <= row < self.tracker_rows and 0 <= column < ROW):
            raise ValueError("there is no tracker hole %d in row %d" % (column, row))
        line = self._lines - 1 - row * self.tracks - track
        return board.BAR + line * ROW + (column if line % 2 else ROW - 1 - column)

    def path(self, number: int) -> int:
        """Return the pixel of hole `number` (from 0) of the blue paths, numbered through all
        paths. Raises ValueError if there is none."""
        if not 0 <= number < sum(self.paths):
            raise ValueError("there is no hole %d on the paths" % number)
        return self._paths + number
