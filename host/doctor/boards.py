"""Checks the boards: their ports, the permission to use them, and the program on each."""

import os
import sys

from firmware.oldest_micropython import oldest_text
from host.link.discovery import BUSY, MICROPYTHON, PEGBOARD, PortStatus, probe_all
from host.link.ports import UsbPort, group_command, usb_ports
from host.micropython_version import is_text_too_old
from host.pico.build import engine_hash, program

from .finding import FAULT, FINE, LOOK, Finding

_PLUG = (
    "Plug the board in with a cable that carries data, not only power. A Pico that was never "
    "used has no MicroPython: run pegboard flash, which says how to put it there."
)
_BUSY = (
    "Close the program that has the port: another pegboard, Thonny, a serial monitor. "
    "On Linux, ModemManager may take it for a while after it is plugged in."
)
_SILENT = (
    "Unplug the board, wait a few seconds, and plug it in again. If that does not help: "
    "pegboard flash. If the port is another device, leave it."
)


def boards(names: list[str]) -> list[Finding]:
    """Return a finding for each of these ports, by default those of all attached Picos."""
    usb = usb_ports()
    picos = [one for one in usb if one.is_pico()]
    asked = names or [one.port for one in picos]
    found = [_permission(one) for one in picos]
    found += [_board(status) for status in probe_all(asked)]
    others = [f"{one.port} ({one.name or 'unnamed'})" for one in usb if not one.is_pico()]
    if others:
        found.append(Finding("ports", FINE, f"other devices: {', '.join(others)}"))
    if not asked:
        found.append(Finding("board", LOOK, "no board is attached by USB", _PLUG))
    return found


def _permission(one: UsbPort) -> Finding:
    if sys.platform != "linux" or os.access(one.port, os.R_OK | os.W_OK):
        return Finding("ports", FINE, f"{one.port} is a Pico ({one.serial or 'no serial number'})")
    advice = f"{group_command(one.port)}, then log out and in again."
    return Finding("ports", FAULT, f"you may not use {one.port}", advice)


def _board(seen: PortStatus) -> Finding:
    """Return the finding for a port."""
    if seen.kind == PEGBOARD:
        return _pegboard(seen)
    if seen.kind == MICROPYTHON:
        text = f"{seen.port} has MicroPython {seen.version} on {seen.machine}, but no pegboard"
        if is_text_too_old(seen.version):
            advice = f"Update MicroPython to {oldest_text()} or later, then: pegboard flash"
            return Finding("board", FAULT, text, advice)
        return Finding("board", LOOK, text, f"pegboard flash --port {seen.port}")
    if seen.kind == BUSY:
        return Finding("board", LOOK, seen.trouble, _BUSY)
    text = seen.trouble or f"{seen.port} does not answer"
    return Finding("board", FAULT, text, _SILENT)


def _pegboard(seen: PortStatus) -> Finding:
    ours = engine_hash()
    parts = [f"{seen.port} is a pegboard"]
    if seen.program:
        parts.append(f"program {seen.program} (this program puts {program()} on it)")
    if not seen.engine:
        advice = "It does not report its rules: pegboard flash"
        return Finding("board", LOOK, ", ".join(parts), advice)
    parts.append(f"engine {seen.engine}")
    if seen.engine == ours:
        return Finding("board", FINE, ", ".join(parts))
    advice = f"It has other rules than this program ({ours}): pegboard flash --port {seen.port}"
    return Finding("board", LOOK, ", ".join(parts), advice)
