"""Paints the lights of a remote board: the firmware's Screen with the state of its mirror."""

from firmware.lights.layout_screen import maker
from firmware.lights.screen import Screen
from firmware.menus.last_counts import last_counts

from .mirror import Mirror

_SETTLED = ("snapshot", "new", "undo", "redo", "left_out")


class Lights:
    """The lights of a remote board, painted by `Screen` from its mirror.

    `mirror` may be replaced at any time. Call `update` after each change of it, with the name of
    the message that changed it.
    """

    def __init__(self, strip, now: int, brightness=None):
        """strip: the port of an App; now: ms; brightness: None for the board's own."""
        self.mirror = Mirror()
        self.screen = Screen(strip, now, brightness)
        self._strip = strip
        self._brightness = brightness
        self._layout = self.mirror.layout

    def update(self, name: str, now: int) -> None:
        """Change the screen at `now` ms as the board did after the message `name`."""
        if name == "name":
            return  # the lights do not show names
        if self.mirror.layout != self._layout:
            self._layout = self.mirror.layout
            self.screen = maker(self._layout)(self._strip, now, self._brightness)
        game = self.mirror.game
        if name == "step":
            if self.screen.has_next_count():
                self.screen.next_count()
            return
        if name == "counts":
            self.screen.recall(game.state, last_counts(game))
            return
        if name != "snapshot":
            self.screen.touch()
        if name in _SETTLED or game.length == 1:
            self.screen.settle(game.state)
        if name in ("entry", "redo", "left_out"):
            self.screen.add(game.state, self.mirror.events)
        elif name == "refused":
            self.screen.refuse(now, self.mirror.refusal_pattern)

    def show(self, now: int) -> None:
        """Paint what is shown at `now` ms, and pass it to the strip if it has changed."""
        if self.mirror.menu or self.mirror.game.length:  # otherwise the board's state is unknown
            self.screen.show(self.mirror, now)
