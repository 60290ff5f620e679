"""A match as bytes: those of the current game hold all of it, whatever was undone."""

from engine_core.game.game import Game
from engine_core.game.match_base import unpack_match
from engine_core.games.phases import OVER
from engine_core.state.entry_constructors import next_game
from host.history.games import split
from host.link.packed_match import packed, packed_match
from tests.conformance.support.player import PLAIN, Player, start

SHORT = next(kind for kind in PLAIN if kind[1:3] == (2, 31))


def test_the_current_game_is_the_last_one_of_the_match():
    """Also after an undo of the entry that began the next game: then it is the finished one."""
    match, player = Game(), Player(1)
    match.apply(start(SHORT, 0))
    for games in range(3):
        while match.state.phase != OVER:
            match.apply(player.next(match.state))
        _agree(match)
        if games < 2:
            match.apply(next_game())
            _agree(match)
            match.undo()
            _agree(match)
            match.redo()
    for _ in range(12):
        match.undo()
        _agree(match)


def _agree(match):
    alone = packed(match)
    again = unpack_match(alone)
    assert (again.length, again.state.check()) == (match.length, match.state.check())
    assert split(alone) == split(packed_match(match))[-1:]
