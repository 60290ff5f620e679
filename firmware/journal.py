"""The journal on its store: an entry is in it before the table sees it accepted."""

from engine_core import journal
from engine_core.game import Game


class Journal:
    """`store` has read() -> bytes, append(bytes), and reset(bytes), which replaces all at once.

    What the store raises (OSError) is passed on; the journal is then as it was: what a failed
    append has left behind is cut off, at the latest before the next one.
    """

    def __init__(self, store):
        self._store = store
        self._chain = 0
        self._good = 0  # bytes that are the journal; what the store has after them is rubbish
        self._rubbish = False

    def load(self):
        """Return the Game that was on the board, and whether all that was stored was good.

        What is damaged, or what the rules do not allow, is left out, and is gone once the journal
        goes on.
        """
        data = self._store.read()
        records, self._good, self._chain = journal.read(data)
        game = Game()
        taken = journal.replay(game, records)
        if taken < len(records):
            game = Game()
            journal.replay(game, records[:taken])
            whole, self._chain = _written(records[:taken])
            self._good = len(whole)
        self._rubbish = self._good < len(data)
        return game, not self._rubbish

    def add(self, what) -> None:
        """Store an entry, UNDO or REDO."""
        data, chain = journal.record(what, self._chain)
        try:
            if self._rubbish:
                self._store.reset(self._store.read()[: self._good] + data)
            else:
                self._store.append(data)
        except OSError:
            self._rubbish = True
            self._clean()
            raise
        self._rubbish = False
        self._good += len(data)
        self._chain = chain

    def _clean(self):
        """Try to cut off the rubbish."""
        try:
            self._store.reset(self._store.read()[: self._good])
            self._rubbish = False
        except OSError:
            pass  # before the next append, then

    def write(self, records):
        """Store `records` in place of all there was; return the game they come to."""
        game = Game()
        journal.replay(game, records)
        data, chain = _written(records)
        self._store.reset(data)
        self._chain = chain
        self._good = len(data)
        self._rubbish = False
        return game


def _written(records):
    """Return the journal of `records` as bytes, and the chain for the next."""
    data = journal.HEADER
    chain = journal.crc32(data)
    for what in records:
        more, chain = journal.record(what, chain)
        data += more
    return data, chain
