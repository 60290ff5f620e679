"""Random complete games from a seed, the same on every target, and what must hold of each.

A player knows the cards it dealt and reads the state; it keys what a table would key.
"""

from engine_core import entries as E
from engine_core import play
from engine_core.cards import VALUE
from engine_core.game import Game
from engine_core.phases import CUT, KEYED, OVER, PLAY, STARTER
from engine_core.presets import PRESETS, SCOREBOARD
from tests.conformance.kit import Rand

# Every game that the presets know: (code, players, target).
GAMES = [
    (row.code, deal.seats, target)
    for row in PRESETS
    for deal in row.deals
    for target in row.targets
]


class Player:
    """Plays all seats. One in `careless` goes is said with a card in hand that fits; 0: none."""

    def __init__(self, seed, careless=0):
        self.rand = Rand(seed)
        self.careless = careless
        self.hands = []
        self.crib = []

    def next(self, state):
        """Return the entry that the table keys now. Not to be called when the game is over."""
        if state.phase == KEYED:
            return (E.POINTS, self.rand.below(len(state.scores)), 1 + self.rand.below(29))
        if state.phase == CUT:
            # Few ranks, so that many tie.
            return self.card([c for c in range(12) if c not in bytes(state.cuts)])
        if state.phase == STARTER:
            return (E.CARD, self.deal(state.table))
        if state.phase == PLAY:
            return self.turn(state)
        return (E.CARD, self.crib.pop())

    def deal(self, table):
        """Deal to everyone and to the crib, and return the starter."""
        deck = self.rand.shuffle(list(range(52)))
        self.hands = [[deck.pop() for _ in range(table.hand)] for _ in range(table.seats)]
        self.crib = [deck.pop() for _ in range(table.crib)]
        return deck.pop()

    def turn(self, state):
        """Lay a card that fits, or say go."""
        hand = self.hands[state.turn]
        room = 31 - play.total(state.line())
        fitting = [c for c in hand if VALUE[c] <= room]
        renege = room < 10 and self.careless and not self.rand.below(self.careless)
        if not fitting or renege:
            return (E.GO,)
        entry = self.card(fitting)
        hand.remove(entry[1])
        return entry

    def card(self, some):
        """Return the entry of one of `some` cards."""
        return (E.CARD, self.rand.choice(some))


def start(game, dealer=E.NO_SEAT):
    """Return the entry that starts `game`, a row of GAMES."""
    return (E.START, game[0], game[1], game[2], dealer, 0, 0)


def play_out(game, seed, dealer=E.NO_SEAT, careless=0, see=None):
    """Play `game`, a row of GAMES, to its end; return the Game and all its events.

    see: called with the Game, the entry and its events after each entry.
    """
    player = Player(seed, careless)
    played = Game()
    entry = start(game, dealer)
    everything = []
    while True:
        events = played.apply(entry)
        everything += events
        if see:
            see(played, entry, events)
        if played.state.phase == OVER:
            return played, everything
        entry = player.next(played.state)


def check_events(played, events):
    """Hold the events of one whole game against each other and against its state."""
    state = played.state
    scores = [0] * len(state.scores)
    seen = []
    over = 0
    for event in events:
        assert not over, "something happened after the end"
        kind = event[0]
        if kind == "deal":
            seen = []
        elif kind in ("starter", "card", "crib"):
            card = event[2 if kind == "card" else 1]
            assert card not in seen, "a card was seen twice in a deal"
            seen.append(card)
        elif kind == "score":
            side, points, total = event[3:6]
            assert points > 0
            scores[side] += points
            assert scores[side] == total <= state.target
        elif kind == "over":
            over += 1
    assert over == 1 and state.phase == OVER
    assert scores == list(state.scores)
    assert [side for side, score in enumerate(scores) if score == state.target] == [state.winner]


def is_scoreboard(game):
    """Return whether `game`, a row of GAMES, takes points in place of cards."""
    return [row for row in PRESETS if row.code == game[0]][0].machine == SCOREBOARD
