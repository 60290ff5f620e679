"""Code that is not needed any more gives its memory back."""

import sys

from engine_core.compat import MICROPYTHON, later
from firmware import reporter
from firmware.unload import ARCHIVE, load_early, unload
from tests.conformance.support.flash import TwoFlashes
from tests.conformance.support.player import Player, start
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


def test_modules_that_are_loaded_early_come_one_at_a_time_and_stay():
    names = (SMALL, "firmware.digits")
    for name in names:
        unload(name, True)
    for n in range(1, 4):
        assert load_early(names) == (MICROPYTHON and n < 3)
        # On CPython nothing was unloaded.
        assert [name in sys.modules for name in names] == [True, n > 1 or not MICROPYTHON]
    module = sys.modules[SMALL]
    assert not load_early(names)
    assert sys.modules[SMALL] is module


def test_the_archive_is_loaded_one_module_at_a_time():
    board = Board(TwoFlashes())
    board.run(100)
    while board.app.erase_ahead():
        pass
    assert any(name in sys.modules for name in ARCHIVE) != MICROPYTHON
    board.app.archive_due = True
    for n in range(1, len(ARCHIVE) + 1):
        assert board.app.erase_ahead() == MICROPYTHON
        assert sum(name in sys.modules for name in ARCHIVE) == (n if MICROPYTHON else len(ARCHIVE))


def test_what_sends_a_snapshot_leaves_the_memory_of_an_image_once_it_is_sent():
    board = Board()
    board.run(100)
    board.app.tidy()
    assert not board.app.reporter.sending_snapshot()
    assert "firmware.snapshot" in sys.modules  # from files it would take long to load again
    reporter.FROZEN = True
    try:
        board.app.tidy()
        assert ("firmware.snapshot" in sys.modules) != MICROPYTHON
        board.app.reporter.start_snapshot()
        board.app.tick()
        assert "firmware.snapshot" in sys.modules
        board.app.reporter.start_snapshot()
        board.app.tidy()
        assert "firmware.snapshot" in sys.modules  # it is not sent yet
    finally:
        reporter.FROZEN = False


def test_the_start_of_a_game_is_not_in_memory_once_no_undo_needs_it():
    board = Board()
    board.start(start((1, 2, 61, 0, 0), 1))
    player = Player(1)
    while not board.app.game.segment().first:
        board.app.enter(player.next(board.app.game.state))
        board.app.tidy()
    assert ("engine_core.game_start" in sys.modules) != MICROPYTHON
    while board.app.game.length > 1:
        board.app.undo()
    assert board.app.game.state.code == 1
