"""What to do about this computer's firewall so that others can reach a shared page."""

import os
import platform
import sys


def firewall_steps(port: int, system: str = "", python: str = "") -> list[str]:
    """Return the steps for this computer, or for a computer whose `platform.system()` is `system`:
    what to allow when asked, and how to undo a refusal. `python` is the path of the program."""
    steps = _STEPS.get(system or platform.system(), _LINUX)
    # In a virtual environment on Windows another program listens than the one that was started.
    own = getattr(sys, "_base_executable", "") if os.name == "nt" else ""
    python = python or own or sys.executable
    return [step.format(port=port, python=python) for step in steps]


_WINDOWS = (
    'If Windows asks about "Python": tick private networks, then click Allow.',
    "If somebody clicked Cancel before, Windows blocks it without asking again. Open Windows "
    'Security, "Firewall & network protection", "Allow an app through firewall", "Change '
    'settings", and tick Private for every line called Python.',
    "Or, in a terminal opened as administrator: netsh advfirewall firewall add rule "
    'name=Pegboard dir=in action=allow protocol=TCP localport={port} program="{python}"',
    "The Wi-Fi must be set as a private network: Settings, Network & internet, Properties.",
)
_MAC = (
    'If macOS asks whether "Python" may accept incoming connections: click Allow.',
    "If somebody clicked Deny before: System Settings, Network, Firewall, Options, and set "
    "Python to allow incoming connections. If it is not in the list, add {python} with +.",
)
_LINUX = (
    "If a firewall is on, open the port. With ufw: sudo ufw allow {port}/tcp",
    "With firewalld: sudo firewall-cmd --add-port={port}/tcp",
    "To close it again: sudo ufw delete allow {port}/tcp, or sudo firewall-cmd "
    "--remove-port={port}/tcp",
)
_STEPS = {"Windows": _WINDOWS, "Darwin": _MAC, "Linux": _LINUX}
