"""Names of sides on the device: sent over the link, stored in a file through a power cut."""

from firmware.link import link_line
from tests.rig.test_game import said


def asked(board, *request):
    """Send a request; return the lines since then, as messages."""
    before = len(said(board.lines()))
    board.pico.send(b"\n" + link_line.encode(1, list(request)))
    board.run(1500)
    return said(board.lines())[before:]


def test_a_name_outlives_a_power_cut(board):
    name = "Ad\u00e8le".encode().hex()
    assert ["done", 5] in asked(board, "name", 5, 1, name)
    assert ["name", 1, name] in asked(board, "snapshot", 9)
    board.switch_on()
    assert ["name", 1, name] in asked(board, "snapshot", 6)
    assert ["done", 7] in asked(board, "name", 7, 1)
    board.switch_on()
    assert "name" not in [message[0] for message in asked(board, "snapshot", 8)]
