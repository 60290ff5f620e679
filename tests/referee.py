"""An independent referee of whole games: dealers, turns, scores, and the end.

It plays the entries of a game by the words of the rulebooks, with hands of cards on a table
instead of the engine's rows of bytes, and shares only the numbers of the cards with it. It knows
the games that deal, play to 31 over and over, show and count a crib.
"""

from tests import oracle

HAND = 4
CRIB = 4
JACK = 10
PARTNERS = "partners"


class GameOver(Exception):
    """A side has reached the target, or a player has left."""


class Leaves:
    """The entry of a player who leaves the table."""

    def __init__(self, seat):
        self.seat = seat


class Holds:
    """The entry that says of a hand that it is short or long: how many cards it has (G24)."""

    def __init__(self, seat, cards):
        self.seat = seat
        self.cards = cards


class Referee:
    """Judges one game. `side_of` is the side of each seat; `entries` are cards, None for go,
    Holds and Leaves.

    With `ranks_alone` the cards have no suits: each is the spade of its rank. Among `entries` are
    then also claims for hands that may have nobs or a flush: `(nobs, cards of the flush)`.

    With `go_by_itself` a card above 31 is the lead after the goes of all who could still play.

    After `judge`: `scores`, `winner`, `dealers` (of each deal) and `reneged` (seats, in order).
    """

    def __init__(self, side_of, target, entries, ranks_alone=False, go_by_itself=False):
        self.go_by_itself = go_by_itself
        self.lead = None  # a card above 31, which is laid next
        self.ranks_alone = ranks_alone
        self.nobs_found = False  # in this deal
        self.side_of = side_of
        self.seats = len(side_of)
        self.target = target
        self.entries = self.until_one_leaves(iter(entries))
        self.scores = [0] * len(set(side_of))
        self.winner = None
        self.dealers = []
        self.reneged = []
        self.liars = set()  # seats of which a go in this deal is known to be false

    def judge(self, dealer=None):
        """Play all entries; `dealer` is the first, or None for a cut. Return self."""
        if dealer is None:
            dealer = self.cut(list(range(len(self.scores))))
        elif dealer == PARTNERS:
            dealer = self.cut_for_partners()[0]
        try:
            while True:
                self.dealers.append(dealer)
                self.deal(dealer)
                dealer = self.left_of(dealer)
        except GameOver:
            assert next(self.entries, "none left") == "none left"
        return self

    def until_one_leaves(self, entries):
        """Yield the entries. If a player leaves, the best of the other sides has won: of equal
        ones the first to count its hand."""
        for entry in entries:
            if isinstance(entry, Leaves):
                assert next(entries, "none left") == "none left"
                left = self.side_of[entry.seat]
                counting = self.round_from(self.left_of(self.dealers[-1]))
                others = [self.side_of[s] for s in counting if self.side_of[s] != left]
                self.winner = max(others, key=lambda side: self.scores[side])
                raise GameOver
            yield entry

    def left_of(self, seat):
        return (seat + 1) % self.seats

    def round_from(self, seat):
        """Return all seats in rotation, `seat` first."""
        return [(seat + n) % self.seats for n in range(self.seats)]

    def award(self, seat, points):
        side = self.side_of[seat]
        self.scores[side] = min(self.target, self.scores[side] + points)
        if self.scores[side] == self.target:
            self.winner = side
            raise GameOver

    def cut(self, cutters):
        cards = {seat: next(self.entries) for seat in cutters}
        lowest = min(oracle.rank(card) for card in cards.values())
        low = [seat for seat in cutters if oracle.rank(cards[seat]) == lowest]
        return low[0] if len(low) == 1 else self.cut(low)

    def cut_for_partners(self):
        """Return the dealer and the partner: the two lowest of four cuts, the lowest first."""
        # Like hands of cards compared from the first: who is level so far cuts once more.
        cards = {0: (), 1: (), 2: (), 3: ()}
        while True:
            order = sorted(cards, key=lambda seat: cards[seat])
            level = [s for s in cards if self.undecided(cards, order, s)]
            if not level:
                return order[:2]
            for seat in level:
                cards[seat] += (oracle.rank(next(self.entries)),)

    def undecided(self, cards, order, seat):
        """Return whether another is level with `seat`, and it matters which of them is lower."""
        level = [n for n, other in enumerate(order) if cards[other] == cards[seat]]
        return len(level) > 1 and level[0] < 2

    def deal(self, dealer):
        self.nobs_found = False
        starter = next(self.entries)
        if oracle.rank(starter) == JACK:
            self.award(dealer, 2)
        hands = {seat: [] for seat in range(self.seats)}
        falsely = {seat: [] for seat in range(self.seats)}
        self.liars = set()
        self.sizes = dict.fromkeys(hands, HAND)
        leader = self.left_of(dealer)
        while any(len(hand) < self.sizes[seat] for seat, hand in hands.items()):
            last = self.count(leader, hands, falsely)
            leader = leader if last is None else self.left_of(last)
        for seat in self.round_from(self.left_of(dealer)):
            self.award(seat, self.show(hands[seat], starter))
        self.award(dealer, self.show([next(self.entries) for _ in range(CRIB)], starter, True))

    def show(self, hand, starter, crib=False):
        if not self.ranks_alone:
            return oracle.show(hand, starter, crib)
        points = oracle.show_ranks([*hand, starter])
        ranks = [oracle.rank(card) for card in hand]
        # A jack is nobs unless the starter is one too, or another hand has had it.
        nobs = JACK in ranks and oracle.rank(starter) != JACK and not self.nobs_found
        four = len(set(ranks)) == len(hand) > 2  # a flush has at least three cards (G24)
        five = four and oracle.rank(starter) not in ranks and (nobs or JACK not in ranks)
        if not (nobs or five or (four and not crib)):
            return points
        has_nobs, flush = next(self.entries)
        assert flush in {0, *[len(hand)] * (four and not crib), *[len(hand) + 1] * five}
        # The jack of such a flush is of the starter's suit.
        has_nobs = has_nobs or (flush > len(hand) and JACK in ranks)
        assert nobs or not has_nobs
        self.nobs_found = self.nobs_found or has_nobs
        return points + flush + has_nobs

    def count(self, leader, hands, falsely):
        """Play one count to 31 or to the last go; return the seat that laid the last card, and
        None if all hands turn out to be short before there is one."""
        line = []
        said_go = set()
        last = None
        at = leader
        while asked := [
            seat
            for seat in self.round_from(at)
            if len(hands[seat]) < self.sizes[seat] and seat not in said_go
        ]:
            seat = asked[0]
            room = 31 - oracle.pips(line)
            if room <= max(falsely[seat], default=0) and seat not in self.liars:
                said_go.add(seat)  # its go is known, and not entered
                at = self.left_of(seat)
                continue
            card = next(self.entries) if self.lead is None else self.lead
            self.lead = None
            if isinstance(card, Holds):
                self.sizes[card.seat] = card.cards
                at = seat
                continue
            if card is not None and oracle.pips([card]) > room:
                assert self.go_by_itself
                self.lead = card
                for other in asked:
                    self.say_go(falsely, other, room)
                break
            if card is None:
                said_go.add(seat)
                self.say_go(falsely, seat, room)
            else:
                line.append(card)
                hands[seat].append(card)
                last = seat
                if any(oracle.pips([card]) <= room for room in falsely[seat]):
                    self.reneged.append(seat)
                    self.liars.add(seat)
                self.award(seat, oracle.play(line))
                if oracle.pips(line) == 31:
                    return last
            at = self.left_of(seat)
        if last is not None:
            self.award(last, 1)
        return last

    def say_go(self, falsely, seat, room):
        """Say go for `seat`; if it is known to be unable to play, that has no further effect."""
        known = max(falsely[seat], default=0)
        if room <= known and seat not in self.liars:
            return
        if room > known:
            self.liars.discard(seat)
        falsely[seat].append(room)
