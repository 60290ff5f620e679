"""The test of a row of lights, answered by keys: the board cannot see which of them are dark.

The row is red, green, blue and white, a second each, again and again. ENTER: all are right; UNDO:
not all are. Then the row is white with one red light, which ◀ and ▶ move. It is invisible at a
dark light: the person moves it to the first such place and presses ENTER. Then only the lights
after that place are lit. ENTER: some of them can be seen; UNDO: none can.
"""

from engine_core.compat import const
from firmware.keys import keymap
from hardware import board

from ..ticks import since

RIGHT, DARK_FROM, DARK_ALONE = range(3)
_MS = const(1000)  # that each colour lasts
_SHOWN, _SOUGHT, _AFTER, _OVER = range(4)
RED, GREEN, WHITE = (255, 0, 0), (0, 255, 0), (255, 255, 255)
COLOURS = (RED, GREEN, (0, 0, 255), WHITE)


def rows(name: str, pixels: int) -> list:
    """Return (first, count) of the pixels of each row, in the order of the data: a row begins
    where the bar or a street does. name: of hardware.layouts; pixels: all on the wire."""
    if name in [row[0] for row in board.LAYOUTS]:
        _, tracks, _, bar = board.layout(name)
    else:
        from hardware.layouts import row_of

        _, tracks, _, bar = row_of(name)
    firsts = [bar]
    for track in tracks:
        firsts.extend(track)
    firsts = sorted(firsts) + [pixels]
    return [(first, after - first) for first, after in zip(firsts, firsts[1:])]


class LightTest:
    """The test of `count` pixels from the pixel `first` on, begun at `now` ms.

    `fault` is None until the person has answered; then RIGHT, or the fault, with the first dark
    pixel in `at`: all after it are dark too (DARK_FROM), or not (DARK_ALONE).
    """

    def __init__(self, first: int, count: int, now: int):
        self._first = first
        self._last = first + count - 1
        self._began = now
        self._step = _SHOWN
        self.fault = None
        self.at = first

    def press(self, key: int) -> None:
        """Handle a key of the person's answer; other keys do nothing."""
        step = self._step
        if key == keymap.ENTER:
            if step == _SHOWN:
                self._end(RIGHT)
            elif step == _AFTER:
                self._end(DARK_ALONE)
            elif step == _SOUGHT and self.at < self._last:
                self._step = _AFTER
            elif step == _SOUGHT:
                self._end(DARK_FROM)  # there are none after it
        elif key == keymap.UNDO:
            if step == _AFTER:
                self._end(DARK_FROM)
            else:
                self._step = _SOUGHT if step == _SHOWN else _SHOWN
        elif step == _SOUGHT and key in (keymap.LEFT, keymap.RIGHT):
            by = 1 if key == keymap.RIGHT else -1
            self.at = min(self._last, max(self._first, self.at + by))

    def paint(self, frame, brightness, now: int) -> None:
        """Paint the test into `frame` as it looks at `now` ms. brightness: as for Canvas."""
        frame[:] = bytes(len(frame))
        first, last = self._first, self._last
        if self._step == _SHOWN:
            turn = since(now, self._began) // _MS % len(COLOURS)
            _fill(frame, first, last, brightness.shade(COLOURS[turn], 255))
        elif self._step == _SOUGHT:
            _fill(frame, first, last, brightness.shade(WHITE, 255))
            _fill(frame, self.at, self.at, brightness.shade(RED, 255))
        elif self._step == _AFTER:
            _fill(frame, self.at + 1, last, brightness.shade(WHITE, 255))
        elif self.fault == RIGHT:
            _fill(frame, first, last, brightness.shade(GREEN, 255))
        else:
            # Green is good; red is beside the fault, on both sides where both are lit.
            _fill(frame, first, last, brightness.shade(GREEN, 255))
            for beside in (self.at - 1, self.at + 1):
                if 0 <= beside < len(frame) // 3:
                    _fill(frame, beside, beside, brightness.shade(RED, 255))
        brightness.cap(frame)

    def told(self) -> str:
        """Return the result as a line of text."""
        if self.fault == RIGHT:
            return "lights %d to %d are right" % (self._first + 1, self._last + 1)
        if self.fault == DARK_ALONE:
            return "light %d alone is dark: change that pixel" % (self.at + 1)
        text = "dark from light %d on: the joint before it, an arrow, or that pixel"
        return text % (self.at + 1)

    def _end(self, fault):
        self._step = _OVER
        self.fault = fault


def _fill(frame, first, last, shade):
    frame[3 * first : 3 * (last + 1)] = bytes(shade) * (last + 1 - first)
