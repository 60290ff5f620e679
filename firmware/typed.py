"""What has been keyed of an entry that takes several keys."""

from engine_core import cards
from engine_core.entries import CARD, GO, POINTS
from engine_core.errors import Illegal
from engine_core.phases import KEYED
from engine_core.adjust import MOST

from . import keymap

NONE = -1


class Typed:
    """A card is its rank, then its suit; on the scoreboard a suit is a side, and ranks add up."""

    def __init__(self):
        self.rank = NONE
        self.side = NONE
        self.points = 0

    def text(self) -> str:
        """Return what is keyed so far, as it is shown."""
        if self.rank != NONE:
            return cards.RANKS[self.rank]
        return str(self.points) if self.points else ""

    def clear(self) -> bool:
        """Forget what is keyed so far; return whether there was anything."""
        had = self.rank != NONE or self.points > 0
        self.rank = NONE
        self.points = 0
        return had

    def press(self, key: int, state):
        """Take a rank, suit, Joker, GO or ENTER key; return the entry it completes, or None.

        Raises Illegal, and keeps what was keyed, where the key makes no sense.
        """
        if state.phase == KEYED:
            return self._points_key(key, len(state.scores))
        if key < keymap.RANK_KEYS:
            self.rank = key
            return None
        if key == keymap.ENTER:
            raise Illegal("a card is keyed as its rank, then its suit")
        if key < keymap.SUIT_KEYS and self.rank == NONE:
            raise Illegal("key the rank first, then the suit")
        rank = self.rank
        self.clear()
        if key == keymap.GO:
            return (GO,)
        if key == keymap.JOKER:
            return (CARD, cards.JOKER)
        return (CARD, rank * 4 + key - keymap.RANK_KEYS)

    def _points_key(self, key, sides):
        if key < keymap.RANK_KEYS:
            if self.points + key + 1 > MOST:
                raise Illegal(str(MOST) + " points are the most at once")
            self.points += key + 1
        elif key < keymap.SUIT_KEYS:
            if key - keymap.RANK_KEYS >= sides:
                raise Illegal("there is no such side")
            self.side = key - keymap.RANK_KEYS
        elif key != keymap.ENTER:
            raise Illegal("key a side with its suit, then points, then ENTER")
        elif self.side == NONE:
            raise Illegal("whose points? Key spades for the first side, hearts for the second")
        elif not self.points:
            raise Illegal("how many points? A is one, 2 is two: they add up")
        else:
            entry = (POINTS, self.side, self.points)
            self.points = 0
            return entry
        return None
