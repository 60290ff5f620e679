"""A wall: all tables of a club on one page, each table's page behind its tile, the standings, and
the games of the history. All routes answer only GET."""

import asyncio
import time
from collections.abc import Callable, Collection
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import Receive, Scope, Send

from hardware import geometry
from host.history.game_answers import match_percents
from host.web.addresses import LOCAL_HOSTS
from host.web.broadcast import Broadcast, Gate
from host.web.chance_route import chance_route
from host.web.figures_route import figures_route
from host.web.game_route import game_route
from host.web.history_routes import history_routes
from host.web.link_address import Addresses, no_addresses
from host.web.linked_route import linked_route
from host.web.page_files import page_routes
from host.web.record_route import record_route
from host.web.server import (
    VIEWS,
    WATCHERS_AN_ADDRESS,
    drawing_route,
    secured,
)
from host.web.streams import Streams, event_stream

from .sheet import sheet
from .standings import as_json
from .table import Table
from .tables import Club
from .wall_broadcast import WallBroadcast

_WALL_VIEWS = {"history": "history.html"}
_LINKS = '<header><a href="/">The tables</a></header>\n'
_STYLE = (
    '<link rel="icon" href="/page/icon.svg" type="image/svg+xml">\n'
    '<link rel="stylesheet" href="/page/sheet.css">'
)
_CHANCES_SECONDS = 3.0
_CHANCES_REST = 4  # computing takes at most a fifth of the time


def wall_app(
    club: Club,
    broadcast: WallBroadcast,
    *,
    history: Path | None = None,
    delay: float = 0.0,
    hosts: Callable[[], Collection[str]] = lambda: LOCAL_HOSTS,
    gate: Gate | None = None,
    addresses: Addresses = no_addresses,
) -> Starlette:
    """Return the application of a wall. delay: of everything from the broker, in seconds; the
    others as for host.web.server.create_app."""
    streams = Streams(WATCHERS_AN_ADDRESS if gate else None)

    def events_of(source: Broadcast) -> Route:
        async def events(request: Request) -> Response:
            left = streams.add(False, request.client.host if request.client else "")
            return event_stream(request, source, gate, left)

        return Route("/events", events)

    async def standings(request: Request) -> Response:
        return HTMLResponse(sheet(club.standings(), _STYLE, _LINKS))

    async def standings_as_json(request: Request) -> Response:
        return JSONResponse(as_json(club.standings()))

    async def about(request: Request) -> Response:
        return JSONResponse({"delay": delay, "sides": geometry.as_json()["sides"]})

    def table_routes(table: Table) -> list[BaseRoute]:
        return [
            page_routes("index.html", VIEWS)[0],
            drawing_route(table.broadcast, False, delay),
            events_of(table.broadcast),
            chance_route(lambda request: table.broadcast),
            figures_route(lambda request: table.broadcast),
            game_route(lambda request: table.broadcast, addresses),
            record_route(table.broadcast),
        ]

    return secured(
        [
            *page_routes("wall.html", _WALL_VIEWS),
            events_of(broadcast),
            Route("/wall.json", about),
            Route("/standings", standings),
            Route("/standings.json", standings_as_json),
            _chances_route(club),
            linked_route(addresses),
            Mount("/table", app=TablePages(club, table_routes)),
            *(history_routes(history, delay, addresses) if history else []),
        ],
        hosts,
    )


class TablePages:
    """The pages of the tables: /table/ID/ has the routes `routes_of(table)`."""

    def __init__(self, club: Club, routes_of: Callable[[Table], list[BaseRoute]]):
        self.routes_of = routes_of
        self._club = club
        self._routers: dict[str, tuple[Table, Router]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"][len(scope["root_path"]) :]
        number = path.lstrip("/").partition("/")[0]
        here = {table.id: table for table in self._club.tables.values()}
        if number not in here:
            raise HTTPException(404, "There is no such table.")
        if self._routers.get(number, (None,))[0] is not here[number]:
            self._routers = {key: one for key, one in self._routers.items() if key in here}
            self._routers[number] = here[number], Router(self.routes_of(here[number]))
        inside = {**scope, "root_path": f"{scope['root_path']}/{number}"}
        await self._routers[number][1](inside, receive, send)


def _chances_route(club: Club) -> Route:
    """Return the route of the chances to win at all tables, as whole percentages by table."""
    known: dict[str, tuple[bytes, list[int] | None]] = {}
    computing = asyncio.Lock()
    again_at = 0.0

    async def chances(request: Request) -> Response:
        nonlocal again_at
        async with computing:
            begun = time.monotonic()
            here = {table.id for table in club.tables.values()}
            for number in known.keys() - here:
                del known[number]
            for table in list(club.tables.values()) if begun >= again_at else []:
                match = table.broadcast.match.data
                if match != known.get(table.id, (b"", None))[0]:
                    known[table.id] = match, await asyncio.to_thread(match_percents, match)
            if begun >= again_at:
                now = time.monotonic()
                again_at = now + max(_CHANCES_SECONDS, _CHANCES_REST * (now - begun))
        return JSONResponse({number: percents for number, (_, percents) in known.items()})

    return Route("/chances.json", chances)
