"""A frame of a layout with more tracks or holes: sides have their own tracks, and there may be
holes for the trackers and for the blue paths. Loaded only on such a board."""

from array import array

from engine_core.compat import const
from engine_core.games.crib_wars_layout import BLUE, GREEN
from engine_core.pegs.crib_wars import OFF_TRACK
from engine_core.pegs.trackers import tracker
from hardware.board import HOLES, SIDES
from hardware.layouts import Layout

from .canvas import Canvas
from .levels import BRIGHT, DIM, WHITE

# For each row of trackers: a tracker, and its digits of five holes. The same as the words of
# hardware/geometry.py.
TRACKER_DIGITS = (
    (("games", 2), ("corners", 2), ("high hand", 2)),
    (("points", 4), ("skunks", 1), ("double skunks", 1)),
)
_DIGIT = const(5)  # holes
_ON_TRACK = const(0xFF)


class LayoutCanvas(Canvas):
    """A Canvas for `layout`.

    A side's light is on its own track; if there are more sides than tracks, side n is on the track
    n modulo their number. Any other colour is on every track. A hole from `OFF_TRACK` on is a spot
    of Crib Wars (engine_core.pegs.crib_wars); it is shown on its path.
    """

    def __init__(self, brightness, layout: Layout):
        self.layout = layout
        self._begin(brightness, layout.pixels, layout.bar(0))
        self._tracks = [_holes(layout, track) for track in range(layout.tracks)]
        self.spots = OFF_TRACK if layout.paths else 0
        self._spots = _spots() if layout.paths else b""

    def hole(self, hole: int, colour: int, level: int) -> None:
        """Light `hole`, 1 to 121 or a spot off the track, in the colour of a side, or another."""
        if hole > HOLES:
            self._light(self.layout.path(self._spots[hole - OFF_TRACK]), colour, level)
        elif colour < len(SIDES):
            self._light(self._where(hole, colour), colour, level)
        else:
            for track in self._tracks:
                self._light(track[hole], colour, level)

    def _where(self, hole, side):
        return self._tracks[side % len(self._tracks)][hole]

    def place(self, spot: int, hole: int) -> int:
        """Return the argument of `hole` for a peg on `spot`, which is at `hole` on the track."""
        if self._spots and spot >= OFF_TRACK and self._spots[spot - OFF_TRACK] != _ON_TRACK:
            return spot
        return hole

    def trackers(self, state, turn: int) -> None:
        """Light the trackers of the match. Those of sides that share a track take turns: `turn`
        counts up. A number with more digits than its holes begins again at 0, as pegs do."""
        tracks = self.layout.tracks
        sides = len(state.scores)
        for track in range(min(tracks, sides)):
            sharing = (sides - track + tracks - 1) // tracks
            side = track + turn % sharing * tracks
            for row, words in enumerate(TRACKER_DIGITS):
                end = 0
                for name, digits in words:
                    end += digits
                    self._number(tracker(state, name, side), digits, end, track, row, side)

    def _number(self, number, digits, end, track, row, side):
        """Light `number` in the digits before digit `end`; the first of its five holes is white
        for five, each other is one."""
        for n in range(digits):
            fives, ones = divmod(number % 10, 5)
            number //= 10
            column = (end - 1 - n) * _DIGIT
            if fives:
                self._light(self.layout.tracker(track, row, column), WHITE, DIM)
            for one in range(ones):
                pixel = self.layout.tracker(track, row, column + 1 + one)
                self._light(pixel, side, BRIGHT)


def _holes(layout, track):
    """Return the pixel of each hole of a track; there is no hole 0."""
    return array("H", [0] + [layout.hole(n + 1, track) for n in range(HOLES)])


def _spots() -> bytes:
    """Return the hole on the paths for each spot off the track; where a path begins, the peg
    stands on the track."""
    found = bytearray()
    paths = 0
    for _, path, _ in BLUE:
        found.append(_ON_TRACK)
        for _ in path:
            found.append(paths)
            paths += 1
    return bytes(found) + bytes([_ON_TRACK]) * len(GREEN)
