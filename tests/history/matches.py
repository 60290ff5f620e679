"""Random matches of a board, for the history's tests."""

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.games.seats import NO_SEAT
from engine_core.state import entry_constructors
from tests.conformance.support.player import PLAIN, Player, start

TRADITIONAL = next(kind for kind in PLAIN if kind[:3] == (1, 2, 61))


def played_match(seed, entries=None, games=1, kind=TRADITIONAL):
    """Return a Game of `games` games, or its first `entries` entries."""
    player = Player(seed, careless=25)
    match = Game()
    match.apply(start(kind, NO_SEAT))
    while entries is None or match.length < entries:
        if match.state.phase == phases.OVER:
            games -= 1
            if not games:
                break
            match.apply(entry_constructors.next_game())
        else:
            match.apply(player.next(match.state))
    return match


def part_of(match, length):
    """Return another Game with the first `length` entries of `match`."""
    part = Game()
    for number in range(length):
        part.apply(match.entry(number))
    return part
