"""Real boards at a broker, any number in one process: for the wall's tests and benches.

python -m tests.club.boards mqtt://127.0.0.1:1883/club --boards 100 --entries-a-second 20
"""

import argparse
import asyncio
import random
import time

from engine_core.games import phases
from engine_core.state.entry_constructors import next_game
from host.boards.names_file import MemoryNames
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.club.address import broker_address
from host.club.publisher import Publisher
from tests.conformance.support.player import PLAIN, Player, start

KIND = next(kind for kind in PLAIN if kind[:3] == (1, 2, 121))
NAMES = "Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Lou Max Nan Oli Pam".split()


class ClubBoard:
    """An App with its page's broadcast, published as a table, and a player who plays on it."""

    def __init__(self, url, seed, names, kind=KIND):
        self.board = VirtualBoard(MemoryStore(), MemoryNames())
        self.publisher = Publisher(broker_address(url), lambda text: None, names)
        self.publisher.follow(self.board.broadcast)
        self._player = Player(seed, careless=0)
        self._kind = kind
        self.tick()

    def tick(self):
        """Run everything due on the board and its page."""
        for _ in range(200):
            self.board.tick()
            link = self.board._board.link
            if link.whole and not link.news:
                return

    @property
    def state(self):
        return self.board.app.game.state

    def enter(self):
        """Enter one more entry; after a game the next one begins."""
        game = self.board.app.game
        if not game.length:
            entry = start(self._kind, 0)
        elif game.state.phase == phases.OVER:
            entry = next_game()
        else:
            entry = self._player.next(game.state)
        self.board.app.enter(entry)
        self.tick()

    def finish(self):
        """Play the game to its end."""
        while self.state.phase != phases.OVER:
            self.enter()

    def close(self):
        self.publisher.close()


def open_boards(url, count, seed=1):
    """Return `count` boards of the club at `url`, with different names of players."""
    found = []
    for n in range(count):
        names = tuple(f"{NAMES[(2 * n + one) % len(NAMES)]}{_round(n)}" for one in (0, 1))
        found.append(ClubBoard(f"{url}/table-{n + 1}", seed + n, names))
    return found


def _round(number):
    times = 2 * number // len(NAMES)
    return f" {times + 1}" if times else ""


async def play(boards, entries_a_second, seconds):
    """Enter `entries_a_second` entries per second, at random boards."""
    dice = random.Random(1)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        dice.choice(boards).enter()
        await asyncio.sleep(1 / entries_a_second)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--boards", type=int, default=16)
    parser.add_argument("--finished", type=int, default=0, help="games that are played first")
    parser.add_argument("--entries", type=int, default=0, help="of each board after those")
    parser.add_argument("--entries-a-second", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    boards = open_boards(options.url, options.boards)
    for n, board in enumerate(boards):
        board.enter()
        for _ in range(options.finished):
            board.finish()
            board.enter()
        for _ in range(options.entries + 7 * n):
            board.enter()
    print("ready", flush=True)
    asyncio.run(play(boards, options.entries_a_second, options.seconds))
    for board in boards:
        board.close()


if __name__ == "__main__":
    main()
