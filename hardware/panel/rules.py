"""The rules of the panel, in millimetres: wider than the cheapest class of a service needs."""

from hardware.pcb.rules import (  # noqa: F401 - what both boards are made by
    CLEARANCE,
    COPPER_HEIGHT,
    EDGE,
    HOLE_CLEARANCE,
    HOLE_TO_HOLE,
    SIGNAL,
    SILK,
    SILK_LINE,
    SPOKE,
    THICKNESS,
    VIA,
    VIA_DRILL,
    ZONE_CLEARANCE,
    ZONE_WIDTH,
)

SUPPLY = 0.5  # width of a track from a pad to its via
