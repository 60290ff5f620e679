"""The layers of the body that differ if a panel replaces the strip.

The panel lies in a window of the carrier, its pixels in the slots of the channel. Its screws go
through the channel from the front, their heads in the wells' second layer.
"""

from hardware.body import sizes
from hardware.body.layers import (
    Layer,
    cap_window,
    layers,
    perfboard_holes,
    raspberry_pi_holes,
    screw_holes,
)
from hardware.body.shapes import Circle

from . import placement


def panel_layers(layout: str, window: bool = False) -> list[Layer]:
    """Return the layers that replace `wells`, `channel` and `carrier`. window: with one window for
    a circuit board with the keys, instead of an opening for each switch."""
    known = {layer.name: layer for layer in layers(layout)}
    screws = placement.screws(layout)
    heads = tuple(screw._replace(diameter=sizes.SCREW_HEAD_HOLE) for screw in screws)
    bed = placement.outline(layout).grown(placement.CLEARANCE)
    wells = known["wells"].holes
    if window:
        wells = (*[hole for hole in wells if isinstance(hole, Circle)], cap_window(layout))
    return [
        _of(known["wells"], (*wells, *heads)),
        _of(known["channel"], (*known["channel"].holes, *screws, *placement.openings(layout))),
        _of(
            known["carrier"],
            (
                *screw_holes(layout),
                *perfboard_holes(sizes.SCREW_HOLE, layout),
                *raspberry_pi_holes(sizes.RASPBERRY_PI_HOLE, layout),
                bed,
                cap_window(layout),
            ),
        )._replace(strokes=()),
    ]


def _of(layer: Layer, holes) -> Layer:
    return layer._replace(
        name=f"{layer.name}-panel", title=f"{layer.title}, with a panel", holes=tuple(holes)
    )
