"""A serial port that another machine serves: rfc2217://host:port, as ser2net does it."""

import contextlib
import select
import threading

import pytest
import serial
from serial.rfc2217 import PortManager

from host.link.ports import PortError, open_port
from tests.host.far_end import Server
from tests.page_server import wait_until

pytestmark = pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's


class Wire:
    """The server's connection to its client, for PortManager."""

    def __init__(self, connection):
        self.write = connection.sendall


@contextlib.contextmanager
def serving():
    """Serve a port that echoes its input; yield its name and its connections."""
    taken = []

    def serve(connection):
        taken.append(connection)
        with connection, serial.serial_for_url("loop://", timeout=0) as looped:
            manager = PortManager(looped, Wire(connection))
            while not server.over:
                if select.select([connection], [], [], 0.005)[0]:
                    data = connection.recv(4096)
                    if not data:
                        return
                    looped.write(b"".join(manager.filter(data)))
                connection.sendall(b"".join(manager.escape(looped.read(looped.in_waiting))))

    server = Server(serve)
    try:
        yield server.name.replace("socket://", "rfc2217://"), taken
    finally:
        server.close()


def test_bytes_travel_both_ways():
    with serving() as (name, _):
        port = open_port(name)
        assert port.read(0) == b""
        port.write(b"a line\n\xff\x00")  # 255 begins a command of telnet
        heard = bytearray()
        wait_until(lambda: heard.extend(port.read(0.1)) or len(heard) == 9)
        assert heard == b"a line\n\xff\x00"
        port.close()


@pytest.mark.slow
def test_a_served_port_that_disappears_is_an_error():
    with serving() as (name, taken):
        port = open_port(name)
        taken[0].shutdown(2)
        with pytest.raises(PortError, match="it is gone"):
            wait_until(lambda: port.read(0.1))
        port.close()


def test_an_address_without_a_server_is_refused_with_the_format():
    for name, said in (
        ("rfc2217://127.0.0.1:1", "nothing listens there"),
        ("rfc2217://nonsense", "write it as rfc2217://host:port"),
        ("rfc2217://host:99999", "write it as rfc2217://host:port"),
    ):
        with pytest.raises(PortError) as caught:
            open_port(name)
        assert str(caught.value) == f"{name}: {said}"


@pytest.mark.slow
def test_a_server_that_is_not_rfc2217_is_reported():
    gate = threading.Event()
    server = Server(lambda connection: gate.wait(20))
    try:
        with pytest.raises(PortError, match="does not serve a port by RFC 2217"):
            open_port(server.name.replace("socket://", "rfc2217://") + "?timeout=0.3")
    finally:
        gate.set()
        server.close()
