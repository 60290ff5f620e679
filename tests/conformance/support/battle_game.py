"""A table for Battlefield's tests. Unless a test says otherwise two play, and seat 1 deals: seat 0
has the first turn."""

from engine_core.count.cards import cards, name
from tests.conformance.support.text_game import TextGame

# A line that nothing scores on, as far as a test needs one before its turn card.
DULL = "2S 9D TC 5S AH 7C KD QH 4C 6S JD 8H 3H".split()


class Battle(TextGame):
    """A game of Battlefield; `first`: the first card of the line."""

    def __init__(
        self, first="", players=2, dealer=1, scores=None, options=0, track=0, preset="Battlefield"
    ):
        super().__init__(preset, dealer, 121, scores, players, options, track)
        self.key(first)

    @property
    def state(self):
        return self.game.state

    def push(self, text):
        if text == "shown":
            self.have_had_turns()
        return self.game.push(text)

    def have_had_turns(self):
        """Continue as if each had had the two earlier turns needed to have five face up (B11b)."""
        self.state.turns[:] = bytes([3] * self.state.seats)

    def undo_to_three(self):
        """Take back the card after which two are left in the pile."""
        self.game.undo()
        assert self.state.pile == 3

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


def same(some, text):
    """Return whether `some` cards are those of `text`, in any order."""
    return sorted(some) == sorted(cards(text))
