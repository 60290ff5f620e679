"""Writes the body of a text record, one line for each stage of the game.

Seats and sides count from 1. `+n` is the points scored by the card or seat before it. Notes stand
in brackets.

    deal 2 by 1              score 12 31            over 2 | over nobody           next
    cut 1:5H 2:KD            starter JH+2           play 1:7H 2:8C+2 1:go 2+1      left 1:4D
    hand 1 5H 6H 7H 8H = 12  crib 2 5S 6C 9H TD = 8 free 5H 6H 7H 8H 9D = 12
    crib 2 5S 6C / 9H TD = 8 (crib by owner: the cards of the dealer, seat 2, come first)
    claim 1:8 pass 2:6 1:muggins                    (muggins, and Noddy's claims)
    claim 1:2 1+2            (between lines of the play: muggins in the play)
    suits 1:nobs 2:flush5    (ranks alone, where a card is `5` or `T`; without it, neither)
    points 1+4               minus 2-3              moved 3   (in a penalty box)
    penalty 3 by 1 | penalty 3 by 1 void | penalty 11 by 1 game | penalty 12 by 1 for 4
    penalty 8 by 1 card      (it was a non-dealer's; `card void`)
    penalty 14 by 1 back peg | penalty 14 by 1 agreed | penalty 14 by 1 game void
    penalty 12 by 1 to nobody for 4  (nobody asks for them)
    leave 2                  (the player of a seat leaves, which ends the game)
    redeal by 2              (the deal is void, and this seat deals)
    holds 2:3                (the hand of a seat is short or long: it has so many cards)
    penalty 3 by 1 to 2      (with three sides or more: the one wronged or claiming the game)

Battlefield has `line 9D` for the first card, and `play` may also contain `1:take` and `1:shown`;
a renewed line starts a new `play`. `formation 1 5H 6S drop 4S` lists the cards that were entered,
and `reserve 2 5H KD = 4` those dealt to the reserve. A crib or reserve without cards entered just
before its count is `crib = 8`.

With the option "Go by itself" (ruling G21) a card above 31 stands for goes: it begins a new `play`
as the lead, with the point for the go beside it, as in `play 2:4H 1+1`.

`next Game Traditional; Seats 2; Target 61; Dealer 1` begins the next game with other options: tags
with `;` between them. `next by winner`, `loser`, `turn` (the one at the left of the first dealer),
`cut` or a seat says who deals it, `next by turn always` every next one.

With the option "Crib by owner" (ruling G23) the first two cards of the crib, in a record, in
`State.crib` and in the "count" event of the crib, were thrown by the dealer, the `seat` of that
event, and the other two by the other player. `State.thrower` says whose each card is.

What follows by itself (ruling G17) is written like an entry: the go of a seat that is passed, and
the cards of the free crib.
"""

from ..compat import TYPE_CHECKING
from ..count import cards
from ..cribbage import play_phase
from ..game.game import Game
from ..games.phases import (
    AFTER_PLAY,
    CRIB,
    CUT,
    FORMATION,
    FREE,
    LINE,
    PLAY,
    RESERVE,
    SHOW,
    STARTER,
    SUITS,
    TURN,
)
from ..games.seats import NO_SEAT
from ..state.entries import CARD, CLAIM, MINUS, PASS, POINTS, SHOWN
from ..state.events import get
from ..state.state import NO_SIDE, State
from .record_words import claims, line_and_word, points_words

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event

# By phase: the first word of the line for its cards.
LINES = {
    CUT: "cut",
    STARTER: "starter",
    PLAY: "play",
    SHOW: "left",
    CRIB: "crib",
    FREE: "free",
    LINE: "line",
    TURN: "play",
    FORMATION: "formation",
    RESERVE: "reserve",
}
# Phases whose lines begin with the owner of the cards, and those with a seat before each card.
_OWNER_FIRST = (CRIB, FORMATION, RESERVE)
_BY_SEAT = (CUT, PLAY, SHOW, TURN)
# Lines that end with the crib's count.
_CRIBS = ("crib", "free", "reserve")
# Events of a card that stands on a new line.
_BEGIN_LINE = ("renew", "goes")


def by_seat_passed(events: "list[Event]") -> "list[tuple[int, list[Event]]]":
    """Return `events` in parts, each `(seat, events)`: those up to the first "passed" event with
    NO_SEAT, and those after each of these events with its seat. The goes of a card above 31
    are in one part with it (G21)."""
    parts: list[tuple[int, list[Event]]] = [(NO_SEAT, [])]
    for event in events:
        if event[0] == "passed" and events[0][0] != "goes":
            parts.append((get(event, "seat"), []))
        else:
            parts[-1][1].append(event)
    return parts


def begins_part(state: State) -> bool:
    """Return whether the next card of the crib is the first that the second player threw (G23)."""
    place = len(state.crib)
    return place > 0 and state.thrower(place) != state.thrower(place - 1)


class RecordWriter:
    """Applies entries to `game` and writes the lines of the record."""

    def __init__(self):
        self.game: Game = Game()
        self._lines = []
        self._open = ""  # the line being written

    def lines(self) -> list[str]:
        """Return the lines so far."""
        return self._lines + ([self._open] if self._open else [])

    def apply(self, entry: "Entry") -> "list[Event]":
        """Apply `entry`, write it down, and return its events. Raises PegboardError."""
        state = self.game.state
        phase = state.phase
        parts_crib = phase == CRIB and begins_part(state)
        seat = state.last_player if entry[0] == SHOWN else state.turn
        if entry[0] == CARD and phase == PLAY:
            seat = play_phase.player_of(state, entry[1])
        if entry[0] == CLAIM and phase in (PLAY, AFTER_PLAY):
            seat = state.open_by
        events = self.game.apply(entry)
        parts = by_seat_passed(events)
        if entry[0] == CARD:
            if parts_crib:
                self._grow("crib " + str(seat + 1), "/")
            self._card(entry[1], seat, phase, parts[0][1])
        else:
            # The count that follows tells that a hand has neither nobs nor a flush.
            none = phase == SUITS and entry[0] == PASS
            line, word = ("", "") if none else line_and_word(entry, seat, self.game.length == 1)
            if line:
                # What follows points by hand is never said: the reader takes it for more of them.
                told = [] if entry[0] in (POINTS, MINUS) else claims(parts[0][1])
                self._grow(line, " ".join([word] + points_words(told)))
            elif word:
                self._whole(word)
        for passed, then in parts:
            if passed != NO_SEAT:
                self._grow(
                    "play", " ".join([str(passed + 1) + ":go"] + points_words(claims(then)))
                )
            for event in then:
                if event[0] == "crib" and phase != FREE and state.phase == FREE:
                    self._grow("free", cards.name(get(event, "card")))
                if event[0] != "restart" or events[0][0] != "goes":
                    self._event(event)
        return events

    def _card(self, card, seat, phase, events):
        token = cards.name(card)
        line = LINES[phase]
        scored = claims(events)
        if phase in _OWNER_FIRST:
            line += " " + str(seat + 1)
        elif phase in _BY_SEAT:
            token = str(seat + 1) + ":" + token
        mine = [pair for pair in scored if pair[0] == seat or phase == STARTER]
        for _, points in mine:
            token += "+" + str(points)
        if [event for event in events if event[0] in _BEGIN_LINE]:
            self._end()
        others = [pair for pair in scored if pair not in mine]
        self._grow(line, " ".join([token] + points_words(others)))

    def _event(self, event):
        kind = event[0]
        if kind == "restart" or kind == "tie":
            self._end()
        elif kind == "deal":
            number = get(event, "number")
            if number > 1:
                self._score()
            self._whole("deal " + str(number) + " by " + str(get(event, "dealer") + 1))
        elif kind == "count":
            if get(event, "what") == "hand":
                held = " ".join([cards.name(c) for c in get(event, "cards")])
                self._grow("hand " + str(get(event, "seat") + 1), held)
            elif self._open.split(" ")[0] not in _CRIBS:
                self._end()
                self._open = "crib"
            self._lines.append(self._open + " = " + str(get(event, "points")))
            self._open = ""
        elif kind == "over":
            self._score()
            winner = get(event, "winner")
            self._whole("over " + ("nobody" if winner == NO_SIDE else str(winner + 1)))

    def _score(self):
        self._whole("score " + " ".join([str(n) for n in self.game.state.scores]))

    def _grow(self, start, token):
        if not self._open.startswith(start):
            self._end()
            self._open = start
        self._open += " " + token

    def _whole(self, line):
        self._end()
        self._lines.append(line)

    def _end(self):
        if self._open:
            self._lines.append(self._open)
            self._open = ""
