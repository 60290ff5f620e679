"""The Screen of a layout with tracks: each side on its own track, the trackers of Once-Around and
the paths of Crib Wars if it has holes for them. Loaded only on such a board."""

from engine_core.compat import const
from engine_core.games.options import CRIB_WARS, ONCE_AROUND
from engine_core.pegs import crib_wars
from hardware.board import DEFAULT_LAYOUT
from hardware.layouts import Layout

from ..settings.brightness import Brightness
from .layout_canvas import LayoutCanvas
from .peg_animation import PegAnimation
from .screen import Screen

_TURN_MS = const(2000)  # ms for each side's trackers, if sides share them


def maker(layout: str):
    """Return the function that makes the Screen of the layout with this name, for Ports."""

    def make(strip, now, brightness=None):
        if layout == DEFAULT_LAYOUT:
            return Screen(strip, now, brightness)
        return LayoutScreen(strip, now, brightness, layout)

    return make


class LayoutPegs(PegAnimation):
    """Pegs on the tracks of `canvas`, a LayoutCanvas. A moving peg follows the track; at rest it
    may stand on a path."""

    def __init__(self, canvas):
        super().__init__()
        self._canvas = canvas
        self.tracks = canvas.layout.tracks

    def settle(self, state) -> None:
        """Show the pegs where they are in `state`."""
        super().settle(state)
        if state.track == CRIB_WARS:
            self._place(state, self._front, self._back)

    def add(self, state, events, now: int) -> None:
        """Queue the moves that result from `events`; the first begins at `now` ms."""
        super().add(state, events, now)
        if state.track == CRIB_WARS:
            self._place(state, *self._end)

    def _place(self, state, front, back):
        """Put the pegs that stand on a path on its spots."""
        for side in range(len(front)):
            front[side] = self._canvas.place(state.spots[side], front[side])
            # The back peg stands where the last count began, unless a peg has moved since.
            begun = state.count_spots[side]
            if state.count_points[side] and crib_wars.hole(begun) == back[side]:
                back[side] = self._canvas.place(begun, back[side])

    def _ends_at(self, side):
        return crib_wars.hole(super()._ends_at(side))

    def _shared(self):
        places = []
        for side in range(len(self._front)):
            pegs = {self._front[side], self._back[side]}
            places += [(hole, side % self.tracks) for hole in pegs if hole]
        return len(set(places)) < len(places)


class LayoutScreen(Screen):
    """The Screen of the layout `name` of hardware.layouts; the rest as for Screen."""

    def __init__(self, strip, now, brightness, name: str):
        self.layout = name  # for the hello of the link
        self._pixels = Layout(name)
        brightness = brightness or Brightness(pixels=self._pixels.pixels)
        super().__init__(strip, now, brightness)
        self._canvas = LayoutCanvas(brightness, self._pixels)
        self._pegs = LayoutPegs(self._canvas)

    def _holes_look(self, view, now):
        look = super()._holes_look(view, now)
        state = view.game.state
        if self._has_trackers(state) and len(state.scores) > self._pixels.tracks:
            return look * 512 + now // _TURN_MS % 512
        return look

    def _has_trackers(self, state):
        return self._pixels.tracker_rows and state.track == ONCE_AROUND

    def _paint_holes(self, view, now):
        super()._paint_holes(view, now)
        if not view.menu and self._has_trackers(view.game.state):
            self._canvas.trackers(view.game.state, now // _TURN_MS)
