"""The board's strip and what limits its current, made once at power-on.

The functions take the Config of the board.
"""

import rp2

from firmware.brightness import Brightness
from firmware.supply import Supply

from .strip_bytes_viper import fill, scale, total
from .supply_adc import SupplyAdc, VsysAdc


def strip(config):
    """Return the StripDma, or a StripNeopixel where MicroPython has no DMA."""
    if hasattr(rp2, "DMA"):
        from .strip_dma import StripDma

        return StripDma(config)
    from .strip_neopixel import StripNeopixel

    return StripNeopixel(config)


def brightness(config) -> Brightness:
    """Return the Brightness, with its loops as machine code."""
    made = Brightness(config.brightness, limit_ma=config.current, pixels=config.pixels)
    made.total = total
    made.scale = scale
    made.fill = fill
    return made


def supply(config, brightness, note) -> Supply:
    """Return the Supply that limits `brightness`; it calls `note(text)` when the voltage drops."""
    return Supply(
        SupplyAdc(config.supply).read,
        brightness,
        config.current,
        config.supply_current,
        VsysAdc().read,
        note,
    )
