"""Computes the length to cut each wire, in mm: along the edges of the board, with some to
spare."""

import math

from hardware import dimensions, forms, geometry, power, strip
from hardware.body import sizes
from hardware.circuit.model import Wire
from hardware.perfboard.grid import Place, millimetres
from hardware.perfboard.links import Plan

_STEP = 10.0
_PANEL_SLACK = 100.0  # so that the panel can be taken off


def length(made: Plan, wire: Wire) -> float | None:
    """Return the length of a wire of the perfboard's circuit, None for one that is not cut to
    length: a link on the perfboard, or the Raspberry Pi's ribbon."""
    away = dict(made.away)
    layout = made.circuit.layout
    ends = [pin for pin in (wire.start, wire.end) if _off(made, pin)]
    if not ends or any(pin.startswith("U1.") for pin in ends):
        return None
    if len(ends) == 2:
        a, b = (_at(layout, pin) for pin in ends)
        apart = abs(a[0] - b[0]) + abs(a[1] - b[1])
        slack = power.JOINT_SLACK if _same(ends) else dimensions.WIRE_SLACK
    else:
        (x, y), end = _hole(layout, away[ends[0]]), _at(layout, ends[0])
        apart = abs(x - end[0]) + abs(y - end[1])
        to_panel = ends[0].split(".")[0] in ("J1", "SW1")
        slack = _PANEL_SLACK if to_panel else dimensions.WIRE_SLACK
    return math.ceil((apart + slack) / _STEP) * _STEP


def _off(made: Plan, pin: str) -> bool:
    here = {pin for part in made.parts for pin in part.pins} | {"J2.1", "J3.1"}
    return pin not in here


def _same(ends: list[str]) -> bool:
    return all(pin[0] == "S" and pin[1].isdigit() for pin in ends)


def _hole(layout: str, hole: Place) -> tuple[float, float]:
    """Return the place of a hole of the perfboard, seen from the FRONT: its parts face the other
    way."""
    x, y, width, height = forms.form(layout).perfboard
    dx, dy = millimetres(hole)
    return x + width / 2 - dx, y - height / 2 + dy


def _at(layout: str, pin: str) -> tuple[float, float]:
    ref, number = pin.split(".")
    if ref in ("J1", "SW1"):
        middle = sum(forms.form(layout).opening) / 2 - sizes.PANEL[0] / 2
        return 0.0, middle + sizes.PANEL_PLACES[1 if ref == "J1" else 2]
    runs = strip.runs(layout)
    spots = runs[0].spots if ref == "R1" else runs[int(ref[1:]) - 1].spots
    spot: geometry.Spot = spots[0] if ref == "R1" or int(number) <= 3 else spots[-1]
    return spot.x, spot.y
