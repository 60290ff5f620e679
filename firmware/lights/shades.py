"""The shades of the colours at the default brightness, and the pixels of the holes. A
build of the board's files computes them (host/pico/build.py), which takes 0.15 s on a Pico; when
these sources run directly, there are none and firmware.lights.palette computes them."""

SHADES = b""
PLACES = b""
