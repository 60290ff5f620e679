"""A club's evening in one process, with one clock: tables, a broker, two walls, and phones that
watch them. Tables come and go, the broker restarts, clocks differ, messages are late, come twice,
or are forged by a bad table. In the end all show what was played.
"""

import asyncio
import json
import random
import shutil
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.state.entry_constructors import next_game
from hardware.board import KEYS
from host.boards import match_publisher
from host.boards.names_file import MemoryNames
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.club import connection, game_publisher, publisher, reader
from host.club.address import broker_address
from host.club.games import made
from host.club.publisher import Publisher
from host.club.standings import result_of
from host.club.wall_run import Wall
from host.history.games import split
from host.history.store import History, game_digest
from host.link.packed_match import packed_match
from host.mirror.view import checked_view
from tests.club.boards import NAMES
from tests.conformance.support.player import PLAIN, Player, start
from tests.simulation.broker import Broker
from tests.simulation.clock_loop import ClockLoop
from tests.simulation.ends import Page
from tests.simulation.idle import Idle
from tests.simulation.world import MEMORY

CLUB = "mqtt://broker/club"
TABLES = 20
STEPS = 1200
NOW = 1_790_000_000.0  # seconds since 1970, when it begins
RECOVERY_SECONDS = 120.0
_APART_SECONDS = 3600.0  # how far clocks may differ
_FAULTS = 0.05  # a step
_UNDO = KEYS.index("UNDO")
_KINDS = [kind for kind in PLAIN if kind[1] == 2 and kind[2] in (31, 61)]  # short games


class Table:
    """A board with its players, whose program publishes it, ends, and is started again."""

    def __init__(self, evening, number):
        self.evening = evening
        self.name = f"table-{number + 1}"
        self.names = tuple(f"{NAMES[(2 * number + one) % 16]} {number // 8}" for one in (0, 1))
        self.offset = evening.dice.uniform(-_APART_SECONDS, _APART_SECONDS)
        self.matches = []  # as they were entered
        self._store = MemoryStore()
        self._player = Player(evening.dice.randrange(1 << 30), careless=0)
        self._last = None
        self.publisher = None
        self.open()

    def open(self):
        """Start the program."""
        with self.evening.clock(self.offset):
            self.board = VirtualBoard(self._store, MemoryNames())
            self.publisher = Publisher(
                broker_address(f"{CLUB}/{self.name}"), lambda text: None, self.names
            )
            self.publisher.follow(self.board.broadcast)
            self.tick()

    def close(self, is_killed):
        """End the program."""
        self.work()
        if is_killed:
            self.publisher._client.kill()
        else:
            self.publisher._games.close()
            self.work()
            self.publisher.close()
        self.publisher = None

    def tick(self):
        for _ in range(200):
            self.board.tick()
            link = self.board._board.link
            if link.whole and not link.news:
                return

    def work(self):
        """Do what the thread that publishes games does."""
        news = self.publisher._games._news
        if news.empty():
            return
        with self.evening.clock(self.offset):
            while not news.empty():
                if step := news.get():
                    step()

    def enter(self):
        """Enter something; after a game the next one begins, or another match."""
        dice, app = self.evening.dice, self.board.app
        over = app.game.state.phase == phases.OVER
        if not app.game.length or (over and dice.random() < 0.2):
            entry = start(dice.choice(_KINDS), 0)
            self.matches.append(Game())
        elif over and self._last and dice.random() < 0.2:
            self._undo()
            return
        else:
            entry = next_game() if over else self._last or self._player.next(app.game.state)
        self._last = None
        with self.evening.clock(self.offset):
            app.enter(entry)
            self.matches[-1].apply(entry)
            if app.game.state.phase == phases.OVER:
                self._last = entry  # which may be taken back, and entered again
            self.tick()

    def _undo(self):
        """Take the last entry of a game back; `enter` makes it again."""
        game = self.board.app.game
        before = game.length
        with self.evening.clock(self.offset):
            self.board.app.press(_UNDO)
            self.tick()
        if self.board.app.game.length < before:
            self.matches[-1].undo()

    def finished(self):
        """Return the finished games, as the club knows them."""
        found = []
        for match in self.matches:
            for one in split(packed_match(match)) if match.length else []:
                game = made(one, 0.0, (), self.names)
                found += [game] if game.result["over"] else []
        return found

    def results(self):
        """Return the results of those that count."""
        return [one for one in map(result_of, self.finished()) if one]


class Phone(Page):
    """A phone that watches a wall: it has whole states and changes."""

    def __init__(self, wall):
        super().__init__(SimpleNamespace(laptop=wall))
        self.tiles, self.standings = {}, None

    def _take(self, event):
        self.view = None
        super()._take(event)
        if not self.view:
            return
        if self.view.get("whole"):
            self.tiles = {}
        self.tiles |= {tile["id"]: tile for tile in self.view["tables"]}
        self.standings = self.view.get("standings", self.standings)


class Evening:
    """All of it."""

    def __init__(self, seed, loop, folder, tables):
        self.dice = random.Random(seed)
        self.loop = loop
        self.log = []
        self.broker = Broker(self.dice)
        self.time = SimpleNamespace(
            time=lambda: NOW + loop.time() + self._offset,
            monotonic=loop.time,
            sleep=lambda seconds: None,
        )
        self._offset = 0.0
        self._folder = folder
        self._tasks = []
        with patch.multiple(connection, new_client=self.broker.client):
            self.tables = [Table(self, number) for number in range(tables)]
            self.walls = [self._wall(folder / f"wall-{n}.sqlite") for n in range(2)]
        self.phones = [Phone(wall) for wall in self.walls for _ in range(2)]
        for phone in self.phones:
            phone.open(keeps_id=False)

    def clock(self, offset):
        """Return a context in which programs read a computer's clock that is off by `offset`."""
        return patch.object(self, "_offset", offset)

    def _wall(self, path):
        wall = Wall(broker_address(CLUB, is_club=True), 0.0, path, self.note)
        wall.club._clock = wall._inbox._clock = self.loop.time
        self._tasks.append(asyncio.ensure_future(wall.run()))
        return wall

    def note(self, what):
        self.log.append(f"{self.loop.time():.1f} {what}")

    def work(self):
        """Do what the threads of all programs do."""
        for table in self.tables:
            if table.publisher:
                table.work()
        for wall in self.walls:
            while wall._reader._waiting:
                wall._reader._read_next()

    def step(self):
        table = self.dice.choice(self.tables)
        if table.publisher:
            table.enter()
        if self.dice.random() < _FAULTS:
            fault = self.dice.choice(_FAULT_KINDS)
            self.note(fault.__name__.strip("_"))
            fault(self)
        if self.dice.random() < 0.8:
            self.work()

    def calm(self):
        """End all faults."""
        self.note("nothing goes wrong any more")
        self.broker.is_up = True
        self.broker.fault = 0.0
        for table in self.tables:
            if not table.publisher:
                table.open()

    def differences(self):
        """Return what is not as it was played."""
        found = []
        played = {one.id() for table in self.tables for one in table.finished()}
        for number, wall in enumerate(self.walls):
            tables = wall.club.tables
            for table in self.tables:
                shown = tables.get(table.name)
                view = checked_view(json.loads(json.dumps(table.board.view())))
                if not shown or not shown.online or shown.view != view:
                    found.append(f"{table.name} on wall {number}")
            ids = {one for table in tables.values() for one in table.games}
            if ids != played:
                found.append(f"the games of wall {number}")
            shown = {one[:3] for table in tables.values() for one in table.games.values() if one}
            if shown != {one[:3] for table in self.tables for one in table.results()}:
                found.append(f"the results of wall {number}")
        if self.walls[0].whole()["standings"] != self.walls[1].whole()["standings"]:
            found.append("the standings")
        for number, phone in enumerate(self.phones):
            whole = json.loads(json.dumps(self.walls[number // 2].whole()))
            tiles = {tile["id"]: tile for tile in whole["tables"]}
            if phone.tiles != tiles or phone.standings != whole["standings"]:
                found.append(f"phone {number}")
        return found or self._histories(played)

    def _histories(self, played):
        found = []
        for number, wall in enumerate(self.walls):
            history = History(wall._reader._path)
            kept = {
                game_digest(entry for _, entry in history.entries(one.id))[:16]
                for one in history.games()
                if one.result["over"]
            }
            history.close()
            if not played <= kept:
                found.append(f"the history of wall {number}")
        return found

    async def end(self):
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for phone in self.phones:
            phone.close()
        for wall in self.walls:
            if wall._reader._history:
                wall._reader._history.close()


def _restart_the_broker(evening):
    if evening.broker.is_up:
        evening.broker.stop()
        evening.loop.call_later(evening.dice.uniform(1, 30), _start_the_broker, evening)


def _start_the_broker(evening):
    evening.broker.is_up = True


def _open_or_close_a_table(evening):
    table = evening.dice.choice(evening.tables)
    if not table.publisher:
        table.open()
    elif table.publisher._client.is_connected():
        # What ended without a broker is not at the broker if the program is killed before it is
        # told what is there; the history of that computer has it.
        is_told = table.publisher._games._told
        table.close(is_told and evening.dice.random() < 0.5)


def _pull_a_cable(evening):
    if evening.broker.clients:
        evening.dice.choice(evening.broker.clients).lose()


def _spoil_the_network(evening):
    evening.broker.fault = evening.dice.choice((0.0, 0.2, 0.7))


def _forge(evening):
    """A table that the organiser did not invite writes under the names of others."""
    dice, broker = evening.dice, evening.broker
    table = dice.choice(evening.tables).name
    retained = [topic for topic in broker.retained if "/games/" in topic]
    shown = broker.retained.get(f"club/{table}/state", b"{}")
    forged = (
        ("state", shown[: len(shown) // 2]),
        ("state", b'{"boot": "ff", "seq": 1e9, "at": 0, "view": {}}'),
        ("games/0123456789abcdef", b'{"begun": 0, "at": 1, "names": [], "entries": "RAEC"}'),
        ("online", b"2"),
        ("game", b"[" * 500),
    )
    if retained and broker.is_up:
        topic = dice.choice(retained)
        broker.publish(f"club/{table}/games/{topic[-16:][::-1]}", broker.retained[topic], False)
    for name, payload in forged:
        if broker.is_up and dice.random() < 0.5:
            broker.publish(f"club/{table}/{name}", payload, False)


def _load_a_phone_anew(evening):
    evening.dice.choice(evening.phones).open(keeps_id=evening.dice.random() < 0.5)


_FAULT_KINDS = (
    _restart_the_broker,
    _open_or_close_a_table,
    _open_or_close_a_table,
    _open_or_close_a_table,
    _pull_a_cable,
    _pull_a_cable,
    _spoil_the_network,
    _forge,
    _forge,
    _load_a_phone_anew,
)


async def _live(evening, steps):
    for _ in range(steps):
        evening.step()
        await asyncio.sleep(evening.dice.choice((0.05, 0.2, 1.0)))
    evening.calm()
    await asyncio.sleep(5)
    for table in evening.tables:
        table.enter()
    end = evening.loop.time() + RECOVERY_SECONDS
    while True:
        evening.work()
        await asyncio.sleep(1)
        if not (differences := evening.differences()):
            return
        assert evening.loop.time() < end, f"not as it was played: {', '.join(differences)}"


def simulate(seed, tables=TABLES, steps=STEPS):
    """Play one evening of this seed. Raises AssertionError with the seed and what happened."""
    folder = tempfile.mkdtemp(dir=MEMORY)
    loop = ClockLoop()
    asyncio.set_event_loop(loop)
    evening = None

    async def play():
        nonlocal evening
        evening = Evening.__new__(Evening)
        evening.log = []
        try:
            with patch.object(threading, "Thread", Idle):
                evening.__init__(seed, loop, Path(folder), tables)
                clocks = [
                    patch.object(module, "time", evening.time)
                    for module in (game_publisher, publisher, reader, match_publisher)
                ]
                client = patch.object(connection, "new_client", evening.broker.client)
                with client, clocks[0], clocks[1], clocks[2], clocks[3]:
                    await _live(evening, steps)
        finally:
            if hasattr(evening, "phones"):
                await evening.end()

    try:
        loop.run_until_complete(play())
    except Exception as why:
        happened = "\n".join(evening.log[-40:] if evening else [])
        raise AssertionError(f"seed {seed}: {why}\n{happened}") from why
    finally:
        asyncio.set_event_loop(None)
        loop.close()
        shutil.rmtree(folder)
    return evening
