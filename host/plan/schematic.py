"""The schematic of a build, drawn by schemdraw, from left to right.

The drawing follows the circuit: it reads every part from there by its reference and shows its
value, and `shown` returns the parts for the test.
"""

from hardware import board, forms
from hardware.circuit.builds import controller_pin
from hardware.circuit.model import Circuit
from host.install_command import install_command


class SchematicError(Exception):
    """The schematic cannot be drawn; the text says what is missing."""


def schematic(circuit: Circuit) -> str:
    """Return the schematic of `circuit` as SVG. Raises SchematicError without schemdraw."""
    return _Sheet(circuit).text()


def shown(circuit: Circuit) -> set[str]:
    """Return the references of the parts in the schematic of `circuit`."""
    sheet = _Sheet(circuit)
    sheet.text()
    return sheet.refs


class _Sheet:
    def __init__(self, circuit: Circuit):
        try:
            import schemdraw
            import schemdraw.elements as elements
        except ImportError:
            raise SchematicError(
                f"the schematic needs schemdraw: {install_command('plan')}"
            ) from None
        schemdraw.use("svg")
        schemdraw.svgconfig.text = "text"
        self._circuit = circuit
        self._elm = elements
        self._drawing = schemdraw.Drawing(show=False)
        self._drawing.config(fontsize=11, lw=1.4, bgcolor="white")
        self.refs: set[str] = set()

    def text(self) -> str:
        build = self._circuit.name
        self._source()
        if "SW1" in self._circuit.parts:
            self._supply_and_switch()
        elif build == "supply":
            self._picos_own_way((3, 0), -3)
            self._sense((3, -3), (3, -5))
        self._soft_start()
        self._shifter()
        self._strip()
        self._key()
        title = self._elm.Label().label(f"Pegboard: {self._circuit.title}", fontsize=16)
        self._drawing += title.at((8, 2.2))
        return self._drawing.get_imagedata("svg").decode()

    # Pieces ---------------------------------------------------------------------------------

    def _label(self, ref: str) -> str:
        self.refs.add(ref)
        return f"{ref}\n{self._circuit.parts[ref].value}"

    def _controller_pin(self, what: str) -> str:
        return controller_pin(self._circuit.name, what, 0, self._circuit.layout)

    def _line(self, *points) -> None:
        for start, end in zip(points, points[1:], strict=False):
            self._drawing += self._elm.Line().at(start).to(end)

    def _two(self, element, start, end, ref, loc="top", **more) -> None:
        self._drawing += element.at(start).to(end).label(self._label(ref), loc=loc, **more)

    def _ground(self, at) -> None:
        self._drawing += self._elm.Ground().at(at)

    def _tag(self, at, words, right=True) -> None:
        tag = self._elm.Tag(width=2.6, height=0.7).at(at).label(words, fontsize=10)
        self._drawing += tag.right() if right else tag.left()

    def _dot(self, at) -> None:
        self._drawing += self._elm.Dot().at(at)

    # From left to right ---------------------------------------------------------------------

    def _source(self):
        """Draw the sources of the strip's power, up to x = 6."""
        elm = self._elm
        if "F1" not in self._circuit.parts:
            self.refs.update(("U1", "J1"))
            self._tag((0, 0), "J1: 5 V supply", right=False)
            self._two(elm.Fuse(), (0, 0), (3, 0), "F2")
            self._line((3, 0), (6, 0))
            return
        self.refs.add("U1")
        self._tag((0, 0), "U1.40 VBUS", right=False)
        self._two(elm.Fuse(), (0, 0), (3, 0), "F1")
        if self._circuit.name == "usb":
            self._line((3, 0), (6, 0))

    def _supply_and_switch(self):
        elm = self._elm
        self.refs.add("J1")
        self._tag((0, -3), "J1: 5 V supply", right=False)
        self._two(elm.Fuse(), (0, -3), (3, -3), "F2")
        self._dot((3, -3))
        # The pole that switches the power.
        self._line((3, 0), (4, 0), (4, -1))
        self._line((3, -3), (4, -3), (4, -1.8))
        switch = elm.SwitchSpdt2().theta(180).flip().anchor("c").at((4, -1.8))
        self._drawing += switch
        common = switch.absanchors["a"]
        self._drawing += elm.Label().at((4.95, -2.9)).label(self._label("SW1"), fontsize=10)
        self._drawing += elm.Label().at((3.5, -1.2)).label("1 USB", fontsize=9)
        self._drawing += elm.Label().at((3.1, -2.0)).label("3 SUPPLY", fontsize=9)
        self._line(common, (5.6, common[1]), (5.6, 0), (6, 0))
        self._picos_own_way((3, -3), -4.6)
        # The pole that tells the Pico.
        self._line((3, -4.6), (3, -6.6), (4, -6.6))
        self._dot((3, -4.6))
        second = elm.SwitchSpdt2().theta(180).flip().anchor("c").at((4, -6.6))
        self._drawing += second
        common = second.absanchors["a"]
        self._drawing += elm.Label().at((4.1, -5.35)).label("4 open", fontsize=9)
        self._drawing += elm.Label().at((4.5, -7.7)).label("SW1, its second pole", fontsize=9)
        self._sense(common, common)

    def _picos_own_way(self, start, y):
        """Draw D26, from the supply down to `y` and to the Pico's VSYS."""
        x = start[0]
        self._dot(start)
        self._line(start, (x, y))
        self._two(self._elm.Schottky(), (x, y), (0.6, y), "D26", loc="bottom")
        self._line((0.6, y), (0, y))
        self._tag((0, y), "U1.39 VSYS", right=False)

    def _sense(self, start, corner):
        """Draw the two resistors that tell the Pico of the supply, from `start` through
        `corner`."""
        elm = self._elm
        if start != corner:
            self._dot(start)
            self._line(start, corner)
        x, y = corner[0] + 3, corner[1]
        self._two(elm.Resistor(), (corner[0], y), (x, y), "R3")
        self._dot((x, y))
        self._two(elm.Resistor(), (x, y), (x, y - 2.6), "R4", loc="bottom")
        self._ground((x, y - 2.6))
        pin = self._circuit.pin(self._controller_pin("sense"))
        self._tag((x, y), f"U1.{pin.number} {pin.name}")

    def _soft_start(self):
        """Draw Q1 from (6, 0) to the rail at (12, 0), its gate below."""
        elm = self._elm
        self._line((6, 0), (8, 0))
        self._dot((7, 0))
        fet = elm.PFet().theta(90).reverse().anchor("source").at((8, 0))
        self._drawing += fet
        drain, gate = fet.absanchors["drain"], fet.absanchors["gate"]
        self._drawing += elm.Label().at((8.75, 0.3)).label(self._label("Q1"), fontsize=10)
        below = (gate[0], -2.2)
        self._line((gate[0], gate[1]), below)
        self._dot(below)
        self._two(elm.Capacitor(), (7, 0), (7, -2.2), "C3")
        self._line((7, -2.2), below)
        self._line(below, (10.6, -2.2))
        self._two(elm.Capacitor(), (10.6, 0), (10.6, -2.2), "C4", loc="bottom")
        self._line(drain, (12, 0))
        self._dot((10.6, 0))
        self._two(elm.Resistor(), below, (gate[0], -4.4), "R2")
        self._ground((gate[0], -4.4))
        self._dot((10.6, -2.2))
        self._two(elm.Diode(), (10.6, -4.4), (10.6, -2.2), "D25", loc="bottom")
        self._ground((10.6, -4.4))
        self._dot((12, 0))
        self._two(elm.Capacitor(polar=True), (12.6, 0), (12.6, -2.6), "C1", loc="bottom")
        self._line((12, 0), (15, 0))
        self._ground((12.6, -2.6))
        self._dot((12.6, 0))
        self.refs.update(("J2", "J3"))
        self._drawing += elm.Vdd().at((12, 0)).label("+5 V rail (J2)", fontsize=10)

    def _shifter(self):
        elm = self._elm
        self._drawing += (
            elm.Label()
            .at((15.2, -4.9))
            .label("each ground symbol is the ground rail (J3)", fontsize=9)
        )
        pins = [
            elm.IcPin(name="1A", pin="2", side="left", slot="2/2"),
            elm.IcPin(name="1OE", pin="1", side="left", slot="1/2"),
            elm.IcPin(name="1Y", pin="3", side="right", slot="2/2"),
            elm.IcPin(name="VCC", pin="14", side="top", slot="1/1"),
            elm.IcPin(name="GND", pin="7", side="bottom", slot="1/1"),
        ]
        chip = elm.Ic(pins=pins, size=(3, 2.6), leadlen=0.5).at((13, -11.4)).anchor("center")
        chip = chip.label("U2", fontsize=11)
        self._drawing += chip
        self.refs.add("U2")
        words = f"U2 is {self._circuit.parts['U2'].value}; 4, 10, 13 to +5 V; 5, 9, 12 to ground"
        self._drawing += elm.Label().at((15.6, -14.9)).label(words, fontsize=9)
        vcc, ground = chip.absanchors["VCC"], chip.absanchors["GND"]
        enable, data, out = [chip.absanchors[name] for name in ("1OE", "1A", "1Y")]
        self._drawing += elm.Vdd().at((vcc[0], vcc[1] + 2)).label("+5 V")
        self._line(vcc, (vcc[0], vcc[1] + 2))
        self._dot((vcc[0], vcc[1] + 1.7))
        self._line((vcc[0], vcc[1] + 1.7), (vcc[0] + 2.4, vcc[1] + 1.7))
        side = (vcc[0] + 2.4, vcc[1] + 1.7)
        self._two(elm.Capacitor(), side, (side[0], side[1] - 1.5), "C2", loc="bottom")
        self._ground((side[0], side[1] - 1.5))
        self._ground(ground)
        self._line(enable, (enable[0] - 0.5, enable[1]), (enable[0] - 0.5, enable[1] - 0.6))
        self._ground((enable[0] - 0.5, enable[1] - 0.6))
        pin = self._circuit.pin(self._controller_pin("strip"))
        self._line(data, (data[0] - 1.2, data[1]))
        self._tag((data[0] - 1.2, data[1]), f"U1.{pin.number} {pin.name}", right=False)
        self._out = out

    def _strip(self):
        elm = self._elm
        x, y = self._out
        self._two(elm.Resistor(), (x, y), (x + 3, y), "R1", loc="bottom")
        runs = [ref for ref in self._circuit.parts if ref[0] == "S" and ref[1:].isdigit()]
        self.refs.update(runs)
        pins = [
            elm.IcPin(name="DIN", side="left", slot="1/1"),
            elm.IcPin(name="5V", side="top", slot="1/1"),
            elm.IcPin(name="GND", side="bottom", slot="1/1"),
        ]
        pixels = forms.form(self._circuit.layout).pixels.pixels
        words = f"{runs[0]} to {runs[-1]}\n{pixels} pixels\none after another"
        chip = elm.Ic(pins=pins, size=(4.2, 2.8), leadlen=0.5).anchor("DIN").at((x + 3, y))
        self._drawing += chip.label(words, fontsize=9)
        top, bottom = chip.absanchors["5V"], chip.absanchors["GND"]
        self._drawing += elm.Vdd().at(top).label("+5 V")
        self._ground(bottom)

    def _key(self):
        """Draw one of the keys: column, switch, diode, row."""
        elm = self._elm
        keys = [ref for ref in self._circuit.parts if ref[0] == "K"]
        self.refs.update(keys)
        self.refs.update(f"D{n + 1}" for n in range(len(keys)))
        y = -16.4
        column = self._circuit.pin(self._controller_pin("column"))
        row = self._circuit.pin(self._controller_pin("row"))
        self._tag((0, y), f"U1.{column.number} column 0", right=False)
        self._line((0, y), (0.6, y))
        self._drawing += elm.Button().at((0.6, y)).to((3.4, y)).label("K1 (A)")
        self._drawing += elm.Diode().at((3.4, y)).to((6.4, y)).label("D1  1N4148")
        self._line((6.4, y), (7, y))
        self._tag((7, y), f"U1.{row.number} row 0")
        self._drawing += (
            elm.Label()
            .at((3.2, y - 1.3))
            .label(
                f"one of {len(keys)} keys: {board.KEY_ROWS} rows, {board.KEY_COLUMNS} columns, "
                "a diode at each",
                fontsize=10,
            )
        )
