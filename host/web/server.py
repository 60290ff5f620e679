"""The page's web server, and the rights to watch and to press keys.

Everyone on this computer may watch, and everyone in the network while host.web.share is on: their
routes only answer GET and change nothing. The routes that change something, such as POST /key and
POST /share, require the token, which only the opened address contains. GET /token tells a page
whether its token is right.
"""

import json
import socket
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hardware import board
from host.web import connections
from host.web.addresses import LOCAL_HOSTS, HostCheck
from host.web.broadcast import Broadcast, Gate
from host.web.chance_route import chance_route
from host.web.drawing import drawing
from host.web.figures_route import figures_route
from host.web.game_route import game_route
from host.web.link_address import Addresses, no_addresses
from host.web.linked_route import linked_route
from host.web.page_files import page_routes
from host.web.record_route import record_route
from host.web.share import listen_at, server_config
from host.web.streams import Streams, event_stream
from host.web.token import HEADER, has_token

WATCHERS_AN_ADDRESS = 32  # in the network; on this computer all pages have the same address
BODY_MOST = 256  # bytes; a key press has about 30

# The other views, chosen by ?view=: each has its own page.
VIEWS = {name: f"{name}.html" for name in ("tv", "overlay", "history", "review", "practice")}
POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "Content-Security-Policy": "; ".join(POLICY),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class SecurityHeaders:
    """Adds `headers` to every answer, including errors; its own Cache-Control stays."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str] = HEADERS):
        self.app = app
        self.raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message.get("headers", [])
                stored = any(name == b"cache-control" for name, _ in own)
                more = [one for one in self.raw if not (stored and one[0] == b"cache-control")]
                message["headers"] = [*own, *more]
            await send(message)

        await self.app(scope, receive, send_with_headers)


def create_app(
    broadcast: Broadcast,
    token: str,
    *,
    at_once: Broadcast | None = None,
    routes: Sequence[Route] = (),
    hosts: Callable[[], Collection[str]] = lambda: LOCAL_HOSTS,
    gate: Gate | None = None,
    keys: bool = True,
    addresses: Addresses = no_addresses,
) -> Starlette:
    """Return the application that serves `broadcast`, and takes keys from pages with `token`.

    at_once: what pages with the token see, where `broadcast` comes later (host.web.delay);
    routes: more of them; hosts: the hosts it may be asked for; gate: of a server in the network,
    which ends its streams; keys: whether pages press keys at all, which a real board has itself;
    addresses: of this page in the network, for the links of games.
    """
    streams = Streams(WATCHERS_AN_ADDRESS if gate else None)

    async def events(request: Request) -> Response:
        is_player = HEADER in request.headers
        if is_player:
            check_token(request, token)
            connections.mark_player(request)
        left = streams.add(is_player, request.client.host if request.client else "")
        source = at_once if is_player and at_once else broadcast
        return event_stream(request, source, gate, left)

    def seen_by(request: Request) -> Broadcast:
        return at_once if at_once and has_token(request.headers, token) else broadcast

    async def right_token(request: Request) -> Response:
        check_token(request, token)
        return Response(status_code=204)

    async def key(request: Request) -> Response:
        check_sender(request, token)
        connections.mark_player(request)
        (at_once or broadcast).press(*_pressed(await read_body(request)))
        return Response(status_code=204)

    return secured(
        [
            *page_routes("index.html", VIEWS),
            drawing_route(broadcast, keys, getattr(broadcast, "seconds", 0.0)),
            Route("/events", events),
            Route("/token", right_token),
            Route("/key", key, methods=["POST"]),
            chance_route(seen_by),
            figures_route(seen_by),
            game_route(seen_by, addresses),
            linked_route(addresses),
            record_route(broadcast),
            *routes,
        ],
        hosts,
    )


def secured(
    routes: Sequence[BaseRoute],
    hosts: Callable[[], Collection[str]] = lambda: LOCAL_HOSTS,
    headers: Mapping[str, str] = HEADERS,
) -> Starlette:
    """Return the application with these routes, which answers only requests to `hosts`, and adds
    the security headers."""
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders, headers=headers),
            Middleware(HostCheck, allowed=hosts),
        ],
        exception_handlers={HTTPException: _plain_error},
    )


def drawing_route(broadcast: Broadcast, keys: bool, delay: float) -> Route:
    """Return the route of the drawing of the board that `broadcast` shows. delay: the watchers',
    in seconds."""

    async def drawing_of_board(request: Request) -> Response:
        return JSONResponse(drawing(broadcast.layout, keys, delay))

    return Route("/board.json", drawing_of_board)


class StreamServer(uvicorn.Server):
    """A uvicorn server that ends the streams of its broadcasts when it stops; otherwise they would
    never end. `broadcasts` returns the broadcasts."""

    def __init__(self, app: Starlette, broadcasts: Callable[[], Iterable[Broadcast]]):
        super().__init__(server_config(app))
        self._broadcasts = broadcasts

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        connections.queue(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for broadcast in self._broadcasts():
            broadcast.close()
        await super().shutdown(sockets)


class PageServer(StreamServer):
    """The server of a board's page. `more`: as for create_app."""

    def __init__(self, broadcast: Broadcast, token: str, **more):
        broadcasts = [broadcast, *filter(None, [more.get("at_once")])]
        super().__init__(create_app(broadcast, token, **more), lambda: broadcasts)


def listen(port: int) -> socket.socket:
    """Return a socket that listens on `port` of this computer alone, 0 for any free one.

    Raises PageError if the port is in use, or may not be opened by every user.
    """
    return listen_at("127.0.0.1", port)


def check_sender(request: Request, token: str) -> None:
    """Raise HTTPException unless a page of this server with the token sent the request."""
    origin = request.headers.get("origin")
    if origin is not None and origin != f"http://{request.headers.get('host')}":
        raise HTTPException(403, "This request came from another site.")
    check_token(request, token)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "The content type must be application/json.")


def check_token(request: Request, token: str) -> None:
    """Raise HTTPException unless the request has the token."""
    if not has_token(request.headers, token):
        raise HTTPException(403, "This page may only watch.")


async def read_body(request: Request) -> bytes:
    """Return the body. Raises HTTPException if it is longer than BODY_MOST, or does not
    arrive."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > BODY_MOST:
                raise HTTPException(413, "This request is too long.")
    except ClientDisconnect:
        raise HTTPException(400, "This request was not complete.") from None
    return body


def _pressed(body: bytes) -> tuple[int, bool]:
    """Return (key, down) from a request's body. Raises HTTPException if it is anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "This is not JSON.") from None
    if not isinstance(said, dict) or set(said) != {"key", "down"}:
        raise HTTPException(422, 'A key press is {"key": 0, "down": true}.')
    number, down = said["key"], said["down"]
    if type(number) is not int or not 0 <= number < len(board.KEYS):
        raise HTTPException(422, "There is no such key.")
    if type(down) is not bool:
        raise HTTPException(422, "A key is down (true) or up (false).")
    return number, down


async def _plain_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = error.detail.encode("utf-8", "replace")  # it may quote what cannot be encoded
    return PlainTextResponse(text, status_code=error.status_code, headers=error.headers)
