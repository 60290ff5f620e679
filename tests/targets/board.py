"""The target `serial`: a real board with MicroPython, at a serial port or a `socket://`."""

from host.link.ports import PortError, open_port, usb_ports
from host.pico.rawrepl import RawRepl
from tests.targets import files
from tests.targets.answer import Unavailable
from tests.targets.device import Device

# Without raw-paste there is no flow control, and a Pico holds 512 bytes that it has not read.
PACE = (256, 0.01)


class Board(Device):
    """`port` is the port's name, or "auto": the one Pico that is attached."""

    name = "serial"

    def __init__(self, timeout, port, root=files.ROOT):
        super().__init__(timeout, lambda: connect(port), root)


def connect(port):
    """Return the RawRepl of the board at `port`. Raises Unavailable."""
    try:
        return RawRepl(open_port(only_board() if port == "auto" else port), pace=PACE)
    except PortError as error:
        raise Unavailable(str(error)) from None


def only_board(found=usb_ports):
    """Return the port of the only Pico among those from `found()`. Raises Unavailable."""
    ports = [one.port for one in found() if one.is_pico()]
    if len(ports) == 1:
        return ports[0]
    if ports:
        raise Unavailable(f"several boards are attached: name one of {', '.join(ports)}")
    raise Unavailable("no board with MicroPython is attached: plug one in, or name its port")
