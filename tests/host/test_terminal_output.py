"""Text from files and devices is printed, and not obeyed by the terminal."""

import unicodedata

import pytest
from click.testing import CliRunner

from host.cli import flash, log
from host.cli.main import main
from host.cli.terminal_view import TerminalView
from host.cli.text import printable
from host.link import discovery
from host.link.discovery import MICROPYTHON, PortStatus
from host.link.ports import UsbPort
from host.mirror.mirror import Mirror
from host.mirror.view import view
from host.pico.device import About, Device

TITLE = "\x1b]0;owned\x07"  # sets the title of a terminal's window
TURNED = "\u202egnihton"  # is shown from right to left
HALF = "\x9b2J"  # clears the screen, in eight bits
HOSTILE = TITLE + TURNED + HALF + "\u2028\r"


def assert_harmless(output):
    """Check that a terminal would only print `output`, without obeying any of it."""
    kinds = {unicodedata.category(one) for one in output.replace("\n", "")}
    assert not kinds & {"Cc", "Cf", "Zl", "Zp"}
    assert "owned" in output


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words]).output


def test_text_without_control_characters_stays():
    assert printable("5♥ Ann's hand, 8 points\nnext") == "5♥ Ann's hand, 8 points\nnext"
    assert printable("\x1b[2J\x9b\u202e\ud800") == r"\x1b[2J\x9b\u202e\ud800"


@pytest.mark.parametrize("tag", ["Players", "Game", "Owned"])
def test_a_record(tmp_path, tag):
    path = tmp_path / "game.txt"
    players = "Ann, Ben" if tag != "Players" else f"Ann{HOSTILE.rstrip()}, Ben"
    game = "Traditional" if tag != "Game" else "owned" + TITLE
    lines = [f'[Game "{game}"]', '[Seats "2"]', '[Target "61"]', '[Dealer "1"]']
    lines += [f'[Players "{players}"]', "deal 1 by 1", "owned" + TITLE if tag == "Owned" else ""]
    path.write_text("\n".join(lines), encoding="utf-8", newline="")
    assert_harmless(run("check", path) + run("replay", path, "--no-browser", "--speed", "0"))


def test_a_line_of_a_boards_log(monkeypatch):
    async def read_log(name):
        return ["owned" + HOSTILE], "owned" + HOSTILE

    monkeypatch.setattr(log, "read_log", read_log)
    assert_harmless(run("log", "--port", "somewhere"))


def test_devices(monkeypatch):
    status = PortStatus("p", MICROPYTHON, version="1.29", machine="owned" + HOSTILE)
    monkeypatch.setattr("host.cli.devices.probe_all", lambda names: [status])
    monkeypatch.setattr("host.cli.devices.usb_ports", list)
    assert_harmless(run("devices", "--port", "p"))


def test_flash(monkeypatch):
    class Transport:
        def close(self):
            pass

    usb = UsbPort("p", 0x1234, 5, "", "owned" + HOSTILE)
    monkeypatch.setattr(flash, "usb_ports", lambda: [usb])
    assert_harmless(run("flash", "--port", "p"))
    about = About("micropython", "1.29.0" + TITLE, 0, "rp2", "owned" + HOSTILE)
    monkeypatch.setattr(flash, "usb_ports", list)
    monkeypatch.setattr(flash, "open_port", lambda name: Transport())
    monkeypatch.setattr(Device, "enter", lambda device, seconds: about)
    monkeypatch.setattr(flash.build, "mpy_kind", lambda mpy: 1 / 0)
    assert_harmless(run("flash", "--port", "p"))
    monkeypatch.setattr(Device, "enter", lambda *_: about._replace(platform="esp32"))
    assert_harmless(run("flash", "--port", "p"))


def test_a_port_that_is_no_board(monkeypatch):
    busy = PortStatus("p", "busy", trouble="owned" + HOSTILE)
    monkeypatch.setattr(discovery, "probe_all", lambda names: [busy])
    monkeypatch.setattr(discovery, "picos", lambda: [UsbPort("p", 0, 0, "", "")])
    assert_harmless(run("watch", "--terminal"))


def test_a_game_in_the_terminal(capsys):
    shown = view(Mirror())
    shown["prompt"] = "owned" + HOSTILE
    TerminalView().show({**shown, "link": {"state": "live", "text": ""}})
    assert_harmless(capsys.readouterr().out)


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
@pytest.mark.parametrize(
    "words", [("replay", "x", "--speed"), ("replay", "x", "--delay"), ("plan", "--kerf")]
)
def test_a_number_that_is_none_is_refused(number, words):
    done = CliRunner().invoke(main, [*words, number])
    assert done.exit_code == 2 and number in done.output
