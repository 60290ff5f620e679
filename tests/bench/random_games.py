"""Play whole random games, and hold each against a second opinion and against itself.

Each game is judged by tests/referee.py from its entries alone: dealers, scores, winner, reneges.
Every tenth is taken back to its start and had again, entry by entry, and read from its journal.
"""

import argparse
import sys
import time
from multiprocessing import Pool

from engine_core import journal
from engine_core.entries import CARD, NO_SEAT
from engine_core.game import Game
from engine_core.presets import preset
from tests.conformance.player import FAMILY, Player, start
from tests.conformance.player import Referee as Events
from tests.referee import Referee

CHUNK = 250


def check(number):
    """Play game `number` and check it; return how many entries and deals it had."""
    kind = FAMILY[number % len(FAMILY)]
    seats = kind[1]
    choice = number // len(FAMILY) % (seats + 1)
    dealer = NO_SEAT if choice == seats else choice
    player = Player(number, careless=25)
    game = Game()
    events = Events()
    dealers = []
    reneged = []
    entry = start(kind, dealer)
    while True:
        told = game.apply(entry)
        events.see(game, entry, told)
        dealers += [event[2] for event in told if event[0] == "deal"]
        reneged += [event[1] for event in told if event[0] == "renege"]
        if events.over:
            break
        entry = player.next(game.state)
    events.end(game)
    judged = Referee(
        preset(kind[0]).deal_for(seats).side_of,
        kind[2],
        [entry[1] if entry[0] == CARD else None for entry in game.entries()[1:]],
    ).judge(None if dealer == NO_SEAT else dealer)
    state = game.state
    engine = (list(state.scores), state.winner, dealers, reneged)
    second = (judged.scores, judged.winner, judged.dealers, judged.reneged)
    if engine != second:
        raise AssertionError(f"game {number}: {engine}, and the referee says {second}")
    if number % 10 == 0:
        walk(game)
    return game.length, state.deal


def walk(game):
    """Take `game` back to its start and have it again; read it from its journal."""
    entries = game.entries()
    states = [game.state.pack()]
    while game.length:
        game.undo()
        states.append(game.state.pack())
    for state in reversed(states[:-1]):
        game.redo()
        assert game.state.pack() == state
    data = journal.HEADER
    chain = journal.crc32(data)
    for entry in entries:
        more, chain = journal.record(entry, chain)
        data += more
    again = Game()
    assert journal.replay(again, journal.read(data)[0]) == len(entries)
    assert again.state.pack() == states[0]


def check_chunk(first):
    """Check `CHUNK` games from number `first`; return their entries and deals."""
    found = [check(number) for number in range(first, first + CHUNK)]
    return sum(entries for entries, _ in found), sum(deals for _, deals in found)


def run(games=10_000, seed=0, processes=2, progress=False):
    """Check at least `games`; return games, entries and deals. Raises AssertionError."""
    chunks = -(-games // CHUNK)
    entries = deals = 0
    with Pool(processes) as pool:
        firsts = range(seed, seed + chunks * CHUNK, CHUNK)
        for done, found in enumerate(pool.imap_unordered(check_chunk, firsts), 1):
            entries += found[0]
            deals += found[1]
            if progress:
                print(f"\r{done * CHUNK:>8,} games", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return chunks * CHUNK, entries, deals


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=10_000, help="games (10000)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first game (0)")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (2)")
    arguments = parser.parse_args()
    started = time.perf_counter()
    games, entries, deals = run(
        arguments.count, arguments.seed, arguments.processes, progress=sys.stderr.isatty()
    )
    seconds = time.perf_counter() - started
    print(
        f"random_games: {games:,} games, {deals:,} deals, {entries:,} entries: all as the referee"
        f" says, in {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
