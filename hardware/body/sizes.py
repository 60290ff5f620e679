"""Sizes of the body in millimetres: sheets, clearances, and the parts inside.

Sizes that show on the front (holes, keys, outline) are in hardware/dimensions.py.
"""

# Thickness of the sheets, from the front to the back.
FACE = 1.5  # its thickness hides the light from the side: hardware/light.py
DIFFUSER = 2.0
RECESS = 1.5  # the wells' upper layer, which has the recess for the switch plate: as thick as it
WELLS = 4.0
CHANNEL = 2.0
CARRIER = 3.0
FRAME = 6.0
FRAMES = 4
BACK = 3.0
PLATE = 1.5  # an MX switch clips into 1.5 mm and into nothing thicker

# Lights
WELL_DIAMETER = 8.0  # a pixel's case is 5 × 5, 7.07 across its corners
GAME_WELL_DIAMETER = 11.0
PIXEL_ACROSS = 7.08
STRIP_WIDTH = 10.0
STRIP_HEIGHT = 2.1  # tape, strip and pixel: its top is level with the channel's
CHANNEL_WIDTH = 12.0
CHANNEL_END = 14.0  # from the last pixel of a run to the end of its channel
WIRE_HOLE = 6.0  # five wires, where a feed comes in
WIRE_HOLE_STEP = 8.5  # from the last pixel of a run, past the end of the strip

# Keys
CUT_OUT = 14.0
CAP = 18.0  # the largest cap that fits
CAP_CLEARANCE = 1.0
WINDOW_CORNER = 1.5  # the radius that a 3 mm router bit leaves
PLATE_RIM = 6.0  # the plate beyond the window of the caps
PLATE_CLEARANCE = 0.25
SUPPORT_OPENING = 16.0  # the support below the plate has an opening for each switch
SWITCH_FLANGE = 15.6
SWITCH_DEPTH = 15.0  # from the plate's top: pins, diodes and wires
COUPON = (13.8, 13.9, 14.0, 14.1, 14.2)
COUPON_MARK = 1.8  # holes that number the openings; no smaller than the sheet is thick

# Frame, screws and electronics
FRAME_WALL = 12.0
FRAME_CORNER = 3.0
SCREW_HOLE = 3.2
SCREW_LENGTH = 45.0
SCREW_NUT = 3.0  # nut and washer
SCREW_CORNER = 9.0  # from both edges
SCREW_EDGE = 6.0
PERFBOARD = (80.0, 208.0, 95.0, 60.0)  # its middle from the front, width, height
PERFBOARD_HOLE = 4.0  # from its edges
SCREW_HEAD_HOLE = 7.0
# From the carrier's back to the lowest part: spacer, perfboard, socket, pins of the Pico, its
# board, half its USB socket, half the plug's case.
ELECTRONICS = (3.0, 1.6, 8.5, 2.5, 1.0, 1.35, 4.0)
OPENING = (178.0, 238.0)  # of the two rear frames, in the left wall, from top to bottom
PANEL = (76.0, 27.0)  # over the frames and the back
PANEL_PLACES = (21.5, 42.0, 61.0)  # of the cable, the socket and the switch
PICO = (51.0, 21.0)
PICO_END = 1.37  # from its edge to its first pin
PLUG_ROOM = 29.6  # from the perfboard's edge to the Pico's: a plug lies between
CABLE_HOLE = (13.0, 9.0)  # the plug of a micro-USB or USB-C cable goes through
SOCKET_HOLE = (13.0, 7.0)  # a USB-C plug with its case, which is 12.4 × 6.5
SWITCH_HOLE = 6.5  # a toggle switch
FOOT_INSET = 32.0

# Raspberry Pi 3, 4 or 5, with its parts to the back. Its header is the lower edge and its card is
# towards the keys; a Zero 2 has two of the four holes.
RASPBERRY_PI = (85.0, 56.0)
RASPBERRY_PI_HOLE = 2.7  # M2.5
RASPBERRY_PI_HOLES = (3.5, 61.5)  # from the edge with the card; 3.5 from the long edges
RASPBERRY_PI_HIGH = (5.0, 1.4, 16.0)  # spacer, board, its USB sockets
RASPBERRY_PI_SOCKETS = 3.0  # these sockets beyond its edge
RASPBERRY_PI_HEADER = 8.37  # pin 1 from the edge with the card
RASPBERRY_PI_PLUG = 40.0  # room of the supply's plug above its upper edge
RASPBERRY_PI_RIBBON = 12.0  # room below its lower edge for the ribbon's fold
RASPBERRY_PI_CARD = 15.0  # between the keys' window and its edge, to take the card out
CABLE = 5.0  # thickness of a supply's cable

# The least material between two cuts of a layer, and between a cut and the layer's edge.
WEB = 2.0
EDGE = 2.5
