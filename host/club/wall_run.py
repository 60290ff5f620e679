"""Runs a wall: messages from the broker, its pages on this computer, and those in the network."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from starlette.applications import Starlette

from host.web.broadcast import Broadcast, Gate
from host.web.loop import run
from host.web.run import Sharing, serve_until_stopped
from host.web.server import StreamServer
from host.web.share import Share

from .address import BrokerAddress
from .inbox import Inbox, Subscriber
from .reader import GameReader
from .table import Table
from .tables import Club
from .wall import wall_app
from .wall_broadcast import WallBroadcast

_TAKE_SECONDS = 0.04
_TILES_SECONDS = 0.25  # seconds between changes of tiles; longer if many watch
_TILES_SECONDS_A_WATCHER = 0.0004
_PAINT_SECONDS = 0.1
_MISSING_SECONDS = 10.0  # after which the broker has sent all that it has
_SILENT_SECONDS = 20.0  # between removals of silent tables


class Wall:
    """A club's tables, and their broadcasts to watchers. `run` never returns."""

    def __init__(
        self,
        address: BrokerAddress,
        delay: float,
        history: Path | None,
        tell: Callable[[str], None],
    ):
        self._dirty: dict[str, Table] = {}
        self._standings_changed = True
        self._shown: set[str] = set()  # ids
        self._all_changed = False  # no event says that a table has gone
        self._delay = delay
        board = f"{address.host}/{address.topic}"
        self._reader = GameReader(self._take_game, history, board, tell, delay)
        self.club = Club(self._reader.read, self._note, self._leave)
        self._inbox = Inbox(delay, known=self.club.tables.__contains__)
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
        tiles = [table.tile() for table in self.club.tables.values() if table.view]
        return {"tables": tiles, "standings": self._rows()}

    async def run(self) -> None:
        """Take the broker's messages and show them, forever."""
        await asyncio.gather(self._take(), self._paint(), self._show(), self._forget())

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
            if self._all_changed:
                self.broadcast.publish_view({**self.whole(), "whole": True})
            elif self._dirty or self._standings_changed:
                change: dict = {"tables": [table.tile() for table in self._dirty.values()]}
                if self._standings_changed:
                    change["standings"] = self._rows()
                self.broadcast.publish_view(change)
            self._dirty, self._standings_changed, self._all_changed = {}, False, False
            watched = self.broadcast.watchers * _TILES_SECONDS_A_WATCHER
            await asyncio.sleep(max(_TILES_SECONDS, watched))

    async def _forget(self) -> None:
        while True:
            await asyncio.sleep(_SILENT_SECONDS)
            self.club.forget_silent()

    def _rows(self) -> list[dict]:
        return [row._asdict() for row in self.club.standings().rows]

    def _note(self, table: Table | None) -> None:
        if not table:
            self._standings_changed = True
        elif table.view:
            self._dirty[table.id] = table
            self._shown.add(table.id)
        else:
            self._hide(table)

    def _hide(self, table: Table) -> None:
        self._dirty.pop(table.id, None)
        if table.id in self._shown:
            self._shown.remove(table.id)
            self._all_changed = True

    def _leave(self, table: Table) -> None:
        self._hide(table)
        table.broadcast.close()

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

    history: the file to store its games in, None for none; tell: called with texts for the person.
    """

    async def everything() -> None:
        wall = Wall(address, sharing.delay, history, tell)

        def app(**more) -> Starlette:
            given = {"history": history, "delay": sharing.delay}
            return wall_app(wall.club, wall.broadcast, **given, **more)

        def make_app(hosts: Callable[[], frozenset[str]], gate: Gate) -> Starlette:
            return app(hosts=hosts, gate=gate)

        share = Share(sock.getsockname()[1], "", make_app, sharing.addresses)
        server = StreamServer(app(addresses=share.watch_urls), wall.broadcasts)
        try:
            await serve_until_stopped(server, sock, share, sharing, [wall.run(), share.run()])
        finally:
            wall.close()

    with contextlib.suppress(KeyboardInterrupt):
        run(everything())
