"""Makes the switch plate as a circuit board without copper, with KiCad's Python:

    python3 -m hardware.pcb.plate FOLDER LAYOUT

Any board manufacturer mills it from FR4 of 1.6 mm, which also holds a switch's clips.
"""

import sys
from pathlib import Path

import pcbnew  # pyright: ignore[reportMissingImports] # only KiCad's own Python has it

from hardware.body.layers import layers

from .kicad_files import at, edge, plot, project, set_rules

NAME = "plate"


def make(folder: Path, layout: str) -> None:
    """Write the KiCad project to `folder`, and its Gerbers and drill files to
    `folder`/fabrication."""
    (folder / "fabrication").mkdir(parents=True, exist_ok=True)
    path = folder / f"{NAME}.kicad_pcb"
    pcbnew.KIID.SeedGenerator(1)  # otherwise each run has different identifiers
    board = pcbnew.NewBoard(str(path))
    set_rules(board)
    plate = next(layer for layer in layers(layout) if layer.name == "plate")
    for box in (plate.outline, *plate.holes):
        edge(board, box)
    left, _, _, bottom = plate.outline.reach()
    board.GetDesignSettings().SetAuxOrigin(at(left, bottom))
    pcbnew.SaveBoard(str(path), board)
    project(path.with_suffix(".kicad_pro"))
    plot(pcbnew.LoadBoard(str(path)), folder / "fabrication")


if __name__ == "__main__":
    make(Path(sys.argv[1]).resolve(), sys.argv[2])
