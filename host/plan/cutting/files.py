"""The files of the body by their names. They are large, so the repository does not keep them."""

from collections.abc import Callable

from hardware.body.layers import DRILLED, layers

from .dxf import dxf
from .legends import legends
from .sheet import sheet
from .tiles import PAPERS, pdf
from .vector import svg


def cutting_files(layout: str, kerf: float) -> dict[str, Callable[[], str | bytes]]:
    """Return, for each file by its path, what makes it: text or bytes. kerf: in mm, of the DXF
    and SVG only; paper shows the part as it will be."""
    made: dict[str, Callable[[], str | bytes]] = {}
    for layer in layers(layout):
        made[f"cut/{layer.name}.dxf"] = lambda layer=layer: dxf(sheet(layer, kerf))
        made[f"cut/{layer.name}.svg"] = lambda layer=layer: svg(sheet(layer, kerf))
        for paper in PAPERS:
            made[f"paper/{paper}/{layer.name}.pdf"] = lambda layer=layer, paper=paper: pdf(
                sheet(layer), paper
            )
            if layer.name in DRILLED:
                made[f"paper/{paper}/{layer.name}-drill.pdf"] = lambda layer=layer, paper=paper: (
                    pdf(sheet(layer), paper, drill=True)
                )
    for paper in PAPERS:
        made[f"paper/{paper}/key-legends.pdf"] = lambda paper=paper: legends(paper)
    return made
