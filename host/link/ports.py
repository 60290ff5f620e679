"""Ports by name: a serial port such as COM3 or /dev/ttyACM0, a pseudo-terminal, or over a network
`socket://host:port` or `rfc2217://host:port`.

pyserial provides serial ports and rfc2217://. Its socket:// is not used: it discards what the
board has sent before the port is open, reports only whether one byte has arrived, delays short
lines, and leaks the connection if the other end closed it first.
"""

import contextlib
import errno
import os
import select
import socket
import time
from typing import NamedTuple, Protocol

import serial
from serial.tools import list_ports

from host.pico.rawrepl import ReplClosed, Transport

PICO_VENDOR = 0x2E8A  # Raspberry Pi
MICROPYTHON_PRODUCT = 0x0005  # the product number of every Pico that runs MicroPython
_SOCKET = "socket://"
_RFC2217 = "rfc2217://"
_CONNECT_SECONDS = 3.0
_WRITE_SECONDS = 1.0
_SLICE_SECONDS = 0.05  # how often a waiting reader returns at least
_MOST = 65536
_RUBBISH = (TypeError, ValueError)  # what pyserial raises if a port disappears while in use

_REASONS = {
    errno.EACCES: "you may not use it. On Linux, add yourself to its group, then log in again: ",
    errno.EPERM: "you may not use it",
    errno.EBUSY: "another program has it: close that first",
    errno.EAGAIN: "another program has it: close that first",
    errno.ENOENT: "there is no such port",
    errno.ENOTDIR: "there is no such port",
    errno.ENXIO: "it is gone",
    errno.EIO: "it is gone",
    errno.ENODEV: "it is gone",
    errno.EBADF: "it is gone",
    errno.ENOTTY: "it is not a serial port",
    errno.EISDIR: "it is not a serial port",
    errno.ECONNREFUSED: "nothing listens there",
    errno.ECONNRESET: "the other end closed it",
    errno.EPIPE: "the other end closed it",
}
_BUSY = (errno.EBUSY, errno.EAGAIN)


class PortError(ReplClosed):
    """A port cannot be opened, or is gone; the text names it and says why. `busy`: another program
    is using it."""

    busy = False


class Port(Transport, Protocol):
    """A transport that can be closed. Reading, writing and opening raise PortError."""

    def close(self) -> None:
        """Close the port; never raises."""
        ...


class UsbPort(NamedTuple):
    """A serial port of this computer as USB describes it; the texts may be empty."""

    port: str
    vendor: int
    product: int
    serial: str
    name: str

    def is_pico(self) -> bool:
        """Return whether its USB numbers are those of a Pico that runs MicroPython."""
        return (self.vendor, self.product) == (PICO_VENDOR, MICROPYTHON_PRODUCT)


def usb_ports() -> list[UsbPort]:
    """Return the USB serial ports of this computer, by name."""
    found = [
        UsbPort(p.device, p.vid, p.pid or 0, p.serial_number or "", p.product or "")
        for p in list_ports.comports()
        if p.vid is not None
    ]
    return sorted(found)


def identity(name: str) -> str:
    """Return an identity for the board at the port `name`: its USB serial number, which is the
    same in every socket, or the port's name if it has none."""
    real = os.path.realpath(name)
    for one in usb_ports():
        if is_same(one.port, name, real) and one.serial:
            return one.serial
    return name


def is_same(port: str, *names: str) -> bool:
    """Return whether one of `names` is the name of `port`: on Windows com3 is COM3."""
    return os.path.normcase(port) in map(os.path.normcase, names)


def open_port(name: str) -> Port:
    """Open the port `name` for this program alone, and return it. Raises PortError."""
    try:
        if name.startswith(_SOCKET):
            return SocketPort(name)
        return SerialPort(name)
    except (OSError, *_RUBBISH) as why:
        raise _error(name, why) from None


class SerialPort:
    """A serial port, a pseudo-terminal or an rfc2217://."""

    def __init__(self, name: str):
        self._name = name
        # The rate has no effect on USB, but pyserial needs one.
        if name.startswith(_RFC2217):
            _address(name, _RFC2217)
            # rfc2217:// has no limit for writing but the 5 s of its socket, and nothing to
            # lock.
            self._line = serial.serial_for_url(name, 115200, timeout=_SLICE_SECONDS)
        else:
            self._line = serial.Serial(
                name, 115200, timeout=_SLICE_SECONDS, write_timeout=_WRITE_SECONDS, exclusive=True
            )

    def read(self, timeout: float) -> bytes:
        end = time.monotonic() + timeout
        try:
            data = self._line.read(self._line.in_waiting) if timeout <= 0 else b""
            while not data and time.monotonic() < end:
                data = self._line.read(1)
                data += self._line.read(self._line.in_waiting) if data else b""
        except (OSError, *_RUBBISH) as why:
            raise _error(self._name, why) from None
        return data

    def write(self, data: bytes) -> None:
        try:
            self._line.write(data)
        except (OSError, *_RUBBISH) as why:
            raise _error(self._name, why) from None

    def close(self) -> None:
        try:
            self._line.close()
        except (OSError, *_RUBBISH):
            pass  # a port that was unplugged cannot be closed


class SocketPort:
    """`socket://host:port`: an emulator, or a serial port that another machine serves."""

    def __init__(self, name: str):
        self._name = name
        self._socket = socket.create_connection(_address(name, _SOCKET), _CONNECT_SECONDS)
        self._socket.settimeout(_WRITE_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def read(self, timeout: float) -> bytes:
        try:
            if not select.select([self._socket], [], [], max(timeout, 0))[0]:
                return b""
            data = self._socket.recv(_MOST)
        except (OSError, *_RUBBISH) as why:
            raise _error(self._name, why) from None
        if not data:
            raise PortError(f"{self._name}: the other end closed it")
        return data

    def write(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as why:
            raise _error(self._name, why) from None

    def close(self) -> None:
        self._socket.close()


def _address(name: str, scheme: str) -> tuple[str, int]:
    """Return the host and the port in `name` after `scheme`. Raises ValueError."""
    host, _, number = name.removeprefix(scheme).partition("?")[0].rpartition(":")
    if not (host and number.isascii() and number.isdigit() and int(number) < 65536):
        raise ValueError(f"write it as {scheme}host:port")
    return host.strip("[]"), int(number)


def group_command(name: str) -> str:
    """Return the command of Linux that adds the user to the group of the port `name`: dialout on
    Debian, uucp on Arch."""
    group = ""
    with contextlib.suppress(ImportError, OSError, KeyError):
        import grp  # not on Windows

        number = os.stat(name).st_gid
        group = grp.getgrgid(number).gr_name if number else ""
    return f"sudo usermod -a -G {group or 'dialout'} $USER"


def _error(name: str, why: Exception) -> PortError:
    """Return the PortError that explains `why` to the person who named the port."""
    number = getattr(why, "errno", None) or getattr(why.__context__, "errno", None)
    text = str(why)
    if isinstance(why, serial.SerialTimeoutException | TimeoutError):
        reason = "it does not accept what is sent to it"
    elif isinstance(why, socket.gaierror) or isinstance(why.__context__, socket.gaierror):
        reason = "there is no such host"
    elif number in _REASONS:
        reason = _REASONS[number] + (group_command(name) if number == errno.EACCES else "")
    elif "could not open port" in text and "PermissionError(13" in text:  # on Windows
        number, reason = errno.EBUSY, _REASONS[errno.EBUSY]
    elif "support RFC2217" in text:
        reason = "what listens there does not serve a port by RFC 2217"
    elif "Could not configure port" in text:
        reason = _REASONS[errno.ENOTTY]
    elif "FileNotFoundError(" in text:
        reason = _REASONS[errno.ENOENT]
    elif isinstance(why, ValueError) and not isinstance(why, serial.SerialException):
        reason = text
    else:
        reason = "it is gone"
    error = PortError(f"{name}: {reason}")
    error.busy = number in _BUSY
    return error
