"""From a colour as it should look to what the pixels are sent: gamma, brightness, current."""

from hardware.board import BRIGHTNESS, CHANNEL_MA, CURRENT_MA, GAMMA, IDLE_MA, PICO_MA, PIXELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def scale(frame, most: int, total: int) -> None:
    """Multiply each byte of `frame` by `most` / `total`, rounded down."""
    for i, value in enumerate(frame):
        frame[i] = value * most // total


class Brightness:
    """brightness: 0 to 255; gamma: the exponent; limit_ma: the most that the board may take, the
    Pico included; pixels: on the wire.

    `total` adds up a frame, `scale` dims it; a board may set quicker ones. `idle_ma` is what the
    board takes with every light dark.
    """

    total: "Callable[..., int]" = staticmethod(sum)
    scale: "Callable[..., None]" = staticmethod(scale)

    def __init__(self, brightness=BRIGHTNESS, gamma=GAMMA, limit_ma=CURRENT_MA, pixels=PIXELS):
        # What is lit at all must stay so: a dim peg may not vanish.
        self._table = bytes(
            [0] + [max(1, int((v / 255) ** gamma * brightness + 0.5)) for v in range(1, 256)]
        )
        self.idle_ma = idle_ma(pixels)
        self.limit(limit_ma)

    def limit(self, limit_ma: int) -> None:
        """Set the most that the board may take from now on, in mA, the Pico included."""
        self._most = max(0, limit_ma - self.idle_ma) * 255 // CHANNEL_MA

    def shade(self, colour, level: int) -> tuple:
        """Return what a pixel is sent for `(r, g, b)` at `level`, 0 to 255."""
        return tuple([self._table[max(1, c * level // 255) if c and level else 0] for c in colour])

    def cap(self, frame) -> None:
        """Scale `frame` in place until its estimated current is within the limit."""
        total = self.total(frame)
        if total > self._most:
            self.scale(frame, self._most, total)


def idle_ma(pixels: int) -> int:
    """Return what the board takes with every light dark, in mA, as estimated."""
    return PICO_MA + IDLE_MA * pixels


def current_ma(frame) -> int:
    """Return what the board takes with `frame` lit, in mA, as estimated: the Pico, every pixel,
    each channel."""
    return idle_ma(PIXELS) + sum(frame) * CHANNEL_MA // 255
