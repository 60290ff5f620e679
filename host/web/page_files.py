"""Serves the files of the page, each of which a browser requests once.

A page is some ten files, since its scripts are bundled in one. The addresses of styles and scripts
have a part that is new at each start, so a browser may cache them: a reload requests little more
than the board. Nobody can guess that part, so no program that used this port before can have put
other files into the browser's cache.
"""

import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from host.web.bundles import bundles

# In the registry of some Windows computers .js is text/plain, which browsers refuse to run.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
START = secrets.token_hex(8)
_STORED_FILE = re.compile(rb'("/page/)([^"/]+\.(?:css|js)")')
STORED = {"Cache-Control": "max-age=86400, immutable"}


def page_routes(first: str, views: Mapping[str, str]) -> list[Route]:
    """Return the route of the page and the routes of all files. The page is the file in `views`
    for its `?view=`, or else `first`."""
    files = _page_files()

    async def page(request: Request) -> Response:
        view = views.get(request.query_params.get("view", ""), first)
        name = request.path_params.get("name", view)
        if name not in files:
            raise HTTPException(404)
        body, kind = files[name]
        is_of_now = request.path_params.get("start") == START
        return Response(body, media_type=kind, headers=STORED if is_of_now else None)

    paths = ("/", "/page/{name}", "/page/{start}/{name}")
    return [Route(path, page) for path in paths]


def _page_files() -> dict[str, tuple[bytes, str]]:
    """Return name -> (content, media type) of the files of the page, and of the bundles of its
    scripts."""
    found = {}
    for entry in Path(__file__).with_name("page").iterdir():
        ending = "." + entry.name.rpartition(".")[2]
        if ending in TYPES:
            content = entry.read_bytes()
            if ending == ".html":
                content = _STORED_FILE.sub(rb"\g<1>%b/\g<2>" % START.encode(), content)
            found[entry.name] = (content, TYPES[ending])
    scripts = {name: _text(body) for name, (body, _) in found.items() if name.endswith(".js")}
    for name, text in bundles(scripts).items():
        found[name] = (text.encode(), TYPES[".js"])
    return found


def _text(body: bytes) -> str:
    """Return a script's text. A copy of the repository on Windows may have other line ends."""
    return body.decode("utf-8").replace("\r\n", "\n")
