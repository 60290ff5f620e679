"""The files of the panel, for a manufacturer that also places the parts. KiCad 6 makes them."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hardware import board, strip
from hardware.panel import check, placement, power
from hardware.panel.layers import panel_layers

from . import pcb
from .cutting.dxf import dxf
from .cutting.sheet import sheet
from .cutting.tiles import PAPERS, pdf
from .cutting.vector import svg
from .markdown import page

BOARD = "panel.kicad_pcb"
# The layers of the body that the panel's own layers replace.
REPLACED = ("wells", "channel", "carrier")


class Bought(NamedTuple):
    """A part that a service places: its usual description, the footprint's name, and the number at
    a large supplier (LCSC), if known for certain."""

    comment: str
    footprint: str
    number: str


_BOUGHT = {
    "LED": Bought("WS2812B, 5050, four pins", "LED_WS2812B_PLCC4_5.0x5.0mm", "C2761795"),
    "C": Bought("100 nF, 50 V, X7R", "0603", "C14663"),
    "R": Bought("47 Ω, 1 %", "0603", ""),
}


def cut_files(
    layout: str, kerf: float, window: bool = False
) -> dict[str, Callable[[], str | bytes]]:
    """Return, by path, a function that makes each file of a panel that needs no KiCad. window: for
    a circuit board with the keys."""
    made: dict[str, Callable[[], str | bytes]] = {}
    for layer in panel_layers(layout, window):
        made[f"cut/{layer.name}.dxf"] = lambda layer=layer: dxf(sheet(layer, kerf))
        made[f"cut/{layer.name}.svg"] = lambda layer=layer: svg(sheet(layer, kerf))
        for paper in PAPERS:
            made[f"paper/{paper}/{layer.name}-drill.pdf"] = lambda layer=layer, paper=paper: pdf(
                sheet(layer), paper, drill=True
            )
    made["panel/bom.csv"] = lambda: bom(layout)
    made["panel/placement.csv"] = lambda: positions(layout)
    made["panel/README.md"] = lambda: readme(layout)
    return made


def _kind(ref: str) -> str:
    return ref.rstrip("0123456789")


def bom(layout: str) -> str:
    """Return the parts list for the service that places them: a line for each kind."""
    rows: dict[str, list[str]] = {}
    for part in placement.parts(layout):
        if part.placed:
            rows.setdefault(_kind(part.ref), []).append(part.ref)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["Comment", "Designator", "Footprint", "LCSC Part #"])
    for kind, refs in rows.items():
        table.writerow([_BOUGHT[kind].comment, ",".join(refs), *_BOUGHT[kind][1:]])
    return out.getvalue()


def positions(layout: str) -> str:
    """Return, as CSV, the place of each part for the service: mm from the lower left corner,
    degrees counterclockwise."""
    left, _, _, bottom = placement.outline(layout).reach()
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["Designator", "Val", "Package", "Mid X", "Mid Y", "Layer", "Rotation"])
    for part in placement.parts(layout):
        if part.placed:
            x, y = f"{part.x - left:.3f}mm", f"{bottom - part.y:.3f}mm"
            package = _BOUGHT[_kind(part.ref)].footprint
            table.writerow([part.ref, part.value, package, x, y, "top", f"{part.angle:g}"])
    return out.getvalue()


def readme(layout: str) -> str:
    """Return the page about ordering the panel, building it in, and its copper."""
    box = placement.outline(layout)
    every = placement.parts(layout)
    return page(
        "PANEL.md",
        layout=layout,
        width=box.width,
        height=box.height,
        thick=placement.THICKNESS,
        pixels=len(placement.pixels(layout)),
        placed=sum(part.placed for part in every),
        screws=len(placement.screws(layout)),
        points=len(placement.points(layout)),
        pieces=len(strip.pieces(layout)),
        joints=3 * (len(strip.pieces(layout)) - 1),
        supply=board.SUPPLY_MA,
        usb=board.CURRENT_MA,
        drop=1000 * power.drop(layout, board.SUPPLY_MA),
        ribbon=placement.RIBBON,
        ribbon_drop=1000 * power.drop(layout, board.SUPPLY_MA, ("J1",)),
        ribbon_own=power.RIBBON_OHMS * board.SUPPLY_MA,
        warm=power.warmth(layout, board.SUPPLY_MA),
    )


def write_panel(folder: Path, layout: str) -> int:
    """Write the panel's files to `folder`; return their number. Raises PcbError, also if KiCad
    finds a fault, and OSError."""
    if found := check.faults(layout):
        raise pcb.PcbError("the panel has faults:\n" + "\n".join(found))
    folder = folder.resolve()  # KiCad's Python runs in another folder
    python, libraries = pcb.kicad(), pcb.footprints()
    folder.mkdir(parents=True, exist_ok=True)
    # An earlier panel must not be ordered by mistake if this one has a fault.
    (folder / "gerbers.zip").unlink(missing_ok=True)
    pcb.run_kicad(python, "hardware.panel.kicad", str(folder), libraries, layout)
    if found := pcb.kicad_faults(folder / BOARD, python):
        raise pcb.PcbError("KiCad finds faults in the panel:\n" + "\n".join(found))
    (folder / "gerbers.zip").write_bytes(pcb.zipped(folder / "fabrication"))
    return sum(path.is_file() for path in folder.rglob("*"))
