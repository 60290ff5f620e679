"""`pegboard board`: runs the board on a Raspberry Pi."""

import contextlib
import signal
from pathlib import Path
from typing import Any

import click

from firmware.settings.brightness import Brightness, idle_ma
from hardware import raspberry_pi
from hardware.board import CURRENT_MA, KEY_COLUMNS, KEY_ROWS, PIXELS, SUPPLY_MA
from hardware.layouts import Layout
from host.data_folder import data_folder

from .options import PageOptions, layout_option, page_options
from .page import serve_page

LIGHTS_MA = 50  # the least current for lights, beyond that of a dark board
LEAST_MA = idle_ma(PIXELS) + LIGHTS_MA


class Pins(click.ParamType):
    """A given number of names of pins, separated by commas."""

    name = "pins"

    def __init__(self, count: int):
        self._count = count

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, ...]:
        names = tuple(value.split(",")) if isinstance(value, str) else value
        if len(names) != self._count or len(set(names)) != len(names):
            self.fail(f"write {self._count} pins, separated by commas", param, ctx)
        return names


@click.command(short_help="Make this Raspberry Pi the board: strip, keys and page.")
@click.option(
    "--strip", default=raspberry_pi.STRIP_PIN, show_default=True, help="The strip's data pin."
)
@click.option(
    "--rows",
    type=Pins(KEY_ROWS),
    default=",".join(raspberry_pi.ROW_PINS),
    show_default=True,
    help="Pins of the rows of keys, from the top.",
)
@click.option(
    "--columns",
    type=Pins(KEY_COLUMNS),
    default=",".join(raspberry_pi.COLUMN_PINS),
    show_default=True,
    help="Pins of the columns of keys, from the left.",
)
@click.option(
    "--game",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of the game. By default in your data folder.",
)
@click.option(
    "--current",
    type=click.IntRange(LEAST_MA, 20000),
    default=CURRENT_MA,
    show_default=True,
    metavar="MA",
    help=f"The most that strip and shifter may draw, in mA; {SUPPLY_MA} if the supply of the "
    "parts list feeds the strip.",
)
@layout_option
@page_options
def board(
    strip: str,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    game: Path | None,
    current: int,
    layout: str,
    page: PageOptions,
) -> None:
    """Make this Raspberry Pi the board: its strip, its keys, and a page to watch on.

    Pins have Blinka's names: D10 is GPIO 10. hardware/raspberry-pi.md describes the wiring, and a
    service that starts the board when the Pi starts.

    \b
    Examples:
      pegboard board --no-browser
      pegboard board --strip D18
      pegboard board --current 1500
      pegboard board --layout three-track --current 1500
    """
    from host.boards.blinka import open_keys, open_strip
    from host.boards.raspberry import RaspberryBoard
    from host.boards.stores import FileStore

    pixels = Layout(layout).pixels
    if current < idle_ma(pixels) + LIGHTS_MA:
        raise click.ClickException(
            f"{pixels} pixels need {idle_ma(pixels) + LIGHTS_MA} mA at least, and --current is "
            f"{current}: this layout needs a supply, as in pegboard board --layout {layout} "
            f"--current {SUPPLY_MA}"
        )
    kept = game or data_folder() / "board.journal"
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(FileStore(kept))
        lights = open_strip(strip, pixels)
        stack.callback(lights.close)
        keys = open_keys(rows, columns)
        stack.callback(keys.close)
        # When the service is stopped, the strip must go dark, as with Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        brightness = Brightness(limit_ma=current, pixels=pixels)
        ending = f"the board; the game is saved in {store.path}"
        name = f"raspberry pi {kept.resolve()}"
        running = RaspberryBoard(keys, lights, store, brightness, layout, page.players)
        serve_page(running, page, ending, keys=False, board_name=name)
