"""A route whose answer is worked out from the position that a watcher sees, only on request."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .broadcast import Broadcast


def position_route(path: str, broadcast: Broadcast, answer: Callable[[bytes], object]) -> Route:
    """Return the route at `path`. Its answer is JSON of `answer(match)`, computed in a thread once
    for each position, however many ask; match: the packed match, empty before the first game."""
    known: tuple[bytes, object] | None = None
    computing = asyncio.Lock()

    async def position(request: Request) -> Response:
        nonlocal known
        async with computing:
            match = broadcast.match.data
            if known is None or match != known[0]:
                known = match, await asyncio.to_thread(answer, match)
        return JSONResponse(known[1])

    return Route(path, position)
