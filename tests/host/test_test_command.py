"""`pegboard test` against MicroPython itself, with simulated pins and strip."""

import ast
import contextlib

import pytest
from click.testing import CliRunner

import host.pico.device
import host.pico.rawrepl
from hardware.board import KEYS, PIXELS
from host.cli.main import main
from host.link import ports
from host.pico.device import Device
from tests.host.far_end import Flashable

# In place of the modules that have pins. The file /shown gets a line for each frame: the pixels
# that are lit, each with its colour. Each key is seen when it is asked for, but 5 and GO.
STUBS = {
    "loader.py": "def load():\n    pass\n",
    "firmware/pico/power_on.py": """
class Config:
    layout, pixels, order = "shared", 152, "GRB"
class Strip:
    last = None
    def show(self, frame):
        with open("/shown", "a") as file:
            lit = [n for n in range(len(frame) // 3) if any(frame[3 * n : 3 * n + 3])]
            Strip.last = lit[0] if len(lit) == 1 else None
            file.write(repr([(n, tuple(frame[3 * n : 3 * n + 3])) for n in lit]) + "\\n")
    def work(self):
        return False
    def close(self):
        self.show(b"")
class Brightness:
    def shade(self, colour, level):
        return tuple([c // 2 for c in colour])
    def cap(self, frame):
        return False
class Supply:
    millivolts, vsys = 5010, 4650
    def work(self, now):
        return False
    def limit(self):
        return 1500
def configuration():
    return Config(), ""
def strip(config):
    return Strip()
def brightness(config):
    return Brightness()
def supply(config, brightness, note):
    return Supply()
""",
    "firmware/pico/matrix.py": """
from firmware.pico import power_on
class Matrix:
    def __init__(self, config):
        self.looks = 0
        self.before = None
    def scan(self):
        # The key that is asked for is shown at the bar, which begins at pixel 0.
        if power_on.Strip.last != self.before:
            self.before = power_on.Strip.last
            self.looks = 0
        self.looks += 1
        pressed = self.before is not None and self.before not in (4, 18) and 2 < self.looks < 6
        return 1 << self.before if pressed else 0
""",
}


@pytest.fixture(scope="module")
def flashable():
    one = Flashable()
    yield one
    one.close()


@pytest.fixture
def device(monkeypatch, flashable):
    monkeypatch.setattr(host.pico.device, "_PACE", None)
    monkeypatch.setattr(host.pico.rawrepl, "QUIET_SECONDS", 0.02)
    flashable.renew()
    return flashable


def asked(device, code):
    with contextlib.closing(ports.open_port(device.name)) as port:
        client = Device(port)
        client.enter(10)
        return client.ask(code)


@pytest.fixture
def board(device):
    code = ["import os\nfor name in ('/firmware', '/firmware/pico'):\n    os.mkdir(name)\n"]
    code += [f"with open({path!r}, 'w') as file:\n    file.write({text!r})\n"
             for path, text in STUBS.items()]  # fmt: skip
    asked(device, "".join(code))
    return device


def answered(device, answers, *steps):
    words = ["test", "--port", device.name, *steps]
    return CliRunner().invoke(main, words, input="".join(f"{one}\n" for one in answers))


@pytest.mark.slow
def test_lights_and_power_on_a_board_without_fault(board):
    done = answered(board, ["", "", "y"], "five", "row", "power")
    assert done.exit_code == 0, done.output
    assert (
        "a supply of 5010 mV feeds the strip, 1500 mA at most, 4650 mV at the Pico" in done.output
    )
    assert done.output.endswith("No fault is found.\n")
    told = asked(board, "for line in open('/shown'):\n    print('@', line.strip())")
    frames = [ast.literal_eval(line) for line in told]
    assert frames[0] == [
        (0, (127, 0, 0)), (1, (0, 127, 0)), (2, (0, 0, 127)),
        (3, (127, 127, 127)), (4, (127, 127, 127)),
    ]  # fmt: skip
    assert frames[1] == [(0, (0, 127, 0))] + [(n, (127, 127, 127)) for n in range(1, 31)]
    assert len(frames[2]) == PIXELS and frames[-1] == []


def test_the_faults_are_named_and_counted(board):
    done = answered(board, ["rg---", "14", "n"], "five", "row")
    assert done.exit_code == 1
    assert "FAULT: bar dark from pixel 3" in done.output
    assert "2 faults, to fix in this order:\n  bar dark from pixel 3" in done.output


@pytest.mark.slow
def test_keys_are_seen_as_they_are_pressed(board, monkeypatch):
    monkeypatch.setattr("host.doctor.build_test.KEY_SECONDS", 0.1)
    done = answered(board, [], "keys")
    assert done.exit_code == 1, done.output
    assert done.output.count("  seen\n") == len(KEYS) - 2
    for name in ("5", "GO"):
        assert f"Press {name}, and let it go.\n  nothing is seen" in done.output
        assert f"FAULT: {name} is not seen: check its diode" in done.output


def test_a_device_without_the_program_is_told_to_be_flashed(device):
    asked(device, "import sys\nfor name in list(sys.modules):\n    del sys.modules[name]\n")
    done = answered(device, [], "five")
    assert done.exit_code == 1 and "pegboard is not on it: run pegboard flash" in done.output


def test_a_device_that_answers_nonsense_is_refused(board):
    spoilt = "Config.pixels = 'many'\n"
    code = f"open('/firmware/pico/power_on.py', 'a').write({spoilt!r})"
    asked(board, f"import sys\nsys.modules.clear()\n{code}")
    done = answered(board, [], "five")
    assert done.exit_code == 1 and "cannot be understood" in done.output
