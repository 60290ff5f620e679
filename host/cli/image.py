"""`pegboard image`: MicroPython and the board's program in one file, to drag onto a Pico."""

from pathlib import Path

import click

from firmware.settings.config_file import parse
from hardware.layouts import NAMES
from host.pico import build, file_system
from host.pico.joined_image import ImageError, Stock
from host.pico.settings_file import PATH, with_layout

from .text import printable

# What MicroPython 1.29 reads, see sys.implementation._mpy.
_MPY = (6, 3)
_NEW = """A board that gets this file has no games, no settings but those in it, and no names:
all data on it are erased."""
_KEEPS = """Games stay on a board that was installed by such a file; its settings become those in
this file (--settings), and the names of its players are forgotten. On a board that was installed
by pegboard flash, use pegboard flash again: this file would lose its games."""


@click.command(short_help="Join a MicroPython with pegboard, to drag onto a Pico.")
@click.argument("micropython", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--new", is_flag=True, help="For a first board: games on the board are erased.")
@click.option(
    "--layout",
    type=click.Choice(NAMES),
    help="The board's tracks and holes, written into its board.cfg.",
)
@click.option(
    "--settings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A board.cfg for the board: see docs/build.md.",
)
def image(
    micropython: Path, output: Path | None, new: bool, layout: str | None, settings: Path | None
) -> None:
    """Join a MicroPython with pegboard: one UF2 file to drag onto a Pico.

    MICROPYTHON is the .uf2 of MicroPython 1.29 or later for your Pico, Pico W, Pico 2 or Pico 2 W,
    from https://micropython.org/download/RPI_PICO/. OUTPUT is the file to write, by default
    pegboard-pico.uf2, pegboard-pico-w.uf2 and so on.

    Hold BOOTSEL on the Pico while you plug it in, and copy the file onto the drive that appears.
    If that is interrupted, copy it again.

    \b
    Examples:
      pegboard image RPI_PICO.uf2 --new
      pegboard image RPI_PICO.uf2
      pegboard image RPI_PICO2_W.uf2 board.uf2 --layout two-track
    """
    stock = Stock(micropython.read_bytes())
    output = output or Path(f"pegboard-{stock.name.lower().replace(' ', '-')}.uf2")
    if output.exists() and output.samefile(micropython):
        raise click.UsageError("OUTPUT is the file of MicroPython itself: name another.")
    text = _settings(settings, layout)
    kind = build.MpyKind(*_MPY, stock.machine)
    with click.progressbar(length=len(build.sources()), label="Compiling") as bar:
        files = build.files(kind, lambda: bar.update(1))[0]
    if text:
        files[PATH] = text.encode()
    data = stock.joined(file_system.blocks(files, stock.blocks, new))
    try:
        output.write_bytes(data)
    except OSError as why:
        raise ImageError(f"{output} cannot be written: {why.strerror}") from None
    about = f"MicroPython {stock.version} and pegboard {build.program()} for a {stock.name}"
    click.echo(printable(f"{output}: {about}, {len(data)} bytes."))
    click.echo(_NEW if new else _KEEPS)


def _settings(file: Path | None, layout: str | None) -> str:
    """Return the text of the board.cfg to write, "" for none. Raises ConfigError or
    click.UsageError if a board could not use it."""
    text = ""
    if file:
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise click.UsageError(f"{file} is not text.") from None
        parse(text)
    return with_layout(text, layout) if layout else text
