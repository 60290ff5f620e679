"""Play whole random games, and compare each with an independent referee and with itself.

Each game is judged by tests/referee.py from its entries alone: dealers, scores, winner, reneges.
In half of them a card above 31 may stand for goes, in every seventh a player leaves before its
end, and some hands turn out to be short or long. Every tenth is undone to its start and redone,
entry by entry, and read again, packed.
"""

from engine_core.count.cards import SUITLESS
from engine_core.game.game import Game
from engine_core.game.redo_list import RedoList
from engine_core.game.segment_reader import Reader
from engine_core.games.lookup import preset
from engine_core.games.options import GO_BY_ITSELF, RANKS_ALONE
from engine_core.games.phases import CUT
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.state.entries import CARD, FLUSH, GO, HOLDS, LEAVE, NOBS
from engine_core.state.events import get
from tests import referee
from tests.bench import hand_sizes
from tests.bench.many_games import main
from tests.conformance.support.player import FAMILY, Player, read_back, start
from tests.conformance.support.player import Referee as Events
from tests.referee import Holds, Leaves, Referee


class Miscounting(Player):
    """Also finds now and then that a hand is short or long (G24)."""

    def next(self, state):
        entry = None if self.rand.below(60) else hand_sizes.found(self, state)
        return entry or Player.next(self, state)


def check(number):
    """Play game `number` and check it; return how many entries and deals it had."""
    kind = FAMILY[number % len(FAMILY)]
    seats = kind[1]
    choice = number // len(FAMILY) % (seats + 2)
    dealer = choice if choice < seats else NO_SEAT
    if choice > seats and seats == 4:
        dealer = PARTNERS
    player = Miscounting(number, careless=25)
    game = Game()
    events = Events()
    dealers = []
    reneged = []
    ranks = RANKS_ALONE if number // 3 % 2 else 0
    alone = GO_BY_ITSELF if number // 6 % 2 else 0
    entry = start((*kind[:3], ranks | alone, kind[4]), dealer)
    while True:
        told = game.apply(entry)
        events.see(game, entry, told)
        dealers += [get(event, "dealer") for event in told if event[0] == "deal"]
        reneged += [get(event, "seat") for event in told if event[0] == "renege"]
        if events.over:
            break
        entry = player.next(game.state)
        if number % 7 == 3 and game.length > 10 + number % 90 and game.state.phase != CUT:
            entry = (LEAVE, number % seats)
    if entry[0] != LEAVE:
        events.end(game)
    judged = Referee(
        preset(kind[0]).deal_for(seats).side_of,
        kind[2],
        [to_referee(entry) for entry in game.entries()[1:]],
        bool(ranks),
        bool(alone),
    ).judge({NO_SEAT: None, PARTNERS: referee.PARTNERS}.get(dealer, dealer))
    state = game.state
    engine = (list(state.scores), state.winner, dealers, reneged)
    second = (judged.scores, judged.winner, judged.dealers, judged.reneged)
    if engine != second:
        raise AssertionError(f"game {number}: {engine}, and the referee says {second}")
    if number % 10 == 0:
        walk(game)
    return game.length, state.deal_number


def to_referee(entry):
    """Return `entry` as the referee takes it."""
    if entry[0] == CARD:
        return entry[1] % SUITLESS
    if entry[0] == LEAVE:
        return Leaves(entry[1])
    if entry[0] == HOLDS:
        return Holds(entry[1], entry[2])
    return None if entry[0] == GO else (entry[0] == NOBS, entry[1] if entry[0] == FLUSH else 0)


def walk(game):
    """Undo `game` to its start and redo it; read its packed entries, and resume it from each of
    its segments."""
    entries = game.entries()
    states = [game.state.pack()]
    while game.length:
        game.undo()
        states.append(game.state.pack())
    for state in reversed(states[:-1]):
        game.redo()
        assert game.state.pack() == state
    assert read_back(entries).state.pack() == states[0]
    for segment in game.segments():
        stored = Reader(segment.pack(1, RedoList())[0], 1).segment
        end = stored.first + stored.count
        resumed = Game()
        resumed.take_up([stored], end)
        assert resumed.entries() == entries[segment.first : end]
        assert resumed.state.pack() == states[len(entries) - end]


if __name__ == "__main__":
    main(
        check,
        __doc__,
        "random_games: {games:,} games, {deals:,} deals, {entries:,} entries:"
        " all as the referee says",
    )
