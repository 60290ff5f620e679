"""Code that is not needed any more gives its memory back."""

import sys

from engine_core.compat import MICROPYTHON, later
from firmware.unload import unload
from tests.conformance.support.player import start
from tests.conformance.support.virtual_ports import Board

SMALL = "firmware.failure"


def test_an_unloaded_module_is_imported_again_when_needed():
    module = later(SMALL)
    first = module.paint_failure
    unload(SMALL)
    assert (SMALL in sys.modules) != MICROPYTHON
    assert (module.paint_failure is first) != MICROPYTHON
    assert SMALL in sys.modules


def test_unloading_a_module_that_is_not_loaded_does_nothing():
    before = sorted(sys.modules)
    unload("firmware.nothing")
    assert sorted(sys.modules) == before
    # This one is loaded, but has no stand-in that would import it again.
    unload("firmware.unload")
    assert sorted(sys.modules) == before


def test_the_start_menu_is_not_in_memory_while_a_game_is_on_and_comes_back_for_the_next():
    board = Board()
    board.start(start((1, 2, 61, 0, 0), 1))
    assert ("firmware.start_menu" in sys.modules) != MICROPYTHON
    board.keys("8D")
    board.start(start((2, 3, 61, 0, 0), 1))
    assert board.app.game.state.code == 2
    assert ("firmware.start_menu" in sys.modules) != MICROPYTHON
