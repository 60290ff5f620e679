"""Runs a wall: what comes from the broker, its pages here, and those in the network."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from starlette.applications import Starlette

from host.web.broadcast import Broadcast, Gate
from host.web.run import Sharing, serve_until_stopped
from host.web.server import StreamServer
from host.web.share import Share

from .address import BrokerAddress
from .inbox import Inbox, Subscriber
from .reader import GameReader
from .tables import Club, Table
from .wall import wall_app
from .wall_broadcast import WallBroadcast

_TAKE_SECONDS = 0.04
_TILES_SECONDS = 0.25  # between changes of tiles; longer where many watch
_TILES_SECONDS_A_WATCHER = 0.0004
_PAINT_SECONDS = 0.1
_MISSING_SECONDS = 10.0  # after which the broker has told all that it has


class Wall:
    """A club's tables and what watchers see of them. `run` never returns."""

    def __init__(
        self,
        address: BrokerAddress,
        delay: float,
        history: Path | None,
        tell: Callable[[str], None],
    ):
        self._dirty: dict[str, Table] = {}
        self._standings_changed = True
        self._delay = delay
        self._inbox = Inbox(delay)
        board = f"{address.host}/{address.topic}"
        self._reader = GameReader(self._take_game, history, board, tell)
        self.club = Club(self._reader.read, self._note)
        self.broadcast = WallBroadcast(self.whole)
        self.broadcast.publish_view(self.whole())
        self._subscriber = Subscriber(address, self._inbox, tell)

    def close(self) -> None:
        self._subscriber.close()
        self._reader.close()

    def broadcasts(self) -> Iterator[Broadcast]:
        yield self.broadcast
        for table in self.club.tables.values():
            yield table.broadcast

    def whole(self) -> dict:
        """Return all tiles and the standings."""
        tiles = [table.tile() for table in self.club.tables.values()]
        return {"tables": tiles, "standings": self._rows()}

    async def run(self) -> None:
        """Take what the broker sends, and show it, for ever."""
        await asyncio.gather(self._take(), self._paint(), self._show())

    async def _take(self) -> None:
        while True:
            for message in self._inbox.take():
                if message.topic == ("again",):
                    loop = asyncio.get_running_loop()
                    loop.call_later(_MISSING_SECONDS, self.club.forget_missing)
                self.club.take(message)
                await asyncio.sleep(0)
            await asyncio.sleep(_TAKE_SECONDS)

    async def _paint(self) -> None:
        while True:
            for table in list(self.club.tables.values()):
                table.paint()
            await asyncio.sleep(_PAINT_SECONDS)

    async def _show(self) -> None:
        while True:
            if self._dirty or self._standings_changed:
                change: dict = {"tables": [table.tile() for table in self._dirty.values()]}
                if self._standings_changed:
                    change["standings"] = self._rows()
                self._dirty, self._standings_changed = {}, False
                self.broadcast.publish_view(change)
            watched = self.broadcast.watchers * _TILES_SECONDS_A_WATCHER
            await asyncio.sleep(max(_TILES_SECONDS, watched))

    def _rows(self) -> list[dict]:
        return [row._asdict() for row in self.club.standings().rows]

    def _note(self, table: Table | None) -> None:
        if table:
            self._dirty[table.id] = table
        else:
            self._standings_changed = True

    def _take_game(self, table: str, number: str, game) -> None:
        self.club.take_game(table, number, game)


def run_wall(
    address: BrokerAddress,
    sock: socket.socket,
    sharing: Sharing,
    history: Path | None,
    tell: Callable[[str], None],
) -> None:
    """Serve the wall of the club at `address` on `sock` until Ctrl-C.

    history: the file to keep its games in, None for none; tell: called with texts for the person.
    """

    async def everything() -> None:
        wall = Wall(address, sharing.delay, history, tell)

        def app(**more) -> Starlette:
            given = {"history": history, "delay": sharing.delay}
            return wall_app(wall.club, wall.broadcast, **given, **more)

        def make_app(hosts: Callable[[], frozenset[str]], gate: Gate) -> Starlette:
            return app(hosts=hosts, gate=gate)

        share = Share(sock.getsockname()[1], "", make_app, sharing.addresses)
        server = StreamServer(app(), wall.broadcasts)
        try:
            await serve_until_stopped(server, sock, share, sharing, [wall.run(), share.run()])
        finally:
            wall.close()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(everything())
