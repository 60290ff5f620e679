"""What is looked at once, at power-on: MicroPython's version, what reset the board, and its
configuration."""

import os
import sys

from engine_core.compat import const
from engine_core.errors import PegboardError
from firmware.config import Config
from firmware.unload import unload

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
    unload("firmware.oldest_micropython", True)


def report_reset(log) -> None:
    """Print and log what reset the board, if it was not switched on."""
    from .reset_cause import reset_cause

    cause = reset_cause()
    if cause:
        print(cause)
        log.add(cause)
    unload("firmware.pico.reset_cause", True)


def configuration() -> tuple:
    """Return the Config, and a text that says what is wrong with the file, or ""; a wrong file is
    not used."""
    try:
        os.stat(_CONFIG)
    except OSError:
        return Config(), ""  # as on most boards, so its reader need not be loaded
    from firmware.config_file import parse
    from firmware.text_file import read

    try:
        return parse(read(_CONFIG, _CONFIG_MOST)), ""
    except PegboardError as why:
        return Config(), str(why)
