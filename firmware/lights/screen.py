"""Paints the strip whenever it would look different, at most sixty times a second."""

from engine_core.compat import TYPE_CHECKING, const
from engine_core.games.phases import OVER
from hardware.board import BAR

from ..settings.brightness import Brightness
from ..ticks import after, since
from . import bar_refusal
from .canvas import Canvas
from .levels import DIM, WHITE
from .peg_animation import PegAnimation
from .picture import Picture

if TYPE_CHECKING:
    from .picture import View

_FRAME_MS = const(16)
_REFUSED_MS = const(900)
# Events with their own pattern on the bar until the next key (G12b): see
# firmware.lights.notices.
_NOTICES = ("renege", "missing", "misclaim", "cease-fire", "killed")
_LEFT_OUT = "left_out"  # entries left out (G16b); shown if there is no other notice
_GOES = "goes"  # the goes that a card above 31 implies (G21); likewise


class Screen(Picture):
    """`strip`: see firmware.ports; `brightness`: None for the one in hardware.board."""

    def __init__(self, strip, now, brightness=None):
        super().__init__(Canvas(brightness or Brightness()), PegAnimation())
        self._strip = strip
        self._due = None  # state, events and ms of moves not yet computed
        self._now = now
        self._shown = now
        self._show_first = None  # set with the first frame if the strip can show the bar alone
        # The look of bar and holes, as a number; None to paint them in any case.
        self._look = None
        self._holes = None
        self._in_menu = False  # whether the holes may show something of a menu
        self._dimmed = False  # whether the last whole frame was dimmed to limit the current

    def settle(self, state) -> None:
        """Show the pegs where they are in `state`."""
        self._notice = self._due = None
        self._pegs.settle(state)
        self._look = self._holes = None

    def add(self, state, events) -> None:
        """Show `events` of the game as moves of the pegs. Earlier moves end at once; those that
        are pending must have been computed before the state changed, see `move_pegs`."""
        self._pegs.finish()
        self._due = (state, events, self._now)
        self._notice = None
        # The bar may answer before the moves are computed, unless its points come first.
        later = bool(self._show_first)
        scored = False
        for event in events:
            kind = event[0]
            if kind == "score":
                scored = True
            elif kind == "count":
                later = later and scored
            elif kind in _NOTICES or (kind == _LEFT_OUT and not self._notice):
                self._notice = event
        if events and events[0][0] == _GOES and not self._notice and state.phase != OVER:
            self._notice = events[0]
        if not later:
            self.move_pegs()
        self._look = self._holes = None

    def move_pegs(self) -> None:
        """Compute the pending moves of the pegs. Call it before the state changes."""
        if self._due:
            due = self._due
            self._due = None
            self._pegs.add(*due)

    def recall(self, state, counts: list) -> None:
        """Show counts of the last show again; counts: as from firmware.menus.last_counts."""
        self._due = None
        self._pegs.recall(state, counts, self._now)
        self._look = self._holes = None

    def has_next_count(self) -> bool:
        """Return whether the points of another hand follow what is shown."""
        self.move_pegs()
        return self._pegs.following() > 0

    def next_count(self) -> None:
        """Show the next hand's points; or the first ones, if a notice was shown before them."""
        if self._notice:
            self._notice = None
        else:
            self._pegs.next_count(self._now)
        self._look = self._holes = None

    def wait(self) -> None:
        """Light the bar evenly at once, because the answer to a key takes longer than usual; the
        next frame is painted anew."""
        if not self._strip.busy():
            canvas = self._canvas
            canvas.span(0, BAR, WHITE, DIM)
            canvas.brightness.cap(canvas.frame)
            self._strip.show(canvas.frame)
        self._look = self._holes = None

    def repaint(self) -> None:
        """Paint again at the next tick, because the brightness has changed."""
        self._look = self._holes = None

    def answered(self) -> bool:
        """Return whether everything that has happened is on the bar, in a frame that the strip has
        taken and does not keep waiting."""
        return self._look is not None and not self._strip.busy()

    def moving(self) -> bool:
        """Return whether a peg is moving, or will move by itself."""
        self.move_pegs()
        return self._pegs.moving() and not self._pegs.at_rest(self._now)

    def until_frame(self, now: int) -> int:
        """Return how many ms after `now` the next frame of a moving peg is due. It is below 0 if
        nothing had changed by then."""
        return _FRAME_MS - since(now, self._shown)

    def touch(self) -> None:
        """End everything that is shown until a key is pressed: a refusal, a notice, the points of
        a hand."""
        self._refused = self._notice = None
        self.move_pegs()
        if self._pegs.moving() and self._pegs.counts():
            self._pegs.finish()
            self._holes = None
        self._look = None

    def refuse(self, now: int, pattern: int = bar_refusal.PLAIN) -> None:
        """Show a refusal with this pattern of firmware.lights.bar_refusal from `now` ms on."""
        self._refused = now
        self._pattern = pattern
        self._look = None

    def show(self, view: "View", now: int) -> None:
        """Paint `view` as it looks at `now` ms, and give the frame to the strip if it changed.

        If something has happened, the bar answers it first, as far as the strip can show it alone;
        the holes follow.
        """
        self._now = now
        self._end_refusal(now)
        answers = self._look is None
        if answers and (view.menu or self._in_menu):
            self._in_menu = view.menu is not None
            self._holes = None  # a menu may light some
        if answers and self._show_first:
            self._pegs.step(now)
            # The look of the holes is computed once the bar has been sent.
            if not self._strip.busy():
                self._look = self._bar_look(view, now)
                self._show_bar(self._show_first, view, now)
            return
        self.move_pegs()
        self._pegs.step(now)
        self._update(view, now, answers)

    def _end_refusal(self, now):
        """End a refusal that was shown for long enough."""
        if self._refused is not None and since(now, self._refused) >= _REFUSED_MS:
            self._refused = None
            self._look = None

    def _update(self, view, now, at_once):
        """Show what has changed, if the strip is free and a frame is due or `at_once`."""
        look = self._bar_look(view, now)
        holes = self._holes_look(view, now)
        new_bar = look != self._look
        new_holes = holes != self._holes
        if not (new_bar or new_holes) or self._strip.busy():
            return
        if not at_once and self._holes is not None and since(now, self._shown) < _FRAME_MS:
            return
        self._look = look
        all_holes = new_holes or self._dimmed
        if self._show_first and not all_holes:
            self._show_bar(self._show_first, view, now)
            return
        self._holes = holes
        # A frame that is a little late does not delay the next one.
        late = 0 <= since(now, self._shown) - _FRAME_MS < _FRAME_MS
        self._shown = after(self._shown, _FRAME_MS) if late else now
        # A menu lights some holes too.
        self._show_whole(view, now, all_holes, new_bar or self._dimmed or view.menu)

    def _show_whole(self, view, now, new_holes, new_bar):
        """Send the whole frame, with the holes or the bar painted again, or both."""
        canvas = self._canvas
        if new_holes:
            canvas.clear_holes()
            self._paint_holes(view, now)
        if new_bar:
            canvas.clear_bar()
            self._paint_bar(view, now)
        self._dimmed = canvas.brightness.cap(canvas.frame)
        self._strip.show(canvas.frame)
        if not self._show_first and canvas.bar_is_first:
            self._show_first = getattr(self._strip, "show_first", None)

    def _show_bar(self, show_first, view, now):
        """Send the bar alone; the holes stay as they are."""
        canvas = self._canvas
        canvas.clear_bar()
        self._paint_bar(view, now)
        if canvas.brightness.cap_part(canvas.bar_bytes, canvas.frame) or self._dimmed:
            self._dimmed = True
            self._holes = None  # so that all of it will be dimmed equally
        show_first(canvas.frame, BAR)
