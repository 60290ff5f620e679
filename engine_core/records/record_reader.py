"""Reads the lines of a text record and checks every claim in them against the rules.

engine_core.records.record_writer describes the lines.
"""

from ..compat import TYPE_CHECKING
from ..count import cards
from ..count.cards import card, card_or_rank
from ..cribbage import play_phase
from ..errors import PegboardError
from ..game.game import Game
from ..games.phases import OVER, PLAY, SUITS
from ..games.seats import NO_SEAT
from ..state.entries import CARD, DROP, GO, NEXT, PASS, SHOWN, TAKE
from ..state.events import get
from ..state.state import NO_SIDE
from . import record_fields
from .record_fields import is_number, same, whole_number
from .record_tags import Tags
from .record_words import claims
from .record_writer import LINES, RecordWriter, begins_part, by_seat_passed

if TYPE_CHECKING:
    from ..state.entries import Entry

_WORDS = {"go": (GO,), "take": (TAKE,), "shown": (SHOWN,)}
# Lines that begin with the owner of their cards, and those that end with the crib's count.
_OWNER_FIRST = ("crib", "formation", "reserve")
_CRIBS = ("crib", "free", "reserve")
# Lines that leave the claims for the suits of the hand being counted open.
_BESIDE = ("hand", "suits", "points", "minus", "moved", "penalty", "leave", "redeal", "holds")


class Reader:
    """Reads lines one by one into `tags`, `comments` and `game`."""

    def __init__(self):
        self.number: int = 0  # of the current line, from 1
        self.tags: Tags = Tags()
        self.comments: list[tuple[int, str]] = []
        self._writer = RecordWriter()
        self._body = 0  # lines of the body so far
        self._counts = []  # every count event since the last starter
        self._last = []  # events of the last entry, up to the first seat that was passed
        self._known_crib = []  # cards of the free crib that the record may still list
        self._passed = []  # the seats that were passed since, each with the events after it

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._writer.game

    def read(self, line: str) -> None:
        """Read one line. Raises PegboardError, with a text without the line number."""
        if line.startswith("["):
            if self._body:
                raise PegboardError("tags must come before the first line of the game")
            self.tags.read(self.number, line)
        elif line.startswith(";"):
            self.comments.append((self._body, line[1:].strip()))
        elif line:
            self.start()
            words = line.split()
            if words[0] not in _READERS:
                raise PegboardError("a line cannot begin with '" + words[0] + "'")
            if words[0] not in _BESIDE:
                self.pass_suits()
            _READERS[words[0]](self, words[0], words[1:])
            self._body += 1

    def start(self) -> None:
        """Start the game that the tags describe, unless it has started.

        Raises PegboardError and leaves `number` at the line of the wrong tag.
        """
        if self.game.length:
            return
        number = self.number
        entry = self._start_entry(self.tags)
        self.number = number
        self.apply(entry)

    def _start_entry(self, tags):
        try:
            return tags.entry()
        except PegboardError:
            self.number = tags.line or self.number
            raise

    def apply(self, entry: "Entry") -> None:
        """Apply `entry` to the game. Raises PegboardError."""
        events = self._writer.apply(entry)
        self._passed = by_seat_passed(events)
        self._last = self._passed.pop(0)[1]
        if [event for event in events if event[0] in ("starter", "cease-fire")]:
            self._counts = []
        self._counts += [event for event in events if event[0] == "count"]
        if ("free",) in events:
            self._known_crib = [cards.name(card) for card in self.game.state.crib]

    def pass_suits(self, seat: int = NO_SEAT) -> None:
        """Enter that hands have neither nobs nor a flush if the record continues without them, up
        to the hand of `seat` if that has yet to be counted."""
        state = self.game.state
        while state.phase == SUITS and state.turn != seat:
            self.apply((PASS,))

    def _cards(self, word, tokens):
        """Read a line of cards: each may have its seat before it and its points after it."""
        if word in _OWNER_FIRST and tokens and is_number(tokens[0]):
            same(tokens[0], str(self.game.state.turn + 1), "the " + word + "'s owner")
            tokens = tokens[1:]
        for n, token in enumerate(tokens):
            if token == "=" and word in _CRIBS:
                self.pass_suits()
                self._count("crib", None, None, tokens[n + 1 :])
                return
            if token == "drop" and word == "formation":
                self._drop(tokens[n + 1 :])
                return
            if token == "/" and word == "crib":
                if not begins_part(self.game.state) or "/" in tokens[:n]:
                    raise PegboardError("'/' goes between the dealer's cards and the other seat's")
                continue
            rest, plus, points = token.partition("+")
            if not (plus and is_number(rest)):
                self._key(word, rest)
            if plus:
                self.scored(rest, points)

    def _reads_passed(self, who):
        """Return whether a go, of the seat `who` or without one, is that of a seat that was passed
        (G17), which has no entry."""
        while self._passed:
            seat, self._last = self._passed.pop(0)
            if who in ("", str(seat + 1)):
                return True
        return False

    def _key(self, word, token):
        who, _, what = token.rpartition(":")
        what = what.lower()
        if word == "play" and what == "go" and self._reads_passed(who):
            return
        state = self.game.state
        if LINES.get(state.phase) != word:
            raise PegboardError("'" + token + "' does not belong on a '" + word + "' line here")
        if word == "free" and what not in _WORDS:
            name = cards.name(card_or_rank(what))
            if name in self._known_crib:
                self._known_crib.remove(name)  # without an entry (G17)
                return
        if who:
            seat = state.last_player if what == "shown" else state.turn
            if word == "play" and state.phase == PLAY and what not in _WORDS:
                seat = play_phase.player_of(state, card_or_rank(what))
            same(who, str(seat + 1), "the seat in turn")
        self.apply(_WORDS[what] if what in _WORDS else (CARD, card_or_rank(what)))

    def _drop(self, tokens):
        if len(tokens) != 1:
            raise PegboardError("exactly one card is dropped")
        self.apply((DROP, card(tokens[0])))

    def scored(self, token: str, points: str) -> None:
        """Check the points claimed beside `token`: a card, maybe with its seat, or a seat.

        Raises PegboardError if the last entry scored something else.
        """
        if is_number(token):
            # The points of a go: they may stand beside a card, without the seats that were passed.
            for _, events in self._passed:
                self._last = self._last + events
        scored = claims(self._last)
        who = token.partition(":")[0]
        if is_number(who):
            scored = [pair for pair in scored if pair[0] == int(who) - 1]
        true = sum([n for _, n in scored])
        same(whole_number(points, "number of points"), true, "the score of " + token)

    def _hand(self, word, tokens):
        at = tokens.index("=") if "=" in tokens else len(tokens)
        seat = whole_number(tokens[0] if tokens else "", "seat") - 1
        hand = [cards.name(card_or_rank(text)) for text in tokens[1:at]]
        if ("hand", seat) not in [(get(e, "what"), get(e, "seat")) for e in self._counts]:
            self.pass_suits(seat)
            if self.game.state.phase == SUITS:
                self.apply((PASS,))
        self._count(word, seat, hand or None, tokens[at + 1 :] if at < len(tokens) else None)

    def _count(self, what, seat, hand, points):
        for event in reversed(self._counts):
            if get(event, "what") == what and seat in (None, get(event, "seat")):
                break
        else:
            raise PegboardError("no " + what + " has been counted here")
        held = [cards.name(c) for c in get(event, "cards")]
        if hand is not None and sorted(hand) != sorted(held):
            raise PegboardError("that hand is " + " ".join(held))
        if points is not None:
            claimed = whole_number(" ".join(points), "number of points")
            same(claimed, get(event, "points"), "the " + what)

    def _deal(self, _, tokens):
        state = self.game.state
        same(" ".join(tokens), str(state.deal_number) + " by " + str(state.dealer + 1), "the deal")

    def _score(self, _, tokens):
        true = " ".join([str(score) for score in self.game.state.scores])
        same(" ".join(tokens), true, "the score")

    def _over(self, _, tokens):
        state = self.game.state
        if state.phase != OVER:
            raise PegboardError("the game is not over")
        winner = "nobody" if state.winner == NO_SIDE else str(state.winner + 1)
        same(" ".join(tokens), winner, "the winning side")

    def _next(self, _, tokens):
        if not tokens:
            self.apply((NEXT,))
            return
        if tokens[0] == "by":
            self.apply((NEXT, record_fields.next_dealer(tokens[1:])))
            return
        tags = Tags()
        for tag in " ".join(tokens).split(";"):
            name, _, value = tag.strip().partition(" ")
            tags.add(self.number, name, value.strip())
        self.apply(self._start_entry(tags))


_READERS = {
    "hand": Reader._hand,
    "claim": record_fields.claims,
    "suits": record_fields.suits,
    "deal": Reader._deal,
    "score": Reader._score,
    "over": Reader._over,
    "points": record_fields.points,
    "minus": record_fields.points,
    "moved": record_fields.moved,
    "penalty": record_fields.penalty,
    "leave": record_fields.leave,
    "redeal": record_fields.redeal,
    "holds": record_fields.holds,
    "next": Reader._next,
}
for _word in LINES.values():
    _READERS[_word] = Reader._cards
