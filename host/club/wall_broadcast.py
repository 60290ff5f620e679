"""Broadcasts a wall to its pages: all tiles and the standings, then those that have changed."""

import json
from collections.abc import Callable

from host.web.broadcast import Broadcast


class WallBroadcast(Broadcast):
    """Sends changes as events of the kind `view`: {"tables": [tile, ...], "standings": [...]}, the
    latter only if they have changed. A page that has seen no event, or too few, gets the result of
    `whole`, in the same form with "whole": true.
    """

    def __init__(self, whole: Callable[[], dict]):
        super().__init__(lambda key, down: None)
        self._whole = whole
        self._known: tuple[int, bytes] = (0, b"")  # its number, and the event

    def _newest(self) -> bytes:
        number = self._views[-1][0]
        if self._known[0] != number:
            text = json.dumps({**self._whole(), "whole": True}, separators=(",", ":"))
            self._known = number, self._event(number, text)
        return self._known[1]
