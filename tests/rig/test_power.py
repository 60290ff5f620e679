"""Power cuts inside flash operations, of a game and of the recovery from one."""

import itertools
import random

import pytest

from tests.rig.play import Virtual, game_keys

SEED = 11
KEYS = list(game_keys(SEED, most=14))
WAITS = (5, 13)  # keys after which the table rests, so that the board tidies up
REST_MS = 2400


def accepted():
    """Return the entries of the game after each of KEYS, by the rules."""
    virtual = Virtual()
    games = [[]]
    for key in KEYS:
        virtual.key(key)
        games.append(virtual.app.game.entries())
    return games


def play(board):
    """Press KEYS until the power is gone; return how many keys were completely handled."""
    for n, key in enumerate(KEYS):
        board.key(key)
        # The first game of a start brings its code into memory, before it is accepted.
        if n in WAITS or key == "ENTER":
            board.run(REST_MS if n in WAITS else 700)
        if board.pico.dead:
            return n
    board.run(700)
    return len(KEYS) - board.pico.dead


def shown(board):
    """Switch on and return the entries of the game that is on the board."""
    board.switch_on()
    board.run(400)
    return board.mirror().game.entries()


@pytest.fixture(scope="module")
def operations(emulator_of, flash):
    """The number of flash operations of the game, with those while it rests."""
    from tests.rig.board import Board

    emulator_of.load(flash)
    board = Board(emulator_of)
    board.switch_on()
    assert play(board) == len(KEYS)
    return [(op.op, op.length) for op in emulator_of.flash]


def test_cut_in_every_flash_operation_and_again_in_the_recovery(board, operations, flash):
    """Cut before it, halfway, and at a random place; then once more soon after power-on."""
    games = accepted()
    rand = random.Random(SEED)
    assert len(operations) > 14
    assert {op for op, _ in operations} == {"erase", "program"}
    cuts = 0
    for (n, (_, length)), again in zip(enumerate(operations), itertools.cycle(range(1, 4))):
        board.pico.load(flash)
        board.switch_on()
        board.pico.cut_at(n + 1, (0, length // 2, rand.randrange(length))[n % 3])
        keyed = play(board)
        assert board.pico.dead
        cuts += 1
        found = shown(board)
        assert found in (games[keyed], games[keyed + 1])
        # It tidies up now, or takes the next key; it is cut in that too.
        board.pico.cut_at(1, rand.randrange(256))
        if again < 3:
            board.run(2500)
        else:
            board.key("UNDO")
            board.run(60)
        if board.pico.dead:
            cuts += 1
        after = shown(board)
        assert after == found or (again == 3 and after == found[:-1])
    assert cuts > len(operations)
