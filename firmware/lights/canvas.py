"""A frame to paint on: three bytes for each pixel, in shades of the colours of
firmware.lights.palette."""

from engine_core.compat import TYPE_CHECKING, later
from hardware.board import BAR, PIXELS

from .levels import LEVEL_COUNT
from .shades import PLACES, SHADES

# The palette is needed only where the brightness is not the default one.
if TYPE_CHECKING:
    from hardware import board

    from . import palette
else:
    board = later("hardware.board")
    palette = later("firmware.lights.palette")


class Canvas:
    """`frame` holds r, g, b of each pixel, as they are sent to the strip. Its parts `bar_bytes`
    and `hole_bytes` share its memory; `bar_is_first` is whether it begins with the bar."""

    def __init__(self, brightness):
        self._begin(brightness, PIXELS, board.bar_pixel(0))
        self._holes = PLACES or palette.places()

    def _begin(self, brightness, pixels, bar):
        """Make a frame of `pixels` pixels, and divide it into the bar, which begins with the
        pixel `bar`, and the holes."""
        self.brightness = brightness
        self.frame = bytearray(pixels * 3)
        self._shades = SHADES if SHADES and brightness.is_default() else palette.shades(brightness)
        self.bar_is_first = not bar
        frame = memoryview(self.frame)
        self.bar_bytes = frame[bar * 3 : (bar + BAR) * 3]
        self.hole_bytes = frame[: bar * 3] if bar else frame[BAR * 3 :]
        self._dark = bytes(len(self.hole_bytes))
        self._dark_bar = bytes(BAR * 3)

    def clear_holes(self) -> None:
        """Make every hole dark."""
        self.hole_bytes[:] = self._dark

    def clear_bar(self) -> None:
        """Make the bar dark."""
        self.bar_bytes[:] = self._dark_bar

    def hole(self, hole: int, colour: int, level: int) -> None:
        """Light `hole`, 1 to 121, in the colour of a side, WHITE or RED."""
        self._light(self._holes[hole], colour, level)

    def row(self, hole: int, side: int, pixels: bytes) -> None:
        """Light the holes from `hole` on, all of one street, in `pixels`, the result of
        `shades`."""
        at = self._where(hole, side) * 3
        self.frame[at : at + len(pixels)] = pixels

    def shades(self, colour: int, level: int, levels: int) -> bytes:
        """Return the shades of `colour` at `levels` levels from `level` on, three bytes each."""
        of = (colour * LEVEL_COUNT + level) * 3
        return self._shades[of : of + levels * 3]

    def _where(self, hole, side):
        """Return the pixel of `hole` on the track of `side`."""
        return self._holes[hole]

    def bar(self, place: int, colour: int, level: int) -> None:
        """Light place 0 to 30 of the bar; ignore a place outside it."""
        if 0 <= place < BAR:
            of = (colour * LEVEL_COUNT + level) * 3
            self.brightness.fill(self.bar_bytes, place * 3, 1, self._shades, of)

    def span(self, first: int, after: int, colour: int, level: int) -> None:
        """Light the bar's places from `first`, at least 0, up to `after`, which may be beyond."""
        of = (colour * LEVEL_COUNT + level) * 3
        if after > BAR:
            after = BAR
        self.brightness.fill(self.bar_bytes, first * 3, after - first, self._shades, of)

    def _light(self, pixel, colour, level):
        at = pixel * 3
        of = (colour * LEVEL_COUNT + level) * 3
        self.frame[at] = self._shades[of]
        self.frame[at + 1] = self._shades[of + 1]
        self.frame[at + 2] = self._shades[of + 2]
