"""Makes an archive for each layout with all that is ordered, cut and printed, for makers without
Python and KiCad.

Parts that take KiCad or CAD minutes are not made again to see whether they are up to date: the
archive holds a digest of the data that each was made from.
"""

import hashlib
import io
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from hardware import board, forms, power
from hardware.body.layers import STACKED, layers, screw_holes
from hardware.panel import placement as panel_placement
from hardware.panel.routes import routed
from hardware.pcb import placement, rules
from hardware.printed.parts import printed_parts

from . import panel, pcb
from .cutting.files import cutting_files
from .files import files, page_files
from .markdown import page, table
from .pictures import picture_files
from .printed import printed_files

DIGESTS = "DIGESTS.txt"
_DATE = (1980, 1, 1, 0, 0, 0)  # of every file, so that an archive is the same whenever it is made
# Files of no use to a maker: KiCad's local settings, and reports that contain a time.
_LEFT_OUT = (".kicad_prl", "drc.txt", "copper.json", "ohms.json")


def archive_name(layout: str) -> str:
    """Return the name of the file."""
    return f"pegboard-{layout}.zip"


def quick_files(layout: str) -> dict[str, Callable[[], str | bytes]]:
    """Return, by path, a function that makes each file that takes less than a second."""
    made: dict[str, Callable[[], str | bytes]] = {
        **files(layout),
        **page_files(layout),
        **cutting_files(layout, 0.0),
    }
    if layout == board.DEFAULT_LAYOUT:
        made |= picture_files()
    if power.usb_feeds(layout):
        made |= pcb.cut_files(layout, 0.0)
    if layout in panel_placement.LAYOUTS:
        made |= panel.cut_files(layout, 0.0)
    made["README.md"] = lambda: readme(layout)
    return made


def digests(layout: str) -> dict[str, str]:
    """Return, for each folder that takes KiCad or CAD, a digest of the data it is made from."""
    plate = next(layer for layer in layers(layout) if layer.name == "plate")
    found: dict[str, object] = {"plate": plate, "printed": printed_parts(layout)}
    if power.usb_feeds(layout):
        sizes = {key: value for key, value in vars(rules).items() if key.isupper()}
        socket = placement.SOCKET_PADS, placement.SOCKET_PAD, placement.SOCKET_HOLES
        found["pcb"] = (placement.parts(), placement.outline(), placement.AREAS, socket, sizes)
    if layout in panel_placement.LAYOUTS:
        found["panel"] = (panel_placement.parts(layout), routed(layout))
    return {name: hashlib.sha256(repr(of).encode()).hexdigest() for name, of in found.items()}


def archive(layout: str) -> bytes:
    """Return the archive. Raises PcbError, PrintedError, CuttingError, SchematicError."""
    inside: dict[str, bytes] = {}
    for name, make in {**quick_files(layout), **printed_files(layout)}.items():
        made = make()
        inside[name] = made.encode() if isinstance(made, str) else made
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        pcb.write_plate(there / "plate", layout)
        if power.usb_feeds(layout):
            pcb.write_pcb(there / "pcb")
        if layout in panel_placement.LAYOUTS:
            panel.write_panel(there / "panel", layout)
        for path in there.rglob("*"):
            name = path.relative_to(there).as_posix()
            if path.is_file() and not name.endswith(_LEFT_OUT) and "/fabrication/" not in name:
                inside[name] = path.read_bytes()
    lines = [f"{digest}  {name}\n" for name, digest in sorted(digests(layout).items())]
    inside[DIGESTS] = "".join(lines).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(inside):
            packed.writestr(
                zipfile.ZipInfo(f"pegboard-{layout}/{name}", _DATE),
                inside[name],
                zipfile.ZIP_DEFLATED,
                9,
            )
    return out.getvalue()


def readme(layout: str) -> str:
    """Return the page about the contents of the archive and how to order each part."""
    at = forms.form(layout)
    rows = []
    for n, layer in enumerate(layers(layout)):
        left, top, right, bottom = layer.outline.reach()
        size = f"{right - left:g} × {bottom - top:g} × {layer.thickness:g} mm"
        use = "the stack" if n < STACKED else "a piece"
        rows.append([str(layer.sheets), f"`{layer.name}`", size, layer.material, use])
    box, edge = placement.outline(), panel_placement.outline(layout)
    flags = {"pcb": power.usb_feeds(layout), "panel": layout in panel_placement.LAYOUTS}
    return page(
        "FILES.md",
        [word for word, is_true in flags.items() if is_true],
        layout=layout,
        title=at.title,
        pixels=at.pixels.pixels,
        cut=table(["sheets", "file", "size", "material", "for"], rows, "r"),
        screws=len(screw_holes(layout)),
        pcb_width=box.width,
        pcb_height=box.height,
        panel_width=edge.width,
        panel_height=edge.height,
    )
