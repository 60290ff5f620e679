"""A game of a record, played on a server's pages entry by entry as a board would."""

from pathlib import Path

from engine_core.records import record
from engine_core.state.entries import text
from host.boards.match_publisher import MatchPublisher
from host.mirror.messages import Message
from host.mirror.mirror import Mirror
from host.mirror.view import view

RECORDS = Path(__file__).parents[1] / "conformance/records"


class RecordPlay:
    """Shows the record `name` on the pages of `served`. `mirror` is the game as it is now."""

    def __init__(self, served, name="traditional.txt"):
        self.entries = record.parse((RECORDS / name).read_text(encoding="utf-8")).entries
        self.mirror = Mirror()
        self._served = served
        self._matches = MatchPublisher(served.broadcast)

    def play(self, count=1):
        """Play the next entries, each shown by itself."""
        for _ in range(count):
            self.enter()
            self.show()

    def enter(self, count=1):
        """Play the next entries without showing them."""
        for _ in range(count):
            number = self.mirror.game.length
            entry = text(self.entries[number])
            self._apply("entry", {"length": number + 1, "text": entry})

    def play_until(self, true):
        """Play on until `true(game)`, the game of the view."""
        while True:
            self.play()
            shown = view(self.mirror)["game"]
            if shown and true(shown):
                return shown

    def undo(self):
        self._apply("undo", {"length": self.mirror.game.length - 1})
        self.show()

    def show(self):
        """Show the game as it is."""
        self.mirror.scores = list(self.mirror.game.state.scores)
        self._served.call(self._matches.publish, self.mirror)
        self._served.show(view(self.mirror))

    def _apply(self, name, fields):
        self.mirror.apply(Message(0, name, fields))
