"""Shared by tests of the archive: a journal and its archive, and its contents."""

from engine_core.game.match_base import unpack_match
from firmware.storage.archive import Archive
from firmware.storage.archive_keeper import ArchiveKeeper
from firmware.storage.archive_record import summary
from firmware.storage.game_store import GameStore

NONCE = "0123abcd"


class Shelf:
    """A journal on `flash`, the game in it, and the archive beside it."""

    def __init__(self, flash):
        self.flash = flash
        self.journal = GameStore(flash)
        self.game, self.trouble = self.journal.load()

    def start(self, entry):
        game = self.journal.new_game(self.game)
        game.apply(entry, self.journal)
        self.game = game

    def enter(self, entry):
        self.game.apply(entry, self.journal)

    def undo(self):
        """Undo an entry, or go back to the game before this one."""
        if self.game.length:
            self.game.undo(self.journal)
        else:
            self.game = self.journal.abandoned(self.game) or self.game

    def rest(self, names=b""):
        """Do the board's work while no key is pressed."""
        self.journal.tidy(self.game, True)
        self.journal.erase_ahead()
        ArchiveKeeper(self.journal, self.flash.archive(), NONCE).finish(self.game, names)


def opened(flash):
    """Return the archive on `flash`, open."""
    archive = Archive(flash.archive(), b"\x00" * 4)
    while archive.open_next():
        pass
    return archive


def heads(archive):
    """Return the heads of the games that are in the archive, the oldest first; of several versions
    of a game only the newest."""
    found = []
    for number in range(archive.oldest(), archive.newest() + 1):
        head = archive.head(number)
        if head and head.live:
            found = [other for other in found if other.game != head.game] + [head]
    return found


def games(flash):
    """Return `(kind, scores, entries)` of each game in the archive on `flash`, the oldest first,
    having played each again."""
    archive = opened(flash)
    found = []
    for head in heads(archive):
        data = archive.read(head, 0, archive.size(head))
        code, scores, _, at = summary(data)
        game = unpack_match(data[at:])
        assert list(game.state.scores) == list(scores) and game.state.code == code
        found.append((head.kind, scores, game.entries()))
    return found
