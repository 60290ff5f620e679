"""Play whole random games of every preset, number of players, target, track and option.

The players forget cards at a go, claim too much and too little, give and take points, incur
penalties, find hands to be short or long, forget Solitaire's starter, and in every eleventh game
one leaves. Scores must equal those of tests/track_oracle.py, hands and cribs those of
tests/deal_oracle.py, every card is seen once in a deal, no state is refused by state_bounds, and
every tenth game is undone to its start and redone, and read from its journal and from its text
record.
"""

from engine_core.count.scoring import NODDY
from engine_core.errors import Illegal
from engine_core.game import state_bounds
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.lookup import preset
from engine_core.games.penalties import (
    CLAIM_GAME,
    NO_GAIN,
    TOO_MANY,
    VOID_GAME,
    asks_whom,
    choices,
)
from engine_core.games.presets import BATTLEFIELD, CRIBBAGE, PRESETS, SCOREBOARD
from engine_core.games.seats import NO_SEAT
from engine_core.pegs.crib_wars import deals_out
from engine_core.pegs.payoffs import debts
from engine_core.records.record import Record, parse, start_tags, write
from engine_core.state import entries as E
from engine_core.state.events import get
from engine_core.state.state import NO_SIDE
from tests.bench import hand_sizes
from tests.bench.many_games import main
from tests.bench.random_games import walk
from tests.conformance.support.battle_player import BattlePlayer, Duellist
from tests.conformance.support.kit import Rand
from tests.conformance.support.player import Player
from tests.deal_oracle import ALONE, DECK, FREE, Deals, among
from tests.track_oracle import Fold

# Every table; its options are chosen by the number of the game.
TABLES = [
    (row.code, deal.seats, target, track)
    for row in PRESETS
    for deal in row.deals
    for target in row.targets
    for track in row.tracks
    if track == opt.PLAIN or target == opt.FULL_TRACK
]
SEEN = ("starter", "card", "dead", "left", "crib")


def quarrelsome(kind, often=1):
    """Return a player that also incurs the penalties of the booklet, so many times as often."""

    class Quarrelsome(kind):
        def next(self, state):
            may = state.phase not in (at.CUT, at.POINTS) and len(state.scores) > 1
            if may and self.meddling and not self.rand.below(120 // often):
                number = 1 + self.rand.below(16)
                choice = self.rand.choice(choices(number))
                if number == TOO_MANY:
                    choice = 1 + self.rand.below(5)
                sides = len(state.scores)
                side = self.rand.below(sides)
                entry = (E.PENALTY, number, side, choice)
                other = (side + 1 + self.rand.below(sides - 1)) % sides
                if asks_whom(number, choice, sides):
                    entry += (other,)
                elif number == TOO_MANY:
                    entry += self.rand.choice(((), (other,), (NO_GAIN,)))
                if allowed(state, entry):
                    return entry
            deals = not state.preset.deals_in_game
            if may and deals and self.meddling and not self.rand.below(300 // often):
                return (E.REDEAL, self.rand.below(state.seats))
            if (
                may
                and self.meddling
                and state.phase == at.PLAY
                and not self.rand.below(90 // often)
            ):
                entry = hand_sizes.found(self, state)
                if entry:
                    return entry
            entry = kind.next(self, state)
            up = state.phase == at.STARTER and entry[0] == E.CARD
            turned_up = up and state.preset.deals_in_game
            if turned_up and self.meddling and not self.rand.below(3):
                # It is forgotten to put the starter back on top of the deck (S3).
                self.deck.insert(0, self.deck.pop())
            return entry

    return Quarrelsome


def allowed(state, entry):
    """Return whether to allow the entry, so that not every game is simply claimed or void."""
    if entry[1] == TOO_MANY or entry[3] not in (CLAIM_GAME, VOID_GAME):
        return True
    return state.deal_number > 3 and (entry[3] == CLAIM_GAME or state.deal_number < 6)


KINDS = [quarrelsome(Player), quarrelsome(BattlePlayer), quarrelsome(Duellist)]


def options_of(row, seats, number):
    """Return options of `row` for so many seats, all sets of them in turn."""
    bits = sum(bit for n, bit in enumerate(row.options) if number >> n & 1)
    return bits & row.options_for(seats)


def check(number):
    """Play game `number` and check it; return its entries, its deals and its table."""
    code, seats, target, track = TABLES[number % len(TABLES)]
    row = preset(code)
    turn = number // len(TABLES)
    alone = row.deals_in_game or row.machine == SCOREBOARD
    dealer = NO_SEAT if alone or turn % 3 == 0 else turn % seats
    options = options_of(row, seats, Rand(number & 0xFFFF).below(1 << len(row.options)))
    kind = KINDS[0] if row.machine != BATTLEFIELD else KINDS[1 + turn % 2]
    player = kind(number, careless=0 if turn % 4 == 0 else 25, meddling=0 if turn % 2 else 50)
    game = Game()
    fold = Fold(row.deal_for(seats).sides, target, track == opt.CRIB_WARS)
    deals = Deals(row.deal_for(seats).hand, row.scoring is NODDY, bool(row.deals_in_game))
    low, more = opt.numbers(options, turn % 5 if row.has_payoffs else 0)
    entry = (E.START, code, seats, target, dealer, low, track) + ((more,) if more else ())
    seen = set()
    first = NO_SEAT  # who has dealt first; of a deal that was void, who dealt it again
    while not fold.over:
        fold.key(entry)
        if entry[0] == E.REDEAL and game.state.deal_number == 1:
            first = entry[1]
        for event in game.apply(entry):
            fold.take(event)
            if row.machine == CRIBBAGE:
                deals.take(event)
            if event[0] == "deal" and get(event, "number") == 1:
                first = get(event, "dealer")
            if event[0] in ("deal", "free"):
                seen = set()
            elif row.machine != BATTLEFIELD and event[0] in SEEN:
                card = get(event, "card")
                assert card not in seen, f"game {number}: a card was seen twice"
                seen.add(card)
        fold.settle()
        state = game.state
        state_bounds.check(state.pack())
        assert list(state.scores) == fold.scores, f"game {number}: {state.scores}, {fold.scores}"
        if track == opt.CRIB_WARS:
            out = [deals_out(state, side) for side in range(len(state.scores))]
            assert out == fold.sits_out, f"game {number}: {out}, {fold.sits_out}"
        if not fold.over:
            assert game.length < 3000, f"game {number} does not end"
            entry = player.next(state)
            if deals.free and len(deals.crib) == FREE:
                refuse_starters(game, deals)
            if number % 11 == 7 and game.length > 20 + number % 60 and may_leave(state):
                entry = (E.LEAVE, number % seats)
    end(game, row, entry)
    if number % 3 == 0 and row.machine != SCOREBOARD and len(fold.scores) > 1:
        next_game(game, Rand(number & 0xFFFF).below(5 + seats), first, seats)
    if number % 10 == 0:
        walk(game)
        record = Record(start_tags(game.entry(0)), game.entries())
        assert parse(write(record)).entries == record.entries
    return game.length, game.state.deal_number


def refuse_starters(game, deals):
    """Enter each card that does not lie below the free crib as its starter (S3)."""
    below = deals.lies_below()
    before = game.state.pack()
    every = range(ALONE, ALONE + DECK, 4) if below and below[0] >= ALONE else range(DECK)
    for card in every if below else ():
        if not among(card, below):
            try:
                game.apply((E.CARD, card))
            except Illegal:
                assert game.state.pack() == before
            else:
                raise AssertionError(f"{card} was taken as the starter of the free crib")


def next_game(game, way, first, seats):
    """Begin another game of the match, which this `way` deals, and check who it is (G15)."""
    state = game.state
    winner, offender, scores = state.winner, state.offender, list(state.scores)
    side_of = state.seating.side_of
    choice = way + 1 if way < 4 else 8 + (way - 4) % seats
    [told] = [e for e in game.apply((E.NEXT, choice)) if e[0] == "next"]
    dealer = get(told, "dealer")
    if choice == 1:
        lost = side_of[dealer]
        assert lost != winner and (offender == NO_SIDE or lost == offender)
        most = max(scores)
        assert not state.preset.backward or offender != NO_SIDE or scores[lost] == most
    elif choice == 2:
        assert side_of[dealer] == winner
    elif choice == 3:
        assert dealer == (first + 1) % seats
    else:
        assert dealer == (NO_SEAT if choice == 4 else choice - 8)


def may_leave(state):
    """Return whether a player may leave, and the game then ends with a winner."""
    return state.phase != at.CUT and len(state.scores) > 1


def end(game, row, entry):
    """Check the winner against the scores."""
    state = game.state
    reached = [side for side, score in enumerate(state.scores) if score == state.target]
    if entry[0] == E.LEAVE:
        best = min if row.backward else max
        left = state.side(entry[1])
        others = [score for side, score in enumerate(state.scores) if side != left]
        assert state.winner != left and state.scores[state.winner] == best(others)
    claimed = entry[0] == E.PENALTY and entry[3] == 2 and not reached
    if claimed:
        assert state.winner != entry[2] and entry[4:] in ((), (state.winner,))
    if claimed or entry[0] == E.LEAVE:
        # One game without a skunk, from the offender alone (G13).
        game = 2 if state.more_options & 7 == 3 else 1
        assert sum(state.stakes) == state.stakes[state.winner] == game
        assert not any(state.skunks)
    elif row.deals_in_game and not reached:
        assert state.winner == NO_SIDE
    elif row.backward:
        rest = [score for side, score in enumerate(state.scores) if side not in reached]
        assert len(reached) == 1 and state.scores[state.winner] == min(rest)
    else:
        assert reached == [state.winner]
    if state.winner != NO_SIDE and state.offender == NO_SIDE:
        expected = [0] * len(state.scores)
        owed = stakes(state)
        expected[state.winner] = sum(owed.values())
        assert list(state.stakes) == expected
        assert debts(state) == [(side, state.winner, due) for side, due in owed.items() if due]
    elif state.winner != NO_SIDE:
        assert [debt[:2] for debt in debts(state)] == [(state.offender, state.winner)]


def stakes(state):
    """Return what the winner collects from each of the others, by the words of ruling G13."""
    # A game, a skunk, a double skunk, a lurch.
    games, skunk, double, lurch = {
        0: (1, 1, 2, 2) if state.track == opt.ONCE_AROUND else (1, 2, 4, 2),
        1: (1, 2, 4, 2),
        2: (1, 1, 2, 2),
        3: (2, 3, 3, 3),
        4: (1, 1, 1, 1),
    }[state.more_options & 7]
    owed = {}
    for side, score in enumerate(state.scores):
        if side == state.winner:
            continue
        if state.preset.backward or state.target not in (61, 121):
            owed[side] = games
        elif state.target == 61:
            owed[side] = lurch if score <= 30 else games
        else:
            owed[side] = double if score <= 60 else skunk if score <= 90 else games
    return owed


if __name__ == "__main__":
    main(
        check,
        __doc__,
        "random_tables: {games:,} games at " + str(len(TABLES)) + " tables, {deals:,} deals,"
        " {entries:,} entries: all as folded again",
    )
