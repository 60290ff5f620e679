"""`pegboard test`: tests a board while it is being built."""

import click

from host.doctor.attached import AttachedBoard
from host.doctor.build_test import STEPS, run
from host.link.ports import open_port
from host.pico.device import Device, DeviceError
from host.pico.rawrepl import ReplError

from .flash import find_pico
from .text import printable

_ENTER_SECONDS = 12.0


@click.command()
@click.option("--port", metavar="PORT", help="The board's port. By default the only one attached.")
@click.argument("steps", nargs=-1, type=click.Choice(STEPS), metavar="[STEP]...")
def test(port: str | None, steps: tuple[str, ...]) -> None:
    """Test a board while it is being built, and name each fault.

    \b
    five    the first five pixels
    row     the first row of pixels
    rows    every row
    keys    each key at its place
    power   the supply, or USB, with every light on

    Without a STEP it does all of them, in this order. The board cannot see its lights: look, and
    answer here. The game stops meanwhile; it is saved, and continues afterwards. A board alone has
    the same test: see the guide, hardware/BUILD.md. The exit code is 1 if a fault is found.

    \b
    Examples:
      pegboard test
      pegboard test five
      pegboard test --port COM3 rows keys
    """
    name = port or find_pico()
    transport = open_port(name)
    try:
        device = Device(transport)
        device.enter(_ENTER_SECONDS)
        on = AttachedBoard(device)
        try:
            found = run(on, _Terminal(), steps or STEPS)
        finally:
            on.close()
    except (ReplError, DeviceError) as why:
        raise click.ClickException(f"{name}: {str(why).removeprefix(f'{name}: ')}") from None
    finally:
        transport.close()
    if not found:
        click.echo("\nNo fault is found.")
        return
    click.echo(f"\n{len(found)} fault{'s' if len(found) > 1 else ''}, to fix in this order:")
    for fault in found:
        click.echo(printable(f"  {fault}"))
    raise SystemExit(1)


class _Terminal:
    """The person at the terminal."""

    def ask(self, text: str) -> str:
        return click.prompt(text, default="", show_default=False, prompt_suffix=" ").strip()

    def tell(self, text: str) -> None:
        click.echo(printable(text) if text.strip() else text)
