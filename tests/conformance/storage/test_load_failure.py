"""If the board fails while it reads the saved game, the game is not at fault: once the cause is
gone, the whole game is there."""

from engine_core.game import machines
from engine_core.games.preset_types import BATTLEFIELD, SCOREBOARD
from engine_core.games.presets import named
from engine_core.state import entries as E
from firmware.storage.game_store import GameStore
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.flash import BlankFlash
from tests.conformance.support.kit import raises
from tests.conformance.support.player import Player

GAMES = ("Traditional", "Battlefield", "Scoreboard")
ENTRIES = 12
FULL = 30  # calls


def played(name):
    """Return a flash with a game of this preset, and the game."""
    flash = BlankFlash()
    store = GameStore(flash)
    row = named(name)
    game = store.new_game(store.load()[0])
    game.apply((E.START, row.code, 2, row.targets[0], 0, 0, 0), store)
    player = (BattlePlayer if row.machine == BATTLEFIELD else Player)(3)
    while game.length < ENTRIES:
        points = (E.POINTS, game.length % 2, 3)
        keyed = points if row.machine == SCOREBOARD else player.next(game.state)
        game.apply(keyed, store)
    return flash, game


def is_whole(flash, game):
    found, trouble = GameStore(flash).load()
    assert not trouble
    assert found.length == game.length
    assert found.state.pack() == game.state.pack()


def failing(error, left):
    """Return a function that imports like `machines.load`, and raises `error` after `left`
    modules."""
    real = machines.load
    count = [left]

    def load(name):
        count[0] -= 1
        if count[0] < 0:
            raise error("a test broke it")
        return real(name)

    return load


def test_an_import_that_fails_costs_no_entry():
    real = machines.load
    for name in GAMES:
        flash, game = played(name)
        modules = len(machines.modules(named(name).machine))
        for error in (MemoryError, RuntimeError, ImportError, KeyboardInterrupt):
            for left in range(modules):
                machines._machines.clear()
                machines.load = failing(error, left)
                try:
                    raises(error, GameStore(flash).load)
                finally:
                    machines.load = real
                is_whole(flash, game)


def test_a_stack_that_is_full_costs_no_entry():
    flash, game = played("Traditional")

    def loads(depth):
        """Return whether the stack has room for loading the game so deep in it."""
        machines._machines.clear()
        try:
            deep(depth)
        except (MemoryError, RuntimeError, ImportError):
            return False
        return True

    def deep(depth):
        if depth:
            deep(depth - 1)
        else:
            is_whole(flash, game)

    most = 4
    while loads(most):
        most *= 2
    fits = most // 2
    while most - fits > 1:
        depth = (most + fits) // 2
        if loads(depth):
            fits = depth
        else:
            most = depth
    # From here on the stack is full at every place in between.
    for depth in range(most, most + FULL):
        assert not loads(depth)
    is_whole(flash, game)
