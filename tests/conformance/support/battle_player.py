"""Random Battlefield from a seed: a player that deals 53 cards, turns them up and swaps them as at
a table, and makes the entries of ruling B13. For the referee see player.py."""

from engine_core.battlefield import battle_show, battle_turn
from engine_core.count.cards import JOKER, NO_CARD
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.presets import BATTLEFIELD, PRESETS
from engine_core.games.seats import NO_SEAT
from engine_core.pegs.crib_wars import sits_out
from engine_core.state import entries as E
from engine_core.state.events import FIELDS, get
from tests.conformance.support.player import Player

BATTLES = [
    (row.code, deal.seats, target, 0, row.tracks[0])
    for row in PRESETS
    if row.machine == BATTLEFIELD
    for deal in row.deals
    for target in row.targets
]
OPTED_BATTLES = [
    (11, 2, 121, opt.MUGGINS | opt.GIVE_BACK, opt.ONCE_AROUND),
    (11, 3, 121, opt.MUGGINS | opt.PENALTY_12, opt.CRIB_WARS),
    (11, 2, 121, 0, opt.CRIB_WARS),
    (12, 4, 121, opt.MUGGINS, opt.CRIB_WARS),
]


class BattlePlayer(Player):
    """Plays all seats. `swaps` of ten draws go into the formation, and of ten turns `takes` take
    the end card."""

    swaps = 6
    takes = 4

    def next(self, state):
        meddle = self.meddling and not self.rand.below(self.meddling)
        if meddle and state.phase not in (at.CUT, at.POINTS):
            return self.meddle(state)
        return _NEXT[state.phase](self, state)

    def deal(self, state):
        """Deal, and turn up the first card of the line."""
        self.deck = self.rand.shuffle(list(range(53)))
        seats = state.seats
        # A side in a penalty box is dealt nothing, and the reserve lacks its card (C3b).
        boxes = state.track == opt.CRIB_WARS
        out = [boxes and sits_out(state, state.side(seat)) for seat in range(seats)]
        self.hands = [[self.deck.pop() for _ in range(0 if o else 5)] for o in out]
        self.up = [[False] * 5 for _ in range(seats)]
        self.crib = [self.deck.pop() for _ in range(4 - out.count(False))]
        return (E.CARD, self.deck.pop())

    def turn(self, state):
        last = state.last_player
        if state.shown_by == NO_SEAT and last != NO_SEAT and all(self.up[last]):
            return (E.SHOWN,)
        hand = self.hands[state.turn]
        up = self.up[state.turn]
        if state.taken_card != NO_CARD:
            return self.put(hand, up, state.taken_card, self.may_go(state, hand))
        assert state.pile == len(self.deck)
        if not any(up):
            for at_ in self.rand.shuffle([0, 1, 2, 3, 4])[:2]:
                up[at_] = True
        # A standoff leaves who must end it something to lay, or the pile.
        stuck = not self.may_go(state, hand)
        if self.rand.below(10) < self.takes and not stuck:
            return (E.TAKE,)
        if state.pile == 2 or self.rand.below(10) >= self.swaps:
            return (E.CARD, self.deck.pop())
        return self.put(hand, up, self.deck.pop(), [0, 1, 2, 3, 4])

    def may_go(self, state, hand):
        """Return the places of cards that may be laid for the end card."""
        blocked = battle_turn.standoff(state)
        return [n for n, c in enumerate(hand) if c not in blocked]

    def put(self, hand, up, new, places):
        """Put a card into the formation, face up, and lay the one that was there."""
        place = self.rand.choice(places)
        laid = hand[place]
        hand[place] = new
        up[place] = True
        return (E.CARD, laid)

    def formation(self, state):
        known = bytes(state.formation)
        return self.card([c for c in self.hands[state.turn] if c not in known])

    def drop(self, state):
        best = battle_show.best_drop(state)
        return (E.DROP, best if self.rand.below(3) else self.rand.choice(list(state.formation)))

    def reserve(self, state):
        if not self.crib:
            # Each formation that folded before its count gives a card.
            given = bytes(state.crib)
            folded = [hand for hand in self.hands if hand and not [c for c in hand if c in given]]
            self.crib = [self.rand.choice(hand) for hand in folded]
        return (E.CARD, self.crib.pop())

    def claim(self, state):
        true = battle_show.points(state)
        return (E.CLAIM, max(0, min(29, true + self.rand.choice((0, 0, 1, -1, -2)))))


class Duellist(BattlePlayer):
    """Takes the end card in every turn and lays a card taken before, which makes standoffs."""

    takes = 10

    def put(self, hand, up, new, places):
        # The place that was filled last holds a card that lies face up.
        if 4 in places and up[4]:
            places = [4]
        return BattlePlayer.put(self, hand, up, new, places)


_NEXT = {
    at.CUT: Player.cut,
    at.LINE: BattlePlayer.deal,
    at.TURN: BattlePlayer.turn,
    at.FORMATION: BattlePlayer.formation,
    at.DROP: BattlePlayer.drop,
    at.RESERVE: BattlePlayer.reserve,
    at.CLAIM: BattlePlayer.claim,
    at.CHALLENGE: Player.challenge,
}


class BattleReferee:
    """Checks the events of one game against each other and against its state, as they come."""

    def __init__(self):
        self.scores = None
        self.over = 0
        self.line = []
        self.gone = []  # out of play, or counted
        self.skirmishes = 0

    def see(self, played, entry, events):
        state = played.state
        if self.scores is None:
            self.scores = [0] * len(state.scores)
        for event in events:
            assert not self.over, "something happened after the end"
            assert len(event) == 1 + len(FIELDS[event[0]]), event
            _SEES.get(event[0], BattleReferee.nothing)(self, state, event)
        assert self.scores == list(state.scores)
        assert max(self.scores) <= state.target
        if state.phase in (at.TURN, at.LINE):
            assert self.line == list(state.line())
        everywhere = bytes(state.laid) + bytes(state.seen_cards) + bytes(state.formation)
        everywhere += bytes(state.crib)
        assert len(set(everywhere)) == len(everywhere), "a card lies in two places"
        assert state.taken_card not in everywhere

    def nothing(self, state, event):
        pass

    def deal(self, state, event):
        self.line = []
        self.gone = []
        self.skirmishes += 1

    def take(self, state, event):
        assert self.line.pop() == get(event, "card")

    def lay(self, state, event):
        card = get(event, "card")
        assert card not in self.line and card not in self.gone
        self.line.append(card)

    def renew(self, state, event):
        self.gone += self.line[:-1]
        self.line = self.line[-1:]

    def count(self, state, event):
        cards = list(get(event, "cards"))
        joker = JOKER in cards
        whole = state.starter == NO_CARD and get(event, "what") == "hand"
        assert len(cards) == (5 if whole else 4) or state.phase == at.LINE
        assert not (joker and get(event, "points"))

    def score(self, state, event):
        points, side, total = get(event, "points"), get(event, "side"), get(event, "hole")
        assert points > 0
        own = side == state.side(get(event, "seat"))
        assert own or get(event, "what") in ("by hand", "muggins")
        if state.track != opt.CRIB_WARS:
            assert self.scores[side] + points == total, "a score that was not pegged"
        self.scores[side] = total

    def move(self, state, event):
        self.scores[get(event, "side")] = get(event, "hole")

    def end_of_game(self, state, event):
        self.over += 1

    def end(self, played):
        state = played.state
        assert self.over == 1 and state.phase == at.OVER
        reached = [s for s, score in enumerate(self.scores) if score == state.target]
        assert reached == [state.winner]


_SEES = {
    "deal": BattleReferee.deal,
    "take": BattleReferee.take,
    "card": BattleReferee.lay,
    "renew": BattleReferee.renew,
    "count": BattleReferee.count,
    "score": BattleReferee.score,
    "move": BattleReferee.move,
    "over": BattleReferee.end_of_game,
}
