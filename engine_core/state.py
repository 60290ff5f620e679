"""The state of a game: everything the entries so far come to, as one flat value.

Each number fits a byte and each row is bytes, so a state packs into some fifty of them: that
is what undo goes back to, and what two ends of a link compare.
"""

from .cards import NO_CARD
from .compat import crc32
from .entries import NO_SEAT
from .phases import IDLE, PHASES
from .presets import preset

NO_SIDE = 255

_NUMBERS = (
    "code",  # of the preset
    "seats",
    "target",  # points
    "options",
    "track",
    "phase",
    "deal",  # number of this deal in the game, from 1
    "dealer",  # seat
    "turn",  # seat the board waits for
    "starter",  # card or NO_CARD
    "line_from",  # which of `laid` is the first since the count restarted
    "gone",  # a bit for each seat that has said go in this count
    "winner",  # side or NO_SIDE
)
_ROWS = (
    "scores",  # points of each side: its front peg
    "backs",  # its back peg
    "laid",  # the cards played in this deal, in order
    "who",  # the seat that laid each
    "rooms",  # by seat: the most room below 31 at which it has said go in this deal
    "crib",
    "cutters",  # seats that cut for the deal
    "cuts",  # their cards
)


class State:
    """See `_NUMBERS` and `_ROWS` for what each attribute is."""

    def __init__(self):
        self.code = self.seats = self.target = self.options = self.track = 0
        self._clear()
        self.phase = IDLE
        self._settle()

    def _clear(self):
        self.phase = self.deal = self.turn = self.line_from = self.gone = 0
        self.dealer = NO_SEAT
        self.starter = NO_CARD
        self.winner = NO_SIDE
        self.scores = bytearray()
        self.backs = bytearray()
        self.laid = bytearray()
        self.who = bytearray()
        self.rooms = bytearray()
        self.crib = bytearray()
        self.cutters = bytearray()
        self.cuts = bytearray()

    def begin(self, code, seats, target, dealer, options, track) -> None:
        """Become the start of a game of the preset `code`, with nothing scored or dealt."""
        self._clear()
        self.code = code
        self.seats = seats
        self.target = target
        self.dealer = dealer
        self.options = options
        self.track = track
        self._settle()
        self.scores = bytearray(self.table.sides)
        self.backs = bytearray(self.table.sides)

    def _settle(self):
        """What follows from the numbers: not part of the value."""
        self.preset = preset(self.code)
        self.table = self.preset.deal_for(self.seats or self.preset.players()[0])

    def pack(self) -> bytes:
        """Return the whole state as bytes, equal exactly where the states are."""
        parts = [bytes([getattr(self, number) for number in _NUMBERS])]
        for row in _ROWS:
            data = getattr(self, row)
            parts.append(bytes([len(data)]))
            parts.append(data)
        return b"".join(parts)

    def restore(self, packed) -> None:
        """Become the state that `pack` gave these bytes for."""
        at = 0
        for number in _NUMBERS:
            setattr(self, number, packed[at])
            at += 1
        for row in _ROWS:
            end = at + 1 + packed[at]
            setattr(self, row, bytearray(packed[at + 1 : end]))
            at = end
        self._settle()

    def check(self) -> int:
        """Return 32 bits that differ where states do."""
        return crc32(self.pack())

    def side(self, seat) -> int:
        """Return the side that `seat` plays for."""
        return self.table.side_of[seat]

    def hand(self, seat) -> list:
        """Return the cards that `seat` has played in this deal."""
        return [c for c, s in zip(self.laid, self.who) if s == seat]

    def left(self, seat) -> int:
        """Return how many cards `seat` still holds."""
        held = self.table.hand
        for s in self.who:
            if s == seat:
                held -= 1
        return held

    def line(self):
        """Return the cards laid since the count restarted."""
        return self.laid[self.line_from :]

    def show(self) -> dict:
        """Return the whole state with names, for a person or for JSON."""
        shown = {number: getattr(self, number) for number in _NUMBERS}
        shown.update({row: list(getattr(self, row)) for row in _ROWS})
        shown["phase"] = PHASES[self.phase]
        return shown
