"""From entries to keys: a game as the table would key it, from the first menu to its end."""

from engine_core.count.cards import name
from engine_core.games.penalties import NO_GAIN, PENALTIES, TOO_MANY, choices
from engine_core.games.phases import TURN
from engine_core.games.presets import PRESETS, named
from engine_core.state import entries as E
from firmware.menus.game_questions import CHOICE

# From the first question of the start menu: a game of the scoreboard for two, its usual target.
SCOREBOARD_KEYS = (
    "LEFT " * (len(PRESETS) - PRESETS.index(named("Scoreboard"))) + "ENTER ENTER ENTER"
)


def key_game(board, entries):
    """Start the game of `entries` from the menu of `board`, and key all of them."""
    board.start(entries[0])
    for entry in entries[1:]:
        key(board, entry)


def key(board, entry):
    """Press the keys of `entry`, which is not START, in the game that is on `board`."""
    if entry[0] == E.PENALTY:
        penalty(board, *entry[1:])
    elif entry[0] == E.TAKE:
        assert board.app.game.state.phase == TURN
        board.press("GO")
    elif entry[0] == E.SHOWN:
        assert board.app.game.state.phase == TURN
        board.press("ENTER")
    elif entry[0] == E.DROP:
        board.keys(name(entry[1]))
    elif entry[0] == E.MINUS:
        board.adjust(entry)
    else:
        board.key_entry(entry)


def penalty(board, number, side, choice, whom=None):
    """Choose a penalty from the menu of the table."""
    board.press("MENU")
    board.choose("Penalty")
    board.choose(PENALTIES[number - 1][4])
    board.choose("Side " + str(side + 1))
    if number == TOO_MANY:
        board.choose(str(choice))
        several = len(board.app.game.state.scores) > 2
        if whom == NO_GAIN:
            board.choose("Nobody")
        elif several and whom is None:
            board.choose("Every opponent")
        elif not several:
            board.press("ENTER")
            return
    elif board.app.menu and board.app.menu.question == CHOICE:
        board.go_to(choices(number).index(choice))
        board.press("ENTER")
    if whom not in (None, NO_GAIN):
        board.choose("Side " + str(whom + 1))
