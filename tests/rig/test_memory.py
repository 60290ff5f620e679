"""The memory of a Pico: games of each machine in one session, with menus, and a game taken up."""

import itertools

from engine_core.state.entries import SHOWN, TAKE
from tests.rig.play import Virtual, game_keys, keys_of, random_entries

GAMES = ("Battlefield", "Scoreboard", "Traditional")
OTHER_KEYS = {TAKE: ("GO",), SHOWN: ("ENTER",)}
REST_MS = 3000  # in which modules are imported
# What runs on a board on which there is no memory for a method of App.
FULL = """
from firmware.app import App
from firmware.pico import supervisor
def fails(app, *_):
    raise MemoryError
App.%s = fails
supervisor.main()
"""
LOG = "print(open('/errors.txt').read())"


def begin(press, virtual, name):
    """Leave the game on the board, and begin one called `name`."""
    press("MENU")
    press(*["RIGHT"] * virtual.app.menu.choices().index("New game"), "ENTER")
    if virtual.app.menu.kind == "game":  # it asks whether that is sure
        press("RIGHT", "ENTER")
    names = virtual.app.menu.choices()
    press(*["RIGHT"] * next(n for n, one in enumerate(names) if one.startswith(name)), "ENTER")
    while virtual.app.menu:
        press("ENTER")


def test_games_of_each_machine_can_be_played_in_one_session(board):
    virtual = Virtual()

    def press(*names):
        for key in names:
            board.key(key, rest=250)
            virtual.key(key)

    press(*game_keys(1, most=6))
    for name in GAMES:
        board.run(REST_MS)
        begin(press, virtual, name)
        board.run(REST_MS)
        known = random_entries(virtual.app.game.entry(0), 2, 9)
        for entry in itertools.islice(known, 1, None) if name != "Scoreboard" else ():
            press(*(OTHER_KEYS.get(entry[0]) or keys_of(entry)))
    board.run(REST_MS)
    assert board.mirror().game.entries() == virtual.app.game.entries()
    output, _ = board.pico.repl().execute(LOG, 20)
    assert "Error" not in output


def run_without_memory(board, method):
    """Restart the program; there will be no memory for this method of App."""
    board.pico.repl()
    # In paste mode of the prompt for people: after a soft reset only that one starts main.py.
    board.pico.send(b"\x02\x05" + (FULL % method).encode() + b"\x04")
    board.run(2000)
    board.lines()
    board.heard = b""


def test_a_board_whose_memory_is_full_restarts_at_once_and_keeps_the_game(board):
    for key in game_keys(1, most=12):
        board.key(key)
    board.run(1000)  # until the last entry has been told
    length = board.mirror().game.length
    run_without_memory(board, "press")
    board.key("GO")  # refused, or not: the memory is full before
    board.run(2000)  # a pause after another failure is longer
    assert board.mirror().game.length == length
    board.key("A")
    assert board.mirror().key_entry.rank == 0
    output, _ = board.pico.repl().execute(LOG, 20)
    assert "MemoryError" in output


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
