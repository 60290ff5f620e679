"""The rules for routing and checking the circuit board, in millimetres.

Manufacturers of two-layer boards can make half these sizes; the rest is reserve.
"""

CLEARANCE = 0.25  # between copper of two nets
HOLE_CLEARANCE = 0.25  # from a hole without copper to any copper
HOLE_TO_HOLE = 0.25
EDGE = 0.5  # from the board's edge to copper
RING = 0.3  # of copper round a hole, of pads and vias
SIGNAL = 0.3  # width of a track
GROUND_TRACK = 0.8
POWER = 2.0
NECK = 0.8  # of a power track where there is no room for more
VIA = 0.8
VIA_DRILL = 0.4
ZONE_CLEARANCE = 0.3
ZONE_WIDTH = 0.25
SPOKE = 0.8  # joins a pad to the ground area and lets it be soldered
SILK = 1.0  # height of letters
SILK_LINE = 0.15
THICKNESS = 1.6
COPPER_HEIGHT = 0.035

# Checks of KiCad to ignore: there is no schematic beside the board, and lines of the
# silkscreen are left out where they would be on a pad (the words are tested to be clear of them).
IGNORED = (
    "missing_footprint", "extra_footprint", "duplicate_footprints", "net_conflict",
    "silk_over_copper", "silk_overlap",
)  # fmt: skip

# The most ohms that the copper adds to power.PATHS, both ways.
OHMS = {"usb": 0.07, "supply-usb": 0.07, "supply": 0.055}

# The widths of the tracks of a net, the wider first; all others are signals.
WIDTHS = {
    "VBUS": (POWER, NECK),
    "USB_FUSED": (POWER, NECK),
    "SUPPLY": (POWER, NECK),
    "SUPPLY_FUSED": (POWER, NECK),
    "STRIP_IN": (3.0, POWER, NECK),
    "+5V": (POWER, NECK, SIGNAL),
    "VSYS": (NECK, SIGNAL),
    "GND": (GROUND_TRACK, SIGNAL),
}


def widths(net: str) -> tuple[float, ...]:
    """Return the widths of the tracks of `net`, the widest first."""
    return WIDTHS.get(net, (SIGNAL,))


def via_cost(net: str) -> float:
    """Return the cost of a via in mm of track: for a power net, a single via carries too
    little."""
    return 60.0 if widths(net)[0] >= POWER else 4.0
