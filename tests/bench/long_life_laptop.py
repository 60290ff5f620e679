"""A day of a laptop in one process, with one simulated clock: a board that it follows, watchers at
its server, a history file, and a broker that is gone twice.

30 games are played; the board is unplugged now and then, watchers leave and others come, and read
the pages of the history. Prints the memory of the process and its file handles for each hour: the
memory may grow by 1 MB an hour at most, and the handles may not become more.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import random
import shutil
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from engine_core.games import phases
from engine_core.state.entry_constructors import next_game
from firmware.keys import keymap
from host.boards import match_publisher, remote
from host.club import connection, game_publisher, publisher
from host.club.address import broker_address
from host.pico.build import engine_hash
from host.web.history_routes import history_routes
from host.web.server import PageServer, listen
from tests.bench.long_life_board import slope
from tests.conformance.support.player import PLAIN, Player, start
from tests.host.disk import MEMORY
from tests.simulation.broker import Broker
from tests.simulation.clock_loop import ClockLoop
from tests.simulation.world import World

HOURS = 24
GAMES = 30
WATCHERS = 200
MB_AN_HOUR_MOST = 1.0
HANDLES_AN_HOUR_MOST = 0.5
_WARM_HOURS = 2  # after which everything is loaded and filled
_TICK = 0.25  # seconds, of the board and of the laptop while something happens
_TICKS = 6  # after an entry
_UNDO = 0.03  # of the entries are taken back, and made again
_OUTAGES = ((6.0, 0.3), (15.0, 1.0))  # the broker is gone: from which hour on, for how long
_UNPLUGGED = ((4.5, 0.1), (12.2, 0.5))  # and so is the board
_CHANGED = 20  # watchers that leave each hour, and others come
_ASKED = ("/", "/board.json", "/game.json", "/game.txt", "/history/games.json", "/history/1.json")
_REQUEST = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n{}\r\n"
_NOW = 1_790_000_000.0  # seconds since 1970, when it begins


class Day:
    """All of it. `measured` has (seconds, MB, file handles) of each hour."""

    def __init__(self, loop: ClockLoop, folder: Path, seed: int):
        self.loop = loop
        self.dice = random.Random(seed)
        self.measured: list[tuple[float, float, int]] = []
        self.games = 0
        self.world = World(seed, loop, folder / "history.sqlite")
        self._begun = loop.time()
        self._watchers: list[socket.socket] = []
        self._player = Player(seed, careless=0)
        self._broker = Broker(self.dice)
        self._clock = SimpleNamespace(
            time=lambda: _NOW + loop.time(), monotonic=loop.time, sleep=lambda seconds: None
        )
        with (
            patch.object(connection, "new_client", self._broker.client),
            patch.object(threading, "Thread", _NoThread),
        ):
            self._publisher = publisher.Publisher(
                broker_address("mqtt://broker/club/a"), lambda text: None, ("Ann", "Ben")
            )
        broadcast = self.world.laptop.broadcast
        self._publisher.follow(broadcast)
        self._socket = listen(0)
        routes = history_routes(folder / "history.sqlite")
        self._server = PageServer(broadcast, "token", routes=routes)

    def clocks(self) -> contextlib.ExitStack:
        """Return a context in which the program reads the simulated clock."""
        stack = contextlib.ExitStack()
        for module in (game_publisher, publisher, match_publisher):
            stack.enter_context(patch.object(module, "time", self._clock))
        return stack

    async def live(self, hours: float, games: int, watchers: int, tell) -> None:
        serving = asyncio.ensure_future(self._server.serve(sockets=[self._socket]))
        while not self._server.started:
            await asyncio.sleep(0.01)
        for _ in range(watchers):
            self._watch()
        seconds = hours * 3600 / games
        for number in range(games):
            await self._play(number, self._begun + (number + 1) * seconds, tell)
        differences = self.world.differences()
        assert not differences, differences
        for one in self._watchers:
            self._leave(one)
        self._server.should_exit = True
        await serving
        self._socket.close()
        self.world.end()

    async def _play(self, number: int, until: float, tell) -> None:
        """Play a game, and go on looking until the time `until`."""
        app = self.world.app
        app.enter(start(self.dice.choice(PLAIN), 0))
        self._player = Player(self.dice.randrange(1 << 30), careless=0)
        left = until - self.loop.time()
        while self.loop.time() < until - left * 0.1:
            if app.game.state.phase != phases.OVER:
                self._enter()
            elif self.dice.random() < 0.5 and app.game.length < 2000:
                app.enter(next_game())
                self.games += 1
                self._player = Player(self.dice.randrange(1 << 30), careless=0)
            for _ in range(_TICKS):
                await self._tick(_TICK)
            await self._tick(self.dice.uniform(5, 30))
            await self._hour(tell)
        self.games += 1
        while self.loop.time() < until:
            await self._tick(10.0)
            await self._hour(tell)

    def _enter(self) -> None:
        app = self.world.app
        app.enter(self._player.next(app.game.state))
        if self.dice.random() < _UNDO and app.game.length > 20:
            app.press(keymap.UNDO)
            app.press(keymap.RIGHT)

    async def _tick(self, seconds: float) -> None:
        """Let time pass, and everyone do what is due."""
        await asyncio.sleep(seconds)
        hour = (self.loop.time() - self._begun) / 3600
        self._broker.is_up = not _within(hour, _OUTAGES)
        if not self._broker.is_up:
            for client in list(self._broker.clients):
                client.lose()
        self._plug(not _within(hour, _UNPLUGGED))
        world = self.world
        world.tick()
        world.app.tidy()
        world.app.erase_ahead()
        world.carry()
        world.laptop.paint()
        news = self._publisher._games._news
        while not news.empty():
            if step := news.get():
                step()
        while world.games.write(self._clock.time()):
            pass

    def _plug(self, is_plugged: bool) -> None:
        world, now = self.world, self.loop.time()
        if is_plugged and not world.is_plugged:
            world.laptop.session.opened(now)
        elif world.is_plugged and not is_plugged:
            world.laptop.session.closed("it is gone")
        world.is_plugged = is_plugged

    # The watchers ---------------------------------------------------------------------------

    def _watch(self) -> None:
        self._watchers.append(self._ask("/events"))

    def _ask(self, path: str, more: str = "") -> socket.socket:
        one = socket.create_connection(("127.0.0.1", self._socket.getsockname()[1]))
        one.sendall(_REQUEST.format(path, more).encode())
        one.setblocking(False)
        self.loop.add_reader(one, self._read, one)
        return one

    def _read(self, one: socket.socket) -> None:
        with contextlib.suppress(BlockingIOError):
            if not one.recv(1 << 18):
                self._leave(one)

    def _leave(self, one: socket.socket) -> None:
        self.loop.remove_reader(one)
        one.close()

    async def _hour(self, tell) -> None:
        """Measure once an hour, after some watchers have left, others come, and pages were
        read."""
        seconds = self.loop.time() - self._begun
        if seconds < 3600 * (len(self.measured) + 1):
            return
        for one in self._watchers[:_CHANGED]:
            self._leave(one)
        del self._watchers[:_CHANGED]
        for _ in range(_CHANGED):
            self._watch()
        for path in _ASKED:
            self._ask(path, "Connection: close\r\n")
        for _ in range(20):
            await self._tick(1.0)
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        handles = len(os.listdir("/proc/self/fd"))
        self.measured.append((seconds, pages * 4096 / 1e6, handles))
        watching = self.world.laptop.broadcast.watchers
        tell(
            f"hour {len(self.measured)}: {self.games} games, {watching} watchers, {handles} file"
            f" handles, {pages * 4096 / 1e6:.1f} MB"
        )


class _NoThread:
    """In place of the thread of a publisher: the day does its work."""

    def __init__(self, target: object, daemon: bool):
        pass

    def start(self) -> None:
        pass

    join = start


def _within(hour: float, times: tuple[tuple[float, float], ...]) -> bool:
    return any(begin <= hour < begin + length for begin, length in times)


def run(hours: float, games: int, watchers: int, seed: int, tell=print) -> Day:
    """Live through so many hours."""
    folder = tempfile.mkdtemp(dir=MEMORY)
    loop = ClockLoop()
    asyncio.set_event_loop(loop)
    digest = engine_hash()

    async def live() -> Day:
        day = Day(loop, Path(folder), seed)
        with day.clocks():
            await day.live(hours, games, watchers, tell)
        return day

    try:
        with (
            patch.object(remote, "monotonic", loop.time),
            patch.object(remote, "engine_hash", lambda: digest),
        ):
            return loop.run_until_complete(live())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
        shutil.rmtree(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=HOURS)
    parser.add_argument("--games", type=int, default=GAMES, help="at least")
    parser.add_argument("--watchers", type=int, default=WATCHERS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    day = run(
        options.hours,
        options.games,
        options.watchers,
        options.seed,
        lambda text: print(text, flush=True),
    )
    warm = day.measured[_WARM_HOURS:] or day.measured
    grown = slope([(at, size) for at, size, _ in warm])
    handles = sorted({count for _, _, count in warm})
    more = slope([(at, count) for at, _, count in warm])
    print(
        f"{len(day.measured)} hours, {day.games} games, {options.watchers} watchers,"
        f" {len(_OUTAGES)} outages of the broker: {grown:+.2f} MB an hour"
        f" (at most {MB_AN_HOUR_MOST}), {warm[0][1]:.0f} to {warm[-1][1]:.0f} MB, {handles[0]} to"
        f" {handles[-1]} file handles ({more:+.2f} an hour); {time.monotonic() - begun:.0f} s"
    )
    sys.exit(grown > MB_AN_HOUR_MOST or more > HANDLES_AN_HOUR_MOST)


if __name__ == "__main__":
    main()
