"""A game for tests: entries as text, and the events that result."""

from engine_core.api import Game
from engine_core.count import play
from engine_core.count.cards import VALUE, cards, name
from engine_core.errors import PegboardError
from engine_core.games.phases import PLAY
from engine_core.pegs.skunks import NAMES
from engine_core.state import entries as E
from engine_core.state.events import get
from tests.conformance.support.kit import raises

# How many numbers follow the word of an entry.
NUMBERS = {word: numbers for word, numbers in E.KINDS if word}
LONGER = [E.KINDS[kind][0] for kind, _ in E.LONGER.values()]


class TextGame:
    """A game of `preset`, dealt by the seat `dealer` (from 0), with `scores` on the board."""

    def __init__(
        self,
        preset="Traditional",
        dealer=1,
        target=121,
        scores=None,
        players=None,
        options=0,
        track=0,
        payoff=0,
    ):
        self.game = Game.new(preset, players, target, dealer, options, track, payoff)
        if scores:
            self.put(*scores)

    def put(self, *scores):
        """Set the front pegs to these holes."""
        self.game.state.scores[:] = bytes(scores)
        self.game.state.spots[:] = bytes(scores)

    def push(self, text):
        """Key one entry; return its events."""
        return self.game.push(text)

    def key(self, text):
        """Key the entries of `text`, separated by spaces; return all their events."""
        events = []
        words = text.split()
        while words:
            more = NUMBERS.get(words[0], 0)
            longer = words[0] in LONGER
            while longer and words[1 + more : 2 + more] and words[1 + more].isdigit():
                more += 1
            events += self.push(" ".join(words[: 1 + more]))
            words = words[1 + more :]
        return events

    def scored(self, text):
        """Enter `text`; return (what, seat, points) of each score."""
        return scores(self.key(text))

    def deal(self, starter, *hands):
        """Key the starter and a whole play: each seat lays the first card of its hand that
        fits, the others in their turn, and says go where none does. Return all events."""
        return self.key(starter) + self.deal_on(*hands)

    def deal_on(self, *hands):
        """Play on with these hands, as `deal` does; return the events."""
        held = [cards(hand) for hand in hands]
        events = []
        state = self.game.state
        while state.phase == PLAY:
            room = 31 - play.total(state.line())
            fitting = [c for c in held[state.turn] if VALUE[c] <= room]
            if fitting:
                held[state.turn].remove(fitting[0])
                events += self.key(name(fitting[0]))
            else:
                events += self.key("go")
        return events

    def refused(self, text):
        """Key the one entry `text`, which must be refused and change nothing; return why."""
        return refused(self.game, E.parse(text))

    def points(self):
        """Return the scores of the sides."""
        return list(self.game.state.scores)


def scores(events):
    """Return (what, seat, points) of each score among `events`."""
    return [(get(e, "what"), get(e, "seat"), get(e, "points")) for e in events if e[0] == "score"]


def counted(events):
    """Return (hand or crib, seat, points) of each count at the show."""
    return [(get(e, "what"), get(e, "seat"), get(e, "points")) for e in events if e[0] == "count"]


def kinds(events, kind):
    """Return the events of this kind."""
    return [event for event in events if event[0] == kind]


def winner(events):
    """Return the side that won, or NO_SIDE: the last of `events` must end the game."""
    assert events[-1][0] == "over"
    return get(events[-1], "winner")


def losses(events):
    """Return how each side lost, in words: the last of `events` must end the game."""
    return [NAMES[loss] for loss in get(events[-1], "losses")]


def refused(game, entry):
    """Apply `entry`, which must be refused and change nothing; return the reason."""
    before = (game.state.pack(), game.length, game.can_redo())
    why = str(raises(PegboardError, game.apply, entry))
    assert (game.state.pack(), game.length, game.can_redo()) == before
    assert why
    return why
