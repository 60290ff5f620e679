"""Writes the body of a text record, a line for each thing that happens at the table."""

from . import cards
from .entries import CARD, GO, NEXT, POINTS
from .game import Game
from .phases import CRIB, CUT, PLAY, STARTER

# By phase: the line that a card of it goes on.
_LINES = {CUT: "cut", STARTER: "starter", PLAY: "play", CRIB: "crib"}
# What can score as a card is keyed, and is claimed beside it.
_CLAIMED = ("nibs", "play", "go", "last card")


def claims(events) -> list:
    """Return `(seat, points)` for each seat that scored by the card or go just keyed."""
    found = []
    for event in events:
        if event[0] == "score" and event[1] in _CLAIMED:
            if found and found[-1][0] == event[2]:
                found[-1] = (event[2], found[-1][1] + event[4])
            else:
                found.append((event[2], event[4]))
    return found


class Scribe:
    """Folds entries into `game` and keeps the lines they come to."""

    def __init__(self):
        self.game = Game()
        self._lines = []
        self._open = ""  # the line that still grows

    def lines(self) -> list:
        """Return the lines so far."""
        return self._lines + ([self._open] if self._open else [])

    def take(self, entry) -> list:
        """Fold `entry`, write it down, and return its events. Raises Illegal."""
        state = self.game.state
        seat = state.turn
        phase = state.phase
        events = self.game.apply(entry)
        if entry[0] == CARD:
            self._card(entry[1], seat, phase, claims(events))
        elif entry[0] == GO:
            said = [str(s + 1) + "+" + str(points) for s, points in claims(events)]
            self._grow("play", " ".join([str(seat + 1) + ":go"] + said))
        elif entry[0] == POINTS:
            self._grow("points", str(entry[1] + 1) + "+" + str(entry[2]))
        elif entry[0] == NEXT:
            self._whole("next")
        for event in events:
            self._event(event)
        return events

    def _card(self, card, seat, phase, scored):
        token = cards.name(card)
        if phase == CRIB:
            self._grow("crib " + str(seat + 1), token)
            return
        if phase != STARTER:
            token = str(seat + 1) + ":" + token
        for _, points in scored:
            token += "+" + str(points)
        self._grow(_LINES[phase], token)

    def _event(self, event):
        kind = event[0]
        if kind == "restart" or kind == "tie":
            self._end()
        elif kind == "deal":
            if event[1] > 1:
                self._score()
            self._whole("deal " + str(event[1]) + " by " + str(event[2] + 1))
        elif kind == "count":
            if event[1] == "hand":
                held = " ".join([cards.name(c) for c in event[4]])
                self._grow("hand " + str(event[2] + 1), held)
            self._open += " = " + str(event[3])
            self._end()
        elif kind == "over":
            self._score()
            self._whole("over " + str(event[1] + 1))

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
