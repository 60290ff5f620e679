"""Which program this is. A build of the board's files puts values in the place of these; see
host/pico/build.py. What runs from these sources has none."""

PROGRAM = ""  # version and hash of all modules, as in "0.1.0 9f8e7d6c"
ENGINE = ""  # hash of the rules, 8 hex digits
FROZEN = False  # whether these modules are part of an image of MicroPython
