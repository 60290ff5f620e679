"""The page's web server: who may look, who may press a key, and nothing else.

Everyone on this computer may watch: those routes answer GET alone and change nothing. The one
route that changes something, POST /key, wants the token that only the opened address carries;
GET /token tells a page whether the one it has is right.
"""

import hmac
import json
import socket
from importlib import resources

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hardware import board, geometry
from host.errors import PageError
from host.web.broadcast import Broadcast

HOSTS = ["127.0.0.1", "localhost", "[::1]"]
WATCHERS_MOST = 256
BODY_MOST = 256  # bytes; a key press has about 30

# The registry of some Windows machines calls .js text/plain, which browsers then refuse to run.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class SecurityHeaders:
    """Adds HEADERS to every answer, errors included."""

    def __init__(self, app: ASGIApp):
        self.app = app
        self.raw = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self.raw]
            await send(message)

        await self.app(scope, receive, send_with_headers)


def create_app(broadcast: Broadcast, token: str) -> Starlette:
    """Return the application that serves `broadcast`, and takes keys from pages with `token`."""
    files = _page_files()
    drawing = geometry.as_json()

    async def page(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        if name not in files:
            raise HTTPException(404)
        body, kind = files[name]
        return Response(body, media_type=kind)

    async def drawing_of_board(request: Request) -> Response:
        return JSONResponse(drawing)

    async def events(request: Request) -> Response:
        if broadcast.watchers >= WATCHERS_MOST:
            raise HTTPException(503, "Too many pages are watching this board.")
        stream = broadcast.events(request.headers.get("last-event-id", ""))
        return StreamingResponse(stream, media_type="text/event-stream")

    async def right_token(request: Request) -> Response:
        _check_token(request, token)
        return Response(status_code=204)

    async def key(request: Request) -> Response:
        _check_sender(request, token)
        broadcast.press(*_pressed(await _body(request)))
        return Response(status_code=204)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/page/{name}", page),
            Route("/board.json", drawing_of_board),
            Route("/events", events),
            Route("/token", right_token),
            Route("/key", key, methods=["POST"]),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS, www_redirect=False),
        ],
        exception_handlers={HTTPException: _plain_error},
    )


class PageServer(uvicorn.Server):
    """A uvicorn server that ends the streams of `broadcast` when it stops: else they never end."""

    def __init__(self, broadcast: Broadcast, token: str):
        super().__init__(
            uvicorn.Config(
                create_app(broadcast, token),
                log_level="warning",
                access_log=False,
                lifespan="off",
                server_header=False,
                ws="none",
                timeout_graceful_shutdown=2,
            )
        )
        self.broadcast = broadcast

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.broadcast.close()
        await super().shutdown(sockets)


def listen(port: int) -> socket.socket:
    """Return a socket that listens on `port` of this computer alone, 0 for any free one.

    Raises PageError where the port is in use, or is not free to everyone.
    """
    # Named as TCP, asyncio sends without waiting for more (TCP_NODELAY): else an event that
    # follows another waits 40 ms for the watcher's acknowledgement.
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # Only Windows has the first, and with the second would let another program share the port.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        sock.setsockopt(socket.SOL_SOCKET, option, 1)
        sock.bind(("127.0.0.1", port))
        sock.listen(128)
    except OSError as why:
        sock.close()
        raise PageError(
            f"cannot open port {port} ({why.strerror}). Is a pegboard running already? Close it,"
            " or let this one find a free port: pegboard --page-port 0"
        ) from None
    return sock


def _page_files() -> dict[str, tuple[bytes, str]]:
    """Return name -> (content, media type) of the files of the page."""
    found = {}
    for entry in resources.files("host.web").joinpath("page").iterdir():
        kind = TYPES.get("." + entry.name.rpartition(".")[2])
        if kind:
            found[entry.name] = (entry.read_bytes(), kind)
    return found


def _check_sender(request: Request, token: str) -> None:
    """Raise HTTPException unless a page of this server, with the token, sent the request."""
    origin = request.headers.get("origin")
    if origin is not None and origin != f"http://{request.headers.get('host')}":
        raise HTTPException(403, "This request came from another site.")
    _check_token(request, token)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "A key press is application/json.")


def _check_token(request: Request, token: str) -> None:
    """Raise HTTPException unless the request has the token."""
    given = request.headers.get("x-pegboard-token", "")
    if not hmac.compare_digest(given.encode("utf-8"), token.encode("utf-8")):
        raise HTTPException(403, "This page may only watch.")


async def _body(request: Request) -> bytes:
    """Return the body. Raises HTTPException as soon as it is longer than a key press."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_MOST:
            raise HTTPException(413, "A key press is shorter than this.")
    return body


def _pressed(body: bytes) -> tuple[int, bool]:
    """Return (key, down) of a request's body. Raises HTTPException when it says anything else."""
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
    return PlainTextResponse(error.detail, status_code=error.status_code, headers=error.headers)
