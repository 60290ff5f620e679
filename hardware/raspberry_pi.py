"""The wiring of a board on a Raspberry Pi: names of Blinka's pins, which are GPIO numbers.

The matrix is wired as on a Pico: one row is driven low, and a column that reads low is a key that
is down.
"""

ROW_PINS = ("D5", "D6", "D13", "D19")
COLUMN_PINS = ("D16", "D20", "D21", "D26", "D23", "D24")
# SPI's data pin: up to the Pi 4 the only one that drives a strip without root; 12 and 18 need
# root.
STRIP_PIN = "D10"
