"""From power-on to the game, and from there to the prompt: always a way in."""

import contextlib

import pytest

from firmware.lights.failure import paint_failure
from firmware.link import link_line
from firmware.settings.brightness import Brightness
from hardware.board import PIXELS
from host.mirror import messages
from host.pico.rawrepl import ReplError
from tests.rig.play import Virtual, game_keys
from tests.rig.test_game import same_light

BOOT_MS = 6000
REST_MS = 5000  # until all is imported: MicroPython may ignore Ctrl-C while it looks for a module
BREAK = """
import firmware.lights.screen as s
real = s.Screen.show
def broken(self, app, now):
    s.Screen.show = real
    raise RuntimeError('a test broke it')
s.Screen.show = broken
"""


def held_at_power_on(board, *keys):
    board.pico.power_on()
    board.pico.console.clear()
    board.pico.frames.clear()
    board.pico.keys(*[(key, True, 0) for key in keys])


def test_the_saved_game_is_lit_again(board):
    virtual = Virtual()
    for key in game_keys(3, most=9):
        board.key(key)
        virtual.key(key)
    board.run(2500)
    board.switch_on()
    board.run(1200)
    assert board.mirror().game.entries() == virtual.app.game.entries()
    same_light(board, virtual)


def test_undo_held_leads_to_the_prompt_and_a_dark_board(board):
    board.key("ENTER")
    held_at_power_on(board, "UNDO")
    board.pico.run_to_text(">>> ", BOOT_MS)
    assert b"UNDO is held" in board.pico.console
    assert set(board.pico.frames[-1].data) == {0}


def stopped(board):
    """Stop the board with Ctrl-C and send nothing more."""
    board.key("ENTER")
    board.run(REST_MS)
    board.pico.send(b"\x03")
    board.pico.run_to_text("now with Ctrl-D.\r\n", 1000)
    board.run(50)
    assert set(board.pico.frames[-1].data) == {0}
    board.pico.console.clear()
    board.heard = b""


def test_control_c_and_enter_lead_to_the_prompt_and_a_dark_board(board):
    stopped(board)
    board.pico.send(b"\r")
    board.pico.run_to_text(">>> ", 1000)
    board.run(35_000)
    assert set(board.pico.frames[-1].data) == {0}
    board.pico.console.clear()
    board.pico.send(b"print(6 * 7)\r")
    board.pico.run_to_text("42", 1000)


def test_after_control_c_alone_the_board_starts_again(board):
    for key in game_keys(4, most=3):
        board.key(key)
    stopped(board)
    board.run(20_000)
    assert not board.lines() and set(board.pico.frames[-1].data) == {0}
    board.run(14_000)
    assert board.mirror().game.length == 3
    assert max(board.pico.frames[-1].data) > 0


def test_after_control_c_a_laptop_that_asks_has_the_board_start_at_once(board):
    stopped(board)
    board.pico.send(b"\n" + link_line.encode(1, ["snapshot", 77]))
    board.run(3000)
    assert board.mirror().menu


def test_after_control_c_control_d_has_the_board_start_at_once(board):
    stopped(board)
    board.pico.send(b"\x04")
    board.run(3000)
    assert board.mirror().menu


@pytest.mark.parametrize(
    ("sent", "pause"),
    [
        ((b"\r\x03", b"\r\x01"), 0),  # mpremote
        ((b"\r\x03", b"\r\x01"), 40),
        ((b"\r\x03\x03", b"\r\x01"), 0),  # pyboard.py, rshell, ampy
        ((b"\r\x03\x03", b"\r\x01"), 40),
        ((b"\x03", b"\x03", b"\x01"), 10),  # one that sends no \r
    ],
)
@pytest.mark.parametrize("begin", ["running", "stopped"])
def test_the_tools_of_micropython_get_in(board, begin, sent, pause):
    """Send what they send: their first bytes, with their pauses in ms; then a soft reset of the
    raw REPL, and code."""
    if begin == "stopped":
        stopped(board)
    for data in sent:
        board.pico.send(data)
        if pause:
            board.run(pause)
    board.pico.run_to_text("raw REPL; CTRL-B to exit\r\n>", 5000)
    board.pico.console.clear()
    board.pico.send(b"\x04")
    board.pico.run_to_text("raw REPL; CTRL-B to exit\r\n>", 5000)
    board.pico.send(b"print(6 * 7)\x04")
    board.pico.run_to_text("OK42", 1000)
    board.run(2000)
    assert not [line for line in board.lines() if line[:1] == b"~"]


def test_our_own_raw_repl_gets_in_whenever_it_comes(board):
    for ms in (0, 1, 7, 31, 900):
        board.switch_on()
        board.run(ms)
        assert board.pico.repl().execute("print(6 * 7)") == ("42\n", "")


def test_the_watchdog_does_not_follow_to_the_prompt(board):
    boots = board.pico.boots
    board.pico.send(b"\x03")
    board.run(1000)
    board.pico.send(b"\r")
    board.run(10_000)
    assert board.pico.boots == boots


def test_a_program_that_hangs_is_reset_into_its_game(board):
    for key in game_keys(4, most=3):
        board.key(key)
    repl_boots = board.pico.boots
    # The program is stopped from within, as if it hung: its watchdog is armed again, not fed.
    repl = board.pico.repl()
    repl.execute("import machine; machine.WDT(timeout=1000)")
    board.pico.ask("run", ms=3000)
    assert board.pico.boots == repl_boots + 1
    board.run(3000)
    assert board.mirror().game.length == 3
    repl = board.pico.repl()
    log = "print(open('errors.txt').read())"
    assert repl.execute(log)[0].count("the board hung, and its watchdog restarted it") == 1
    hung = "from machine import mem32; print(mem32[0x40058014])"  # see firmware.pico.watchdog
    assert repl.execute(hung)[0].strip() == "1"
    # Said once: neither a restart that was asked for nor a power-on has hung.
    with contextlib.suppress(ReplError):  # it goes without an answer
        repl.execute("import machine; machine.reset()", 0.5)
    board.run(3000)
    board.switch_on()
    repl = board.pico.repl()
    assert repl.execute(log)[0].count("the board") == 1
    assert repl.execute(hung)[0].strip() == "0"


def test_an_exception_is_logged_shown_and_left_behind(board, installation):
    for key in game_keys(5, most=4):
        board.key(key)
    board.pico.frames.clear()
    # A line that the firmware cannot expect: its own request table broken from the prompt.
    repl = board.pico.repl()
    _, error = repl.execute(BREAK)
    assert error == ""
    board.pico.frames.clear()
    board.pico.send(b"from firmware.pico import supervisor\nsupervisor.main()\n\x04")
    board.run(2500)
    shown = bytearray(3 * PIXELS)
    paint_failure(shown, Brightness())
    assert board.frame() == shown
    board.pico.console.clear()
    board.heard = b""
    board.run(6000)
    assert board.mirror().game.length == 4
    board.pico.send(b"\x03")
    board.run(500)
    repl = board.pico.repl()
    output, error = repl.execute("print(open('errors.txt').read())")
    assert "RuntimeError: a test broke it" in output
    lines = output.splitlines()
    for module, function in (("pico.running_game", "resume"), ("app", "tick")):
        if installation.in_image:  # where MicroPython knows the files and lines
            ends = f"/{module.rpartition('.')[2]}.py"
            assert any(ends in line and line.endswith(f"in {function}") for line in lines)
        else:
            assert f'  File "firmware.{module}", line 1, in {function}' in lines


def test_a_wrong_board_cfg_is_said_and_the_board_runs(board):
    repl = board.pico.repl()
    repl.execute("with open('board.cfg', 'w') as file: file.write('strip = 28\\ncolour = GRB\\n')")
    board.pico.console.clear()
    board.pico.power_on()
    board.pico.run_to_text("board.cfg line 2: there is no 'colour'", BOOT_MS)
    board.run(6000)
    assert board.mirror().menu
    repl = board.pico.repl()
    output, _ = repl.execute("print(open('errors.txt').read())")
    assert "board.cfg line 2" in output


def lost(board):
    """Return the `lost` field of the board's hello."""
    return messages.parse(board.lines()[0]).fields["lost"]


def test_a_lost_file_system_is_said(board):
    for key in game_keys(6, most=3):
        board.key(key)
    assert lost(board) == 0
    repl = board.pico.repl()
    _, error = repl.execute(
        "import os\nfor name in os.listdir('journal'): os.remove('journal/' + name)\n"
    )
    assert error == ""
    board.switch_on()
    board.run(2000)
    assert lost(board) == 1
    assert board.mirror().game.length == 0
