"""BUILD.md: the guide for the body and the electronics."""

from hardware import board, forms, light, power, strip
from hardware.assembly import places
from hardware.body import raspberry_pi, sizes
from hardware.body.check import depth
from hardware.body.layers import screw_holes
from hardware.circuit import builds
from hardware.panel import placement as panel
from hardware.pcb import check, placement, rules
from hardware.pcb.resistance import limit
from hardware.perfboard.grid import COLUMNS, ROWS
from hardware.perfboard.grid import name as hole_name
from hardware.perfboard.links import plan
from hardware.perfboard.placement import RAILS
from hardware.printed.parts import foot_height, grams, printed_parts

from .markdown import page, table


def build_page(layout: str) -> str:
    """Return BUILD.md."""
    flags = {"default": layout == board.DEFAULT_LAYOUT, "usb": power.usb_feeds(layout)}
    flags["panel"] = layout in panel.LAYOUTS
    flags["pi"] = raspberry_pi.fits(layout)
    return page(
        "BUILD.md",
        [word for word, is_true in flags.items() if is_true],
        layout=layout,
        title=forms.form(layout).title,
        base=forms.form(layout).pixels.name,
        option="" if flags["default"] else f" --layout {layout}",
        layouts=_layouts(),
        cables="the USB cable" if flags["usb"] else "the USB cable and the supply",
        depth=depth(),
        screws=len(screw_holes(layout)),
        keys=len(board.KEYS),
        cut=sizes.CUT_OUT,
        wall=sizes.WEB,
        coupon=", ".join(str(edge) for edge in sizes.COUPON),
        screw=sizes.SCREW_HOLE,
        seat=light.SEAT,
        face=sizes.FACE,
        least=100 * light.LEAST,
        shares=_shares(layout),
        feeds=len(strip.feeds(layout)),
        last=strip.runs(layout)[-1].name,
        runs=", ".join(run.name for run in strip.runs(layout)),
        pixels=forms.form(layout).pixels.pixels,
        current=board.CURRENT_MA,
        supply=board.SUPPLY_MA,
        trial=_pins_of(layout, "MENU", "ENTER"),
        **perfboard_words(layout),
        **_drilled(layout),
        panel_width=panel.outline(layout).width,
        panel_height=panel.outline(layout).height,
        **_circuit_board(layout),
        tiles=sum(part.name.startswith("wells-") for part in printed_parts(layout)),
        wells=sizes.RECESS + sizes.WELLS,
        foot=foot_height(),
        grams=grams(layout),
        **_raspberry_pi(layout),
    )


def _drilled(layout: str) -> dict[str, str]:
    """Return, in words, where the holes for the clamp and for the bracket are in the carrier."""
    holes = places.screws(layout)
    words = [f"{hole.x:.1f} / {hole.y:.1f}" for hole in holes]
    return {"strip_clamp": _and(words[:2]), "bracket": _and(words[2:])}


def _layouts() -> str:
    """Return the table of the layouts, as a part of a list."""
    rows = []
    for name in forms.names():
        at = forms.form(name)
        feed = "USB or a supply" if power.usb_feeds(name) else "a supply"
        size = f"{at.width:g} × {at.height:g} mm"
        rows.append([f"`{name}`", at.title, str(at.pixels.pixels), size, feed])
    text = table(["layout", "what it has", "pixels", "size", "fed by"], rows, "  r")
    return "".join(f"   {line}\n" for line in text.splitlines())


def _shares(layout: str) -> str:
    """Return the table of the visible share of a light, by viewing angle."""
    rows = [
        [f"{diameter:g} mm", *[f"{100 * share:.0f} %" for share in seen]]
        for diameter, seen in light.shares(layout).items()
    ]
    return table(["hole", *[f"at {angle:.0f}°" for angle in light.ANGLES]], rows, "rrrrr")


def _raspberry_pi(layout: str) -> dict[str, float]:
    """Return the guide's values for a Raspberry Pi in the box, none if there is no room."""
    if not raspberry_pi.fits(layout):
        return {}
    return {
        "pi_ribbon": raspberry_pi.ribbon(layout),
        "pi_spacer": sizes.RASPBERRY_PI_HIGH[0],
        "pi_high": sum(sizes.RASPBERRY_PI_HIGH),
        "under": sizes.FRAME * sizes.FRAMES,
        "pi_watts": raspberry_pi.WATTS,
        "pi_warm": raspberry_pi.warmth(layout),
    }


def _circuit_board(layout: str) -> dict[str, str | float]:
    """Return the guide's values for the circuit board."""
    edge = placement.outline()
    back = check.board_depth() + rules.THICKNESS
    return {
        "pcb_width": edge.width,
        "pcb_height": edge.height,
        "pcb_thick": rules.THICKNESS,
        "pcb_track": min(rules.SIGNAL, rules.CLEARANCE),
        "pcb_drill": rules.VIA_DRILL,
        "pcb_depth": check.board_depth(),
        "pcb_reach": back + max(placement.HEIGHTS.values()),
        "pcb_back": depth() - sizes.BACK,
        "pcb_unused": ", ".join(placement.UNUSED_WITH_USB),
        "pcb_usb": limit("supply-usb", layout),
        "pcb_supply": limit("supply", layout),
        "pcb_feeds": _shared_pairs(layout),
    }


def _shared_pairs(layout: str) -> str:
    """Return, in words, which feeds of the strip join which pair of poles of the terminal P."""
    feeds = len(strip.feeds(layout))
    pairs = sum(label == "+5V" for _, label in placement.STRIP_POLES)
    if feeds <= pairs:
        return f"one pair for each of P1 to P{feeds}"
    groups, first = [], 1
    for n in range(pairs):
        size = feeds // pairs + (n < feeds % pairs)
        groups.append([f"P{feed}" for feed in range(first, first + size)])
        first += size
    shared = [group for group in groups if len(group) > 1]
    words = ", ".join(f"{_and(group)} at pair {n}" for n, group in enumerate(groups, 1))
    most = len(groups[0])
    return (
        f"the terminal has {pairs} pairs and this layout {feeds} feeds, which share them: "
        f"{words}, counted from DIN. Where feeds share, a wire of 50 mm leads from each of "
        f"the two poles to a lever connector for {most + 1} wires of 0.5 mm² "
        f"({_LEVERS[most + 1]}), and the feeds' wires of that pole go into "
        f"its other openings: {2 * len(shared)} connectors"
    )


_LEVERS = {3: "WAGO 221-413", 4: "WAGO 221-415", 5: "WAGO 221-415"}


def _and(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def perfboard_words(layout: str) -> dict[str, str | float]:
    """Return the pages' values for the perfboard."""
    first = builds.names(layout)[0]
    made = plan(first, layout)
    holes = {pin: hole_name(hole) for part in made.parts for pin, hole in part.pins.items()}
    _, _, width, height = sizes.PERFBOARD
    return {
        "first": first,
        "first_title": made.circuit.title,
        "perf_columns": COLUMNS,
        "perf_rows": ROWS,
        "perf_size": f"{width:g} × {height:g}",
        "perf_inset": sizes.PERFBOARD_HOLE,
        "vbus": f"{holes['U1.40']}, pin 40",
        "vbus_ground": f"{holes['U1.38']}, pin 38",
        "ground": RAILS["J3"],
        "power": RAILS["J2"],
    }


def _pins_of(layout: str, *keys: str) -> str:
    """Return, in words, the pins of the Pico that these keys of one row connect."""
    circuit = builds.build("supply", layout)
    places = [divmod(board.KEYS.index(key), board.KEY_COLUMNS) for key in keys]
    words = [builds.controller_pin("supply", "row", places[0][0], layout)]
    words += [builds.controller_pin("supply", "column", column, layout) for _, column in places]
    numbers = [circuit.pin(word).number for word in words]
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}"
