"""The Raspberry Pi's board with stand-ins for Blinka: a PixelBuf, and pins."""

import sys
import threading
import time
import types

import adafruit_pixelbuf
import pytest
from click.testing import CliRunner

from firmware.keys import keymap
from firmware.settings.brightness import current_ma
from hardware import board, raspberry_pi
from host.boards import blinka
from host.boards.blinka import BlinkaKeys, BlinkaStrip
from host.boards.raspberry import RaspberryBoard
from host.boards.stores import MemoryStore
from host.cli.main import main
from host.install_command import install_command
from tests.page_server import wait_until

RED_THEN_BLUE = bytes((255, 0, 0, 0, 0, 255)) + bytes(3 * (board.PIXELS - 2))


class Pixels(adafruit_pixelbuf.PixelBuf):
    """A strip that records the bytes that neopixel.NeoPixel would send."""

    def __init__(self, pin=None, n=board.PIXELS, auto_write=True, pixel_order="GRB"):
        super().__init__(n, byteorder=pixel_order, auto_write=auto_write)
        self.pin = pin
        self.sent = []
        self.gate = threading.Event()
        self.gate.set()
        self.fault = None
        self.gone = False

    def _transmit(self, buffer):
        self.gate.wait(5)
        if self.fault:
            raise self.fault
        self.sent.append(bytes(buffer))

    def deinit(self):
        self.gone = True


class Matrix:
    """Keys and diodes: a column is low while a row that is low has a key down in it."""

    def __init__(self):
        self.down = set()
        self.rows = [Pin(self, row, True) for row in range(board.KEY_ROWS)]
        self.columns = [Pin(self, column, False) for column in range(board.KEY_COLUMNS)]
        self.seen = 0  # rows that were low at once, at most


class Pin:
    def __init__(self, matrix, place, is_row):
        self.matrix = matrix
        self.place = place
        self.level = None  # None while the pin is an input, which floats
        self.driven = set()  # the levels that it has driven
        self.gone = False

    def switch_to_output(self, value=False):
        self.level = value
        self.driven.add(value)

    def switch_to_input(self, pull=None):
        self.level = None

    @property
    def value(self):
        low = [row.place for row in self.matrix.rows if row.level is False]
        self.matrix.seen = max(self.matrix.seen, len(low))
        return not any(row * board.KEY_COLUMNS + self.place in self.matrix.down for row in low)

    def deinit(self):
        self.gone = True


# Strip


def test_a_frame_is_sent_in_the_strips_colour_order():
    pixels = Pixels(auto_write=False)
    strip = BlinkaStrip(pixels)
    strip.show(RED_THEN_BLUE)
    wait_until(lambda: not strip.busy())
    assert pixels.sent == [bytes((0, 255, 0, 0, 0, 255)) + bytes(3 * (board.PIXELS - 2))]


def test_the_app_never_waits_for_the_wire():
    pixels = Pixels(auto_write=False)
    pixels.gate.clear()
    strip = BlinkaStrip(pixels)
    strip.show(RED_THEN_BLUE)  # it returns although the wire is stopped
    assert strip.busy()
    pixels.gate.set()
    wait_until(lambda: not strip.busy())
    assert len(pixels.sent) == 1


def test_a_frame_is_copied_before_the_app_paints_the_next():
    pixels = Pixels(auto_write=False)
    pixels.gate.clear()
    strip = BlinkaStrip(pixels)
    frame = bytearray(RED_THEN_BLUE)
    strip.show(frame)
    frame[:] = bytes(len(frame))
    pixels.gate.set()
    wait_until(lambda: not strip.busy())
    assert pixels.sent[0][:6] == bytes((0, 255, 0, 0, 0, 255))


def test_a_strip_that_fails_is_reported():
    pixels = Pixels(auto_write=False)
    pixels.fault = RuntimeError("ws2811_init failed with code -5")
    strip = BlinkaStrip(pixels)
    strip.show(RED_THEN_BLUE)
    with pytest.raises(RuntimeError, match="-5"):
        wait_until(lambda: not strip.busy())


def test_closing_turns_the_strip_off():
    pixels = Pixels(auto_write=False)
    strip = BlinkaStrip(pixels)
    strip.show(RED_THEN_BLUE)
    strip.close()
    assert pixels.sent[-1] == bytes(3 * board.PIXELS) and pixels.gone


# Keys


@pytest.mark.parametrize("key", range(len(board.KEYS)))
def test_each_key_is_its_own_bit(key):
    matrix = Matrix()
    keys = BlinkaKeys(matrix.rows, matrix.columns)
    assert keys.scan() == 0
    matrix.down = {key}
    assert keys.scan() == 1 << key == keys.down


def test_one_row_is_low_at_a_time_and_none_between_scans():
    matrix = Matrix()
    keys = BlinkaKeys(matrix.rows, matrix.columns)
    matrix.down = {0, 7, 23}
    assert keys.scan() == 1 << 0 | 1 << 7 | 1 << 23
    assert matrix.seen == 1
    # As on a Pico: a row that is not scanned floats, and none is ever driven high.
    assert all(row.level is None and row.driven == {False} for row in matrix.rows)
    keys.close()
    assert all(pin.gone for pin in matrix.rows + matrix.columns)


# The whole board


def test_a_key_lights_the_strip_and_updates_the_page():
    matrix, pixels = Matrix(), Pixels(auto_write=False)
    strip = BlinkaStrip(pixels)
    pi = RaspberryBoard(BlinkaKeys(matrix.rows, matrix.columns), strip, MemoryStore())

    def tick_until(true):
        end = time.monotonic() + 5
        while not true():
            assert time.monotonic() < end
            pi.tick()
            time.sleep(0.002)

    tick_until(lambda: b'"state":"live"' in b"".join(e for _, e in pi.broadcast._views))
    assert b'"mode":"menu"' in pi.broadcast._views[-1][1]
    before = len(pixels.sent)
    matrix.down = {keymap.RIGHT}
    tick_until(lambda: pi.app.menu.at == 1)
    matrix.down = set()
    tick_until(lambda: b'"at":1' in pi.broadcast._views[-1][1])
    tick_until(lambda: len(pixels.sent) > before)
    strip.close()


# Missing parts of Blinka


@pytest.fixture
def fake_blinka(monkeypatch):
    """Put stand-ins where `board`, `digitalio` and `neopixel` would be imported from."""
    pins = {name: object() for name in (*raspberry_pi.ROW_PINS, *raspberry_pi.COLUMN_PINS)}
    fakes = {
        "board": types.SimpleNamespace(D10="ten", **pins),
        "neopixel": types.SimpleNamespace(NeoPixel=Pixels, GRB="GRB"),
    }
    for name, module in fakes.items():
        monkeypatch.setitem(sys.modules, name, module)
    return fakes


def run(folder, *options):
    """Run `pegboard board` with its game in `folder`; return the result."""
    game = str(folder / "board.journal")
    return CliRunner().invoke(main, ["board", "--no-browser", "--game", game, *options])


def test_the_strip_is_opened_as_the_description_says(fake_blinka):
    strip = blinka.open_strip("D10")
    pixels = strip._pixels
    assert (pixels.pin, len(pixels), pixels.byteorder) == ("ten", board.PIXELS, "GRB")
    assert not pixels.auto_write
    strip.close()


def test_a_missing_pin_is_named(fake_blinka, tmp_path):
    done = run(tmp_path, "--strip", "D99")
    assert done.exit_code == 1 and "this computer has no pin D99" in done.output


def test_a_strip_that_needs_root_is_explained(fake_blinka, tmp_path):
    def no_root(*_, **__):
        raise RuntimeError("ws2811_init failed with code -5 (mmap() failed)")

    fake_blinka["neopixel"].NeoPixel = no_root
    done = run(tmp_path)
    assert done.exit_code == 1
    assert "code -5" in done.output and "raspberry-pi.md" in done.output


def test_without_blinka_the_extra_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "board", None)
    done = run(tmp_path)
    assert done.exit_code == 1
    assert install_command("pi") in done.output and "Pi5" in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("rows", ["D1,D2,D3", "D1,D2,D3,D4,D5", "D1,D1,D2,D3"])
def test_pins_are_counted(rows, tmp_path):
    done = run(tmp_path, "--rows", rows)
    assert done.exit_code == 2 and "write 4 pins" in done.output


def test_the_current_option_limits_the_lights(fake_blinka, tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(blinka, "open_keys", lambda *_: types.SimpleNamespace(close=lambda: None))
    monkeypatch.setattr("host.cli.board.serve_page", lambda one, *_, **__: made.append(one))
    for options in ((), ("--current", "1500")):
        assert run(tmp_path, *options).exit_code == 0
    usual, more = [most_ma(one.app.screen) for one in made]
    assert usual <= board.CURRENT_MA < more <= 1500
    assert run(tmp_path, "--current", "100").exit_code == 2


def most_ma(screen):
    """Return the current of the board at full white, limited by its brightness, in mA."""
    frame = bytearray(b"\xff" * (3 * board.PIXELS))
    screen._canvas.brightness.cap(frame)
    return current_ma(frame)
