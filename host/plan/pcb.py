"""The files of the circuit board, for a manufacturer. KiCad 6 makes them."""

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import hardware
from hardware.pcb import check
from hardware.pcb.bom import bom
from hardware.pcb.layers import wells_layer

from .cutting.dxf import dxf
from .cutting.sheet import sheet
from .cutting.tiles import PAPERS, pdf
from .cutting.vector import svg

VARIABLE = "PEGBOARD_KICAD_PYTHON"
NEEDED = (
    "the circuit board needs KiCad 6 (on Debian or Ubuntu: sudo apt install kicad "
    f"kicad-footprints); if it is installed, set {VARIABLE} to the path of its Python"
)
BOARD = "pegboard.kicad_pcb"
_PYTHONS = (
    "/usr/bin/python3",
    "/Applications/KiCad/KiCad.app/Contents/Frameworks/Python.framework/Versions/Current/bin/python3",
    r"C:\Program Files\KiCad\6.0\bin\python.exe",
)
_FOOTPRINTS = (
    "/usr/share/kicad/footprints",
    "/Applications/KiCad/KiCad.app/Contents/SharedSupport/footprints",
    r"C:\Program Files\KiCad\6.0\share\kicad\footprints",
)
_ASK = "import pcbnew; print(pcbnew.GetMajorMinorVersion())"


class PcbError(Exception):
    """The circuit board cannot be made; the text says why."""


def kicad() -> str:
    """Return the path of a Python that has KiCad 6. Raises PcbError."""
    named = os.environ.get(VARIABLE)
    found = ""
    for python in [named] if named else [*_PYTHONS, sys.executable]:
        try:
            asked = subprocess.run(
                [python, "-c", _ASK], capture_output=True, text=True, check=False
            )
        except OSError:
            continue
        if asked.returncode == 0:
            found = asked.stdout.strip()
            if found.startswith("6."):
                return python
    raise PcbError(f"{NEEDED}; KiCad {found} is another version" if found else NEEDED)


def footprints() -> str:
    """Return the folder of KiCad's footprints. Raises PcbError."""
    places = [os.environ.get("KICAD6_FOOTPRINT_DIR", ""), *_FOOTPRINTS]
    for place in places:
        if place and Path(place, "Button_Switch_Keyboard.pretty").is_dir():
            return str(Path(place).resolve())
    raise PcbError("KiCad's footprints are missing; set KICAD6_FOOTPRINT_DIR to their folder")


def write_pcb(folder: Path) -> int:
    """Write the board's files to `folder`; return their number. Raises PcbError, also if KiCad
    finds a fault, and OSError."""
    if found := check.faults():
        raise PcbError("the circuit board has faults:\n" + "\n".join(found))
    folder = folder.resolve()  # KiCad's Python runs in another folder
    python, libraries = kicad(), footprints()
    folder.mkdir(parents=True, exist_ok=True)
    # An earlier board must not be ordered by mistake if this one has a fault.
    (folder / "gerbers.zip").unlink(missing_ok=True)
    _run(python, "make", str(folder), libraries)
    if found := kicad_faults(folder / BOARD, python):
        raise PcbError("KiCad finds faults in the circuit board:\n" + "\n".join(found))
    (folder / "gerbers.zip").write_bytes(zipped(folder / "fabrication"))
    (folder / "bom.csv").write_text(bom(), encoding="utf-8")
    return sum(path.is_file() for path in folder.rglob("*"))


def cut_files(layout: str, kerf: float) -> dict[str, Callable[[], str | bytes]]:
    """Return, by path, a function that makes each file of the layer that differs with this
    board."""
    layer = wells_layer(layout)
    made: dict[str, Callable[[], str | bytes]] = {
        f"cut/{layer.name}.dxf": lambda: dxf(sheet(layer, kerf)),
        f"cut/{layer.name}.svg": lambda: svg(sheet(layer, kerf)),
    }
    for paper in PAPERS:
        made[f"paper/{paper}/{layer.name}-drill.pdf"] = lambda paper=paper: pdf(
            sheet(layer), paper, drill=True
        )
    return made


def kicad_faults(path: Path, python: str) -> list[str]:
    """Return the faults that KiCad finds in the board `path`, one line each."""
    return [line for line in _run(python, "check", str(path)).splitlines() if line]


def _run(python, *arguments):
    return run_kicad(python, "hardware.pcb.kicad", *arguments)


def run_kicad(python: str, module: str, *arguments: str) -> str:
    """Run a module of the program with KiCad's Python; return its output. Raises PcbError."""
    made = subprocess.run(
        [python, "-m", module, *arguments],
        cwd=Path(hardware.__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise PcbError("KiCad failed: " + (made.stderr.strip().splitlines() or ["no reason"])[-1])
    return made.stdout


def zipped(folder: Path) -> bytes:
    """Return the files of a folder as a ZIP, the same whenever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(folder.iterdir()):
            made.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def write_plate(folder: Path, layout: str) -> int:
    """Write the files of the FR4 switch plate to `folder`; return their number. Raises PcbError,
    also if KiCad finds a fault, and OSError."""
    folder = folder.resolve()
    python = kicad()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gerbers.zip").unlink(missing_ok=True)
    run_kicad(python, "hardware.pcb.plate", str(folder), layout)
    if found := kicad_faults(folder / "plate.kicad_pcb", python):
        raise PcbError("KiCad finds faults in the plate:\n" + "\n".join(found))
    (folder / "gerbers.zip").write_bytes(zipped(folder / "fabrication"))
    return sum(path.is_file() for path in folder.rglob("*"))
