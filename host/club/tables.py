"""The tables of a club on a wall: those at the broker, and a limit on their number.

Anyone may be able to write at the broker. A name that has sent no message of a table gets no
place. If there are too many tables, the places go to those where players of the plan play, then to
those with finished games, with activity, with a view, and with a last will at the broker; among
equals, to those heard last.
"""

import hashlib
import math
import time
from collections.abc import Callable
from typing import NamedTuple

from host.errors import EveningError

from .evening import Evening, parse_evening
from .games import ClubGame
from .inbox import AGAIN, Message
from .standings import Standings, standings, without_plan
from .table import Table
from .topics import GAMES_MOST, ONLINE, is_topic

TABLES_MOST = 256
NEVER_SECONDS = 60.0  # after which a name without a view is not a table
SILENT_SECONDS = 3600.0  # after which an offline table without finished games is removed
_PLAYING = 3  # views sent by a table with activity
_OTHERS_MOST = 1024  # names without a place


class _Other(NamedTuple):
    """A name without a place: its last will, b"" for none, and how many views it has sent."""

    will: bytes
    states: int


class Club:
    """All tables. `changed(table)` is called with each table whose tile has changed, and with None
    for the standings; `read(table, name, payload)` with a game to read for `take_game`; `gone`
    with each table that is removed. clock: returns seconds.
    """

    def __init__(
        self,
        read: Callable[[str, str, bytes], None],
        changed: Callable[[Table | None], None] = lambda table: None,
        gone: Callable[[Table], None] = lambda table: None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.tables: dict[str, Table] = {}  # by topic
        self.plan: Evening | None = None
        self._read = read
        self._changed = changed
        self._gone = gone
        self._clock = clock
        self._players: set[str] = set()  # players of the plan, in lower case
        self._plan_telling = 0
        self._others: dict[str, _Other] = {}  # by name, the newest last
        self._told: Standings | None = None
        self._telling = 0  # how many times the broker has begun to send everything

    def take(self, message: Message) -> None:
        """Handle a message of the broker."""
        topic, payload = message
        if topic == AGAIN:
            self._telling += 1
        elif topic == ("evening",):
            self._take_plan(payload)
        elif is_topic(topic):
            known = self.tables.get(topic[0])
            if known:
                self._take_known(known, topic, payload)
            elif payload:
                self._take_new(topic, payload)

    def forget_missing(self) -> None:
        """Remove everything that the broker has not sent again."""
        if self.plan and self._plan_telling < self._telling:
            self._take_plan(b"")
        for table in list(self.tables.values()):
            missing = [topic for topic, (_, at) in table.topics.items() if at < self._telling]
            for topic in missing:
                self._take_known(table, topic, b"")

    def forget_silent(self) -> None:
        """Remove names that have sent nothing of a table, and tables that have long been offline
        and have no finished game."""
        for name, table in list(self.tables.items()):
            most = SILENT_SECONDS if table.view else NEVER_SECONDS
            is_there = bool(table.games) or (table.online and table.view)
            if not is_there and self._clock() - table.heard > most:
                self._remove(name)

    def take_game(self, name: str, number: str, game: ClubGame | None) -> None:
        """Add a game that was read; `number` is "" for the table's current game."""
        table = self.tables.get(name)
        if not table:
            return
        if number:
            table.take_result(number, game)
            self._told = None
            self._changed(None)
        elif game:
            table.take_game(game)
            self._changed(table)
        if not game:
            table.topics.pop((name, "games", number) if number else (name, "game"), None)
            self._remove_if_none(name, table)

    def standings(self) -> Standings:
        """Return the standings of the plan, or without a plan those of the last evening."""
        if self._told is None:
            games = [
                (result.key(number), result)
                for table in self.tables.values()
                for number, result in table.games.items()
                if result
            ]
            # A laptop that was started as another table tells its last game again, with the names
            # of those who play now: of the same game, what was told when it ended counts.
            games.sort(key=lambda one: one[1].at or math.inf, reverse=True)
            found = dict(games).values()
            self._told = standings(self.plan, found) if self.plan else without_plan(found)
        return self._told

    def _take_plan(self, payload: bytes) -> None:
        self._plan_telling = self._telling
        plan = _plan(payload)
        if plan != self.plan:
            self.plan = plan
            self._players = {name.casefold() for name in plan.players} if plan else set()
            self._told = None
            self._changed(None)

    def _take_new(self, topic: tuple[str, ...], payload: bytes) -> None:
        """Give a new table a place if its first message is valid and there is room."""
        name = topic[0]
        table = Table(name)
        other = self._others.get(name, _Other(b"", 0))
        self._set_online(table, other.will)
        table.states = other.states
        if not self._apply(table, topic, payload):
            return
        if len(self.tables) >= TABLES_MOST:
            last = min(self.tables, key=lambda one: self._rank(self.tables[one]))
            if self._rank(self.tables[last]) > self._rank(table):
                self._remember(name, table)
                return
            self._remove(last)
        self._others.pop(name, None)
        self.tables[name] = table
        self._note(table, topic, payload)
        self._tell(table, topic, payload)

    def _take_known(self, table: Table, topic: tuple[str, ...], payload: bytes) -> None:
        digest = _digest(payload)
        table.heard = self._clock()
        if not payload and topic not in table.topics:
            return
        if table.topics.get(topic, (b"", 0))[0] == digest:
            table.topics[topic] = digest, self._telling
            return
        is_more = topic not in table.topics and len(topic) == 3
        if is_more and sum(len(one) == 3 for one in table.topics) >= GAMES_MOST:
            return
        self._note(table, topic, payload)
        if self._apply(table, topic, payload):
            self._tell(table, topic, payload)
        if not payload:
            self._remove_if_none(topic[0], table)

    def _note(self, table: Table, topic: tuple[str, ...], payload: bytes) -> None:
        if payload:
            table.topics[topic] = _digest(payload), self._telling
        else:
            table.topics.pop(topic, None)

    def _apply(self, table: Table, topic: tuple[str, ...], payload: bytes) -> bool:
        """Apply a message to the table; return whether it is a valid one. Games are only read
        later."""
        table.heard = self._clock()
        if topic[1] == "online":
            return self._set_online(table, payload)
        if topic[1] != "state":
            return True
        if payload:
            return table.take_state(payload, self._clock())
        table.view = None
        return True

    def _tell(self, table: Table, topic: tuple[str, ...], payload: bytes) -> None:
        if topic[1] in ("game", "games"):
            self._read(topic[0], topic[2] if len(topic) == 3 else "", payload)
        else:
            self._changed(table)

    def _set_online(self, table: Table, payload: bytes) -> bool:
        if payload and payload not in ONLINE:
            return False
        table.has_will = bool(payload)
        table.online = payload == ONLINE[True]
        table.show()
        return True

    def _rank(self, table: Table) -> tuple[int, float]:
        """Return a sort key: tables with a higher one keep their places longer."""
        planned = table.is_named_by(self._players)
        plays = table.states >= _PLAYING
        signs = (planned, bool(table.games), plays, table.view is not None, table.has_will)
        return sum(sign << n for n, sign in enumerate(reversed(signs))), table.heard

    def _remove_if_none(self, name: str, table: Table) -> None:
        """Remove a table that has no data and no game waiting to be read, unless it is gone."""
        waits = any(topic[1] in ("game", "games") for topic in table.topics)
        is_here = self.tables.get(name) is table
        if is_here and not (table.view or table.games or table.has_will or waits):
            self._remove(name)

    def _remove(self, name: str) -> None:
        table = self.tables.pop(name)
        self._remember(name, table)
        if table.games:
            self._told = None
            self._changed(None)
        self._gone(table)

    def _remember(self, name: str, table: Table) -> None:
        """Remember the messages of a table without a place that it does not repeat."""
        self._others.pop(name, None)
        if table.has_will or table.states:
            will = ONLINE[table.online] if table.has_will else b""
            self._others[name] = _Other(will, table.states)
            if len(self._others) > _OTHERS_MOST:
                del self._others[next(iter(self._others))]


def _digest(payload: bytes) -> bytes:
    return hashlib.sha256(payload).digest()[:16] if payload else b""


def _plan(payload: bytes) -> Evening | None:
    try:
        return parse_evening(payload.decode("utf-8")) if payload else None
    except (EveningError, UnicodeDecodeError):
        return None
