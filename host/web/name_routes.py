"""POST /name: names the sides, for pages with the token."""

import json
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from host.errors import BoardError

from .server import check_sender, read_body

Rename = Callable[[int, str], Awaitable[None]]


def name_routes(rename: Rename, token: str) -> list[Route]:
    """Return POST /name, which calls `rename(side, name)`; that raises BoardError."""

    async def name(request: Request) -> Response:
        check_sender(request, token)
        side, text = _named(await read_body(request))
        try:
            await rename(side, text)
        except BoardError as why:
            raise HTTPException(422, str(why)) from None
        return Response(status_code=204)

    return [Route("/name", name, methods=["POST"])]


def _named(body: bytes) -> tuple[int, str]:
    """Return (side, name) from a request's body. Raises HTTPException if it is anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "This is not JSON.") from None
    if not isinstance(said, dict) or set(said) != {"side", "name"}:
        raise HTTPException(422, 'A name is {"side": 0, "name": "Ann"}.')
    side, text = said["side"], said["name"]
    if type(side) is not int or type(text) is not str:
        raise HTTPException(422, "A side is a number, and its name a text.")
    return side, text
