"""At rest, the program's functions are made to run from the flash, so that their code takes no
memory."""

import pytest

from tests.rig.board_code import for_board
from tests.rig.play import Virtual, game_keys
from tests.rig.test_game import same_light

REST_MS = 12000  # long enough for all modules
MOST_KB = 84  # in use with a game of two players
# How many functions have their code in the flash, which begins at address 1 << 28, where memory
# begins at 1 << 29; of how many; and KB in use.
CODE = """
import gc
from machine import mem32
from engine_core import show, cribbage, game
from firmware import app, reporter
gc.collect()
kb = gc.mem_alloc() // 1024
places = []
for one in (show, cribbage, game.Game, app.App, reporter.Reporter):
    for what in one.__dict__.values():
        if type(what) is type(show.count):
            places.append(mem32[id(what) + 12] >> 28)
print("@", places.count(1), len(places), kb)
"""


@pytest.fixture
def in_files(installation):
    """Skip where MicroPython's image has the program."""
    if installation.in_image:
        pytest.skip("the code of an image is never in memory")


def in_flash(board):
    """Return what CODE prints."""
    output, error = board.pico.repl().execute(for_board(board.pico.repl(), CODE), 60)
    assert error == ""
    return [int(number) for number in output.partition("@")[2].split()]


@pytest.mark.usefixtures("in_files")
def test_code_is_in_memory_until_the_board_is_at_rest(board):
    board.key("ENTER")
    assert in_flash(board)[0] == 0


def test_at_rest_code_runs_from_the_flash_and_frees_memory(board):
    for key in game_keys(2, most=8):
        board.key(key)
    board.run(REST_MS)
    moved, functions, used = in_flash(board)
    # A function across the border of two blocks of the flash stays.
    assert moved >= 0.95 * functions, (moved, functions)
    assert used <= MOST_KB, f"{used} KB are in use"


def test_a_game_goes_on_as_before_after_its_code_has_moved(board):
    virtual = Virtual()
    board.run(REST_MS)  # the start menu's too
    for n, key in enumerate(game_keys(4, most=40)):
        board.key(key)
        virtual.key(key)
        if n == 20:
            board.run(REST_MS)
    for key in ("UNDO", "UNDO", "MENU", "MENU"):
        board.key(key)
        virtual.key(key)
    board.run(2500)
    assert board.mirror().game.entries() == virtual.app.game.entries()
    same_light(board, virtual)


@pytest.mark.usefixtures("in_files")
def test_code_stays_in_memory_after_the_watchdog_has_restarted_the_board(board):
    repl = board.pico.repl()
    code = """
from machine import mem32
from firmware.pico import flash_code
before = flash_code.FlashCode().step()
mem32[0x40058014] = 1  # see firmware.pico.watchdog
print("@", before, flash_code.FlashCode().step())
"""
    output, error = repl.execute(for_board(repl, code), 100)
    assert error == ""
    assert output.strip() == "@ True False"


@pytest.mark.usefixtures("in_files")
def test_an_address_stays_where_the_flash_has_other_bytes(board):
    for key in game_keys(2, most=8):
        board.key(key)
    board.run(500)
    repl = board.pico.repl()
    code = """
from machine import mem32
from firmware.pico import flash_code
from firmware import app
code = flash_code.FlashCode()
flash_code.FlashCode._where = lambda self, at, size: self._base
while code.step():
    pass
print("@", mem32[id(app.App.tick) + 12] >> 28)
"""
    output, error = repl.execute(for_board(repl, code), 100)
    assert error == ""
    assert output.strip() == "@ 2"


@pytest.mark.usefixtures("in_files")
def test_code_stays_in_memory_where_there_is_no_room_to_read_its_module(board):
    repl = board.pico.repl()
    code = """
import sys
from firmware.pico import flash_code
from firmware import app
code = flash_code.FlashCode()
there = len(sys.modules)
filled = []
for size in (4096, 2048):  # no block that a large module fits in
    try:
        while True:
            filled.append(bytearray(size))
    except MemoryError:
        pass
steps = 0
while code.step():
    steps += 1
filled = None
print("@", steps > there // 2)
"""
    output, error = repl.execute(for_board(repl, code), 100)
    assert error == ""
    assert output.strip() == "@ True"
