"""The journal on its store: an entry is in it before the table sees it accepted."""

from engine_core import journal
from engine_core.game import Game


class Journal:
    """`store` has read() -> bytes, append(bytes), and reset(bytes), which replaces all at once.

    What the store raises (OSError) is passed on; the journal is then as it was.
    """

    def __init__(self, store):
        self._store = store
        self._chain = 0

    def load(self):
        """Return the Game that was on the board, and whether all that was stored was good.

        What is damaged, or what the rules do not allow, is cut off, so that the journal can go on.
        """
        data = self._store.read()
        records, good, self._chain = journal.read(data)
        game = Game()
        taken = journal.replay(game, records)
        if taken < len(records):
            game = self.write(records[:taken])
        elif good < len(data):
            self._store.reset(data[:good])
        return game, good == len(data) and taken == len(records)

    def add(self, what) -> None:
        """Store an entry, UNDO or REDO."""
        data, chain = journal.record(what, self._chain)
        self._store.append(data)
        self._chain = chain

    def write(self, records):
        """Store `records` in place of all there was; return the game they come to."""
        game = Game()
        journal.replay(game, records)
        data = journal.HEADER
        chain = journal.crc32(data)
        for what in records:
            more, chain = journal.record(what, chain)
            data += more
        self._store.reset(data)
        self._chain = chain
        return game
