"""Boards in a game, on which a step must be kept, undone and redone."""

from engine_core.games import phases as at
from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD
from engine_core.games.seats import NO_SEAT
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.keying import key
from tests.conformance.support.player import Player, start
from tests.conformance.support.virtual_ports import Board


def board_of(game, dealer=1, keys=""):
    """Return a board on which `game` was started and `keys` were pressed."""
    board = Board(step=60)
    board.start(start(game, dealer))
    board.keys(keys)
    return board


def again(board):
    """Start another board from the store of this one; both must show the same."""
    other = Board(board.store, step=60)
    assert other.app.game.state.pack() == board.app.game.state.pack()
    assert other.app.menu is None
    return other


def there_and_back(board, keys):
    """Press `keys`, which make one entry; check that it is stored, undone and redone."""
    before = board.app.game.state.pack()
    board.keys(keys)
    kept(board, before)


def kept(board, before):
    """Check that the last entry is stored, and is undone and redone; `before` is the state without
    it, packed."""
    after = board.app.game.state.pack()
    assert after != before
    again(board)
    board.press("UNDO")
    assert board.app.game.state.pack() == before
    again(board)
    board.press("RIGHT")
    assert board.app.game.state.pack() == after


def play_to(game, phase, seed=3, entries=900):
    """Return a board on which `game` is played until it waits in `phase`, and its player."""
    battle = preset(game[0]).machine == BATTLEFIELD
    player = (BattlePlayer if battle else Player)(seed)
    board = board_of(game, NO_SEAT)
    state = board.app.game.state
    for _ in range(entries):
        if state.phase == phase or state.phase == at.OVER:
            break
        key(board, player.next(state))
    assert state.phase == phase
    return board, player
