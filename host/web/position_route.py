"""A route whose answer is computed on request from the position that a page shows."""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from host.history.match import Match

from .broadcast import Broadcast

Choose = Callable[[Request], Broadcast]  # returns the broadcast for the page that sent a request


def position_route(
    path: str,
    choose: Choose,
    answer: Callable[[Match], Any],
    finish: Callable[[Request, Any], object] = lambda request, answer: answer,
) -> Route:
    """Return the route at `path`. Its answer is JSON of `answer(match)`, computed in a thread once
    for each position, however many ask, as `finish` returns it for each request; match: its data
    are empty before the first game."""
    known: dict[Broadcast, tuple[Match, Any]] = {}
    computing = asyncio.Lock()

    async def position(request: Request) -> Response:
        source = choose(request)
        async with computing:
            match = source.match._replace(fresh=True)
            if source not in known or match != known[source][0]:
                known[source] = match, await asyncio.to_thread(answer, match)
        return JSONResponse(finish(request, known[source][1]))

    return Route(path, position)
