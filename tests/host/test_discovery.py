"""What a search for boards sends to a port, when, and what it makes of the answers."""

import pytest

from firmware.link import link_line
from host.errors import BoardError
from host.link import discovery, ports
from host.link.discovery import BUSY, MICROPYTHON, PEGBOARD, SILENT, PortStatus
from host.link.ports import PortError, UsbPort

HELLO = link_line.encode(1, ["hello", 2, "0123abcd", "a nonce", 0, "0.1.0 9f8e7d6c", "shared"])
BEAT = link_line.encode(1, ["beat", 3])
BANNER = b"MicroPython v1.29.0 on 2026-10-01; Raspberry Pi Pico W with RP2040\r\n>>> "


class Clock:
    now = 100.0

    def monotonic(self):
        return self.now

    def monotonic_ns(self):
        return int(self.now * 1e9)


class Port:
    """Says `answers[what]` once `what` has been written to it, "" from the start, each after
    `late` seconds. `sent` has each write with its time, and `closed` when it was closed."""

    def __init__(self, clock, answers, late=0.0):
        self.clock, self.answers, self.late = clock, answers, late
        self.sent = []
        self.closed = None
        self._said = [(clock.now + late, answers.get("", b""))]

    def read(self, timeout):
        self.clock.now += timeout
        ready = [data for at, data in self._said if at <= self.clock.now]
        self._said = [(at, data) for at, data in self._said if at > self.clock.now]
        return b"".join(ready)

    def write(self, data):
        parsed = link_line.parse(data.strip())
        what = parsed[1][0] if parsed else "who" if data == b"\r\x02" else ""
        assert what == "who" or data[:1] == b"\n"  # which ends a line that another began
        self.sent.append((round(self.clock.now - 100, 1), what))
        self._said.append((self.clock.now + self.late, self.answers.get(what, b"")))

    def close(self):
        self.closed = round(self.clock.now - 100, 1)


def asked(monkeypatch, late=0.0, **answers):
    """Return the status of a port with these answers, what was sent to it, and when it was
    closed."""
    clock = Clock()
    monkeypatch.setattr(discovery, "time", clock)
    told = {"" if what == "first" else what: said for what, said in answers.items()}
    port = Port(clock, told, late)
    return discovery.probe("COM3", lambda name: port), port.sent, port.closed


BOARD = PortStatus("COM3", PEGBOARD, engine="0123abcd", program="0.1.0 9f8e7d6c")
BARE = PortStatus("COM3", MICROPYTHON, version="1.29.0", machine="Raspberry Pi Pico W with RP2040")
ASKED = (1.3, "snapshot")
WHO = (4.3, "who")


@pytest.mark.parametrize(
    "answers, status, sent, closed",
    [
        # A board's own beat comes within a second; then it is only asked for its hello.
        ({"first": BEAT, "snapshot": HELLO}, BOARD, [(0.1, "snapshot")], 0.2),
        ({"first": HELLO}, BOARD, [(0.1, "snapshot")], 0.1),
        ({"first": BEAT}, PortStatus("COM3", PEGBOARD), [(0.1, "snapshot")], 3.1),
        ({"snapshot": b"noise\r\n" + HELLO}, BOARD, [ASKED], 1.4),
        # MicroPython is asked last, because that leaves the raw mode.
        ({"who": BANNER}, BARE, [ASKED, WHO], 4.4),
        ({"first": BANNER}, BARE, [ASKED, WHO], 4.3),
        ({"who": HELLO}, BOARD, [ASKED, WHO], 4.4),
        ({}, PortStatus("COM3", SILENT), [ASKED, WHO], 7.3),
        ({"first": b"x" * 9000 + b"\n", "who": b"MicroPython v1"}, None, [ASKED, WHO], 7.3),
        ({"who": BANNER[:30] + b"\n"}, None, [ASKED, WHO], 7.3),
    ],
)
def test_a_port_is_listened_to_then_asked_and_then_asked_otherwise(
    monkeypatch, answers, status, sent, closed
):
    found, written, closed_at = asked(monkeypatch, **answers)
    assert found == (status or PortStatus("COM3", SILENT))
    assert [what for _, what in written] == [what for _, what in sent]
    moments = [at for at, _ in written] + [closed_at]
    assert moments == pytest.approx([at for at, _ in sent] + [closed], abs=0.35)


def test_the_answer_of_a_slow_board_is_waited_for(monkeypatch):
    assert asked(monkeypatch, late=2.8, snapshot=HELLO)[0] == BOARD
    assert asked(monkeypatch, late=2.8, who=BANNER)[0] == BARE


def test_a_port_that_cannot_be_opened_or_fails_says_why():
    def fails(busy):
        why = PortError("COM3: why not")
        why.busy = busy

        def fail(name):
            raise why

        return discovery.probe("COM3", fail)

    assert fails(True) == PortStatus("COM3", BUSY, trouble="COM3: why not")
    assert fails(False) == PortStatus("COM3", SILENT, trouble="COM3: why not")


def test_a_port_that_is_pulled_out_meanwhile_is_closed():
    port = Port(Clock(), {})

    def gone(timeout):
        raise PortError("COM3: it is gone")

    port.read = gone
    status = discovery.probe("COM3", lambda name: port)
    assert status == PortStatus("COM3", SILENT, trouble="COM3: it is gone")
    assert port.closed == 0.0


def test_all_ports_are_probed_in_their_order(monkeypatch):
    monkeypatch.setattr(discovery, "probe", lambda name: PortStatus(name, SILENT))
    assert discovery.probe_all([]) == []
    assert [one.port for one in discovery.probe_all(["b", "a", "c"])] == ["b", "a", "c"]


QUIET = PortStatus("COM1", SILENT)
TAKEN = PortStatus("COM2", BUSY, trouble="COM2: another program has it.")


@pytest.mark.parametrize(
    "seen, advice",
    [
        ([], "Plug it in, or name its port: pegboard watch --port PORT"),
        ([QUIET], "What is at COM1 does not answer."),
        (
            [QUIET._replace(trouble="COM1: it is gone.")],
            "What is at COM1 does not answer. COM1: it is gone.",
        ),
        ([QUIET, TAKEN], "COM2: another program has it."),
        ([QUIET, BARE, TAKEN], "A Pico without pegboard is at COM3: pegboard flash --port COM3"),
        ([TAKEN, BARE], "COM2: another program has it."),
    ],
)
def test_whoever_has_no_board_is_told_the_next_step(seen, advice):
    assert discovery.hint(seen) == advice
    with pytest.raises(BoardError) as caught:
        discovery.only_board(seen)
    assert str(caught.value) == "no board is attached. " + advice


def test_one_board_is_taken_and_of_two_none():
    other = BOARD._replace(port="COM7")
    assert discovery.only_board([QUIET, BARE, other]) == "COM7"
    with pytest.raises(BoardError, match=r"^2 boards are attached: .* --port COM3 "):
        discovery.only_board([BARE, BOARD, other])


def test_a_pico_is_told_by_both_of_its_numbers(monkeypatch):
    picos = UsbPort("COM3", 0x2E8A, 0x0005, "E66", "Board in FS mode")
    found = [picos, picos._replace(vendor=0x2E8B), picos._replace(product=6)]
    assert [one.is_pico() for one in found] == [True, False, False]
    monkeypatch.setattr(discovery, "usb_ports", lambda: found)
    assert discovery.picos() == [picos]


class Listed:
    def __init__(self, device, vid, pid, serial_number, product):
        self.device, self.vid, self.pid = device, vid, pid
        self.serial_number, self.product = serial_number, product


def test_ports_of_usb_are_listed_by_name_and_known_by_their_serial_number(monkeypatch):
    listed = [
        Listed("COM9", 0x2E8A, 5, "E66", "Board"),
        Listed("COM1", None, None, None, None),  # not of USB
        Listed("COM4", 0x1A86, None, None, None),
    ]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: listed)
    assert ports.usb_ports() == [
        UsbPort("COM4", 0x1A86, 0, "", ""),
        UsbPort("COM9", 0x2E8A, 5, "E66", "Board"),
    ]
    assert [ports.identity(name) for name in ("COM9", "COM4", "COM2")] == ["E66", "COM4", "COM2"]
