"""The modules that a game's keys may need are imported before, one at a time, and stay."""

from sys import modules

from engine_core.compat import MICROPYTHON, forget, later, load
from engine_core.game import machines
from engine_core.games import options as opt
from engine_core.games import presets
from engine_core.games.phases import OVER
from engine_core.state.entries import POINTS
from firmware import imports
from firmware.imports import Imports, make_room, needed, remove_modules
from tests.conformance.support.kit import raises
from tests.conformance.support.player import start
from tests.conformance.support.virtual_ports import Board

MUGGINS = "engine_core.cribbage.muggins"
CRIB_WARS = "engine_core.pegs.crib_wars"
CRIBBAGE_PLAY = "engine_core.cribbage.play_phase"
ARCHIVE = "firmware.storage.archive"
BATTLE = "engine_core.battlefield.battle_turn"
MENU = "firmware.menus.game_menu"
LATER = ("firmware.menus.correction", "firmware.menus.last_counts")
START_MENU = "firmware.menus.start_menu"
NEXT_GAME = "firmware.menus.next_game_menu"
KB = 1024


def nothing():
    """Return the bytes that are free where there is no room for a menu."""
    return 0


def load_all(ahead, app):
    """Import all that is due."""
    while ahead.due(app):
        ahead.load()
    while ahead.load_ahead():
        pass


def test_a_game_needs_its_machine_and_what_its_track_and_options_add():
    plain = needed(1, opt.PLAIN, 0)
    assert "engine_core.cribbage.play_phase" in plain and "firmware.lights.bar_cribbage" in plain
    assert MUGGINS not in plain and CRIB_WARS not in plain
    assert MUGGINS in needed(1, opt.PLAIN, opt.MUGGINS_IN_PLAY)
    assert CRIB_WARS in needed(1, opt.CRIB_WARS, 0)
    battle = needed(11, opt.PLAIN, 0)
    assert (
        "engine_core.battlefield.battle_turn" in battle
        and "engine_core.cribbage.play_phase" not in battle
    )


def test_the_next_games_modules_come_once_a_game_is_over_and_not_beside_its_start_menu():
    board = Board()

    def wants(name):
        return name in imports.wanted(board.app, imports.chosen(board.app))

    assert wants(START_MENU) and not wants(NEXT_GAME)
    board.start((4, 0, 2, 61, 0, 0, 0))
    assert not wants(START_MENU) and not wants(NEXT_GAME)
    board.leave()
    assert wants(START_MENU) and not wants(NEXT_GAME)
    board.start((4, 0, 2, 61, 0, 0, 0))
    for _ in range(3):
        board.key_entry((POINTS, 0, 29))
    assert board.app.game.state.phase == OVER
    assert wants(START_MENU) and wants(NEXT_GAME)


def test_the_menus_and_the_first_game_come_first_and_then_another_that_is_chosen():
    board = Board()
    ahead = Imports(("firmware.lights.failure",), nothing)
    steps = 0
    while ahead.due(board.app):
        ahead.load()
        steps += 1
    assert "firmware.menus.start_menu" in modules and "firmware.lights.failure" in modules
    assert steps > 1 or not MICROPYTHON
    first = presets.PRESETS[0]
    for name in needed(first.code, opt.PLAIN, 0):
        assert name in modules
    assert not MICROPYTHON or first.machine in machines._machines
    games = board.app.menu.choices()
    board.keys("RIGHT " * games.index("Battlefield"))
    assert not ahead.due(board.app)  # it is only looked at
    board.press("ENTER")  # now it is chosen, and the next question is asked
    assert not MICROPYTHON or ahead.due(board.app)
    load_all(ahead, board.app)
    for name in needed(11, opt.PLAIN, 0):
        assert name in modules
    board.keys("UNDO " + "LEFT " * games.index("Battlefield") + "ENTER")
    load_all(ahead, board.app)
    assert (BATTLE in modules) != MICROPYTHON
    while board.app.menu:
        board.press("ENTER")
    assert board.app.game.length
    load_all(ahead, board.app)
    # A menu is in memory only while it is open, or may be the next thing to open.
    assert ("firmware.menus.start_menu" in modules) != MICROPYTHON
    board.press("MENU")
    load_all(ahead, board.app)
    assert "firmware.menus.game_menu" in modules and "firmware.lights.game_menu_lights" in modules
    board.press("MENU")
    assert not board.app.menu
    load_all(ahead, board.app)
    assert (MENU in modules) != MICROPYTHON


def test_the_menu_of_a_game_stays_while_there_is_room_for_it():
    board = Board()
    board.start(start((1, 2, 61, 0, 0), 1))
    free = [37 * KB]  # enough for all its modules, and 24 KB beside them
    ahead = Imports((), lambda: free[0])
    load_all(ahead, board.app)
    assert MENU in modules
    board.press("MENU")
    load_all(ahead, board.app)
    free[0] = 18 * KB
    board.press("MENU")
    load_all(ahead, board.app)
    assert MENU in modules
    board.press("MENU")
    load_all(ahead, board.app)
    free[0] -= 1
    board.press("MENU")
    load_all(ahead, board.app)
    assert (MENU in modules) != MICROPYTHON
    free[0] = 37 * KB - 1
    board.press("MENU")
    load_all(ahead, board.app)
    board.press("MENU")
    load_all(ahead, board.app)
    assert MENU in modules  # it was opened, and there is room
    board.start(start((11, 2, 121, 0, 0), 1))  # another game takes its room first
    load_all(ahead, board.app)
    assert (MENU in modules) != MICROPYTHON


def test_the_archive_is_imported_at_rest_and_given_back_when_it_is_closed():
    board = Board()
    board.start(start((1, 2, 61, 0, 0), 1))
    ahead = Imports((), nothing)
    load_all(ahead, board.app)
    if MICROPYTHON:
        assert ARCHIVE not in modules
    ahead.rested = True
    load_all(ahead, board.app)
    assert ARCHIVE in modules
    board.press("MENU")  # there is no room for the archive beside this menu
    ahead.due(board.app)
    assert (ARCHIVE in modules) != MICROPYTHON
    board.press("UNDO")
    load_all(ahead, board.app)
    assert ARCHIVE in modules
    board.app.archive_due = False
    ahead.due(board.app)
    assert (ARCHIVE in modules) != MICROPYTHON and not ahead.rested


def test_the_archive_is_imported_while_the_start_menu_lists_the_saved_games():
    board = Board(archive_missing=lambda: True)
    ahead = Imports((), nothing)
    load_all(ahead, board.app)
    assert (ARCHIVE in modules) != MICROPYTHON
    board.press("MENU")
    load_all(ahead, board.app)
    assert ARCHIVE in modules and "firmware.menus.saved_games" in modules
    board.press("UNDO")
    ahead.due(board.app)
    assert (ARCHIVE in modules) != MICROPYTHON


def test_room_is_made_by_modules_that_are_imported_again_when_they_are_used():
    board = Board()
    board.start(start((1, 2, 61, 0, 0), 1))
    ahead = Imports((), nothing)
    load_all(ahead, board.app)
    before = [name for name in modules if name.startswith("firmware.")]
    make_room()
    gone = [name for name in before if name not in modules]
    assert not MICROPYTHON or ("firmware.link.snapshot" in gone and LATER[0] in gone)
    assert CRIBBAGE_PLAY in modules
    board.app.reporter.start_snapshot()
    board.keys("5H 6S UNDO")
    board.run(300)
    assert board.link.heard()
    assert not MICROPYTHON or "firmware.link.snapshot" in modules


def test_a_stand_in_keeps_what_was_used_until_it_is_forgotten():
    module = load("engine_core.pegs.payoffs")
    stand_in = later("engine_core.pegs.payoffs")
    assert later("engine_core.pegs.payoffs") is stand_in
    forget("engine_core.pegs.payoffs")
    assert "debt" not in stand_in.__dict__
    for _ in range(2):
        assert stand_in.debt is module.debt and stand_in.balance is module.balance
        assert "debt" in stand_in.__dict__ and "balance" in stand_in.__dict__
        forget("engine_core.pegs.payoffs")
        assert not [name for name in ("debt", "balance") if name in stand_in.__dict__]
    forget("engine_core.no_such_module")  # nothing stands for it
    raises(AttributeError, getattr, stand_in, "no_such_name")


def test_where_memory_is_short_the_game_goes_on_without_what_is_imported_ahead():
    board = Board()
    ahead = Imports(("firmware.lights.no_such_module",), nothing)
    while ahead.due(board.app) and len(ahead._left) > 1:
        ahead.load()
    real = imports.load
    imports.load = _fails
    try:
        ahead.load()
    finally:
        imports.load = real
    assert not ahead.due(board.app)
    board.press("ENTER")
    assert board.app.menu


def test_what_there_was_no_memory_for_is_imported_when_garbage_was_collected():
    board = Board()
    board.start(start((1, 2, 61, 0, 0), 1))
    ahead = Imports(("firmware.lights.failure",), nothing)
    load_all(ahead, board.app)
    ahead.again()
    assert not ahead.due(board.app)  # nothing failed
    remove_modules(list(LATER))
    ahead = Imports(("firmware.lights.failure",), nothing)
    real = imports.load
    imports.load = _fails
    try:
        steps = 0
        while ahead.due(board.app):
            ahead.load()
            steps += 1
    finally:
        imports.load = real
    assert steps == int(MICROPYTHON)  # the rest is not tried
    ahead.again()
    assert ahead.due(board.app) == MICROPYTHON
    load_all(ahead, board.app)
    assert all([name in modules for name in LATER])


def test_modules_for_later_in_a_game_are_not_in_memory_beside_the_list_of_saved_games():
    board = Board(archive_missing=lambda: True)
    board.start(start((1, 2, 61, 0, 0), 1))
    ahead = Imports((), nothing)
    load_all(ahead, board.app)
    assert all([name in modules for name in LATER])
    board.leave()
    load_all(ahead, board.app)
    assert all([name in modules for name in LATER])
    board.press("MENU")
    load_all(ahead, board.app)
    assert ARCHIVE in modules
    assert not MICROPYTHON or not [name for name in LATER if name in modules]
    board.keys("MENU UNDO")
    load_all(ahead, board.app)
    assert all([name in modules for name in LATER])


def _fails(name):
    raise MemoryError


def test_the_memory_of_a_game_that_is_no_longer_played_is_given_back():
    board = Board()
    ahead = Imports((), nothing)
    for game in ((1, 2, 61, 0, 0), (11, 2, 121, 0, 0), (0, 2, 61, 0, 0), (1, 2, 61, 0, 0)):
        board.start(start(game, 1))
        load_all(ahead, board.app)
        mine = needed(game[0], opt.PLAIN, 0)
        assert all([name in modules for name in mine])
        for other in (CRIBBAGE_PLAY, BATTLE):
            assert other in mine or other not in modules or not MICROPYTHON
    board.keys("5H 6S")
    assert board.app.game.length == 3


def test_the_machine_of_the_game_is_found_once_after_its_last_module():
    """Modules that are not there are passed over."""
    board = Board()
    board.start(start((11, 2, 121, 0, 0), 1))
    ahead = Imports(("firmware.no_such_module", "firmware.no_other_module"), nothing)
    found = []
    real = machines.machine
    machines.machine = found.append
    try:
        steps = []
        while ahead.due(board.app):
            ahead.load()
            steps.append(len(found))
    finally:
        machines.machine = real
    assert found == [presets.BATTLEFIELD]
    assert steps[-1] == 1 and not any(steps[:-1]) and len(steps) > 1
