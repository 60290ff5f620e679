"""The memory of a Pico: every module that a table may need can be loaded while a game is on."""

from tests.rig.board_code import for_board
from tests.rig.play import game_keys

# Every module of the games, the menus, the link and the settings.
ALL = """
from engine_core import cribbage, battlefield, scoreboard, crib_wars, muggins, play_claims
from engine_core import manual_points, penalties, match_base
from firmware import start_menu, game_menu, bar_menu, bar_cribbage, bar_battle, notices
from firmware import game_menu_lights, track_lights, link_requests, correction
from firmware import config_file, journal_v1
from firmware.pico import prompt
"""
LOG = "print(open('/errors.txt').read())"


def test_every_module_of_every_game_can_be_loaded_in_one_session(board):
    for key in ("ENTER",) * 6:
        board.key(key, rest=300)
    repl = board.pico.repl()
    _, error = repl.execute(for_board(repl, ALL), 120)
    assert error == ""


def test_a_game_is_taken_up_after_a_power_cut_without_a_failure(board):
    for key in game_keys(1, most=12):
        board.key(key)
    board.run(1000)
    length = board.mirror().game.length
    board.switch_on()
    board.run(1000)
    assert board.mirror().game.length == length == 12
    output, _ = board.pico.repl().execute(LOG, 20)
    assert "Error" not in output
