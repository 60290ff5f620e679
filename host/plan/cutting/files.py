"""The files of the body, by path. They are large, so the repository does not hold them."""

from collections.abc import Callable

from hardware.body.layers import DRILLED, layers

from .dxf import dxf
from .legends import legends
from .sheet import sheet
from .tiles import PAPERS, pdf
from .vector import svg


def cutting_files(layout: str, kerf: float) -> dict[str, Callable[[], str | bytes]]:
    """Return, by path, a function that makes each file: text or bytes. kerf: in mm, for the DXF
    and SVG only; paper shows the finished size."""
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
