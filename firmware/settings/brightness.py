"""Converts colours as seen to the values sent to the pixels: gamma, brightness, current."""

from hardware.board import BRIGHTNESS, CHANNEL_MA, CURRENT_MA, GAMMA, IDLE_MA, PICO_MA, PIXELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def scale(frame, most: int, total: int) -> None:
    """Multiply each byte of `frame` by `most` / `total`, rounded down."""
    for i, value in enumerate(frame):
        if value:  # most lights are dark
            frame[i] = value * most // total


def fill(frame, at: int, pixels: int, shades, of: int) -> None:
    """Copy the three bytes from `of` on in `shades` to each of so many `pixels` of `frame`, from
    byte `at` on."""
    frame[at : at + 3 * pixels] = shades[of : of + 3] * pixels


class Brightness:
    """brightness: 0 to 255; gamma: the exponent; limit_ma: the largest current of the whole board,
    in mA, including the Pico; pixels: the number on the wire.

    `total` adds up a frame, `scale` dims it, and `fill` paints a row of pixels; a board may set
    faster functions. `idle_ma` is the current of the board with every light dark, in mA.
    """

    total: "Callable[..., int]" = staticmethod(sum)
    scale: "Callable[..., None]" = staticmethod(scale)
    fill: "Callable[..., None]" = staticmethod(fill)

    def __init__(self, brightness=BRIGHTNESS, gamma=GAMMA, limit_ma=CURRENT_MA, pixels=PIXELS):
        self._brightness = brightness
        self._gamma = gamma
        self._table = b""  # computed when first used, since that takes 35 ms on a Pico
        self.idle_ma = idle_ma(pixels)
        self.limit(limit_ma)

    def limit(self, limit_ma: int) -> None:
        """Set the largest current of the board, in mA, including the Pico."""
        self._most = max(0, limit_ma - self.idle_ma) * 255 // CHANNEL_MA

    def shade(self, colour, level: int) -> tuple:
        """Return the values to send to a pixel for the colour `(r, g, b)` at `level`, 0 to 255."""
        if not self._table:
            self._table = self._values()
        return tuple([self._table[max(1, c * level // 255) if c and level else 0] for c in colour])

    def is_default(self) -> bool:
        """Return whether brightness and gamma are those of hardware.board."""
        return self._brightness == BRIGHTNESS and self._gamma == GAMMA

    def _values(self):
        """Return the value to send for each value of a channel."""
        values = bytearray(256)
        for value in range(1, 256):
            lit = (value / 255) ** self._gamma * self._brightness
            # A value above 0 must stay above 0, so that a dim peg does not vanish.
            values[value] = max(1, int(lit + 0.5))
        return bytes(values)

    def cap(self, frame) -> bool:
        """Scale `frame` in place until its estimated current is within the limit, and return
        whether that was necessary."""
        total = self.total(frame)
        if total > self._most:
            self.scale(frame, self._most, total)
        return total > self._most

    def cap_part(self, part, frame) -> bool:
        """Scale `part` of `frame` in place until the current of the frame is within the limit, and
        return whether that was necessary."""
        over = self.total(frame) - self._most
        if over > 0:
            total = self.total(part)
            self.scale(part, max(0, total - over), total)
        return over > 0


def idle_ma(pixels: int) -> int:
    """Return the estimated current of the board with every light dark, in mA."""
    return PICO_MA + IDLE_MA * pixels


def current_ma(frame) -> int:
    """Return the estimated current of the board with `frame` lit, in mA: the Pico, every pixel and
    each channel."""
    return idle_ma(len(frame) // 3) + sum(frame) * CHANNEL_MA // 255
