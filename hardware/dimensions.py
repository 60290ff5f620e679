"""The board as a piece of wood: sizes in millimetres, the strip it is drilled for, and the labels
of the keys. The maker, the page and the drawings need it; the Pico does not.

These are the sizes of the default layout. hardware/forms.py derives those of the others: where
more holes need room, the streets are further apart, and everything below them is lower.
"""

BOARD_WIDTH = 395.0
BOARD_HEIGHT = 268.0
BOARD_CORNER = 14.0
HOLE_DIAMETER = 6.0
GAME_HOLE_DIAMETER = 9.0
BAR_HOLE_DIAMETER = 5.0

# A group is five pixels of uncut strip; the gap is the solder joint between two pieces.
GROUP = 5
STRIP_TYPE = "WS2812B"
STRIP_PER_METRE = 100
HOLE_PITCH = 10.0
GROUP_GAP = 5.0
STREET_PITCH = 26.0
FIRST_HOLE = (40.0, 32.0)
GAME_HOLE_STEP = 16.0  # from hole 120, onwards

# Layouts with more holes.
LANE_PITCH = 14.0  # from one track to the next beside it, and between rows of trackers
TRACKER_STEP = 26.0  # from the last street to the first row of trackers
TRACKER_GAP = 22.0  # from the last of some rows, with its words below, to the first of the next
PATH_RISE = 14.5  # from a street up to the holes of a blue path
PATH_ROOM = 4.0  # extra space between two streets, for the paths

BAR_PITCH = 10.0
FIRST_BAR_HOLE = (47.5, 146.0)

# A key's place in hardware.board.KEYS is its label's.
KEY_LABELS = (
    "A", "2", "3", "4", "5", "6",
    "7", "8", "9", "10", "J", "Q",
    "K", "♠", "♥", "♦", "♣", "Joker",
    "GO", "UNDO", "MENU", "◀", "▶", "ENTER",
)  # fmt: skip
KEY_PITCH = 19.05
KEY_SIZE = 17.0  # the cap's edge
FIRST_KEY = (149.875, 185.0)

# Where the perfboard's +5 V and ground rails are, from the front: behind the words on the left of
# the keys, with the Pico beside them. Slack is added to a wire's way along the edges.
POWER_RAILS = (78.0, 214.0)
WIRE_SLACK = 60.0
