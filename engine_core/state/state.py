"""The state of a game, which results from its entries, as one flat value.

Each number fits in a byte and each row is bytes, so a state packs into about a hundred bytes.
Undo restores them, and the two ends of a link compare them.
"""

from ..compat import crc32
from ..count.cards import NO_CARD
from ..errors import PegboardError
from ..games import phases
from ..games.lookup import preset
from ..games.options import CRIB_BY_OWNER, joined
from ..games.phases import IDLE
from ..games.preset_types import Deal, Preset
from ..games.seats import NO_SEAT
from .state_layout import MATCH_ROWS, NUMBERS, ROWS

NO_SIDE = 255
_BY_SEAT = tuple([bytes((seat,)) for seat in range(6)])  # each as a byte


class State:
    """The attributes are described in engine_core.state.state_layout and
    engine_core.pegs.trackers."""

    preset: Preset
    seating: Deal
    keep: int  # cards, of each player

    code: int
    seats: int
    target: int
    options: int
    more_options: int
    track: int
    phase: int
    deal_number: int
    dealer: int
    turn: int
    starter: int
    line_from: int
    said_go: int
    passed: int
    last_player: int
    laid_at_go: int
    hands_counted: int
    claim: int
    open_points: int
    open_by: int
    missed_points: int
    missed_by: int
    caller: int
    nobs_claimed: int
    folded: int
    pegs_moved: int
    corners_passed: int
    winner: int
    offender: int
    pile: int
    taken_card: int
    shown_by: int
    last_scorer: int
    next_way: int
    first_dealer: int
    last_starter: int

    scores: bytearray
    back_pegs: bytearray
    laid: bytearray
    laid_by: bytearray
    go_room: bytearray
    crib: bytearray
    cutters: bytearray
    cuts: bytearray
    low_cutters: bytearray
    early_claims: bytearray
    used_cards: bytearray
    spots: bytearray
    count_spots: bytearray
    count_points: bytearray
    deals_out: bytearray
    seen_cards: bytearray
    seen_seats: bytearray
    formation: bytearray
    turns: bytearray
    standoff_cards: bytearray
    match_before: bytearray
    hand_sizes: bytearray
    owed: bytearray
    games: bytearray
    stakes: bytearray
    skunks: bytearray
    double_skunks: bytearray
    corner_wins: bytearray
    high_hands: bytearray
    running_points: bytearray

    def __init__(self):
        self.reset()

    def reset(self) -> None:
        """Become the state before the first entry of a match."""
        self._clear()
        for row in MATCH_ROWS:
            setattr(self, row, bytearray())
        self._settle()

    def _clear(self):
        for number in NUMBERS:
            setattr(self, number, 0)
        for row in ROWS:
            setattr(self, row, bytearray())
        self.phase = IDLE
        self.dealer = self.last_player = self.shown_by = self.last_scorer = NO_SEAT
        self.open_by = self.missed_by = self.caller = NO_SEAT
        self.starter = self.taken_card = NO_CARD
        self.winner = self.offender = NO_SIDE

    def begin(
        self,
        code: int,
        seats: int,
        target: int,
        dealer: int,
        options: int,
        track: int,
        more_options: int = 0,
    ) -> None:
        """Reset to the start of a game of the preset `code`.

        The choice of who deals the next games of the match is kept; so are the totals of the
        match if the number of sides stays the same.
        """
        next_way, owed = self.next_way, self.owed
        self._clear()
        self.next_way, self.owed = next_way, owed
        self.code = code
        self.seats = seats
        self.target = target
        self.dealer = dealer
        self.options = options
        self.track = track
        self.more_options = more_options
        self._settle()
        sides = self.seating.sides
        for row in ("scores", "back_pegs", "spots", "count_spots", "count_points", "deals_out"):
            setattr(self, row, bytearray(sides))
        if len(self.games) != sides:
            for row in MATCH_ROWS:
                setattr(self, row, bytearray(sides * (2 if row == "running_points" else 1)))
            self.owed = bytearray(sides * sides if sides > 2 else 0)
        self.match_before = self.corner_wins + self.high_hands

    def again(self) -> None:
        """Reset to the start of this game, with the dealer that it had and without what it has
        brought to the totals of the match."""
        if self.match_before:
            sides = len(self.scores)
            self.corner_wins = self.match_before[:sides]
            self.high_hands = self.match_before[sides:]
        self.begin(
            self.code,
            self.seats,
            self.target,
            self.first_dealer - 1 if self.first_dealer else self.dealer,
            self.options,
            self.track,
            self.more_options,
        )

    def _settle(self):
        """Set the attributes that follow from the numbers and are not part of the value."""
        self.preset = preset(self.code)
        self.seating = self.preset.deal_for(self.seats or self.preset.players()[0])
        self.keep = self.seating.hand

    def pack(self) -> bytes:
        """Return the whole state as bytes, which are equal exactly if the states are."""
        # One array leaves less garbage than bytes for each row.
        packed = bytearray([getattr(self, number) for number in NUMBERS])
        for row in ROWS + MATCH_ROWS:
            data = getattr(self, row)
            packed.append(len(data))
            if data:  # most rows are empty
                packed.extend(data)
        return bytes(packed)

    def restore(self, packed: bytes | bytearray) -> None:
        """Become the state that `pack` returned these bytes for.

        Raises PegboardError if they are not such bytes; the state is then not usable.
        """
        at = 0
        try:
            for number in NUMBERS:
                setattr(self, number, packed[at])
                at += 1
            for rows in (ROWS, MATCH_ROWS):
                for row in rows:
                    length = packed[at]
                    at += 1
                    # Most rows are empty, and a slice of bytes takes a Pico long.
                    setattr(self, row, bytearray(packed[at : at + length] if length else b""))
                    at += length
        except IndexError:
            at = -1
        if at != len(packed):
            raise PegboardError("these bytes are not a state of a game")
        self._settle()

    def check(self) -> int:
        """Return a CRC-32 of the state, to compare it with another."""
        return crc32(self.pack())

    def all_options(self) -> int:
        """Return the bits of all options of the game."""
        return joined(self.options, self.more_options)

    def side(self, seat: int) -> int:
        """Return the side that `seat` plays for."""
        return self.seating.side_of[seat]

    def hand(self, seat: int) -> list[int]:
        """Return the cards that `seat` has played in this deal."""
        laid_by = bytes(self.laid_by)  # to look at each card would take a Pico twice as long
        one = _BY_SEAT[seat]
        hand = []
        at = laid_by.find(one)
        while at >= 0:
            hand.append(self.laid[at])
            at = laid_by.find(one, at + 1)
        return hand

    def plays(self, seat: int) -> bool:
        """Return whether `seat` takes part in this deal: on Crib Wars its side may have folded."""
        return not self.folded or not self.folded >> self.side(seat) & 1

    def cards_left(self, seat: int) -> int:
        """Return how many cards `seat` can still play: none if its side has folded."""
        if self.folded and not self.plays(seat):
            return 0
        # MicroPython's bytearray has no count, and a loop takes four times as long.
        size = self.hand_sizes[seat] if self.hand_sizes else self.keep
        return size - bytes(self.laid_by).count(_BY_SEAT[seat])

    def thrower(self, place: int) -> int:
        """Return the seat that threw card number `place` of the crib, from 0; NO_SEAT if the table
        does not enter that (G23)."""
        if not self.all_options() & CRIB_BY_OWNER:
            return NO_SEAT
        return self.dealer if place < self.seating.throw[0] else 1 - self.dealer

    def seen(self, card: int) -> bool:
        """Return whether `card` has been seen in this deal (ruling G10)."""
        # MicroPython supports `in` with a number for bytes, but not for bytearray.
        return card == self.starter or card in bytes(self.laid) or card in bytes(self.crib)

    def line(self) -> bytearray:
        """Return the cards laid since the count restarted."""
        return self.laid[self.line_from :]

    def as_dict(self) -> "dict[str, int | str | list[int]]":
        """Return the whole state by name, for people or for JSON."""
        shown = {number: getattr(self, number) for number in NUMBERS}
        shown.update({row: list(getattr(self, row)) for row in ROWS + MATCH_ROWS})
        shown["phase"] = phases.name(self.phase)
        return shown
