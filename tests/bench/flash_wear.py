"""Measures how often a board erases its flash: sectors per game, of the journal and the archive.

    python -m tests.bench.flash_wear [--games 60]

Games of two players to 121 are played with entries undone and redone now and then, on a flash
that is blank and on one that has been used for a long time.
"""

import argparse

from engine_core.games.phases import OVER
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from firmware.storage.archive import FINISHED, SECTORS
from tests.conformance.support.archives import Shelf, heads, opened
from tests.conformance.support.flash import BlankFlash
from tests.conformance.support.player import Player

START = (E.START, 1, 2, 121, NO_SEAT, 0, 0)
_UNDO_EVERY = 40  # entries


class Archive(BlankFlash):
    """The flash of a board's archive."""

    count = SECTORS


class Board(BlankFlash):
    """The flash of a board."""

    def __init__(self):
        super().__init__()
        self.games = Archive()

    def archive(self, new=True):
        """Return the port of the archive."""
        return self.games


def play(shelf: Shelf, player: Player, games: int) -> None:
    """Play `games` games of a match, and rest after each."""
    for _ in range(games):
        while shelf.game.state.phase != OVER:
            shelf.enter(player.next(shelf.game.state))
            if shelf.game.length % _UNDO_EVERY == 0:
                shelf.undo()
                shelf.game.redo(shelf.journal)
            shelf.journal.tidy(shelf.game, True)
            shelf.journal.erase_ahead()
        shelf.enter((E.NEXT,))
        shelf.rest()


def wear(games: int, before: int = 0) -> tuple[float, float, int]:
    """Return the sectors erased per game, of the journal and of the archive, after `before` other
    games; and the number of games that the archive then has."""
    flash = Board()
    shelf = Shelf(flash)
    shelf.start(START)
    player = Player(1)
    play(shelf, player, before)
    journal, archive = flash.erases, flash.games.erases
    play(shelf, player, games)
    kept = [head for head in heads(opened(flash)) if head.kind == FINISHED]
    return (flash.erases - journal) / games, (flash.games.erases - archive) / games, len(kept)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    games = parser.parse_args().games
    for name, before in (("blank", 0), ("used", 240)):
        journal, archive, kept = wear(games, before)
        print(
            f"{name} flash: {journal:.2f} sectors of the journal a game,"
            f" {archive:.3f} of the archive; {kept} games kept"
        )


if __name__ == "__main__":
    main()
