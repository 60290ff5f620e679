"""The one description of the physical board.

Pure data, and three look-ups of pixels: nothing is imported, so the Pico, the laptop, the page and
the drawings read the same file. Currents are milliamperes. Sizes: hardware/dimensions.py.
"""

# Holes, bar and pixels ------------------------------------------------------------------------

HOLES = 121
BAR = 31
PIXELS = HOLES + BAR

# Streets run as a serpentine: 1 to 30 left to right, 31 to 60 right to left, and so on, then the
# game hole.
STREETS = 4
STREET = 30

# One row is one layout: its name; for each track the first pixel of each street, whose pixels
# follow in the order of its holes (the last street has the game hole too); the holes of a track;
# the first pixel of the bar. A side without a track shares the first.
#
# The data goes through the bar first, so that a change of the bar alone is soon sent. The bar's
# right end is beside that of the last street, so from there it goes up, street by street. Boards
# built before were wired from hole 1 on, with the bar last: "shared-holes-first".
LAYOUTS = (
    ("shared", ((122, 92, 62, 31),), HOLES, 0),
    ("shared-holes-first", ((0, 30, 60, 90),), HOLES, HOLES),
)
DEFAULT_LAYOUT = "shared"


def layout(name=DEFAULT_LAYOUT):
    """Return the row of LAYOUTS called `name`. Raises ValueError if there is none."""
    for row in LAYOUTS:
        if row[0] == name:
            return row
    raise ValueError(f"there is no board layout called {name}")


def hole_pixel(hole, track=0, name=DEFAULT_LAYOUT):
    """Return the pixel of `hole` (1 to 121) on `track`. Raises ValueError off the board."""
    _, tracks, length, _ = layout(name)
    if not (1 <= hole <= length and 0 <= track < len(tracks)):
        raise ValueError(f"there is no hole {hole} on track {track}")
    street = min((hole - 1) // STREET, STREETS - 1)
    return tracks[track][street] + hole - 1 - street * STREET


def bar_pixel(index, name=DEFAULT_LAYOUT):
    """Return the pixel of bar light `index` (0 to 30, left to right). Raises ValueError off it."""
    if not 0 <= index < BAR:
        raise ValueError(f"there is no light {index} on the bar")
    return layout(name)[3] + index


# Keys -----------------------------------------------------------------------------------------

KEY_ROWS = 4
KEY_COLUMNS = 6
# A key's number is row * KEY_COLUMNS + column, and its place in these tuples.
KEYS = (
    "A", "2", "3", "4", "5", "6",
    "7", "8", "9", "T", "J", "Q",
    "K", "S", "H", "D", "C", "JK",
    "GO", "UNDO", "MENU", "LEFT", "RIGHT", "ENTER",
)  # fmt: skip

# Raspberry Pi Pico: GPIO numbers ----------------------------------------------------------------

# One row at a time is driven low; the columns are inputs with their pull-ups, so a column that
# reads low is a key that is down. The diodes let current flow from column to row only.
ROW_PINS = (2, 3, 4, 5)
COLUMN_PINS = (6, 7, 8, 9, 10, 11)
STRIP_PIN = 28  # beside the Pico's 5 V and ground, where the strip's cable is
SUPPLY_PIN = 26  # an analogue input: half the supply's voltage at the strip, 0 with USB only
ADC_PINS = (26, 27, 28)

# Light ----------------------------------------------------------------------------------------

COLOUR_ORDER = "GRB"
BRIGHTNESS = 128  # of 255
GAMMA = 2.2
CHANNEL_MA = 20  # one colour of one pixel at full brightness
IDLE_MA = 1  # one dark pixel
PICO_MA = 50  # the Pico with its level shifter
# The most that the whole board may draw, the Pico included. USB feeds it by default: a USB 2 port
# owes a device 500 mA, and a tenth is reserve for a strip that draws more than the estimate. The
# higher limit is for a supply, and only while one is seen at SUPPLY_PIN. hardware/power.py
# computes both from the parts.
USB_MA = 500
CURRENT_MA = 450
SUPPLY_MA = 1500
# Millivolts at the switch's second pole, twice what the pin gets. A supply is used from the first
# on; below the second it is too weak, and below the third it is absent.
SUPPLY_ON_MV = 4700
SUPPLY_WEAK_MV = 4500
SUPPLY_GONE_MV = 1000
# Millivolts at the Pico's VSYS, which a Schottky diode keeps 0.3 V below whatever feeds it. A USB
# port owes a device 4.4 V; below the first, cable or supply give way under the lights. Below the
# second a Pico could hardly run: there it cannot be measured.
VSYS_SAG_MV = 4000
VSYS_LEAST_MV = 2000

# Sides: lights on dark wood, so they differ in lightness as well as in hue (at least nine steps
# of L* between any two), stay apart for the three kinds of colour blindness, and are not the red
# of a refusal. Each comes after those it differs from most: two players get the best pair.
SIDES = (
    ("Blue", 30, 53, 255),
    ("Orange", 255, 143, 0),
    ("White", 255, 250, 235),
    ("Sky", 81, 213, 255),
    ("Green", 0, 131, 70),
    ("Pink", 255, 42, 168),
)
REFUSAL = (255, 0, 0)
