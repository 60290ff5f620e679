"""The interrupts that sample the keys: samples while the program is busy, and their restart."""

from hardware.board import KEYS

PREPARE = """
import time
from firmware.settings.config import Config
from firmware.pico.matrix import Matrix
matrix = Matrix(Config())
matrix.start()
def pressed():
    keys = []
    for _ in range(40):
        matrix.work()
        while matrix.scanner.waiting():
            keys.append(matrix.scanner.get())
        time.sleep_ms(2)
    return keys
"""
BUSY = """
time.sleep_ms(1500)
print(pressed())
matrix.stop()
"""
STOPPED = """
matrix._timer.deinit()
time.sleep_ms(120)
matrix.work()
time.sleep_ms(1500)
print(pressed())
matrix.stop()
"""


def presses(board, code, keys):
    """Run `code`, press `keys` meanwhile, each for 30 ms; return the names that it prints."""
    repl = board.pico.repl()
    assert repl.execute(PREPARE) == ("", "")
    for n, key in enumerate(keys):
        board.pico.keys((key, True, 500 + 60 * n), (key, False, 530 + 60 * n))
    output, error = repl.execute(code)
    assert error == ""
    return [KEYS[int(number)] for number in output.strip()[1:-1].split(",") if number]


def test_what_was_pressed_while_the_program_was_busy_comes_in_its_order(board):
    keys = ["5", "H", "K", "5", "ENTER"]
    assert presses(board, BUSY, keys) == keys


def test_more_than_can_wait_loses_the_last_and_no_first(board):
    keys = [*KEYS[:12], "5"]
    seen = presses(board, BUSY, keys)
    assert seen == keys[: len(seen)] and len(seen) >= 7


def test_an_interrupt_that_was_stopped_is_begun_again(board):
    """MicroPython stops a timer whose callback has raised."""
    keys = ["7", "S"]
    assert presses(board, STOPPED, keys) == keys
