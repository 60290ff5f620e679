"""A table for Battlefield's tests: beside cards, `take shown drop:5H claim:8 muggins:2 pass`.

Seats count from 0 but in `muggins:2`, which is said by the second player. Unless a test says
otherwise two play, and seat 1 deals: seat 0 has the first turn.
"""

from engine_core import entries as E
from engine_core.cards import card, cards, name
from engine_core.game import Game
from engine_core.presets import named
from tests.conformance.support.table import Table, refused

# A line that nothing scores on, as far as a test needs one before its turn card.
DULL = "2S 9D TC 5S AH 7C KD QH 4C 6S JD 8H 3H".split()


class Battle(Table):
    """A game of Battlefield; `first`: the first card of the line."""

    def __init__(
        self, first="", players=2, dealer=1, scores=None, options=0, track=0, preset="Battlefield"
    ):
        self.game = Game()
        code = named(preset).code
        self.game.apply((E.START, code, players, 121, dealer, options, track))
        if scores:
            self.game.state.scores[:] = bytes(scores)
        self.key(first)

    @property
    def state(self):
        return self.game.state

    def key(self, text):
        events = []
        for word in text.split():
            if word == "shown":
                self.have_had_turns()
            events += self.game.apply(entry(word))
        return events

    def have_had_turns(self):
        """Go on as if each had had the two turns that five up take beside this one (B11b)."""
        self.state.turns[:] = bytes([3] * self.state.seats)

    def refused(self, text):
        return refused(self.game, entry(text))

    def line(self):
        """Return the line as text."""
        return " ".join([name(c) for c in self.state.line()])

    def to_show(self, turn_card, used=""):
        """From a new deal: the player at the dealer's left shows five, the others lay dull cards,
        the last of them `turn_card`. `used`: cards that are wanted later. Return the events."""
        busy = [turn_card] + used.split()
        dull = [c for c in DULL if c not in busy]
        return self.key(dull.pop() + " " + dull.pop() + " shown") + self.key(
            " ".join(dull[: self.state.seats - 2] + [turn_card])
        )


def entry(word):
    """Return the entry that `word` says."""
    kind, _, rest = word.partition(":")
    if kind == "drop":
        return (E.DROP, card(rest))
    if kind == "claim":
        return (E.CLAIM, int(rest))
    if kind == "muggins":
        return (E.MUGGINS, int(rest) - 1)
    return E.parse(word)


def same(some, text):
    """Return whether `some` cards are those of `text`, in any order."""
    return sorted(some) == sorted(cards(text))
