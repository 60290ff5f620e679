"""The strip with MicroPython's own neopixel module, for a build without rp2.DMA.

Interrupts are off while a frame is sent: 4.6 ms for 152 pixels.
"""

from machine import Pin
from neopixel import NeoPixel

from firmware.lights.strip_bytes import pack


class StripNeopixel:
    """As firmware.pico.strip_dma.StripDma, except that `show` returns only when the frame has been
    sent."""

    def __init__(self, config):
        self._wire = config.wire()
        self._pixels = NeoPixel(Pin(config.strip, Pin.OUT), config.pixels, bpp=self._wire[0])

    def show(self, frame) -> None:
        """Send `frame`, r, g, b of each pixel."""
        width, red, green, blue = self._wire
        pack(self._pixels.buf, frame, width, red, green, blue)
        self._pixels.write()

    def busy(self) -> bool:
        """Return False: no frame ever waits."""
        return False

    def work(self) -> bool:
        """Return False: no frame is being sent."""
        return False

    def dark(self) -> None:
        """Make every pixel dark."""
        self._pixels.buf[:] = bytes(len(self._pixels.buf))
        self._pixels.write()

    def close(self) -> None:
        """Make every pixel dark."""
        self.dark()
