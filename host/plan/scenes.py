"""Estimates the current of the firmware's own scenes, as painted by the App and its parts."""

from collections.abc import Iterator
from typing import NamedTuple

from engine_core.game.game import Game
from engine_core.games import options, presets
from engine_core.state import entries
from firmware.app import App
from firmware.lights import bar, bar_menu, bar_refusal, track_lights, win_animation
from firmware.lights.canvas import Canvas
from firmware.lights.layout_canvas import LayoutCanvas
from firmware.lights.layout_screen import maker
from firmware.lights.levels import DIM
from firmware.menus.menu_base import Menu
from firmware.ports import Ports
from firmware.settings.brightness import Brightness, current_ma
from hardware import board, forms
from hardware.layouts import Layout
from host.boards.stores import MemoryStore

_NO_LIMIT = 1_000_000
_SETTLED_MS = 10_000


class Scene(NamedTuple):
    """What it shows, and the frame for the strip before the limit of current."""

    name: str
    frame: bytes

    def wanted_ma(self) -> int:
        """Return the current that the board would draw without a limit, in mA."""
        return current_ma(self.frame)

    def limited_ma(self, limit: int) -> int:
        """Return the current that the board draws within `limit`, in mA."""
        frame = bytearray(self.frame)
        Brightness(limit_ma=limit, pixels=len(frame) // 3).cap(frame)
        return current_ma(frame)


class _Quiet:
    """Strip, link and clock of an App; records only the brightest frame."""

    def __init__(self):
        self.now = 0
        self.brightest = b""

    def ms(self):
        return self.now

    def show(self, frame):
        self.brightest = max(self.brightest, bytes(frame), key=sum)

    def busy(self):
        return False

    def write(self, line):
        return True

    def read(self):
        return None


def scenes(layout: str = board.DEFAULT_LAYOUT) -> list[Scene]:
    """Return the scenes of a board of `layout`, each at the moment when it draws the most."""
    return [*games(layout), *moments(layout)]


def games(layout: str) -> list[Scene]:
    """Return the start menu and the start of each game: they depend on the table of games."""
    pixels = forms.form(layout).pixels
    return [_of_app(pixels, "the start menu", None), *_games(pixels)]


def moments(layout: str) -> list[Scene]:
    """Return the scenes that do not depend on the number of games."""
    pixels = forms.form(layout).pixels
    return [*_moments(pixels), *_self_test(pixels)]


def _games(layout: Layout) -> Iterator[Scene]:
    for row in presets.PRESETS:
        tracks = row.tracks if max(row.targets) == options.FULL_TRACK else (options.PLAIN,)
        found = []
        for track in tracks:
            words = f"{row.name}, {options.TRACKS[track]} track" if track else row.name
            start = (entries.START, row.code, row.players()[-1], max(row.targets), 0, 0, track)
            found.append(_of_app(layout, words, start))
        yield max(found, key=lambda scene: scene.wanted_ma())


def _of_app(layout, name, start):
    quiet = _Quiet()
    ports = Ports(quiet, MemoryStore(), quiet, quiet)
    ports.brightness = Brightness(limit_ma=_NO_LIMIT)
    ports.make_screen = maker(layout.name)
    app = App(ports)
    if start:
        app.enter(start)
    while quiet.now < _SETTLED_MS:
        app.tick()
        quiet.now += 50
    return Scene(name, quiet.brightest)


class _FullMenu(Menu):
    """A menu with as many choices as the bar has lights, for six players."""

    def choices(self) -> list:
        return [""] * board.BAR

    def lit(self) -> list:
        return [False] * board.BAR

    def sides(self) -> tuple:
        return tuple(range(len(board.SIDES)))

    def page(self) -> tuple:
        return 1, 1


def _moments(layout: Layout) -> Iterator[Scene]:
    def _painted(name, paint):
        return _most(layout, name, paint)

    every = range(len(board.SIDES))
    yield _painted(
        f"a menu of {board.BAR} choices",
        lambda canvas, n: bar_menu.paint(canvas, _FullMenu(), True),
    )
    yield _painted(
        "a hand of 29 on the bar", lambda canvas, n: bar.paint_points(canvas, n, 29, DIM)
    )
    yield _painted("a refusal", lambda canvas, n: bar_refusal.paint(canvas, n % 2, 0))
    yield _painted(
        "the holes of the Crib Wars track",
        lambda canvas, n: track_lights.paint_crib_wars(canvas, 300 * n),
    )
    if layout.tracker_rows:
        game = Game()
        game.apply((entries.START, 1, 2, 121, 0, 0, options.ONCE_AROUND))
        for row in ("running_points", "games", "skunks", "double_skunks", "corner_wins"):
            getattr(game.state, row)[:] = bytes([99] * len(getattr(game.state, row)))
        yield _painted("full trackers", lambda canvas, n: canvas.trackers(game.state, n))
    for side in every:
        yield _painted(
            f"a win, {board.SIDES[side][0]}",
            lambda canvas, n, side=side: win_animation.paint_win(canvas, side, 60 * n),
        )


def _most(layout, name, paint):
    frames = []
    for n in range(len(board.SIDES)):
        brightness = Brightness(limit_ma=_NO_LIMIT)
        default = layout.name == board.DEFAULT_LAYOUT
        canvas = Canvas(brightness) if default else LayoutCanvas(brightness, layout)
        paint(canvas, n)
        frames.append(bytes(canvas.frame))
    return Scene(name, max(frames, key=sum))


def _self_test(layout: Layout) -> Iterator[Scene]:
    brightness = Brightness(limit_ma=_NO_LIMIT)
    for name, colour in (
        ("the self-test in red, green or blue", (0, 255, 0)),
        ("everything white", (255, 255, 255)),
    ):
        yield Scene(name, bytes(brightness.shade(colour, 255)) * layout.pixels)
