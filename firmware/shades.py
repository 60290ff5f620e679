"""The shades of the colours at the default brightness. A build of the board's files computes them
(host/pico/build.py), which takes 60 ms on a Pico; when these sources run directly, there are none
and `canvas.shades` computes them."""

SHADES = b""
