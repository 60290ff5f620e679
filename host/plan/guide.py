"""BUILD.md: the guide for the body and the electronics."""

from hardware import board, strip
from hardware.body import sizes
from hardware.body.check import depth
from hardware.body.layers import screw_holes
from hardware.circuit import builds

from .markdown import page


def build_page(layout: str) -> str:
    """Return BUILD.md."""
    return page(
        "BUILD.md",
        depth=depth(),
        screws=len(screw_holes()),
        keys=len(board.KEYS),
        cut=sizes.CUT_OUT,
        wall=sizes.WEB,
        coupon=", ".join(str(edge) for edge in sizes.COUPON),
        screw=sizes.SCREW_HOLE,
        feeds=len(strip.feeds(layout)),
        last=strip.runs(layout)[-1].name,
        runs=", ".join(run.name for run in strip.runs(layout)),
        pixels=board.PIXELS,
        current=board.CURRENT_MA,
        supply=board.SUPPLY_MA,
        trial=_pins_of("MENU", "ENTER"),
    )


def _pins_of(*keys: str) -> str:
    """Return the pins of the Pico that those keys of one row join, in words."""
    circuit = builds.build("usb")
    places = [divmod(board.KEYS.index(key), board.KEY_COLUMNS) for key in keys]
    words = [builds.controller_pin("usb", "row", places[0][0])]
    words += [builds.controller_pin("usb", "column", column) for _, column in places]
    numbers = [circuit.pin(word).number for word in words]
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}"
