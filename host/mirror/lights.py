"""The board's lights, painted here: the firmware's own screen on what a mirror knows."""

from firmware.screen import Screen

from .mirror import Mirror

_SETTLED = ("snapshot", "new", "undo", "redo")


class Lights:
    """The lights of a board that is elsewhere: what `Screen` paints of its mirror.

    `mirror` may be replaced by another one at any time; `update` is to be called after each change
    of it, with the name of the message that changed it.
    """

    def __init__(self, strip, now: int, brightness=None):
        """strip: as the App's; now: ms; brightness: None for the board's own."""
        self.mirror = Mirror()
        self.screen = Screen(strip, now, brightness)

    def update(self, name: str, now: int) -> None:
        """Let the screen do at `now` ms what the board's own did at the message `name`."""
        if name == "name":
            return  # the lights have no names
        game = self.mirror.game
        if name != "snapshot":
            self.screen.touch()
        if name in _SETTLED or game.length == 1:
            self.screen.settle(game.state)
        if name in ("entry", "redo"):
            self.screen.add(game.state, self.mirror.events)
        elif name == "refused":
            self.screen.refuse(now, self.mirror.refusal_pattern)

    def show(self, now: int) -> None:
        """Paint what is to be seen at `now` ms, and give it to the strip, if it changed."""
        if self.mirror.menu or self.mirror.game.length:  # else nothing is known of the board
            self.screen.show(self.mirror, now)
