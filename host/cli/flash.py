"""`pegboard flash`: puts the board's program on a Pico."""

import time

import click

from firmware.oldest_micropython import oldest_text
from hardware.layouts import NAMES
from host.link.discovery import PEGBOARD, picos, probe
from host.link.ports import PortError, is_same, open_port, usb_ports
from host.micropython_version import is_text_too_old
from host.pico import build
from host.pico.device import SPARE, About, Device, DeviceError, Place, pieces
from host.pico.rawrepl import ReplError
from host.pico.settings_file import set_layout

from .text import printable

_ENTER_SECONDS = 12.0
_HELLO_SECONDS = 20.0
_HOW = """To put MicroPython on a Pico:
  1. Download the .uf2 for your board: https://micropython.org/download/RPI_PICO/
     (RPI_PICO_W, RPI_PICO2 and RPI_PICO2_W are beside it), version 1.29 or later.
  2. Hold BOOTSEL on the Pico while you plug it in: a drive called RPI-RP2 or RP2350 appears.
  3. Copy the .uf2 onto that drive. The Pico restarts; then: pegboard flash"""


@click.command()
@click.option(
    "--port",
    metavar="PORT",
    help="The Pico's port: COM3, /dev/ttyACM0, socket://host:port. By default the only Pico.",
)
@click.option(
    "--force",
    is_flag=True,
    help="Send every file again, even to a device that is not a Pico or has an old MicroPython.",
)
@click.option(
    "--frozen",
    is_flag=True,
    help="Remove the program's files, so that the program in the Pico's image runs.",
)
@click.option(
    "--layout",
    type=click.Choice(NAMES),
    help="The board's tracks and holes, written into board.cfg; without it that file stays.",
)
def flash(port: str | None, force: bool, frozen: bool, layout: str | None) -> None:
    """Put pegboard on a Pico that has MicroPython 1.29 or later.

    Compiles the program for the chip, sends only the files that are missing or different, and
    checks each of them on the Pico before it replaces the old one. The game on the board, its
    settings (board.cfg) and all other files are kept. If it is interrupted, just run it again.

    A Pico whose image contains the program need not be flashed. If you flash it anyway, to try a
    change, the files run instead of the image, until --frozen removes them.

    \b
    Examples:
      pegboard flash
      pegboard flash --port COM3
      pegboard flash --frozen
      pegboard flash --layout two-track
    """
    name = port or find_pico()
    _check_usb(name, force)
    transport = open_port(name)
    try:
        device = Device(transport)
        about = _enter(name, device)
        _check(name, about, force)
        click.echo(printable(f"{name}: MicroPython {about.version} on {about.machine}"))
        if frozen:
            _remove(name, device)
        else:
            _put(device, about, force)
        if layout:
            changed = set_layout(device, layout)
            click.echo(f"The layout is {'now' if changed else 'already'} {layout}.")
        restarted = device.restart()
    except (ReplError, DeviceError) as why:
        text = str(why).removeprefix(f"{name}: ")
        raise click.ClickException(
            f"{name}: {text}. Each file on the Pico is complete, of this version or"
            " the last: run pegboard flash again"
        ) from None
    finally:
        transport.close()
    if restarted:
        _wait_for_hello(name)


def find_pico() -> str:
    """Return the port of the only Pico that is attached. Raises click.ClickException."""
    ports = [one.port for one in picos()]
    if len(ports) == 1:
        return ports[0]
    if ports:
        raise click.ClickException(
            f"{len(ports)} Picos are attached: name one, as in pegboard flash --port {ports[0]} "
            f"(the others: {', '.join(ports[1:])})"
        )
    raise click.ClickException(f"no Pico with MicroPython is attached.\n{_HOW}")


def _check_usb(name: str, force: bool) -> None:
    """Refuse a port that is something else according to USB, before anything is sent to it."""
    for one in usb_ports():
        if is_same(one.port, name) and not (one.is_pico() or force):
            raise click.ClickException(
                f"{name} is not a Pico with MicroPython but {one.name or 'something else'} "
                f"({one.vendor:04x}:{one.product:04x}). pegboard devices lists what is attached; "
                "--force uses this port all the same"
            )


def _enter(name: str, device: Device) -> About:
    """Interrupt the program on the device. Raises click.ClickException if it has no
    MicroPython."""
    try:
        return device.enter(_ENTER_SECONDS)
    except PortError as why:
        raise click.ClickException(str(why)) from None
    except ReplError:
        raise click.ClickException(
            f"the device at {name} does not answer like MicroPython. Unplug it and plug it in "
            f"again, or it has no MicroPython yet.\n{_HOW}"
        ) from None


def _check(name: str, about: About, force: bool) -> None:
    """Refuse a device that is not a Pico, or whose MicroPython is too old. Raises
    click.ClickException."""
    if force:
        return
    if about.name != "micropython":
        raise click.ClickException(f"{name} runs {about.name}, not MicroPython.\n{_HOW}")
    if about.platform != "rp2":
        raise click.ClickException(
            f"{name} is {about.machine}, and pegboard runs on a Raspberry Pi Pico"
        )
    if is_text_too_old(about.version):
        raise click.ClickException(
            f"{name} has MicroPython {about.version}, and pegboard needs {oldest_text()} or "
            "later: in older ones the USB link stalls when the laptop comes back. The files on "
            f"the Pico stay.\n{_HOW}"
        )


def _put(device: Device, about: About, force: bool) -> None:
    """Put this version's files on the device."""
    kind = build.mpy_kind(about.mpy)
    with click.progressbar(length=len(build.sources()), label="Compiling") as bar:
        files, parts = build.files(kind, lambda: bar.update(1))
    paths = list(files)
    there = {} if force else device.digests(paths)
    lacking = [path for path in paths if there.get(path) != build.digest(files[path])]
    stale = build.stale(device.found(build.STALE))
    engine = build.engine_hash()
    if not lacking and not stale:
        click.echo(f"The Pico is up to date: engine {engine}.")
        return
    made: dict[str, list[Place | bytes]] = {path: [files[path]] for path in lacking}
    if build.BUNDLE in lacking and build.BUNDLE in there:
        made[build.BUNDLE] = pieces(files[build.BUNDLE], parts, device.parts(build.BUNDLE))
    _check_room(device, lacking, files)
    sent = sum([len(p) for each in made.values() for p in each if isinstance(p, bytes)])
    total = sum([len(files[path]) for path in lacking])
    with click.progressbar(length=total, label=f"Sending {sent} bytes") as bar:
        for path in lacking:
            device.write(path, files[path], made[path], bar.update)
    device.remove([*stale, *build.OBSOLETE])
    wrong = [p for p, sha in device.digests(paths).items() if sha != build.digest(files[p])]
    if wrong:
        raise DeviceError(f"{wrong[0]} differs from the file sent")
    click.echo(f"{len(paths)} files checked on the Pico: engine {engine}.")
    if image := device.image_program():
        click.echo(
            f"They run instead of the program in its image ({printable(image)}), until pegboard "
            "flash --frozen removes them."
        )


def _remove(name: str, device: Device) -> None:
    """Remove the program's files. Raises click.ClickException if nothing would be left to run, and
    DeviceError if they cannot be removed."""
    image = device.image_program()
    if not image:
        raise click.ClickException(
            f"{name}: its MicroPython has no pegboard in it, so the files stay, without which "
            "nothing would run"
        )
    files = [*build.PROGRAM, *build.OBSOLETE]
    device.remove([*files, *build.stale(device.found(build.STALE))])
    left = device.digests(files)
    if left:
        raise DeviceError(f"{next(iter(left))} cannot be removed")
    click.echo(f"The files are removed. The program in the image runs: {printable(image)}.")


def _check_room(device: Device, lacking: list[str], files: dict[str, bytes]) -> None:
    need = sum([len(files[path]) for path in lacking]) + SPARE
    free = device.free()
    if free < need:
        raise DeviceError(
            f"{need - free} more bytes of free space are needed: remove some of your files"
        )


def _wait_for_hello(name: str) -> None:
    """Wait for the board's hello, and print that the board runs. Raises click.ClickException if
    none comes."""
    end = time.monotonic() + _HELLO_SECONDS
    while time.monotonic() < end:
        time.sleep(0.5)
        if probe(name).kind == PEGBOARD:
            click.echo("The board runs. pegboard shows its game.")
            return
    raise click.ClickException(
        f"the files are there, but the board at {name} has sent nothing since it restarted: "
        "unplug it and plug it in again, then pegboard devices"
    )
