"""Checks the circuit board before it is drawn; each fault is a text."""

from collections import Counter

from hardware import board, geometry
from hardware.body import sizes
from hardware.body.layers import cap_window
from hardware.body.shapes import inside
from hardware.circuit import kinds
from hardware.circuit.model import Circuit

from . import rules
from .placement import (
    HEIGHTS,
    TALL,
    TERMINALS,
    WINDOW_CLEARANCE,
    Placed,
    circuit,
    outline,
    parts,
)

# From the plate's upper side to the lower side of a switch, which lies on the board.
SWITCH_BODY = 5.0
POLE = 2.54  # from pole to pole of a terminal
WIRE_ROOM = 16.0  # for the wires at a terminal, from the middle of its poles


def faults() -> list[str]:
    """Return the faults of the board of hardware/pcb/placement.py, in words; [] if there are
    none."""
    return [*netlist_faults(circuit(), parts()), *_room()]


def netlist_faults(made: Circuit, placed: list[Placed]) -> list[str]:
    """Return the differences between the parts on the board and the circuit, in words."""
    found = []
    net_of = made.net_of()
    pads: dict[str, list[str]] = {}
    for part in placed:
        for pad, pin in part.pads.items():
            ref = pin.partition(".")[0]
            if ref not in made.parts:
                found.append(f"{part.ref}.{pad} is for {pin}, and there is no {ref}")
                continue
            pads.setdefault(pin, []).append(f"{part.ref}.{pad}")
    counts = Counter(part.ref for part in placed)
    found += [f"there are {n} parts called {ref}" for ref, n in counts.items() if n > 1]
    for pin, net in net_of.items():
        # The runs of strip are not on the board.
        if pin not in pads and made.parts[pin.partition(".")[0]].kind != kinds.STRIP:
            found.append(f"{pin} of net {net} has no pad")
    for pin, where in pads.items():
        # A rail is as many poles as there are wires; the data goes to the strip or the panel.
        kind = made.parts[pin.partition(".")[0]].kind
        if len(where) > 1 and kind not in (kinds.RAIL, kinds.STRIP):
            found.append(f"{pin} has {len(where)} pads: {', '.join(where)}")
    for net in {net_of[pin] for pin in pads if pin in net_of}:
        if sum(len(pads[pin]) for pin in pads if net_of.get(pin) == net) < 2:
            found.append(f"net {net} has only one pad")
    return sorted(found)


def board_depth() -> float:
    """Return the distance from the front of the face to the front of the board, in mm."""
    plate = sizes.FACE + sizes.DIFFUSER + sizes.RECESS - sizes.PLATE
    return plate + SWITCH_BODY


def _room():
    found = []
    if inside(outline(), cap_window()) < WINDOW_CLEARANCE - 1e-6:
        found.append("the board is too large for the window")
    if board_depth() < sizes.FACE + sizes.DIFFUSER + sizes.RECESS:
        found.append("the board is in the way of the plate's rim")
    stack = sizes.FACE + sizes.DIFFUSER + sizes.RECESS + sizes.WELLS + sizes.CHANNEL
    back = stack + sizes.CARRIER + sizes.FRAME * sizes.FRAMES
    for name, height in HEIGHTS.items():
        reach = board_depth() + rules.THICKNESS + height
        if reach > back:
            found.append(f"{name} reaches {reach - back:.1f} mm into the back")
    placed = {part.ref: part for part in parts()}
    if len([ref for ref in placed if ref.startswith("K")]) != len(board.KEYS):
        found.append("not every key has its switch")
    for key in geometry.caps():
        switch = placed[f"K{key.number + 1}"]
        if abs(switch.x - key.x) > 0.01 or abs(switch.y - key.y) > 0.01:
            found.append(f"K{key.number + 1} is not behind its key")
    return found + _terminals(placed)


def _terminals(placed):
    """Return, in words, the parts that block a terminal: its wires come over the board's back,
    from above in the view of the front."""
    found = []
    for terminal in (placed[ref] for ref in TERMINALS):
        last = terminal.x + POLE * (len(terminal.pads) - 1)
        for part in (placed[ref] for ref in TALL):
            beside = part.x < terminal.x - POLE or part.x > last + POLE
            if not beside and 0 < terminal.y - part.y < WIRE_ROOM:
                found.append(f"{part.ref} stands before the openings of {terminal.ref}")
    return found
