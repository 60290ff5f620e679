"""`pegboard devices`: the attached devices, and what runs on them."""

import json

import click

from firmware.oldest_micropython import oldest_text
from host.link.discovery import BUSY, MICROPYTHON, PEGBOARD, SILENT, PortStatus, probe_all
from host.link.ports import UsbPort, usb_ports
from host.micropython_version import is_text_too_old

from .text import printable


@click.command(short_help="List the USB serial ports, and which have a board.")
@click.option("--port", multiple=True, help="Check only this port; may be given more than once.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def devices(port: tuple[str, ...], as_json: bool) -> None:
    """List every USB serial port, and whether a board is attached to it.

    A port whose USB numbers are not those of a Pico is listed, but nothing is sent to it unless
    you name it. Programs that run on a device are not stopped.

    \b
    Examples:
      pegboard devices
      pegboard devices --port socket://127.0.0.1:4444 --json
    """
    usb = {one.port: one for one in usb_ports()}
    names = list(port) or sorted(usb)
    spoken_to = [name for name in names if port or usb[name].is_pico()]
    seen = {one.port: one for one in probe_all(spoken_to)}
    rows = [_row(name, usb.get(name), seen.get(name)) for name in names]
    if as_json:
        click.echo(json.dumps(rows))
    elif not rows:
        click.echo(
            "Nothing is attached. A Pico that is not listed has no MicroPython yet: "
            "pegboard flash says how to put it there."
        )
    for row in rows if not as_json else ():
        click.echo(printable(f"{row['port']}  {row['text']}"))


def _row(name: str, usb: UsbPort | None, seen: PortStatus | None) -> dict:
    return {
        "port": name,
        "usb": f"{usb.vendor:04x}:{usb.product:04x}" if usb else None,
        "serial": usb.serial if usb else None,
        "name": usb.name if usb else None,
        "kind": seen.kind if seen else None,
        "pegboard": seen.kind == PEGBOARD if seen else False,
        "engine": (seen.engine or None) if seen else None,
        "program": (seen.program or None) if seen else None,
        "micropython": (seen.version or None) if seen else None,
        "machine": (seen.machine or None) if seen else None,
        "text": _text(usb, seen),
    }


def _text(usb: UsbPort | None, seen: PortStatus | None) -> str:
    if seen is None:
        return f"no Pico: {usb.name or 'a serial port'}" if usb else "not looked at"
    if seen.kind == PEGBOARD:
        program = f" {seen.program}" if seen.program else ""
        return f"pegboard{program}" + (f", engine {seen.engine}" if seen.engine else "")
    if seen.kind == MICROPYTHON:
        old = f" (pegboard needs {oldest_text()})" if is_text_too_old(seen.version) else ""
        return f"MicroPython {seen.version}{old} on {seen.machine}, no pegboard runs on it"
    if seen.kind == BUSY:
        return "another program has it"
    assert seen.kind == SILENT
    return seen.trouble.removeprefix(f"{seen.port}: ") or "it does not answer"
