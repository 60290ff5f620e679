"""The Pico's link on its USB port, with a host in memory."""

from types import SimpleNamespace

import pytest

from firmware.pico import usb_link
from firmware.pico.usb_link import UsbLink

LINE = b'~1 ["beat",0]*01234567'
LONGEST = 255  # bytes of a line, without its newline
ROOM = 1024  # bytes that may wait to be written
AT_ONCE = 4  # bytes that are read or written while a key waits


class Host:
    """`sent` has its output that was not read, `heard` its input; it takes `room` bytes more."""

    def __init__(self):
        self.sent = bytearray()
        self.heard = bytearray()
        self.room = 1 << 20

    def readinto(self, buffer):
        buffer[0] = self.sent.pop(0)

    def write(self, data):
        self.heard += data
        self.room -= len(data)


class Poll:
    """One stream is registered with it. Each stream has `ready`."""

    def register(self, stream, event):
        self.stream = stream

    def ipoll(self, timeout):
        assert timeout == 0
        return iter([self.stream] if self.stream.ready() else [])


@pytest.fixture
def host(monkeypatch):
    host = Host()
    stdin = SimpleNamespace(buffer=host, ready=lambda: host.sent)
    stdout = SimpleNamespace(buffer=host, ready=lambda: host.room)
    monkeypatch.setattr(usb_link, "sys", SimpleNamespace(stdin=stdin, stdout=stdout))
    monkeypatch.setattr(usb_link, "select", SimpleNamespace(poll=Poll, POLLIN=1, POLLOUT=4))
    return host


def lines(link, most=100):
    """Return the lines from `most` reads."""
    return [line for line in (link.read() for _ in range(most)) if line is not None]


def test_lines_are_read_and_empty_and_longer_ones_are_ignored(host):
    whole = b"x" * LONGEST
    host.sent += b"\n" + LINE + b"\n\n" + whole + b"\n" + whole + b"y\n" + LINE + b"\nhalf"
    link = UsbLink()
    assert lines(link) == [LINE, whole, LINE]
    host.sent += b" a line\n"
    assert lines(link) == [b"half a line"]


def test_all_that_is_written_arrives_in_order(host):
    link = UsbLink()
    written = b""
    for n in range(200):
        line = b"%d" % n + LINE + b"\n"
        assert link.write(line)
        written += line
        for _ in range(2):
            link.work()
    while link.work():
        pass
    assert host.heard == written


def test_a_line_without_room_is_refused_whole(host):
    link = UsbLink()
    assert link.write(b"a" * (ROOM - 2))
    assert not link.write(b"abc")
    assert link.write(b"xy")
    while link.work():
        pass
    assert host.heard == b"a" * (ROOM - 2) + b"xy"


def test_a_host_that_does_not_read_does_not_count_as_talking(host):
    link = UsbLink()
    link.write(LINE)
    host.room = 3
    assert not link.work()
    assert host.heard == LINE[:3] and link.talking()
    assert not link.work()
    assert not link.talking()
    host.room = 100
    while link.work():
        pass
    assert host.heard == LINE


def test_a_key_that_waits_comes_before_reading_and_writing(host):
    keys = []
    link = UsbLink(lambda: bool(keys))
    host.sent += LINE + b"\n"
    link.write(LINE)
    keys.append("ENTER")
    assert link.read() is None and not link.work()
    assert 0 < len(LINE) + 1 - len(host.sent) <= AT_ONCE
    assert 0 < len(host.heard) <= AT_ONCE
    keys.clear()
    assert link.read() == LINE
    while link.work():
        pass
    assert host.heard == LINE
