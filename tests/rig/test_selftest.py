"""The self-test that MENU and ENTER start at power-on: every pixel, every key, and the result."""

import re

import pytest

from hardware.board import BAR, CURRENT_MA, KEYS, PIXELS, SUPPLY_MA, bar_pixel
from tests.rig.test_game import said

BOOT_MS = 6000
LIGHTS_MS = 10_000  # three colours, and a light that runs over all


def begin(board):
    """Start the self-test of `board` and run it until all pixels have been shown."""
    pico = board.pico
    pico.power_on()
    pico.console.clear()
    pico.frames.clear()
    pico.keys(("MENU", True, 0), ("ENTER", True, 0))
    pico.run_to_frame(BOOT_MS)
    pico.keys(("MENU", False, 100), ("ENTER", False, 100))
    board.heard = b""
    board.run(LIGHTS_MS)


@pytest.fixture
def lit(board):
    """A board in its self-test, all pixels of which have been shown; and those frames."""
    begin(board)
    return board, [frame.data for frame in board.pico.frames]


def results(board):
    """Return the lines of the result."""
    return [message[1] for message in said(board.lines()) if message[0] == "log"]


def test_every_pixel_is_lit_in_every_colour(lit):
    _, frames = lit
    dark = bytes(PIXELS)
    # On the wire green comes first.
    for channel in (1, 0, 2):
        others = [place for place in range(3) if place != channel]
        assert [
            frame
            for frame in frames
            if 0 not in frame[channel::3] and all(frame[other::3] == dark for other in others)
        ]
    runs = set()
    for frame in frames:
        pixels = [n for n in range(PIXELS) if all(frame[3 * n : 3 * n + 3])]
        if len(pixels) == 1:
            runs.update(pixels)
    assert runs == set(range(PIXELS))


def test_every_key_is_seen_and_the_game_follows(lit):
    board, _ = lit
    for n, key in enumerate(KEYS):
        board.pico.frames.clear()
        board.pico.tap(key, 80)
        board.run(80)
        down = board.pico.frames[-1].data
        board.run(60)
        green = board.pico.frames[-1].data
        place = 3 * bar_pixel(n)
        assert all(down[place : place + 3])
        assert green[place] and not any(green[place + 1 : place + 3])
    board.run(1000)
    every = len(KEYS)
    lines = results(board)
    assert lines[:2] == [
        f"self-test: {PIXELS} pixels shown, {every} of {every} keys seen",
        f"self-test: USB feeds the strip, {CURRENT_MA} mA at most",
    ]
    assert re.fullmatch(
        r"self-test: 16 KB written to the flash and read back in \d{2,4} ms", lines[2]
    )
    timing = r"125 MHz, a frame prepared in (\d+) us, keys looked at every (\d+) ms or less"
    measured = re.fullmatch("self-test: " + timing, lines[3])
    assert measured and 100 < int(measured[1]) < 5000 and 5 <= int(measured[2]) < 100
    board.run(6000)
    assert board.mirror().menu


def test_keys_that_were_not_seen_are_named(lit):
    board, _ = lit
    for key in KEYS:
        if key not in ("5", "GO"):
            board.pico.tap(key, 40)
            board.run(80)
    board.pico.tap("ENTER", 2500)
    board.run(3000)
    first, second, *_ = results(board)
    assert f"{len(KEYS) - 2} of {len(KEYS)} keys" in first
    assert second == "self-test: not seen: 5 GO"
    red = board.frame()[: 3 * BAR]
    assert set(red[1::3]) == set(red[2::3]) == {0} and 0 not in red[0::3]


def test_a_key_that_sticks_is_named(board):
    pico = board.pico
    pico.power_on()
    pico.console.clear()
    board.heard = b""
    pico.keys(("MENU", True, 0), ("ENTER", True, 0), ("MENU", False, 1500))
    board.run(BOOT_MS + LIGHTS_MS)
    lines = results(board)
    assert "not seen" in lines[1] and lines[2] == "self-test: down from first to last: ENTER"


def test_a_supply_is_seen_and_named(lit):
    board, _ = lit
    board.pico.volts(26, 2.5)
    board.run(1000)
    for key in KEYS:
        board.pico.tap(key, 40)
        board.run(80)
    board.run(1000)
    line = results(board)[-3]
    assert line.startswith("self-test: a supply of ") and line.endswith(f"{SUPPLY_MA} mA at most")
    assert 4900 < int(line.split()[4]) < 5100


def test_the_picos_own_voltage_is_named_where_it_can_be_measured(lit):
    board, _ = lit
    board.pico.volts(29, 4.7 / 3)
    board.run(500)
    board.pico.tap("ENTER", 2500)
    board.run(4000)
    line = next(line for line in results(board) if "feeds the strip" in line)
    assert 4650 < int(re.search(r"(\d+) mV at the Pico", line)[1]) < 4750


def test_a_flash_that_cannot_be_written_is_said_in_red(board):
    assert board.pico.repl().execute("import os\nos.mkdir('selftest.tmp')") == ("", "")
    begin(board)
    for key in KEYS:
        board.pico.tap(key, 40)
        board.run(80)
    board.run(1500)
    assert any("the flash cannot be written" in line for line in results(board))
    red = board.frame()[: 3 * BAR]
    assert set(red[1::3]) == set(red[2::3]) == {0} and 0 not in red[0::3]


def test_a_part_of_it_alone_is_answered_by_keys(board):
    pico = board.pico
    pico.power_on()
    pico.console.clear()
    board.heard = b""
    pico.keys(("MENU", True, 0), ("A", True, 0))
    pico.run_to_frame(BOOT_MS)
    pico.keys(("MENU", False, 100), ("A", False, 100))
    board.run(300)
    lit = board.frame()
    assert any(lit[:15]) and not any(lit[15:])
    for key in ("UNDO", "RIGHT", "RIGHT", "ENTER", "UNDO"):
        pico.tap(key, 80)
        board.run(200)
    board.run(500)
    (line,) = results(board)
    assert line.startswith("self-test: dark from light 3 on: the joint before it")
    board.run(6000)
    assert board.mirror().menu
