"""Reads the lines of a text record, and holds each claim in them against the rules."""

from . import cards, presets
from .cards import card
from .entries import CARD, GO, NEXT, NO_SEAT, POINTS, START
from .errors import PegboardError
from .phases import CRIB, CUT, IDLE, OVER, PLAY, STARTER
from .scribe import Scribe, claims

_LONGEST = 9

_PHASES = {"cut": CUT, "starter": STARTER, "play": PLAY, "crib": CRIB}


def _whole_number(text, what):
    if not _is_number(text):
        raise PegboardError("'" + text + "' is no " + what)
    return int(text)


def _is_number(text):
    # `isdigit` says yes to digits that `int` refuses: 5², and five thousand of them.
    return 0 < len(text) <= _LONGEST and not [d for d in text if d not in "0123456789"]


def _same(claimed, true, what):
    if claimed != true:
        raise PegboardError(what + " is " + str(true) + ", not " + str(claimed))


class Reader:
    """Takes lines one by one. What it has read stands in `tags`, `comments` and `game`."""

    def __init__(self):
        self.number = 0  # of the line that is read, from 1
        self.tags = []
        self.comments = []
        self._tag_lines = []  # the number of the line of each tag
        self._scribe = Scribe()
        self._body = 0  # lines of the body so far
        self._counts = []  # every count event since the last starter
        self._last = []  # events of the last entry

    @property
    def game(self):
        """The game so far."""
        return self._scribe.game

    def read(self, line: str) -> None:
        """Take one line. Raises PegboardError, with a text that lacks the line's number."""
        if line.startswith("["):
            self._tag(line)
        elif line.startswith(";"):
            self.comments.append((self._body, line[1:].strip()))
        elif line:
            self.start()
            words = line.split()
            if words[0] not in _READERS:
                raise PegboardError("no line begins with '" + words[0] + "'")
            _READERS[words[0]](self, words[0], words[1:])
            self._body += 1

    def start(self) -> None:
        """Start the game that the tags name, if it has not started. Raises PegboardError, and
        leaves `number` at the tag that is at fault."""
        if self.game.state.phase != IDLE or self.game.length:
            return
        number = self.number
        row = presets.named(self._tagged("Game", ""))
        seats = _whole_number(self._tagged("Seats", str(row.players()[0])), "number of players")
        row.deal_for(seats)
        target = _whole_number(self._tagged("Target", str(row.targets[0])), "target")
        if target not in row.targets:
            raise PegboardError(row.name + " is not played to " + str(target))
        dealer = self._tagged("Dealer", "cut")
        seat = NO_SEAT if dealer == "cut" else _whole_number(dealer, "dealer's seat") - 1
        if dealer != "cut" and not 0 <= seat < seats:
            raise PegboardError("there is no seat " + dealer)
        self.number = number
        self._take((START, row.code, seats, target, seat, 0, 0))

    def _tagged(self, name, default):
        """Return the text of the tag `name`, and turn to its line."""
        for line, (key, text) in zip(self._tag_lines, self.tags):
            if key == name:
                self.number = line
                return text
        return default

    def _tag(self, line):
        name, _, rest = line[1:].partition(" ")
        if self._body:
            raise PegboardError("tags stand before the first line of the game")
        if len(rest) < 3 or rest[0] != '"' or rest[-2:] != '"]':
            raise PegboardError('a tag is written [Name "text"]')
        self._tag_lines.append(self.number)
        self.tags.append((name, rest[1:-2]))

    def _take(self, entry):
        self._last = self._scribe.take(entry)
        if [event for event in self._last if event[0] == "starter"]:
            self._counts = []
        self._counts += [event for event in self._last if event[0] == "count"]

    def _cards(self, word, tokens):
        """Cards as they are keyed: each may say whose it is, and what it scores."""
        if word == "crib" and tokens and _is_number(tokens[0]):
            _same(tokens[0], str(self.game.state.turn + 1), "the crib's owner")
            tokens = tokens[1:]
        for n, token in enumerate(tokens):
            if token == "=" and word == "crib":
                self._count("crib", None, None, tokens[n + 1 :])
                return
            rest, plus, points = token.partition("+")
            if not (plus and _is_number(rest)):
                self._key(word, rest)
            if plus:
                self._claim(rest, points)

    def _key(self, word, token):
        state = self.game.state
        if state.phase != _PHASES[word]:
            raise PegboardError("'" + token + "' is not due on a '" + word + "' line here")
        who, _, what = token.rpartition(":")
        if who:
            _same(who, str(state.turn + 1), "the seat in turn")
        self._take((GO,) if what.lower() == "go" else (CARD, card(what)))

    def _claim(self, token, points):
        """`token` is a card, whose player is meant, or the number of a seat."""
        scored = claims(self._last)
        if _is_number(token):
            scored = [pair for pair in scored if pair[0] == int(token) - 1]
        true = sum([n for _, n in scored])
        _same(_whole_number(points, "number of points"), true, "what " + token + " scores")

    def _hand(self, word, tokens):
        at = tokens.index("=") if "=" in tokens else len(tokens)
        seat = _whole_number(tokens[0] if tokens else "", "seat") - 1
        hand = [card(text) for text in tokens[1:at]]
        self._count(word, seat, hand or None, tokens[at + 1 :] if at < len(tokens) else None)

    def _count(self, what, seat, hand, points):
        for event in reversed(self._counts):
            if event[1] == what and seat in (None, event[2]):
                break
        else:
            raise PegboardError("no " + what + " has been counted here")
        if hand is not None and sorted(hand) != sorted(event[4]):
            held = " ".join([cards.name(c) for c in event[4]])
            raise PegboardError("that hand is " + held)
        if points is not None:
            _same(_whole_number(" ".join(points), "number of points"), event[3], "the " + what)

    def _deal(self, _, tokens):
        state = self.game.state
        _same(" ".join(tokens), str(state.deal) + " by " + str(state.dealer + 1), "the deal")

    def _score(self, _, tokens):
        true = " ".join([str(score) for score in self.game.state.scores])
        _same(" ".join(tokens), true, "the score")

    def _over(self, _, tokens):
        state = self.game.state
        if state.phase != OVER:
            raise PegboardError("the game is not over")
        _same(" ".join(tokens), str(state.winner + 1), "the winning side")

    def _points(self, _, tokens):
        for token in tokens:
            side, _, points = token.partition("+")
            side = _whole_number(side, "side")
            self._take((POINTS, side - 1, _whole_number(points, "number of points")))

    def _next(self, _, tokens):
        if tokens:
            raise PegboardError("'next' stands alone")
        self._take((NEXT,))


_READERS = {
    "cut": Reader._cards,
    "starter": Reader._cards,
    "play": Reader._cards,
    "crib": Reader._cards,
    "hand": Reader._hand,
    "deal": Reader._deal,
    "score": Reader._score,
    "over": Reader._over,
    "points": Reader._points,
    "next": Reader._next,
}
