"""The copper of a circuit board as an image of each layer, and its connections.

Gerbonara reads the Gerbers and the drill file, and a browser paints them: none of the code that
wrote them is used here.
"""

import base64
import io
import math
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser import find_browser

SCALE = 20  # pixels to the mm: the least distance of two nets is five of them
MARGIN = 1.0


class Pad(NamedTuple):
    """A pad's place and largest size, in mm, and its layers: 0 is the front."""

    x: float
    y: float
    layers: tuple[int, ...]
    size: float


def joined(folder: Path, places: dict[str, Pad], scale: int = SCALE) -> dict[str, object]:
    """Return, for each of the `places` in mm from the board's lower left corner, the piece of
    copper there, which continues through plated holes on the other layer; None if there is
    none."""
    from gerbonara import LayerStack

    stack = LayerStack.open(folder)
    (left, bottom), (right, top) = stack.board_bounds()
    box = ((left - MARGIN, bottom - MARGIN), (right + MARGIN, top + MARGIN))
    program = find_browser()
    layers = [
        _labels(_image(stack[side, "copper"].instance, box, program, scale))
        for side in ("top", "bottom")
    ]
    pieces = _Pieces()

    def at(x, y):
        return round((box[1][1] - y) * scale), round((x - box[0][0]) * scale)

    for hole in plated(folder):
        # The ring round a hole: its middle is copper in the Gerbers.
        ends = [(n, int(labels[at(*hole)])) for n, labels in enumerate(layers)]
        if all(label for _, label in ends):
            pieces.join(*ends)
    found = {}
    for name, pad in places.items():
        ends = [(n, int(layers[n][at(pad.x, pad.y)])) for n in pad.layers]
        ends = [end for end in ends if end[1]]
        found[name] = pieces.root(ends[0]) if ends else None
    return found


def plated(folder: Path) -> list[tuple[float, float]]:
    """Return the middle of each plated hole."""
    return [(x, y) for x, y, _ in holes(next(folder.glob("*-PTH.drl")))]


def holes(path: Path) -> list[tuple[float, float, float]]:
    """Return (x, y, diameter) of each hole of a drill file, in mm."""
    from gerbonara import ExcellonFile
    from gerbonara.utils import MM

    return [
        (MM(hole.x, hole.unit), MM(hole.y, hole.unit), MM(hole.tool.diameter, hole.tool.unit))
        for hole in ExcellonFile.open(path).drills()
    ]


def pads(board: Path) -> dict[str, Pad]:
    """Return each pad of a .kicad_pcb, such as `R1.2`, in KiCad's coordinates."""
    found = {}
    number = r"(-?[\d.]+)"
    for text in re.split(r"\n  \(footprint ", board.read_text(encoding="utf-8"))[1:]:
        x, y, angle = re.search(rf"\n    \(at {number} {number}(?: {number})?\)", text).groups()
        turn = math.radians(float(angle or 0))
        ref = re.search(r'\(fp_text reference "([^"]+)"', text)[1]
        kind = r'\n    \(pad "([^"]+)" (smd|thru_hole) .*?'
        where = rf"\(at {number} {number}[^)]*\) \(size {number} {number}\)"
        layers = r"[^\n]*?\(layers ([^)]*)\)"
        for name, how, *numbers, on in re.findall(kind + where + layers, text):
            dx, dy, *size = map(float, numbers)
            found[f"{ref}.{name}"] = Pad(
                float(x) + dx * math.cos(turn) + dy * math.sin(turn),
                float(y) - dx * math.sin(turn) + dy * math.cos(turn),
                (0, 1) if how == "thru_hole" else (0,) if "F.Cu" in on else (1,),
                max(size),
            )
    return found


class _Pieces:
    """Labels of the two layers, joined to pieces."""

    def __init__(self):
        self._above = {}

    def root(self, label):
        while label in self._above:
            label = self._above[label]
        return label

    def join(self, one, other):
        one, other = self.root(one), self.root(other)
        if one != other:
            self._above[one] = other


def _image(layer, box, program, scale):
    """Paint a layer; return an image of its copper."""
    (left, bottom), (right, top) = box
    svg = str(layer.to_svg(fg="white", bg="black", force_bounds=box, margin=0))
    width, height = round((right - left) * scale), round((top - bottom) * scale)
    data = base64.b64encode(svg.encode()).decode()
    page_text = (
        f'<body style="margin:0;background:black"><img style="width:{width}px;height:{height}px" '
        f'src="data:image/svg+xml;base64,{data}">'
    )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program)
        page = started.new_page(viewport={"width": width, "height": height})
        page.set_content(page_text)
        page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
        shot = page.screenshot()
        started.close()
    return np.asarray(Image.open(io.BytesIO(shot)).convert("L")) > 127


def _labels(image):
    """Return the number of the connected area of each pixel, 0 if there is no copper."""
    labels = np.zeros(image.shape, dtype=np.int32)
    pieces = _Pieces()
    above: list[tuple[int, int, int]] = []
    count = 0
    for y, row in enumerate(image):
        steps = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        here = []
        for start, end in zip(steps[::2], steps[1::2], strict=True):
            count += 1
            here.append((start, end, count))
            for other_start, other_end, other in above:
                if other_start < end and start < other_end:
                    pieces.join(other, count)
            labels[y, start:end] = count
        above = here
    roots = np.array([0] + [pieces.root(n) for n in range(1, count + 1)])
    return roots[labels]
