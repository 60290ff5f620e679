"""The waves of a win: along each street, on every layout."""

from firmware.lights.canvas import Canvas
from firmware.lights.layout_canvas import LayoutCanvas
from firmware.lights.levels import BRIGHT, FADE, STEPS
from firmware.lights.win_animation import look, paint_win
from firmware.settings.brightness import Brightness
from hardware.board import HOLES
from hardware.layouts import ROWS, Layout

STEP_MS = 60


def canvases():
    yield Canvas(Brightness())
    for row in ROWS:
        yield LayoutCanvas(Brightness(), Layout(row[0]))


def test_the_picture_changes_with_each_step_of_the_waves():
    for step in (0, 1, 300):
        first = step * STEP_MS
        assert {look(now) for now in range(first, first + STEP_MS)} == {step & 0xFF}


def test_each_hole_has_its_part_of_the_wave():
    for canvas in canvases():
        for side in (0, 2):
            for crest in range(STEPS + 1):
                canvas.clear_holes()
                paint_win(canvas, side, crest * STEP_MS + 5)
                seen = bytes(canvas.frame)
                canvas.clear_holes()
                for hole in range(1, HOLES):
                    canvas.hole(hole, side, FADE + (hole - crest) % STEPS)
                canvas.hole(HOLES, side, BRIGHT)
                assert seen == bytes(canvas.frame), (side, crest)
