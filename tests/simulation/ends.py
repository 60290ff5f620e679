"""The board's surroundings in the simulation: a clock, cables, a disk, the history, and pages."""

import asyncio
import contextlib
import json
from collections import deque

from host.history.games import split
from host.history.recorder import Keeper
from host.history.store import History
from host.link.packed_match import packed_match

LONG = 12  # entries: two games of so many do not agree by chance


class Clock:
    """The loop's time in milliseconds, as the board's port."""

    def ms(self):
        return int(asyncio.get_running_loop().time() * 1000) & 0x3FFFFFFF


class Cable:
    """One direction of the link: bytes on their way, spoilt by `dice` at the rate `fault`."""

    def __init__(self, dice):
        self.fault = 0.0
        self._dice = dice
        self._waiting = deque()  # (due, bytes)

    def send(self, line, now):
        for piece in self._spoilt(line):
            late = self._dice.random() * 0.2 if self._dice.random() < self.fault else 0.0
            last = self._waiting[-1][0] if self._waiting else 0.0
            self._waiting.append((max(now + late, last), piece))

    def arrived(self, now):
        """Return the bytes that have arrived."""
        data = b""
        while self._waiting and self._waiting[0][0] <= now:
            data += self._waiting.popleft()[1]
        return data

    def cut(self):
        self._waiting.clear()

    def _spoilt(self, line):
        dice = self._dice
        if dice.random() >= self.fault:
            return [line]
        cut = dice.randrange(len(line) + 1)
        bent = bytearray(line)
        bent[dice.randrange(len(line))] ^= 1 << dice.randrange(8)
        return dice.choice(([], [line[:cut]], [line[cut:]], [line, line], [bytes(bent)]))


class Disk:
    """The laptop's copy of the game, which outlives the program; a full disk takes none."""

    def __init__(self):
        self.data = b""
        self.is_full = False
        self.failed = False

    def read(self):
        return self.data

    def write(self, game):
        self.failed = self.is_full
        if not self.failed:
            self.data = game


class Laptop:
    """A laptop's disk except for the copy: the games, and those that the program has yet to write,
    which are lost when it is killed."""

    def __init__(self, path):
        self.path = path
        self._keeper = None
        self._waiting = deque()

    def start(self, broadcast):
        """Start the program; the one before was killed."""
        if self._keeper:
            self._keeper.close()
        self._waiting = deque()
        self._keeper = Keeper(self.path, "board")
        waiting = self._waiting
        broadcast.listeners.append(
            lambda kind, told: kind in ("match", "archive") and waiting.append(told)
        )

    def write(self, now):
        """Write one of the waiting events; return whether there was any."""
        if self._waiting:
            self._keeper.keep(self._waiting.popleft(), now)
            return True
        return False

    def close(self):
        self._keeper.close()

    def differences(self, game):
        """Return whether a game of the match `game` is missing or different, and whether any game
        is there twice."""
        with contextlib.closing(History(self.path)) as history:
            kept = [
                tuple(entry for _, entry in history.entries(one.id)) for one in history.games()
            ]
        match = split(packed_match(game)) if game.length else []
        played = [one.entries for one in match if len(one.entries) > 1]
        found = [] if all(one in kept for one in played) else ["the history"]
        long = [one for one in kept if len(one) >= LONG]
        return found if len(set(long)) == len(long) else [*found, "a game that is there twice"]


class Page:
    """A browser's page: its stream of events, and the newest view that has come."""

    def __init__(self, world):
        self._world = world
        self._source = None
        self._stalled = False
        self.seen = self.frame = 0
        self.view = None
        self.last_id = ""

    @property
    def stalled(self):
        return self._stalled

    @stalled.setter
    def stalled(self, stalled):
        self._stalled = stalled
        if self._source:
            self._source.catch_up(self)

    def open(self, keeps_id):
        """Connect or reconnect to the laptop; a reloaded page has no last id."""
        self.close()
        self._source = self._world.laptop.broadcast
        self._source.join(self, self.last_id if keeps_id else "")

    def close(self):
        if self._source:
            self._source.leave(self)
            self._source = None

    def ready(self):
        return not self._stalled

    def write(self, chunk):
        size, _, rest = chunk.partition(b"\r\n")
        for event in rest[: int(size, 16)].decode("ascii").split("\n\n"):
            self._take(event)

    def end(self):
        self._source = None

    def _take(self, event):
        fields = dict(line.split(": ", 1) for line in event.split("\n") if line)
        if fields.get("event") == "view":
            self.view = json.loads(fields["data"])
            self.last_id = fields["id"]
