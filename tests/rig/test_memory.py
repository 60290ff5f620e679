"""The memory of a Pico: every module that a table may need can be loaded while a game is on."""

from tests.rig.play import game_keys

# Every module of the games, the menus, the link and the settings.
ALL = """
import engine_core.cribbage.machine, engine_core.battlefield.machine
from engine_core.game import scoreboard, match_base
from engine_core.pegs import crib_wars, manual_points
from engine_core.cribbage import muggins, play_claims
from engine_core.games import penalties
from firmware.menus import start_menu, game_menu, correction
from firmware.lights import bar_menu, bar_cribbage, bar_battle, notices
from firmware.lights import game_menu_lights, track_lights
from firmware.link import link_requests
from firmware.settings import config_file
from firmware.storage import older_journal
from firmware.pico import prompt
"""
LOG = "print(open('/errors.txt').read())"


def test_every_module_of_every_game_can_be_loaded_in_one_session(board):
    for key in ("ENTER",) * 6:
        board.key(key, rest=300)
    repl = board.pico.repl()
    _, error = repl.execute(ALL, 120)
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
