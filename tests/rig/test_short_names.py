"""The names that a bundle takes from MicroPython's image take no memory, and the error log does
not have them."""

import re

from host.pico.short_names import micropython_names
from tests.rig.board_code import for_board

PART = 50  # names in one piece of code
# To look a name up is to have it in memory, unless the image has it.
LOOK_UP = """
import gc, micropython
def look_up(names):
    for name in names.split():
        hasattr(gc, name)
look_up("")
micropython.qstr_info()
"""


def in_memory(repl, code):
    """Run `code`; return how many names are in the Pico's memory."""
    output, error = repl.execute(code + "\nmicropython.qstr_info()", 60)
    assert error == ""
    return int(re.findall(r"n_qstr=(\d+)", output)[-1])


def test_every_name_of_the_list_is_in_the_image(board):
    repl = board.pico.repl()
    before = in_memory(repl, LOOK_UP)
    names = sorted(micropython_names())
    for at in range(0, len(names), PART):
        part = names[at : at + PART]
        assert in_memory(repl, f"look_up({' '.join(part)!r})") == before, part


def test_a_name_is_found_on_the_board_under_the_bundles_name(board):
    repl = board.pico.repl()
    code = "from firmware.key_scanner import KeyScanner\nprint(KeyScanner().get())"
    assert repl.execute(for_board(repl, code)) == ("-1\n", "")
