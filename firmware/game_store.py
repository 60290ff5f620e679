"""The journal on its store: an entry is in it before the table sees it accepted."""

from engine_core import journal
from engine_core.compat import const, crc32
from engine_core.errors import PegboardError
from engine_core.game import Game

_LONGEST = const(200)  # bytes that every store takes at once


class GameStore:
    """`store` has read() -> bytes, append(bytes), and reset(bytes), which replaces all at once.
    `rules` is the hash of the engine; without it no state is stored, and none used.

    What the store raises (OSError) is passed on; the journal is then as it was: what a failed
    append has left behind is cut off, at the latest before the next one.
    """

    def __init__(self, store, rules: str = ""):
        self._store = store
        self._tag = crc32(rules.encode()).to_bytes(4, "big") if rules else b""
        self._stated = 0  # entries that led to the last state that is stored
        self._chain = 0
        self._good = 0  # bytes that are the journal; what the store has after them is rubbish
        self._rubbish = False

    def load(self):
        """Return the Game that was on the board, and whether all that was stored was good.

        What is damaged, or what the rules do not allow, is left out, and is gone once the journal
        goes on.
        """
        data = self._store.read()
        game = Game()
        try:
            self._good, self._chain = journal.resume(game, data, self._tag)
            self._stated = game.newest_kept()[0]
        except PegboardError:
            # Not all is allowed, or not by these rules: how far it is, the entries alone tell.
            taken = journal.replay(Game(), journal.read(data)[0])
            records, self._good, self._chain = journal.read(data, taken)
            game = Game()
            journal.replay(game, records)
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

    def tidy(self, game) -> None:
        """Store the state that `game` kept last, if it is not: only what came after it is folded
        when the board is switched on, which takes a Pico some 2 ms an entry."""
        entries, packed = game.newest_kept()
        if not self._tag or self._rubbish or entries <= self._stated:
            self._stated = min(self._stated, entries)
            return
        self._stated = entries
        what = journal.state(entries, packed, self._tag)
        if len(what) + 4 <= _LONGEST:
            try:
                self.add(what)
            except OSError:
                pass  # the entries are stored, and that is what counts

    def write(self, records):
        """Store `records` in place of all there was; return the game they come to."""
        game = Game()
        journal.replay(game, records)
        data = journal.HEADER
        chain = crc32(data)
        for what in records:
            more, chain = journal.record(what, chain)
            data += more
        self._store.reset(data)
        self._chain = chain
        self._good = len(data)
        self._stated = 0
        self._rubbish = False
        return game
