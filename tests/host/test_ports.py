"""Ports by name: what is read, written and closed, what is said when that fails, and lines at
their largest size."""

import contextlib
import errno
import ntpath
import socket
import sys
from types import SimpleNamespace

import pytest
import serial

from host.link import ports
from host.link.line_buffer import LineBuffer
from host.link.ports import PortError, SerialPort, UsbPort, identity, open_port, usb_ports
from host.mirror.messages import LINE_MOST

USE = (
    "you may not use it. On Linux, add yourself to its group, then log in again: "
    "sudo usermod -a -G dialout $USER"
)
TAKEN = "another program has it: close that first"
NO_RFC2217 = "what listens there does not serve a port by RFC 2217"


@pytest.fixture
def far_end():
    """Return a port of the kind socket://, and the other end of its connection."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        other, _ = server.accept()
        other.settimeout(5)
        with contextlib.closing(other), contextlib.closing(port):
            yield port, other


def test_a_socket_carries_bytes_both_ways_until_one_end_closes(far_end):
    port, other = far_end
    assert port.read(0) == b"" == port.read(-1) == port.read(0.001)
    port.write(b"to the board")
    assert other.recv(100) == b"to the board"
    other.sendall(b"from the board")
    assert port.read(5) == b"from the board"
    other.close()
    with pytest.raises(PortError, match=r"^socket://127\.0\.0\.1:\d+: the other end closed it$"):
        port.read(5)


def test_a_socket_that_is_closed_here_ends_at_the_other_end(far_end):
    port, other = far_end
    port.close()
    assert other.recv(100) == b""
    for use in (lambda: port.read(0), lambda: port.write(b"x")):
        with pytest.raises(PortError):
            use()


@pytest.mark.parametrize(
    "name, said",
    [
        ("socket://", "write it as socket://host:port"),
        ("socket://127.0.0.1", "write it as socket://host:port"),
        ("socket://:80", "write it as socket://host:port"),
        ("socket://a:65536", "write it as socket://host:port"),
        ("socket://a:-1", "write it as socket://host:port"),
        ("socket://a:²", "write it as socket://host:port"),
        ("rfc2217://a", "write it as rfc2217://host:port"),
        ("rfc2217://a:x?b=1", "write it as rfc2217://host:port"),
    ],
)
def test_a_port_that_is_none_says_why(name, said):
    with pytest.raises(PortError) as error:
        open_port(name)
    assert str(error.value) == f"{name}: {said}" and not error.value.busy


def test_an_address_has_a_host_and_a_port():
    for name, host, port in (
        ("socket://a:0", "a", 0), ("socket://a.b:65535", "a.b", 65535),
        ("socket://[::1]:80", "::1", 80), ("socket://a:80?x=1", "a", 80),
    ):  # fmt: skip
        assert ports._address(name, "socket://") == (host, port)


def caused(cause):
    """Return an error of pyserial that came of another."""
    why = serial.SerialException("x")
    why.__context__ = cause
    return why


# What a port raises, what is said of it, and whether another program has it.
ERRORS = [
    (OSError(errno.EACCES, "x"), USE, False),
    (OSError(errno.EPERM, "x"), "you may not use it", False),
    (OSError(errno.EBUSY, "x"), TAKEN, True),
    (OSError(errno.EAGAIN, "x"), TAKEN, True),
    (OSError(errno.ENOENT, "x"), "there is no such port", False),
    (OSError(errno.EIO, "x"), "it is gone", False),
    (OSError(errno.ENOTTY, "x"), "it is not a serial port", False),
    (OSError(errno.ECONNREFUSED, "x"), "nothing listens there", False),
    (OSError(errno.EPIPE, "x"), "the other end closed it", False),
    (OSError(999, "x"), "it is gone", False),
    (TimeoutError("x"), "it does not accept what is sent to it", False),
    (serial.SerialTimeoutException("x"), "it does not accept what is sent to it", False),
    (socket.gaierror(-2, "x"), "there is no such host", False),
    (
        caused(socket.gaierror(-2, "x")),
        "there is no such host",
        False,
    ),
    (caused(OSError(errno.EBUSY, "x")), TAKEN, True),
    (serial.SerialException("could not open port: PermissionError(13, 'x')"), TAKEN, True),
    (serial.SerialException("WriteFile failed (PermissionError(13, 'x'))"), "it is gone", False),
    (serial.SerialException("Remote does not support RFC2217"), NO_RFC2217, False),
    (serial.SerialException("Could not configure port"), "it is not a serial port", False),
    (serial.SerialException("FileNotFoundError(2, 'x')"), "there is no such port", False),
    (serial.SerialException("anything else"), "it is gone", False),
    (ValueError("write it otherwise"), "write it otherwise", False),
    (TypeError("'NoneType' object"), "it is gone", False),
]


@pytest.mark.parametrize("why, said, busy", ERRORS)
def test_an_error_of_a_port_is_said_in_words(why, said, busy):
    found = ports._error("COM3", why)
    assert (str(found), found.busy) == (f"COM3: {said}", busy)


def test_on_windows_the_name_of_a_port_may_be_in_small_letters(monkeypatch):
    monkeypatch.setattr(ports.os.path, "normcase", ntpath.normcase)
    assert ports.is_same("COM3", "com3") and not ports.is_same("COM3", "COM4", "/dev/ttyACM0")


class Line:
    """A serial line whose every use raises `why`, if there is one."""

    in_waiting = 0

    def __init__(self, why=None):
        self.why = why
        self.did = []

    def _do(self, what):
        self.did.append(what)
        if self.why:
            raise self.why

    def read(self, most):
        self._do("read")
        return b""

    def write(self, data):
        self._do(data)

    def close(self):
        self._do("closed")


@pytest.fixture
def serial_port(monkeypatch):
    """Return a function that opens a serial port on a line."""

    def opened(line):
        monkeypatch.setattr(ports.serial, "Serial", lambda *words, **named: line)
        return SerialPort("COM3")

    return opened


def test_a_serial_port_is_written_and_closed(serial_port):
    line = Line()
    port = serial_port(line)
    port.write(b"abc")
    assert port.read(0) == b"" and port.read(-1) == b""
    port.close()
    assert line.did == [b"abc", "read", "read", "closed"]


@pytest.mark.parametrize(
    "why", [OSError(errno.EIO, "x"), TypeError("x"), serial.SerialException("x")]
)
def test_a_serial_port_that_was_unplugged_is_gone_and_can_be_closed(serial_port, why):
    port = serial_port(Line(why))
    for use in (lambda: port.read(0), lambda: port.read(1), lambda: port.write(b"x")):
        with pytest.raises(PortError, match="^COM3: it is gone$"):
            use()
    port.close()


def test_usb_ports_come_by_name_and_a_board_is_known_by_its_serial_number(monkeypatch):
    found = [
        SimpleNamespace(
            device="COM7", vid=ports.PICO_VENDOR, pid=5, serial_number="e66", product="B"
        ),
        SimpleNamespace(device="COM1", vid=None, pid=None, serial_number=None, product=None),
        SimpleNamespace(device="COM3", vid=1, pid=None, serial_number=None, product=None),
    ]  # fmt: skip
    monkeypatch.setattr(ports.list_ports, "comports", lambda: found)
    monkeypatch.setattr(ports.os.path, "realpath", lambda name: name.removeprefix("link to "))
    pico = UsbPort("COM7", ports.PICO_VENDOR, ports.MICROPYTHON_PRODUCT, "e66", "B")
    assert usb_ports() == [UsbPort("COM3", 1, 0, "", ""), pico]
    assert [one.is_pico() for one in usb_ports()] == [False, True]
    for name, known in (
        ("COM7", "e66"), ("link to COM7", "e66"), ("COM3", "COM3"), ("COM9", "COM9"),
    ):  # fmt: skip
        assert identity(name) == known
    assert not pico._replace(product=6).is_pico() and not pico._replace(vendor=6).is_pico()


# Lines ------------------------------------------------------------------------------------------


def test_lines_come_whole_wherever_they_are_cut():
    whole = b"one\n\ntwo\nthree\nbegun"
    for cut in range(len(whole) + 1):
        lines = LineBuffer()
        found = lines.add(whole[:cut]) + lines.add(whole[cut:])
        assert found == [b"one", b"", b"two", b"three"] and lines.add(b"\n") == [b"begun"]


def test_a_line_of_the_largest_size_comes_and_a_longer_one_does_not():
    for size, comes in ((LINE_MOST, True), (LINE_MOST + 1, False), (5 * LINE_MOST, False)):
        lines = LineBuffer()
        text = b"~" + b"x" * (size - 1)
        assert lines.add(text) == []
        (found,) = lines.add(b"\n")
        assert (found == text) is comes and len(found) <= LINE_MOST + 1
        assert lines.add(b"next\n") == [b"next"]


@pytest.mark.skipif(sys.platform != "linux", reason="the groups of Linux")
@pytest.mark.parametrize(("owner", "group"), [(986, "uucp"), (0, "dialout"), (987, "dialout")])
def test_the_command_names_the_group_of_the_port(monkeypatch, owner, group):
    names = {0: "root", 986: "uucp"}  # and one without a name
    monkeypatch.setattr("os.stat", lambda name: SimpleNamespace(st_gid=owner))
    monkeypatch.setattr("grp.getgrgid", lambda number: SimpleNamespace(gr_name=names[number]))
    assert ports.group_command("/dev/ttyACM0") == f"sudo usermod -a -G {group} $USER"
