"""Games of several kinds are left for others and resumed on the device all evening, in a memory
that is nearly full and in ever smaller pieces."""

import random

from engine_core.state.entries import SHOWN, TAKE
from tests.rig.play import keys_of, random_entries
from tests.rig.test_archive import LISTED_MS, STORED_MS, leave
from tests.rig.test_memory import LOG, run_without_memory
from tests.rig.test_names import asked

NAMES = ("Traditional", "Battlefield", "Scoreboard")
ROUNDS = 6
OTHER_KEYS = {TAKE: ("GO",), SHOWN: ("ENTER",)}
FINGER_MS = 120
SHOWN_MS = 3000  # after which nothing moves
RESUMED_MS = 5000
REST_MS = 15_000  # after which the names have been written


def press(board, *names):
    for name in names:
        board.key(name, rest=FINGER_MS)


def begin(board, name, seed):
    """Begin the game called `name` in the start menu, and make some entries."""
    press(board, *["RIGHT"] * board.mirror().menu.choices().index(name), "ENTER")
    while board.mirror().menu:
        board.key("ENTER", rest=250)
    start = board.mirror().game.entry(0)
    if name == "Scoreboard":
        press(board, "S", "23456789"[seed % 8], "ENTER")
    else:
        for entry in list(random_entries(start, seed, 14 + seed % 20))[1:]:
            press(board, *(OTHER_KEYS.get(entry[0]) or keys_of(entry)))
    board.run(SHOWN_MS)


def listed(board):
    """Open the options of the start menu; return the texts of the saved games."""
    board.key("MENU", rest=500)
    for _ in range(4):  # modules for which there was no memory are imported at the next rest
        board.run(LISTED_MS)
        saved = board.mirror().menu.saved
        if saved:
            return saved
    raise AssertionError("the saved games are not listed")


def named(board):
    """Return the name of the first side."""
    (name,) = [said[2] for said in asked(board, "snapshot", len(board.heard)) if said[0] == "name"]
    return name


def test_games_of_several_kinds_are_left_and_resumed_all_evening(board):
    """With their names, although there is not always memory to open the file of names."""
    rand = random.Random(1)
    left = {}

    def leave_it():
        name = bytes((65 + len(left),)).hex()
        asked(board, "name", len(board.heard), 0, name)
        state = board.mirror().game.state
        left[(state.code, *state.scores)] = (state.pack(), name)
        leave(board)

    begin(board, NAMES[0], 0)
    for n in range(ROUNDS):
        board.run(rand.choice((0, 500, 6000)))
        leave_it()
        if n < 2 or n % 2:
            begin(board, rand.choice(NAMES), n + 1)
            board.run(STORED_MS)
            leave_it()
        saved = listed(board)
        place = rand.randrange(len(saved))
        press(board, *["LEFT"] * (len(saved) - place))
        board.key("ENTER", rest=RESUMED_MS)
        mirror = board.mirror()
        game = tuple(int(number) for number in saved[place].split()[1:])
        assert not mirror.menu and (mirror.game.state.pack(), named(board)) == left[game], n
    assert b"reboot" not in board.heard
    board.run(REST_MS)
    name = named(board)
    board.switch_on()
    assert named(board) == name


def test_a_board_that_restarts_instead_of_resuming_keeps_both_games_and_says_why(board):
    """The log is opened in what was left of the memory."""
    begin(board, "Traditional", 1)
    run_without_memory(board, "restore")
    leave(board)
    begin(board, "Traditional", 2)
    state = board.mirror().game.state.pack()
    board.run(STORED_MS)
    leave(board)
    (saved,) = listed(board)
    press(board, "LEFT")
    board.key("ENTER", rest=RESUMED_MS)
    mirror = board.mirror()
    assert b"reboot" in board.heard
    assert not mirror.menu and mirror.game.state.pack() == state
    leave(board)
    assert listed(board) == (saved,)
    output, _ = board.pico.repl().execute(LOG, 20)
    assert "MemoryError" in output
