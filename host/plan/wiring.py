"""The wiring diagram of a build: every wire but those of the keys, each as a separate line with
its number and colour at both ends.

Parts are boxes in three columns, the rails in the middle one. Each end of a wire has its own place
on the box; between the columns each wire has its own lane.
"""

from typing import NamedTuple

from hardware.circuit.model import Circuit, Part, Wire

from .svg import Drawing

ROW, TITLE, GAP, TOP = 20.0, 26.0, 18.0, 90.0
BOX, RAIL, LANE, ROOM = 300.0, 150.0, 14.0, 96.0
RAILS = ("J2", "J3")
RIGHT = ("U2", "C2", "R1", "C1", "S")
_NAMES = {
    "K": "cathode (band)", "A": "anode", "G": "gate", "S": "source", "D": "drain",
    "+": "+ (plus)", "-": "− (stripe)", "STRIP": "common, to the strip", "USB": "contact USB",
    "SUPPLY": "contact SUPPLY", "SENSE": "common, to R3", "SENSED": "contact SUPPLY",
    "5Vin": "5 V, first pixel", "GNDin": "GND, first pixel", "DIN": "DIN, first pixel",
    "5Vout": "5 V, last pixel", "GNDout": "GND, last pixel", "DOUT": "DOUT, last pixel",
}  # fmt: skip


class Numbered(NamedTuple):
    """A wire and its number in the drawing and in the table."""

    number: int
    wire: Wire


class End(NamedTuple):
    """One end of a wire on a box: its place, and the side of the lanes (1: right)."""

    x: float
    y: float
    side: int


def numbered(circuit: Circuit) -> list[Numbered]:
    """Return all wires but those of the keys, numbered from 1."""
    mine = [w for w in circuit.wires() if not w.net.startswith(("ROW", "COLUMN", "KEY"))]
    return [Numbered(n, wire) for n, wire in enumerate(mine, 1)]


def pin_label(circuit: Circuit, word: str) -> str:
    """Return the label of a pin on its box."""
    ref = word.split(".")[0]
    part = circuit.parts[ref]
    pin = circuit.pin(word)
    if part.kind.name in ("resistor", "resettable fuse", "capacitor"):
        return f"end {pin.number}"
    if part.kind.name in ("diode", "Schottky diode", "electrolytic", "strip run"):
        return _NAMES[pin.name]
    name = _NAMES.get(pin.name, pin.name)
    return f"{name}, pin {pin.number}" if part.kind.name != "rail" else ""


def notes(part: Part) -> tuple[str, ...]:
    """Return more notes for the maker about a part."""
    return {
        "Pico": (
            "seen from above, the USB socket at the top",
            "other pins: the drawing of the keys",
        ),
        "Raspberry Pi": ("pins of the 40-pin header", "other pins: the drawing of the keys"),
        "changeover switch": ("one pole 1 2 3, the other 4 5 6; 4 stays open",),
        "74AHCT125": ("pin 1 at the notch, counted round", "pins 6, 8 and 11 stay open"),
        "P-channel MOSFET": ("on its adapter; pin 3 is the one alone",),
    }.get(part.kind.name, ())


def wiring(circuit: Circuit) -> str:
    """Return the wiring diagram as SVG."""
    wires = numbered(circuit)
    places = _Places(circuit, wires)
    drawing = Drawing(
        places.width,
        places.height,
        f"Wiring: {circuit.title}",
        "Each line is one wire; its number and its colour stand at both ends. Lines that cross "
        "are not joined. Red, black and orange wires are thick, 0.5 mm². The keys have a drawing "
        "of their own.",
    )
    for points, wire in places.routes():
        drawing.of_wire(str(wire.number))
        drawing.wire(points, wire.wire.colour)
    drawing.of_wire("")
    places.boxes(drawing)
    for end, wire in places.ends():
        drawing.of_wire(str(wire.number))
        text = f"{wire.number} {wire.wire.colour}"
        drawing.tag(end.x + 8 * end.side, end.y, text, "start" if end.side > 0 else "end")
    return drawing.text()


def _column(ref: str) -> int:
    if ref in RAILS:
        return 1
    return 2 if ref in RIGHT or ref[0] == "S" and ref[1:].isdigit() else 0


class _Places:
    """The places of everything in one diagram."""

    def __init__(self, circuit: Circuit, wires: list[Numbered]):
        self._circuit = circuit
        self._wires = wires
        self._rows: dict[str, list[tuple[Numbered, str]]] = {ref: [] for ref in circuit.parts}
        for one in wires:
            for pin in (one.wire.start, one.wire.end):
                self._rows[pin.split(".")[0]].append((one, pin))
        self._order()
        self._ys: dict[tuple[int, str], float] = {}
        self._tops: dict[str, float] = {}
        bottoms = [self._stack(0), self._stack(2)]
        self._through = [w for w in wires if self._columns(w) == (0, 2)]
        bottoms.append(self._stack_rails())
        self.height = max(bottoms) + 30
        self._lanes()

    def _columns(self, one: Numbered) -> tuple[int, int]:
        first, second = [_column(p.split(".")[0]) for p in (one.wire.start, one.wire.end)]
        return min(first, second), max(first, second)

    def _order(self):
        for ref, rows in self._rows.items():
            pins = [pin.number for pin in self._circuit.parts[ref].kind.pins]
            rows.sort(key=lambda row: (pins.index(row[1].split(".")[1]), row[0].number))
            # A Pico's right side counts upwards: pin 40 is beside the USB socket.
            if self._circuit.parts[ref].kind.name == "Pico":
                rows.reverse()

    def _stack(self, column: int) -> float:
        y = TOP
        for ref, rows in self._rows.items():
            if _column(ref) == column and rows:
                self._tops[ref] = y
                y += TITLE + ROW * len(notes(self._circuit.parts[ref]))
                for n, (one, pin) in enumerate(rows):
                    self._ys[one.number, pin] = y + ROW * (n + 0.5)
                y += ROW * len(rows) + GAP
        return y

    def _stack_rails(self) -> float:
        """Give each wire a place on each side of a rail, in the order of the wires' other ends."""
        self._sides: dict[tuple[int, str], int] = {}
        y = TOP + ROW * (len(self._through) + 2)
        for ref in RAILS:
            sides: dict[int, list] = {-1: [], 1: []}
            for one, pin in self._rows[ref]:
                other = one.wire.end if pin == one.wire.start else one.wire.start
                side = 1 if _column(other.split(".")[0]) == 2 else -1
                sides[side].append((self._ys[one.number, other], one.number, pin))
            self._tops[ref] = y
            for side, rows in sides.items():
                for n, (_, number, pin) in enumerate(sorted(rows)):
                    self._ys[number, pin] = y + TITLE + ROW * (n + 0.5)
                    self._sides[number, pin] = side
            y += TITLE + ROW * max(len(rows) for rows in sides.values()) + 3 * GAP
        return y

    def _lanes(self):
        """Give each wire a lane in each gap between columns that it goes through."""
        inner: list[dict[str, list]] = [{}, {}]
        self._lane: dict[tuple[int, int], tuple[str, int]] = {}
        for gap in (0, 1):
            groups: dict[str, list] = {"own": [], "across": []}
            for one in self._wires:
                columns = self._columns(one)
                if columns == (2 * gap, 2 * gap):
                    groups["own"].append(one)
                elif gap in range(columns[0], columns[1]):
                    groups["across"].append(one)
            for name, members in groups.items():
                taken: list[list[tuple[float, float]]] = []
                for one in sorted(members, key=self._length):
                    low, high = self._span(one, gap)
                    lane = _free_lane(taken, low, high)
                    taken[lane].append((low, high))
                    self._lane[one.number, gap] = (name, lane)
                inner[gap][name] = taken
        self._counts = [{name: len(t) for name, t in each.items()} for each in inner]
        widths = [2 * ROOM + LANE * (sum(each.values()) + 1) for each in self._counts]
        self._left = 24 + BOX
        self._rail = self._left + widths[0]
        self._right = self._rail + RAIL + widths[1]
        self.width = self._right + BOX + 24

    def _length(self, one):
        low, high = self._span(one, 0 if self._columns(one)[0] == 0 else 1)
        return (high - low, one.number)

    def _through_y(self, one):
        return TOP + ROW * (self._through.index(one) + 0.5)

    def _span(self, one, gap):
        ys = [self._ys[one.number, pin] for pin in (one.wire.start, one.wire.end)]
        if one in self._through:
            ends = {_column(p.split(".")[0]): self._ys[one.number, p] for p in one.wire[1:3]}
            ys = [ends[2 * gap], self._through_y(one)]
        return min(ys), max(ys)

    def _lane_x(self, number, gap):
        name, lane = self._lane[number, gap]
        if gap == 0:
            begin = self._left + ROOM
            return begin + LANE * (lane + 1 + (self._counts[0]["own"] if name == "across" else 0))
        end = self._right - ROOM
        return end - LANE * (lane + 1 + (self._counts[1]["own"] if name == "across" else 0))

    def _end(self, one: Numbered, pin: str) -> End:
        y = self._ys[one.number, pin]
        column = _column(pin.split(".")[0])
        if column == 0:
            return End(self._left, y, 1)
        if column == 2:
            return End(self._right, y, -1)
        side = self._sides[one.number, pin]
        return End(self._rail + (RAIL if side > 0 else 0), y, side)

    def ends(self):
        """Yield each end of each wire."""
        for one in self._wires:
            for pin in (one.wire.start, one.wire.end):
                yield self._end(one, pin), one

    def routes(self):
        """Yield the points of each wire, the long ones first."""
        for one in sorted(self._wires, key=self._length, reverse=True):
            a, b = sorted(self._end(one, pin) for pin in (one.wire.start, one.wire.end))
            if one in self._through:
                y = self._through_y(one)
                x0, x1 = self._lane_x(one.number, 0), self._lane_x(one.number, 1)
                middle = [(x0, a.y), (x0, y), (x1, y), (x1, b.y)]
            else:
                gap = 0 if self._columns(one)[0] == 0 else 1
                x = self._lane_x(one.number, gap)
                middle = [(x, a.y), (x, b.y)]
            yield [(a.x, a.y), *middle, (b.x, b.y)], one

    def boxes(self, drawing: Drawing):
        """Draw each part with its name and its pins."""
        for ref, top in self._tops.items():
            part = self._circuit.parts[ref]
            drawing.of_part(ref)
            column = _column(ref)
            ys = [self._ys[one.number, pin] for one, pin in self._rows[ref]]
            height = max(ys) - top + ROW / 2 + 4
            if column == 1:
                fill = "#fbdcdc" if ref == "J2" else "#dcdcdc"
                drawing.box(self._rail, top, RAIL, height, fill)
                drawing.words(
                    self._rail + RAIL / 2, top + 17, f"{ref}  {part.value}", 13, "middle", True
                )
                continue
            x = 24 if column == 0 else self._right
            drawing.box(x, top, BOX, height)
            drawing.words(x + 10, top + 17, f"{ref}  {_title(part)}", 13, bold=True)
            for n, words in enumerate(notes(part)):
                drawing.words(x + 10, top + TITLE + ROW * (n + 0.5) + 4, words, 11, fill="#555")
            for one, pin in self._rows[ref]:
                y = self._ys[one.number, pin] + 4
                label = pin_label(self._circuit, pin)
                if column == 0:
                    drawing.words(x + BOX - 8, y, label, 12, "end")
                else:
                    drawing.words(x + 8, y, label, 12)
        drawing.of_part("")


def _free_lane(taken: list[list[tuple[float, float]]], low: float, high: float) -> int:
    """Return the first lane that is free from `low` to `high`, or a new one."""
    for lane, spans in enumerate(taken):
        if all(high + 6 < a or low - 6 > b for a, b in spans):
            return lane
    taken.append([])
    return len(taken) - 1


def _title(part) -> str:
    kind = part.kind.name
    if kind in ("Pico", "Raspberry Pi", "74AHCT125"):
        return part.value
    if kind == "strip run":
        return f"strip, {part.value}"
    if kind == "USB-C power socket":
        return "USB-C socket for the supply"
    return f"{kind} {part.value}"
