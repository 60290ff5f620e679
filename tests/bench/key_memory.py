"""The memory of a board with its page while keys are pressed without end: it must stay flat.

The board is the virtual one in this process, with its server, one page that watches, and a second
one that never reads; games are played one after another, and entries are undone and redone.
"""

import argparse
import asyncio
import contextlib
import gc
import random
import sys
from pathlib import Path

from engine_core.games import phases
from engine_core.state.entry_constructors import next_game
from firmware.keys import keymap
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.web.server import PageServer, listen
from tests.conformance.support.player import PLAIN, Player, start

BUDGET_MB = 5.0
_WARM = 10_000  # keys after which everything is loaded and filled
_KIND = next(kind for kind in PLAIN if kind[:3] == (1, 2, 121))
_UNDO = 0.02  # of keys; redone at once
_REQUEST = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def run(keys: int, warm: int = _WARM) -> float:
    """Return the growth of the memory over `keys` entries, after `warm` others, in MB."""
    return asyncio.run(_run(keys, warm))


async def _run(keys: int, warm: int) -> float:
    board = VirtualBoard(MemoryStore())
    sock = listen(0)
    server = PageServer(board.broadcast, "token")
    serving = asyncio.ensure_future(server.serve(sockets=[sock]))
    port = sock.getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    _, deaf = await asyncio.open_connection("127.0.0.1", port, limit=1)
    for one in (writer, deaf):
        one.write(_REQUEST)
    reading = asyncio.ensure_future(_read(reader))
    play = _Play(board)
    await play.enter(warm)
    before = _memory()
    await play.enter(keys)
    grown = _memory() - before
    reading.cancel()
    for one in (writer, deaf):
        one.close()
    server.should_exit = True
    with contextlib.suppress(ConnectionError):
        await serving
    sock.close()
    return grown


class _Play:
    def __init__(self, board: VirtualBoard):
        self._board = board
        self._dice = random.Random(1)
        self._player = Player(1, careless=0)
        board.app.enter(start(_KIND, 0))

    async def enter(self, keys: int) -> None:
        app = self._board.app
        for number in range(keys):
            if app.game.state.phase == phases.OVER:
                app.enter(next_game())
                self._player = Player(number, careless=0)
            elif self._dice.random() < _UNDO and app.game.length > 20:
                app.press(keymap.UNDO)
                self._board.tick()
                app.press(keymap.RIGHT)
            else:
                app.enter(self._player.next(app.game.state))
            self._board.tick()
            await asyncio.sleep(0)


async def _read(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


def _memory() -> float:
    """Return the resident memory of this process in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=100_000)
    options = parser.parse_args()
    grown = run(options.keys)
    print(f"{options.keys} entries: memory {grown:+.1f} MB (budget {BUDGET_MB} MB)")
    if grown > BUDGET_MB:
        sys.exit(1)


if __name__ == "__main__":
    main()
