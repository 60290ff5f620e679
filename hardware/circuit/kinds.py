"""The kinds of parts, with their pins as in the data sheets."""

from .model import INPUT, OPTIONAL, OUTPUT, POWER, SOURCE, SPARE_SOURCE, Kind, Pin

_PICO = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 VREF 3V3 3V3_EN GND "
    "VSYS VBUS"
).split()
_RASPBERRY_PI = (
    "3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 "
    "3V3 GPIO24 GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 "
    "GPIO12 GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21"
).split()


def _numbered(names, roles):
    return tuple(Pin(str(n), name, roles.get(name, OPTIONAL)) for n, name in enumerate(names, 1))


def _two(name, footprint, first="1", second="2", conducts=(("1", "2"), ("2", "1"))):
    return Kind(name, (Pin("1", first), Pin("2", second)), footprint, conducts)


# Inside the Pico a Schottky diode connects VBUS to VSYS (Pico datasheet, section 4.5).
PICO = Kind(
    "Pico",
    _numbered(_PICO, {"VBUS": SOURCE}),
    "Module:RaspberryPi_Pico_Common_THT",
    (("40", "39"), ("39", "36")),
)
# If USB does not feed the strip, VBUS connects only to the cable.
PICO_ALONE_ON_USB = PICO._replace(pins=_numbered(_PICO, {"VBUS": SPARE_SOURCE}))
# The two 5 V pins of the header are one net on the Pi's own board, and so are its grounds.
RASPBERRY_PI = Kind(
    "Raspberry Pi",
    _numbered(_RASPBERRY_PI, {"5V": SPARE_SOURCE}),
    "Connector_PinHeader_2.54mm:PinHeader_2x20_P2.54mm_Vertical",
    (("2", "4"), ("4", "2")),
)
_SHIFTER = "1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC".split()
SHIFTER = Kind(
    "74AHCT125",
    tuple(
        Pin(str(n), name, POWER if name in ("GND", "VCC") else OUTPUT if "Y" in name else INPUT)
        if name not in ("2Y", "3Y", "4Y")
        else Pin(str(n), name, OPTIONAL)
        for n, name in enumerate(_SHIFTER, 1)
    ),
    "Package_DIP:DIP-14_W7.62mm",
)
RESISTOR = _two("resistor", "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal")
CAPACITOR = _two("capacitor", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", conducts=())
ELECTROLYTIC = _two("electrolytic", "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm", "+", "-", ())
FUSE = _two("resettable fuse", "Fuse:Fuse_Bourns_MF-RG300")
# KiCad numbers a diode's cathode 1.
DIODE = _two("diode", "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal", "K", "A", (("2", "1"),))
SCHOTTKY = _two(
    "Schottky diode", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal", "K", "A", (("2", "1"),)
)
# The channel conducts either way, and the body diode from drain to source when it is off.
P_MOSFET = Kind(
    "P-channel MOSFET",
    (Pin("1", "G"), Pin("2", "S"), Pin("3", "D")),
    "Package_TO_SOT_SMD:SOT-23",
    (("2", "3"), ("3", "2")),
)
KEY = _two("key switch", "Button_Switch_Keyboard:SW_Cherry_MX_1.00u_PCB", "column", "diode")
SUPPLY_SOCKET = Kind("USB-C power socket", (Pin("1", "5V", SOURCE), Pin("2", "GND")))
# Two poles: 2 and 5 are common; up joins them to 1 and 4, down to 3 and 6.
CHANGEOVER = Kind(
    "changeover switch",
    (Pin("1", "USB"), Pin("2", "STRIP"), Pin("3", "SUPPLY"))
    + (Pin("4", "open", OPTIONAL), Pin("5", "SENSE"), Pin("6", "SENSED")),
    positions=(
        ("USB", (("1", "2"), ("2", "1"), ("4", "5"), ("5", "4"))),
        ("SUPPLY", (("3", "2"), ("2", "3"), ("6", "5"), ("5", "6"))),
    ),
)
# A row of holes on the perfboard, or a bare wire, to which everything of one net is soldered.
RAIL = Kind("rail", (Pin("1", "rail"),))
# The two ends of a run of strip, which its own copper joins.
STRIP = Kind(
    "strip run",
    (Pin("1", "DIN", INPUT), Pin("2", "5Vin", POWER), Pin("3", "GNDin", POWER))
    + (Pin("4", "DOUT", OPTIONAL), Pin("5", "5Vout", OPTIONAL), Pin("6", "GNDout", OPTIONAL)),
    conducts=(("2", "5"), ("5", "2"), ("3", "6"), ("6", "3")),
)
