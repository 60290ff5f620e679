"""A second opinion on the cards of a deal: each hand is counted with the cards that its player
laid, however many there are (G24), and Solitaire's two starters lie where they must (S3).

It follows the events of a game, and shares with the engine only the numbers of the cards.
"""

from engine_core.state.events import get
from tests import oracle

ALONE = 128  # a card of which only the rank is known has this number or a higher one
DECK = 52
DEAL = 8  # cards of a deal of Solitaire, all of which are played
FREE = 4  # cards of its free crib


class Deals:
    """Follows one game. Raises AssertionError.

    keep: the cards of a hand after the throw; noddy: whether its way of counting is Noddy's;
    solitaire: whether the deck is not shuffled between the deals.
    """

    def __init__(self, keep, noddy=False, solitaire=False):
        self.keep = keep
        self.noddy = noddy
        self.solitaire = solitaire
        self.starter = None
        self.before = []  # Solitaire: the cards of each deal that is over
        self.clear()

    def clear(self):
        """Clear the table for a deal."""
        self.hands = {}
        self.sizes = {}
        self.crib = []
        self.suits = 0  # points of the suits that are claimed, with ranks alone
        self.last = None  # Solitaire: the last deal's starter, which is dealt in this one
        self.free = False
        self.due = None  # a starter that must be reported as missing

    def take(self, event):
        """Check an event against those before it."""
        kind = event[0]
        late = kind in ("count", "deal", "free")
        assert not late or self.due is None, f"{self.due} is missing, and nobody was told"
        if kind in ("deal", "free", "again"):
            last, seen = self.starter, [card for hand in self.hands.values() for card in hand]
            if kind == "again" or (kind == "deal" and get(event, "number") == 1):
                last, self.before = None, []
            elif self.solitaire:
                self.before.append(seen)
            self.clear()
            self.last, self.free, self.starter = last, kind == "free", None
        elif kind == "starter":
            self.starter = get(event, "card")
            below = self.free and self.lies_below()
            assert not below or among(self.starter, below), "that card is not below the free crib"
        elif kind in ("card", "dead", "left"):
            self.hands.setdefault(get(event, "seat"), []).append(get(event, "card"))
            cards = [card for hand in self.hands.values() for card in hand]
            dealt = self.solitaire and len(cards) == DEAL and self.last is not None
            if dealt and not among(self.last, cards):
                self.due = self.last
        elif kind == "missing":
            assert get(event, "card") == self.due
            self.due = None
        elif kind == "crib":
            self.crib.append(get(event, "card"))
        elif kind == "holds":
            self.sizes[get(event, "seat")] = get(event, "cards")
        elif kind == "nobs":
            self.suits += 1
        elif kind == "flush":
            self.suits += len(get(event, "cards"))
        elif kind == "count":
            self.count(*[get(event, field) for field in ("what", "seat", "points", "cards")])

    def lies_below(self):
        """Return the cards of which one lies below the free crib; none if not all are known."""
        known = sum(len(cards) for cards in self.before) == DECK - FREE
        return self.before[0] if known else []

    def count(self, what, seat, points, cards):
        """Check the count of a hand or crib."""
        if what == "hand" or (self.solitaire and not self.free):  # its crib is played, too
            assert sorted(cards) == sorted(self.hands[seat]), f"{cards}, not {self.hands[seat]}"
            assert len(cards) == self.sizes.get(seat, self.keep), f"{len(cards)} cards in a hand"
        else:
            assert list(cards) == self.crib
        every = [*cards] if self.starter is None else [*cards, self.starter]
        if any(card >= ALONE for card in every):
            whole = oracle.show_ranks([card % ALONE for card in every], self.noddy) + self.suits
        else:
            whole = oracle.show(cards, self.starter, what == "crib", self.noddy)
        assert points == whole, f"{points} points for {cards}, and not {whole}"
        self.suits = 0


def among(card, cards):
    """Return whether `card` is one of `cards`; of ranks alone, whether its rank is."""
    if card < ALONE:
        return card in cards
    return oracle.rank(card % ALONE) in [oracle.rank(one % ALONE) for one in cards]
