"""Runs once, at power-on: checks MicroPython's version, the cause of the reset and the
configuration, and makes the strip and the limits of its current.

The functions that make something take the Config.
"""

import os
import sys

import rp2

from engine_core.compat import const
from engine_core.errors import PegboardError
from firmware.settings.brightness import Brightness
from firmware.settings.config import Config
from firmware.settings.supply import Supply

from .strip_bytes_viper import fill, scale, total
from .supply_adc import SupplyAdc, VsysAdc

_CONFIG = "board.cfg"
_CONFIG_MOST = const(4096)  # bytes


def check_version(log) -> None:
    """Print and log it if this version of MicroPython is too old for the board."""
    from firmware import oldest_micropython

    version = sys.implementation.version
    if oldest_micropython.is_too_old(version):
        oldest = oldest_micropython.oldest_text()
        text = "Pegboard needs MicroPython " + oldest + " or later; this is %d.%d"
        text %= tuple(version[:2])
        print(text)
        log.add(text)


def report_reset(log) -> None:
    """Print and log the cause of the reset, if the board was not just switched on."""
    from .reset_cause import reset_cause

    cause = reset_cause()
    if cause:
        print(cause)
        log.add(cause)


def configuration() -> tuple:
    """Return the Config, and a text about the fault of the file, or ""; a faulty file is not
    used."""
    try:
        os.stat(_CONFIG)
    except OSError:
        return Config(), ""  # as on most boards, so its reader need not be loaded
    from firmware.settings.config_file import parse
    from firmware.storage.text_file import read

    try:
        return parse(read(_CONFIG, _CONFIG_MOST)), ""
    except PegboardError as why:
        return Config(), str(why)


def strip(config):
    """Return the StripDma, or a StripNeopixel if MicroPython has no DMA."""
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
