"""The looks of bar and holes at a moment: when they change, and how they are painted."""

from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.games.options import CRIB_WARS
from engine_core.games.phases import OVER
from engine_core.state.state import NO_SIDE

from ..menus.menu_base import NOTHING, SEATS
from ..ticks import since
from . import bar, bar_refusal
from .levels import BRIGHT, DIM, FAINT

_BLINK_MS = const(400)
_FLIP_MS = const(150)

if TYPE_CHECKING:
    from typing import Protocol

    from engine_core.game.game import Game

    from ..keys.key_entry import KeyEntry
    from ..menus.menu_base import Menu
    from . import bar_menu, game_menu_lights, notices, track_lights, win_animation

    class View(Protocol):
        """The source of the picture: the App on the board, or on a laptop its mirror."""

        @property
        def game(self) -> Game: ...

        @property
        def menu(self) -> Menu | None:
            """None while the game is shown."""
            ...

        @property
        def key_entry(self) -> KeyEntry: ...

else:
    bar_menu = later("firmware.lights.bar_menu")
    notices = later("firmware.lights.notices")
    game_menu_lights = later("firmware.lights.game_menu_lights")
    track_lights = later("firmware.lights.track_lights")
    win_animation = later("firmware.lights.win_animation")


class Picture:
    """Paints `canvas`, with `pegs`, a PegAnimation."""

    def __init__(self, canvas, pegs):
        self._canvas = canvas
        self._pegs = pegs
        self._refused = None  # since when a refusal is shown, in ms
        self._pattern = 0  # of the refusal
        self._notice = None  # an event that is shown until the next key

    def _bar_look(self, view, now):
        """Return a number that changes with what the bar shows; see also `Screen.touch`."""
        if self._refused is not None:
            return 2 + since(now, self._refused) // _FLIP_MS % 2
        shown = self._pegs.queued() if self._pegs.is_counted() else 0
        return shown * 4 + now // _BLINK_MS % 2

    def _holes_look(self, view, now):
        """Return a number that changes with what the holes show; see also `Screen.settle`."""
        look = self._pegs.look(now) * 512
        if view.menu:
            return look + now // _BLINK_MS % 2
        state = view.game.state
        if state.phase == OVER and not self._pegs.moving():
            look += win_animation.look(now) * 2
        elif state.track == CRIB_WARS:
            look += track_lights.look(now) * 2
        return look

    def _paint_holes(self, view, now):
        canvas = self._canvas
        state = view.game.state
        if view.menu:
            shown = view.menu.shows()
            if shown == SEATS:
                game_menu_lights.paint_seats(canvas, state)
            elif shown != NOTHING:
                game_menu_lights.paint_tracker(canvas, state, shown)
            return
        levels = None
        if state.track == CRIB_WARS:
            track_lights.paint_crib_wars(canvas, now)
            levels = track_lights.peg_levels(state, now)
        won = state.phase == OVER and state.winner != NO_SIDE
        if won and not self._pegs.moving():
            win_animation.paint_win(canvas, state.winner, now)
        self._pegs.paint(canvas, now, levels)

    def _paint_bar(self, view, now):
        canvas = self._canvas
        state = view.game.state
        blink = now // _BLINK_MS % 2 == 0
        counted = self._pegs.counted()
        if view.menu:
            bar_menu.paint(canvas, view.menu, blink)
        elif self._notice:
            notices.paint(canvas, state, self._notice, blink)
        elif counted:
            level = DIM if not self._pegs.waits() else BRIGHT if blink else FAINT
            bar.paint_points(canvas, counted[0], counted[1], level)
        else:
            bar.paint_game(canvas, state, view.key_entry, blink)
        if self._refused is not None:
            bar_refusal.paint(canvas, since(now, self._refused) // _FLIP_MS % 2, self._pattern)
