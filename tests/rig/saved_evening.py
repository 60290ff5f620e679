"""An evening on the device: games of several kinds are left for others and resumed, in a memory
that is nearly full and in ever smaller pieces."""

import random

from engine_core.state.entries import SHOWN, TAKE
from hardware.board import BAR
from tests.rig.play import keys_of, random_entries
from tests.rig.test_archive import LISTED_MS, STORED_MS, leave
from tests.rig.test_names import asked

SCOREBOARD = "Scoreboard"
OTHER_KEYS = {TAKE: ("GO",), SHOWN: ("ENTER",)}
FINGER_MS = 120
MENU_MS = 250
SHOWN_MS = 3000  # after which nothing moves
RESUMED_MS = 5000
REST_MS = 15_000  # after which the names have been written


def press(board, *names):
    """Press these keys one after the other."""
    for name in names:
        board.key(name, rest=FINGER_MS)


def begin(board, name, seed, players=0):
    """Begin the game called `name` in the start menu, and make some entries. players: their
    number, or 0 for the first that is offered."""
    press(board, *["RIGHT"] * board.mirror().menu.choices().index(name), "ENTER")
    while menu := board.mirror().menu:
        if players and menu.title() == "Players":
            at = menu.choices().index(f"{players} players")
            press(board, *["RIGHT"] * (at - menu.at))
        board.key("ENTER", rest=MENU_MS)
    start = board.mirror().game.entry(0)
    assert not players or start[2] == players
    if name == SCOREBOARD:
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
    return bytes.fromhex(name).decode()


def evenly_lit(frame):
    """Return whether all lights of the bar have one colour in this frame, as it was sent."""
    return len({frame[at : at + 3] for at in range(0, BAR * 3, 3)}) == 1


def evening(board, kinds, rounds, seed):
    """Leave a game of one of `kinds`, which are arguments `name` and `players` of `begin`, and
    resume another one, `rounds` times; each has a name of its own. Yield for each how many ms
    after the press of ENTER the bar was evenly lit, and then the resumed game. Raises
    AssertionError if a game or its name is not as it was left, or the board has restarted."""
    rand = random.Random(seed)
    names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    left = {}  # the state of each saved game by its name

    def play(number, kind):
        begin(board, kind[0], number, *kind[1:])

    def leave_it():
        name = next(names)
        length = len(board.heard)
        assert ["done", length] in asked(board, "name", length, 0, name.encode().hex())
        left[name] = board.mirror().game.state.pack()
        leave(board)

    play(0, kinds[0])
    for n in range(rounds):
        board.run(rand.choice((0, 500, 6000)))
        leave_it()
        if n < 2 or n % 2:
            play(n + 1, rand.choice(kinds))
            board.run(STORED_MS)
            leave_it()
        saved = listed(board)
        place = rand.randrange(len(saved))
        name = board.mirror().saved_names[place][0]
        state = left.pop(name, None)  # it is left with another name
        press(board, *["LEFT"] * (len(saved) - place))
        start = board.pico.ns
        board.key("ENTER", rest=RESUMED_MS)
        frames = board.pico.frames
        lit = [evenly_lit(frame.data) for frame in frames]
        assert True in lit, f"round {n}: the bar was not lit at once"
        waits = lit.index(True)
        mirror = board.mirror()
        assert b"reboot" not in board.heard, f"round {n}: the board has restarted"
        assert not mirror.menu, f"round {n}: the menu is still open"
        assert mirror.game.state.pack() == state, f"round {n}: not the game of {name}"
        assert named(board) == name, f"round {n}: {named(board)} instead of {name}"
        yield tuple((frame.end - start) / 1e6 for frame in frames[waits : waits + 2])
    board.run(REST_MS)
    name = named(board)
    board.switch_on()
    assert named(board) == name
