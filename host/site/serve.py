"""The static site on this computer, as a web server would have it."""

import contextlib
import mimetypes
import socket
from collections.abc import Mapping

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from host.web.page_files import TYPES
from host.web.server import secured
from host.web.share import server_config

from .build import SITE_HEADERS

_TYPES = {
    **TYPES,
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
}
_FRESH = {"Cache-Control": "no-cache"}


def site_app(files: Mapping[str, bytes]) -> Starlette:
    """Return the application that serves the site's files, by their names."""

    async def file(request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        if name not in files:
            raise HTTPException(404)
        ending = "." + name.rpartition(".")[2]
        kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(files[name], media_type=kind, headers=_FRESH)

    return secured([Route("/{name:path}", file)], headers=SITE_HEADERS)


def serve_site(files: Mapping[str, bytes], sock: socket.socket) -> None:
    """Serve the site at `sock`, until Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(server_config(site_app(files))).run(sockets=[sock])
