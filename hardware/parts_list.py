"""The parts list as data. Quantities follow from the circuit, the strip and the description."""

import math
import re
from typing import NamedTuple

from hardware import board, dimensions, forms, strip
from hardware.assembly import places
from hardware.body import raspberry_pi, sizes
from hardware.body.check import depth
from hardware.body.layers import DRILLED, layers, screw_holes
from hardware.body.shapes import Circle
from hardware.circuit import builds
from hardware.perfboard.grid import COLUMNS, PITCH, ROWS
from hardware.perfboard.links import plan

ELECTRONICS, STRIP, WIRES, BODY = "Electronics", "Lights", "Wires and connections", "Body"
ALL = tuple(builds.BUILDS)
PICOS = ("usb", "supply")
SUPPLIED = ("supply", "pi")


class Line(NamedTuple):
    """One line: quantity for each build, part, important values, an example of a part number, an
    alternative, and its references in the circuit."""

    section: str
    quantities: dict[str, int]
    unit: str
    name: str
    value: str
    example: str
    alternative: str
    refs: str


# Reference (a regular expression), name, value, example, alternative. Each part of a circuit is in
# one of these rows.
_CIRCUIT_ROWS = (
    ("U1:Pico", "Raspberry Pi Pico", "RP2040, with its pins soldered on", "SC0917 (Pico H)",
     "Pico (SC0915) and two pin headers 1 × 20; Pico 2 (SC1631): same pins"),
    ("U1:Raspberry Pi", "Raspberry Pi", "3, 4, 5 or Zero 2 with a 40-pin header",
     "Raspberry Pi 4 Model B", "any with that header"),
    ("U2", "level shifter", "74AHCT125: takes 3.3 V for a 1. HCT works too, HC and AHC do not",
     "SN74AHCT125N (DIP-14)", "74HCT125, SN74HCT125N"),
    ("Q1", "P-channel MOSFET", "on at 2.5 V, 60 mΩ at most with 4.5 V, 3 A, 12 V",
     "AO3401A (SOT-23)", "DMG2305UX, SI2301"),
    ("F1", "resettable fuse", "holds 0.75 A, trips at 1.3 A, 0.23 Ω at most, 6 V or more",
     "Littelfuse RUSBF075", "any radial type with these values"),
    ("F2", "resettable fuse", "holds 1.85 A, trips at 3.7 A, 0.10 Ω at most, 6 V or more",
     "Littelfuse RUEF185", "any radial type with these values"),
    ("SW1", "changeover switch, two poles",
     "on-on, breaks before it makes, 3 A or more; its case at most {:g} × {:g} mm".format(
         *places.SWITCH_CASE[1:]),
     "C&K 7201SYZQE", "any DPDT toggle or slide switch for 3 A"),
    ("J1", "USB-C socket on a small board, for power",
     "5.1 kΩ from CC1 and another from CC2 to ground: without them a USB-C charger gives nothing",
     "Adafruit 4090", "SparkFun BOB-15100"),
    (r"D([1-9]|1\d|2[0-5])", "diode", "1N4148", "1N4148", "1N914, 1N4448"),
    ("D26", "Schottky diode", "20 V, 1 A, 0.45 V at most", "1N5817", "1N5818, SB120"),
    ("C1", "electrolytic capacitor", "1000 µF, 10 V (6.3 V at least)", "Panasonic EEU-FR1A102",
     "any of 1000 µF; more would charge too slowly or too hard"),
    ("C2|C4", "ceramic capacitor", "100 nF, X7R, 16 V or more", "Kemet C315C104K5R5TA",
     "film, 100 nF"),
    ("C3", "ceramic capacitor", "2.2 µF, X7R, 16 V or more", "Kemet C322C225K5R5TA",
     "film, 2.2 µF"),
    ("R1", "resistor", "330 Ω, 0.25 W", "Yageo MFR-25FBF52-330R", "any of 300 to 500 Ω"),
    ("R2", "resistor", "470 kΩ, 0.25 W, 5 %", "Yageo MFR-25FBF52-470K", "any of 430 to 560 kΩ"),
    ("R3|R4", "resistor", "10 kΩ, 0.25 W, 1 %: the two alike", "Yageo MFR-25FBF52-10K",
     "two alike of 5 to 15 kΩ"),
    (r"K\d+", "key switch, MX type", "clips into a plate of 1.5 mm", "Cherry MX1A-E1NW",
     "Gateron or Kailh of the same type"),
    (r"J[23]", "rail", "a row of the perfboard, with tinned wire along it", "", ""),
    (r"S\d+", "run of the strip", "see Lights", "", ""),
)  # fmt: skip


# Section, builds, quantity, unit, name, value, example, alternative.
_Row = tuple[str, tuple[str, ...], int, str, str, str, str, str]


def lines(layout: str = board.DEFAULT_LAYOUT) -> list[Line]:
    """Return the parts list of layout `layout`, for every build."""
    circuits = {name: builds.build(name, layout) for name in builds.names(layout)}
    found = []
    for pattern, name, value, example, alternative in _CIRCUIT_ROWS:
        refs = {build: _matching(circuit, pattern) for build, circuit in circuits.items()}
        if pattern in (r"J[23]", r"S\d+"):
            continue  # their material is listed by length
        quantities = {build: len(refs.get(build, ())) for build in ALL}
        if not any(quantities.values()):
            continue
        where = _shortened(max(refs.values(), key=len))
        found.append(Line(ELECTRONICS, quantities, "", name, value, example, alternative, where))
    return found + _other_lines(layout)


def unlisted(layout: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return the parts of the circuits that are not in exactly one row of the list."""
    wrong = []
    for name in builds.names(layout):
        circuit = builds.build(name, layout)
        rows = [ref for row in _CIRCUIT_ROWS for ref in _matching(circuit, row[0])]
        wrong += [f"{name}: {ref}" for ref in circuit.parts if rows.count(ref) != 1]
    return wrong


def _matching(circuit, pattern):
    pattern, _, kind = pattern.partition(":")
    return [
        part.ref
        for part in circuit.parts.values()
        if re.fullmatch(pattern, part.ref) and kind in ("", part.kind.name)
    ]


def _shortened(refs):
    """Return `K1 K2 ... K24` as `K1 to K24`."""
    refs = sorted(refs, key=lambda ref: int(ref[1:] if ref[1:].isdigit() else ref[2:]))
    return f"{refs[0]} to {refs[-1]}" if len(refs) > 2 else ", ".join(refs)


def _other_lines(layout) -> list[Line]:
    pixels = sum(len(run.spots) for run in strip.runs(layout))
    per_metre = forms.form(layout).strip_per_metre
    metres = math.ceil(pixels / per_metre)
    keys = len(board.KEYS)
    rows: tuple[_Row, ...] = (
        (STRIP, ALL, pixels, "pixels", f"LED strip {dimensions.STRIP_TYPE}",
         f"5 V, {per_metre} LED/m, bare (IP30), 10 mm wide; {metres} m give "
         f"{metres * per_metre - pixels} to spare",
         f"BTF-Lighting {dimensions.STRIP_TYPE} {per_metre}/m",
         "WS2812B-V5, SK6812 (RGB); where the maker has joined two lengths, every 50 pixels or "
         "so, the pitch is not exact: cut there, and buy half a metre more"),
        (ELECTRONICS, ALL, keys, "", "key cap, MX type",
         "at most 18 mm wide, with a window for a paper label, or blank", "relegendable 1u",
         "hard to find: any blank 1u cap, and a label from a label printer on it"),
        (ELECTRONICS, SUPPLIED, 1, "", "supply",
         "5 V (4.9 to 5.25 V at its plug), 2 A or more, USB-C plug", "Raspberry Pi 15 W USB-C",
         "a USB-C charger with a cable for 3 A"),
        (ELECTRONICS, ("pi",), 1, "", "supply and card for the Raspberry Pi",
         "as its maker asks for: 5 V, 3 A for a Pi 4, 5 A for a Pi 5; micro SD of 8 GB or more",
         "Raspberry Pi 27 W USB-C", "a Pi 3 or Zero 2 has a micro-USB socket"),
        (ELECTRONICS, PICOS, 1, "", "USB cable, data",
         "1 m at most, wires for power AWG 24 or thicker, plug of your Pico", "any", ""),
        (WIRES, ALL, 1, "", "perfboard",
         f"{COLUMNS} × {ROWS} holes of 1 mm, pitch {PITCH} mm, a round pad at each and no strips; "
         f"cut to {sizes.PERFBOARD[2]:g} × {sizes.PERFBOARD[3]:g} mm",
         "a board of 100 × 160 mm, sawn",
         "one side or two, with holes that are plated or not"),
        (WIRES, ALL, _tinned_metres(layout), "m", "tinned copper wire",
         "0.8 mm: the links of the perfboard, and its two rails", "any", "AWG 20, solid"),
        (WIRES, ALL, 1, "", "adapter SOT-23 to pins of 2.54 mm", "for Q1", "any", ""),
        (WIRES, ALL, 1, "", "IC socket", "14 pins, 7.62 mm", "any", ""),
        (WIRES, PICOS, 2, "", "pin socket", "1 × 20, pitch 2.54 mm, for the Pico", "any", ""),
        (WIRES, ("pi",), 1, "", "socket and ribbon cable",
         f"2 × 20, for the Pi's header{_ribbon(layout)}", "any", "12 single jumper wires"),
        (WIRES, ALL, _thick_metres(layout), "m", "stranded wire, 0.5 mm²",
         "half red, half black: 5 V and ground", "any", "AWG 20"),
        (WIRES, ALL, _thin_metres(layout), "m", "stranded wire, 0.14 mm²",
         "in as many colours as you can get: keys and data", "any", "AWG 26"),
        (WIRES, ALL, 2, "", "cable clamp",
         "strain relief: the USB cable on the frames, the strip's wires on the carrier",
         "P-clip 5 mm", "the printed clamp"),
        (WIRES, ALL, 4, "", "cable tie", "2.5 × 100 mm: wires in bundles, a printed bracket",
         "any", ""),
        (WIRES, ALL, 1, "set", "heat-shrink tube", "1.5 to 6 mm", "any", ""),
        *_body_rows(layout),
    )  # fmt: skip
    made = builds.names(layout)
    return [
        Line(
            row[0],
            {name: row[2] if name in row[1] and name in made else 0 for name in ALL},
            *row[3:],
            "",
        )
        for row in rows
    ]


def _body_rows(layout) -> list[_Row]:
    found: list[_Row] = []
    for layer in layers(layout):
        left, top, right, bottom = layer.outline.reach()
        by_hand = f"by hand: the template paper/a4/{layer.name}"
        by_hand += "-drill.pdf" if layer.name in DRILLED else ".pdf"
        value = f"{layer.thickness:g} mm {layer.material}; {right - left:g} × {bottom - top:g} mm"
        found.append((BODY, ALL, layer.sheets, "", layer.title, value,
                      f"cut/{layer.name}.dxf", by_hand))  # fmt: skip
    screws = len(screw_holes(layout))
    found += [
        (BODY, ALL, screws, "", "screw, nut and washer M3",
         f"{sizes.SCREW_LENGTH:.0f} mm, for a stack of {depth():.0f} mm", "", ""),
        (BODY, ALL, 4, "", "screw and nut M3, spacer of 3 mm",
         "12 mm, head of at most 2 mm: hold the perfboard; two more for a printed holder of the "
         "Pico", "ISO 7380", ""),
        *([(BODY, ("pi",), 4, "", "screw and nut M2.5, spacer of "
            f"{sizes.RASPBERRY_PI_HIGH[0]:g} mm", "12 mm, head of at most 2 mm: hold the "
            "Raspberry Pi", "ISO 7380", "")] if raspberry_pi.fits(layout) else []),
        (BODY, ALL, 4, "", "countersunk screw and nut M3", "12 mm: the clamp and the bracket on "
         "the carrier, flush with its front", "ISO 10642", "DIN 7991"),
        (BODY, ALL, 2, "", "wood screw", "3 × 16 mm: the clamp on the frames", "any", ""),
        (BODY, ALL, 4, "", "rubber foot", "8 mm high at least: the ends of the screws stay off "
         "the table; with a screw M3 and a nut", "", "one to stick over its hole"),
        (BODY, ALL, 1, "tin", "paint, matt white", "covers plywood and MDF: inside the wells, "
         "where it returns the light", "acrylic, 100 ml", "any matt white for wood"),
        (BODY, ALL, 1, "tin", "paint, matt black", "round the holes on the lower side of the "
         "face, so that no light shines through it", "acrylic, 50 ml", "a black marker"),
        (BODY, ALL, 1, "tin", "oil or varnish", "for the face: thin, so that it does not fill "
         "the holes, and safe for hands when it is dry", "hard wax oil, 125 ml",
         "any clear varnish for furniture"),
        (BODY, ALL, 1, "bottle", "wood glue", "for the frames and the panel of the cables", "any",
         ""),
        (BODY, ALL, 1, "roll", "double-sided tape", "10 mm wide, 0.15 mm thick at most: the "
         "strip's pixels are level with the channel", "any", "the strip's own, if so thin"),
    ]  # fmt: skip
    return found


_PILOT = 2.0  # mm, before the holes that are drilled by hand
_TOOLS = (
    "soldering iron with a fine tip, solder, flux",
    "multimeter, for the checks before power is given",
    "side cutters, wire stripper, tweezers, small screwdriver",
    "hot air or a lighter for the heat-shrink tube",
    "a laser cutter or router, or a service that has one; or, by hand, a drill with wood bits of "
    "{bits} mm, a fret saw and a flat file",
    "clamps, a ruler, a fine brush, sandpaper, a countersink for M3; by hand also a "
    "centre punch or a nail, and a glue stick",
    "a printer for the templates and the legends, and a torch (a phone's will do)",
)


def _ribbon(layout) -> str:
    if not raspberry_pi.fits(layout):
        return ""
    return f"; {raspberry_pi.ribbon(layout):g} mm of it, in the box"


def tools(layout: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return the tools; the drill bits are those of the layers' round holes, but for the metal
    of the plate and of the coupon."""
    sheets = [layer for layer in layers(layout) if layer.name not in ("plate", "coupon")]
    holes = [hole for layer in sheets for hole in layer.holes]
    bits = sorted({hole.diameter for hole in holes if isinstance(hole, Circle)} | {_PILOT})
    words = ", ".join(f"{bit:g}" for bit in bits[:-1]) + f" and {bits[-1]:g}"
    return [tool.format(bits=words) for tool in _TOOLS]


def _tinned_metres(layout) -> int:
    most = max(
        sum(len(link.holes()) * PITCH for link in plan(name, layout).links if link.bare)
        for name in builds.names(layout)
    )
    return _metres(most)


def _thick_metres(layout) -> int:
    feeds = sum(2 * strip.feed_length(feed, layout) for feed in strip.feeds(layout))
    joints = 2 * 25 * len(strip.pieces(layout))
    return _metres(feeds + joints + 10 * 150)


def _thin_metres(layout) -> int:
    across = (board.KEY_COLUMNS - 1) * forms.form(layout).key_pitch * board.KEY_ROWS
    down = (board.KEY_ROWS - 1) * forms.form(layout).key_pitch * board.KEY_COLUMNS
    leads = 250 * (board.KEY_ROWS + board.KEY_COLUMNS)
    joints = 30 * len(strip.pieces(layout))
    return _metres(across + down + leads + joints + 1000)


def _metres(millimetres: float) -> int:
    """Return the length with a fifth to spare, in whole metres, rounded up."""
    return math.ceil(millimetres * 1.2 / 1000)
