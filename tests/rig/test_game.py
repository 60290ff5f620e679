"""Keys pressed electrically give the light, the journal and the lines that the virtual board gives
for the same keys."""

import pytest

from firmware.link import link_line
from tests.rig.play import Virtual, game_keys

STILL_MS = 4500
# A key whose contacts bounce: (whether they are closed, ms after the press).
BOUNCES = ((1, 0), (0, 4), (1, 8), (0, 34), (1, 38), (0, 42))


def bounce(board, key):
    """Press and release a key whose contacts bounce."""
    board.pico.keys(*[(key, bool(closed), ms) for closed, ms in BOUNCES])


def said(lines):
    """Return the messages without the parts that depend on the time and the start."""
    messages = [parsed[1] for parsed in map(link_line.parse, lines) if parsed]
    return [message for message in messages if message[0] not in ("hello", "beat")]


def same_light(board, virtual):
    """Wait until nothing moves, and compare the lights."""
    board.pico.frames.clear()
    board.run(1700)
    assert board.frame() in virtual.still()


def test_a_whole_game_is_the_same_as_on_the_virtual_board(board):
    virtual = Virtual()
    for n, key in enumerate(game_keys(1)):
        board.key(key)
        virtual.key(key)
        if n % 40 == 39:
            board.run(STILL_MS)
            same_light(board, virtual)
    board.run(STILL_MS)
    state = virtual.app.game.state
    assert max(state.scores) == state.target == 61
    assert said(board.lines()) == said(virtual.ports.lines)
    game = board.mirror().game
    assert game.entries() == virtual.app.game.entries()
    assert game.state.check() == state.check()
    # The contents of the flash are those sent on the link.
    board.switch_on()
    board.run(3000)
    again = board.mirror().game
    assert again.length == virtual.app.game.length
    assert again.entries() == virtual.app.game.entries()[again.first() :]
    assert again.state.check() == state.check()


def test_undo_and_redo_are_the_same_too(board):
    virtual = Virtual()
    keys = [
        *game_keys(2, most=8),
        *["UNDO"] * 5,
        *["RIGHT"] * 3,
        "UNDO",
        "GO",
        "5",
        "UNDO",
        "MENU",
    ]
    for key in keys:
        board.key(key)
        virtual.key(key)
    board.run(STILL_MS)
    assert said(board.lines()) == said(virtual.ports.lines)
    same_light(board, virtual)


def test_keys_that_bounce_count_once(board):
    virtual = Virtual()
    for key in game_keys(7, most=6):
        bounce(board, key)
        board.run(90)
        virtual.key(key)
    assert said(board.lines()) == said(virtual.ports.lines)


@pytest.mark.parametrize("shift", range(6))
def test_keys_pressed_while_the_game_is_brought_into_memory_are_seen(board, shift):
    """The first START since power-on imports the game, for some 290 ms, deep in the stack; where
    in it the keys' interrupt comes differs with `shift`."""
    virtual = Virtual()
    board.run(100 + 0.61 * shift)
    for key in game_keys(5, most=3):
        bounce(board, key)
        board.run(70)
        virtual.key(key)
    board.run(STILL_MS)
    assert said(board.lines()) == said(virtual.ports.lines)


def test_keys_pressed_while_a_peg_moves_are_seen(board):
    virtual = Virtual()
    keys = list(game_keys(8, most=30))
    for key in keys:
        # 30 ms down and 40 ms up: quicker than a hand, and pegs are on their way.
        board.pico.tap(key, 30)
        board.run(70)
        virtual.key(key)
    board.run(STILL_MS)
    assert said(board.lines()) == said(virtual.ports.lines)
