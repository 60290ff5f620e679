"""The layer of the body that differs if the keys have a circuit board."""

from hardware.body.layers import Layer, cap_window, layers
from hardware.body.shapes import Circle


def wells_layer(layout: str) -> Layer:
    """Return the second layer of the wells for a board with the circuit board: one window takes
    the place of the openings for the switches."""
    wells = next(layer for layer in layers(layout) if layer.name == "wells")
    circles = tuple(hole for hole in wells.holes if isinstance(hole, Circle))
    return wells._replace(
        name="wells-pcb", title="wells, with a circuit board", holes=(*circles, cap_window(layout))
    )
