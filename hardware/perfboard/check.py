"""Checks a perfboard; each fault is a text.

It looks at the contents of each hole and the place of each wire, not at the planning.
"""

from collections import defaultdict
from itertools import combinations

from hardware import board
from hardware.body import sizes

from .grid import COLUMNS, PITCH, ROWS, Place, millimetres, name, places
from .links import Link, Plan, plan
from .placement import off_board, parts

# Between the perfboard and the back.
_ROOM = sizes.FRAME * sizes.FRAMES - sum(sizes.ELECTRONICS[:2])


def faults(build: str, layout: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return the faults of the perfboard of a build, in words; [] if there are none."""
    made = plan(build, layout)
    return [*plan_faults(made), *_places(made), *_bodies(made)]


def plan_faults(made: Plan) -> list[str]:
    """Return, in words, nets that touch, nets that are not connected, and leads or wires without a
    hole."""
    there, found = _there(made)
    nets = made.circuit.net_of()
    wanted = {pin for part in parts(made.circuit) for pin in part.pins}
    wanted |= {pin for pins in off_board(made.circuit).values() for pin in pins}
    found += [f"{pin} has no hole" for pin in sorted(wanted - set(there.values()))]
    group = _groups(made.links, set(there))
    for holes in group:
        names = {nets.get(there[hole], there[hole]) for hole in holes if hole in there}
        if len(names) > 1:
            at = ", ".join(name(hole) for hole in sorted(holes) if hole in there)
            found.append(f"{' and '.join(sorted(names))} touch: {at}")
    for net in sorted({nets[pin] for pin in there.values() if pin in nets}):
        mine = [hole for hole, pin in there.items() if nets.get(pin) == net]
        if sum(any(hole in holes for hole in mine) for holes in group) > 1:
            found.append(f"{net} is not whole: {', '.join(name(hole) for hole in sorted(mine))}")
    return found


def _there(made: Plan) -> tuple[dict[Place, str], list[str]]:
    """Return the pin in each hole, and the faults of the holes."""
    found: list[str] = []
    inside: defaultdict[Place, list[str]] = defaultdict(list)
    for part in made.parts:
        for pin, hole in part.pins.items():
            inside[hole].append(pin)
    for pin, hole in made.away:
        inside[hole].append(pin)
    pins = {hole: words[0] for hole, words in inside.items()}
    for link in made.links:
        if link.start[0] != link.end[0] and link.start[1] != link.end[1]:
            found.append(f"the wire from {name(link.start)} to {name(link.end)} is not straight")
        if not link.bare:
            for hole in (link.start, link.end):
                inside[hole].append(f"the wire {name(link.start)} to {name(link.end)}")
    usable = set(places())
    for hole, words in inside.items():
        if len(words) > 1:
            found.append(f"{name(hole)} has {' and '.join(words)}")
    for hole in {hole for link in made.links for hole in link.holes()} | set(inside):
        if hole not in usable:
            found.append(f"{name(hole)} is below a screw, or off the board")
    return pins, sorted(found)


def _groups(links: list[Link], holes: set[Place]) -> list[set[Place]]:
    """Return the holes connected by wires, a set for each piece of metal."""
    joined: dict[Place, set[Place]] = {hole: {hole} for hole in holes}
    for link in links:
        along = link.holes() if link.bare else [link.start, link.end]
        whole = set().union(*[joined.setdefault(hole, {hole}) for hole in along])
        for hole in whole:
            joined[hole] = whole
    return list({id(group): group for group in joined.values()}.values())


def _places(made: Plan) -> list[str]:
    found = []
    _, _, width, height = sizes.PERFBOARD
    right, bottom = millimetres((COLUMNS - 1, ROWS - 1))
    if right + PITCH / 2 > width or bottom + PITCH / 2 > height:
        found.append("the holes do not fit on the board")
    pins = {pin: hole for part in made.parts for pin, hole in part.pins.items()}
    if "U1.1" in pins:
        x, upper = millimetres(pins["U1.1"])
        _, lower = millimetres(pins["U1.40"])
        # From the board's right edge to the Pico's, and down from its top: the panel's hole.
        room = width - x - sizes.PICO_END
        if abs(room - sizes.PLUG_ROOM) > 0.1:
            found.append(f"the Pico is {room:.1f} mm from the edge; its plug needs "
                         f"{sizes.PLUG_ROOM} mm")  # fmt: skip
        begin, end = sizes.OPENING
        panel = (begin + end) / 2 - sizes.PANEL[0] / 2 + sizes.PANEL_PLACES[0]
        top = sizes.PERFBOARD[1] - height / 2
        if abs(top + (upper + lower) / 2 - panel) > 0.1:
            found.append("the Pico's socket is not level with the hole of the panel")
    return found


def _bodies(made: Plan) -> list[str]:
    found = []
    for part in made.parts:
        if part.height > _ROOM:
            found.append(f"{part.ref} is {part.height} mm high; {_ROOM:.1f} mm are free")
    for one, other in combinations([part for part in made.parts if part.flat], 2):
        a, b = one.body, other.body
        if max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) < -1e-9:
            found.append(f"{one.ref} and {other.ref} are in the same place")
    for hole in [hole for _, hole in made.away] + [
        hole for link in made.links if not link.bare for hole in (link.start, link.end)
    ]:
        for part in made.parts:
            left, top, right, bottom = part.body
            if part.flat and left < hole[0] < right and top < hole[1] < bottom:
                found.append(f"the wire in {name(hole)} is below {part.ref}")
    return found
