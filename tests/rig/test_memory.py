"""The memory of a Pico: every module that a table may need can be loaded while a game is on."""

ALL = """
from engine_core import cribbage, battlefield, scoreboard, crib_wars, muggins, play_claims
from engine_core import manual_points, penalties
from firmware import start_menu, game_menu, bar_menu, bar_cribbage, bar_battle, notices
from firmware import game_menu_lights, track_lights, link_requests, correction
"""


def test_every_module_of_every_game_can_be_loaded_in_one_session(board):
    for key in ("ENTER",) * 6:
        board.key(key, rest=300)
    output, error = board.pico.repl().execute(ALL, 120)
    assert (output, error) == ("", "")
