"""What the firmware's own scenes take: the App and its parts paint them, the estimate adds up."""

from collections.abc import Iterator
from typing import NamedTuple

from engine_core import entries, options, presets
from engine_core.game import Game
from firmware import bar, bar_refusal, track_lights, win_animation
from firmware.app import App
from firmware.brightness import Brightness, current_ma
from firmware.canvas import DIM, Canvas
from firmware.layout_canvas import LayoutCanvas
from firmware.layout_screen import maker
from hardware import board, forms
from hardware.layouts import Layout
from host.boards.stores import MemoryStore

_NO_LIMIT = 1_000_000
_SETTLED_MS = 10_000


class Scene(NamedTuple):
    """What is to be seen, and the frame as the strip would get it without a limit."""

    name: str
    frame: bytes

    def wanted_ma(self) -> int:
        """Return what the board would take, in mA, were there no limit."""
        return current_ma(self.frame)

    def limited_ma(self, limit: int) -> int:
        """Return what the board takes within `limit`, in mA."""
        frame = bytearray(self.frame)
        Brightness(limit_ma=limit, pixels=len(frame) // 3).cap(frame)
        return current_ma(frame)


class _Ports:
    """Every port of an App of which nothing but the brightest frame is wanted."""

    def __init__(self):
        self.now = 0
        self.brightest = b""

    def ms(self):
        return self.now

    def show(self, frame):
        self.brightest = max(self.brightest, bytes(frame), key=sum)

    def busy(self):
        return False

    def scan(self):
        return 0

    def write(self, _):
        return True

    def read(self):
        return None


def scenes(layout: str = board.DEFAULT_LAYOUT) -> list[Scene]:
    """Return the scenes of a board of `layout`, each at the moment at which it takes the most."""
    pixels = forms.form(layout).pixels
    return [*_games(pixels), *_moments(pixels), *_self_test(pixels)]


def _games(layout: Layout) -> Iterator[Scene]:
    yield _of_app(layout, "the start menu", None)
    for row in presets.PRESETS:
        tracks = row.tracks if max(row.targets) == options.FULL_TRACK else (options.PLAIN,)
        found = []
        for track in tracks:
            words = f"{row.name}, {options.TRACKS[track]} track" if track else row.name
            start = (entries.START, row.code, row.players()[-1], max(row.targets), 0, 0, track)
            found.append(_of_app(layout, words, start))
        yield max(found, key=lambda scene: scene.wanted_ma())


def _of_app(layout, name, start):
    ports = _Ports()
    app = App(
        keys=ports,
        strip=ports,
        flash=MemoryStore(),
        link=ports,
        clock=ports,
        brightness=Brightness(limit_ma=_NO_LIMIT),
        screen=maker(layout.name),
    )
    if start:
        app.enter(start)
    while ports.now < _SETTLED_MS:
        app.tick()
        ports.now += 50
    return Scene(name, ports.brightest)


def _moments(layout: Layout) -> Iterator[Scene]:
    def _painted(name, paint):
        return _most(layout, name, paint)

    every = range(len(board.SIDES))
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
