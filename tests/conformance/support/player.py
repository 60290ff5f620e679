"""Random complete games from a seed, the same on every target, and checks that hold for each.

A player knows the cards it dealt and reads the state; it makes the entries of a table.
"""

from engine_core.count import play, reasons, show
from engine_core.count.cards import SUITLESS, VALUE
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.lookup import preset
from engine_core.games.presets import CRIBBAGE, PRESETS, SCOREBOARD
from engine_core.games.seats import NO_SEAT
from engine_core.pegs.crib_wars import sits_out
from engine_core.state import entries as E
from engine_core.state.events import FIELDS, get
from tests.conformance.support.kit import Rand

# Games to play, as START has them but for the dealer: every preset, every number of players and
# every target, and then the options.
PLAIN = [
    (row.code, deal.seats, target, 0, row.tracks[0])
    for row in PRESETS
    if row.machine in (CRIBBAGE, SCOREBOARD)
    for deal in row.deals
    for target in row.targets
]
OPTED = [
    (1, 2, 61, opt.MUGGINS, opt.PLAIN),
    (1, 2, 121, opt.MUGGINS | opt.GIVE_BACK | opt.PENALTY_12, opt.ONCE_AROUND),
    (2, 3, 121, opt.STRICT_GO, opt.ONCE_AROUND),
    (3, 4, 121, opt.MUGGINS | opt.PENALTY_12, opt.CRIB_WARS),
    (2, 3, 121, 0, opt.CRIB_WARS),
    (1, 2, 61, opt.MUGGINS_IN_PLAY | opt.RENEGE_PENALTY, opt.PLAIN),
    (2, 3, 121, opt.MUGGINS_IN_PLAY | opt.PENALTY_12, opt.CRIB_WARS),
    (10, 2, 121, opt.GO_BY_ITSELF, opt.PLAIN),
    (1, 2, 121, opt.GO_BY_ITSELF | opt.CRIB_BY_OWNER, opt.PLAIN),
    (3, 4, 61, opt.GO_BY_ITSELF | opt.STRICT_GO, opt.PLAIN),
    (5, 6, 121, opt.GO_BY_ITSELF | opt.RENEGE_PENALTY, opt.ONCE_AROUND),
]
GAMES = PLAIN + OPTED
# Those that deal, play, show and count a crib, each deal by another player.
FAMILY = [game for game in PLAIN if game[0] in (1, 2, 3, 4, 5)]

_DEALS = 60  # more than any game takes


class Player:
    """Plays all seats. One in `careless` goes is said with a card in hand that fits, and one in
    `meddling` entries is points given or taken by hand; 0: none."""

    def __init__(self, seed, careless=0, meddling=0):
        self.rand = Rand(seed)
        self.careless = careless
        self.meddling = meddling
        self.hands = []
        self.kept = []  # the hands as they were dealt
        self.crib = []
        self.deck = []
        self.up = None  # the starter
        self.cuts = []

    def next(self, state):
        """Return the entry that the table keys now. Do not call it when the game is over."""
        meddle = self.meddling and not self.rand.below(self.meddling)
        if meddle and state.phase not in (at.CUT, at.POINTS):
            return self.meddle(state)
        entry = _NEXT[state.phase](self, state)
        if entry[0] == E.CARD and state.options & opt.RANKS_ALONE:
            return (E.CARD, SUITLESS + entry[1] // 4 * 4)
        return entry

    def keyed(self, state):
        return (E.POINTS, self.rand.below(len(state.scores)), 1 + self.rand.below(29))

    def meddle(self, state):
        side = self.rand.below(len(state.scores))
        if sits_out(state, side) and not state.pegs_moved >> side & 1:
            return (E.MOVED, side)
        return (self.rand.choice((E.POINTS, E.MINUS)), side, 1 + self.rand.below(9))

    def cut(self, state):
        # Few ranks, so that many tie.
        if not state.cuts:
            self.cuts = []
        entry = self.card([c for c in range(12) if c not in self.cuts])
        self.cuts.append(entry[1])
        return entry

    def starter(self, state):
        """Deal to everyone and to the crib, and turn up the starter."""
        seating = state.seating
        if not state.preset.deals_in_game or state.deal_number == 1:
            self.deck = self.rand.shuffle(list(range(52)))
        self.hands = [[self.deck.pop() for _ in range(seating.hand)] for _ in range(seating.seats)]
        self.kept = [list(hand) for hand in self.hands]
        if state.deal_number == 1:
            self.first = self.hands[0] + self.hands[-1]  # Solitaire's free crib lies on these
        self.crib = [self.deck.pop() for _ in range(seating.crib)]
        # It is the first that is dealt next, where nobody shuffles.
        self.up = self.deck[-1]
        return (E.CARD, self.up)

    def claim(self, state):
        """Claim the points of the hand, or one or two more or less."""
        hand, crib = self.counting(state)
        true = show.count(hand, self.up, crib, state.preset.scoring)
        claimed = max(0, true + self.rand.choice((0, 0, 1, -1, -2)))
        return (E.CLAIM, min(state.preset.scoring.most, claimed))

    def counting(self, state):
        """Return the cards that are counted next, and whether they are the crib."""
        if state.preset.deals_in_game and state.crib:
            return self.deck, True
        if state.hands_counted == state.seats:
            return self.crib, True
        return self.kept[state.turn], state.turn == state.seating.crib_seat

    def suits(self, state):
        """Claim the points from the suits of the cards."""
        hand, crib = self.counting(state)
        found = {item[0]: item for item in show.explain(hand, self.up, crib)}
        if reasons.FLUSH in found:
            return (E.FLUSH, len(found[reasons.FLUSH][2]))
        return (E.NOBS,) if reasons.NOBS in found else (E.PASS,)

    def challenge(self, state):
        caller = self.rand.below(state.seats)
        if state.side(caller) == state.side(state.turn):
            return (E.PASS,)
        return (E.MUGGINS, caller)

    def claim_in_play(self, state):
        """Claim points of the last card, sometimes too few or too many; or call missed points; or
        return None (G14b)."""
        chance = self.rand.below(4)
        if chance == 0 and state.missed_points:
            missed = state.side(state.missed_by)
            callers = [n for n in range(state.seats) if state.side(n) != missed]
            return (E.MUGGINS, self.rand.choice(callers))
        if chance and state.open_by != NO_SEAT and state.open_points:
            return (E.CLAIM, max(1, state.open_points + self.rand.choice((0, 0, 0, -1, 1))))
        if chance == 1 and state.open_by != NO_SEAT and not self.rand.below(9):
            return (E.CLAIM, 1)  # and there is nothing
        return None

    def after_play(self, state):
        return self.claim_in_play(state) or (E.PASS,)

    def turn(self, state):
        """Lay a card that fits, or say go."""
        claim = state.options & opt.MUGGINS_IN_PLAY and self.claim_in_play(state)
        if claim:
            return claim
        hand = self.hands[state.turn]
        room = 31 - play.total(state.line())
        fitting = [c for c in hand if VALUE[c] <= room]
        lead = self.lead(state, room)
        if lead:
            return lead
        renege = room < 10 and self.careless and not self.rand.below(self.careless)
        if not fitting or renege:
            return (E.GO,)
        entry = self.card(fitting)
        hand.remove(entry[1])
        return entry

    def lead(self, state, room):
        """Return, in three of four cases when nobody can lay a card within 31, a card above it,
        otherwise None (G21). If that may fold a hand, all goes are entered."""
        if not state.all_options() & opt.GO_BY_ITSELF or state.track == opt.CRIB_WARS:
            return None
        if state.options & opt.MUGGINS_IN_PLAY or state.preset.one_count or room == 31:
            return None
        playing = [seat for seat in range(state.seats) if state.cards_left(seat)]
        after = [(state.last_player + n) % state.seats for n in range(1, state.seats + 1)]
        leader = [seat for seat in after if seat in playing][0]
        waiting = [seat for seat in playing if not state.said_go >> seat & 1]
        above = [card for card in self.hands[leader] if VALUE[card] > room]
        if [card for seat in waiting for card in self.hands[seat] if VALUE[card] <= room]:
            return None
        if not above or not self.rand.below(4):
            return None
        entry = self.card(above)
        self.hands[leader].remove(entry[1])
        return entry

    def left_over(self, state):
        return (E.CARD, self.hands[state.turn].pop())

    def crib_card(self, state):
        return (E.CARD, self.crib[len(state.crib)])

    def free(self, state):
        # The four cards left are known unless a deal was folded; those of the first deal lie face
        # up beneath them.
        if len(state.crib) < len(self.deck):
            return (E.CARD, self.deck[len(state.crib)])
        self.up = self.rand.choice(self.first)
        return (E.CARD, self.up)

    def card(self, some):
        """Return the entry of one of `some` cards."""
        return (E.CARD, self.rand.choice(some))


_NEXT = {
    at.CUT: Player.cut,
    at.STARTER: Player.starter,
    at.CLAIM: Player.claim,
    at.CHALLENGE: Player.challenge,
    at.SUITS: Player.suits,
    at.PLAY: Player.turn,
    at.AFTER_PLAY: Player.after_play,
    at.SHOW: Player.left_over,
    at.CRIB: Player.crib_card,
    at.FREE: Player.free,
    at.POINTS: Player.keyed,
}


def start(game, dealer=NO_SEAT):
    """Return the entry that starts `game`, a row of GAMES."""
    low, more = opt.numbers(game[3], 0)
    entry = (E.START, game[0], game[1], game[2], dealer, low, game[4])
    return entry + ((more,) if more else ())


def read_back(entries: list) -> Game:
    """Return the game of `entries`, which are packed, and unpacked again."""
    data = b"".join([E.pack(entry) for entry in entries])
    game = Game()
    at = 0
    while at < len(data):
        entry, at = E.unpack(data, at)
        game.apply(entry)
    assert game.entries() == entries
    return game


def play_out(game, seed, dealer=NO_SEAT, careless=0, meddling=0, see=None, kind=Player, most=None):
    """Play `game`, a row of GAMES, to its end, or `most` entries of it; return the Game.

    see: called with the Game, the entry and its events after each entry; kind: of player.
    """
    player = kind(seed, careless, meddling)
    played = Game()
    entry = start(game, dealer)
    while True:
        events = played.apply(entry)
        if see:
            see(played, entry, events)
        if played.state.phase == at.OVER or played.length == most:
            return played
        assert played.state.deal_number < _DEALS, "this game does not end"
        entry = player.next(played.state)


def events_of(game, seed, **options):
    """Play `game` to its end; return the Game and a list of all its events."""
    everything = []

    def see(played, entry, events):
        everything.extend(events)

    return play_out(game, seed, see=see, **options), everything


class Referee:
    """Checks the events of one game against each other and against its state, as they come:
    `play_out(..., see=Referee().see)`, then `end(game)`."""

    def __init__(self):
        self.scores = None
        self.seen = []
        self.over = 0

    def see(self, played, entry, events):
        state = played.state
        if self.scores is None:
            self.scores = [0] * len(state.scores)
        for event in events:
            assert not self.over, "something happened after the end"
            assert len(event) == 1 + len(FIELDS[event[0]]), event
            kind = event[0]
            if kind in ("deal", "free"):
                self.seen = []
            elif kind in ("starter", "card", "dead", "left", "crib"):
                card = get(event, "card")
                assert card not in self.seen, "a card was seen twice in a deal"
                self.seen.append(card)
            elif kind == "score":
                self.score(state, event)
            elif kind == "move":
                self.scores[get(event, "side")] = get(event, "hole")
            elif kind == "again":
                self.scores = [0] * len(self.scores)
            elif kind == "over":
                self.over += 1
        assert self.scores == list(state.scores)
        assert max(self.scores) <= state.target

    def score(self, state, event):
        points, side, total = get(event, "points"), get(event, "side"), get(event, "hole")
        assert points > 0
        own = side == state.side(get(event, "seat"))
        assert own or get(event, "what") in ("by hand", "muggins", "renege", "too much")
        if state.track != opt.CRIB_WARS:
            assert self.scores[side] + points == total, "a score that was not pegged"
        self.scores[side] = total

    def end(self, played):
        state = played.state
        assert self.over == 1 and state.phase == at.OVER
        reached = [s for s, score in enumerate(self.scores) if score == state.target]
        if not preset(state.code).deals_in_game:
            assert len(reached) == 1
            assert (state.winner in reached) == (not state.preset.backward)
