"""GET /chance: the chance to win in the position that a watcher sees, computed only on request."""

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine_core.errors import PegboardError
from engine_core.match_base import unpack_match
from host.analysis.deal_chance import chances
from host.analysis.percents import percents

from .broadcast import Broadcast


def chance_route(broadcast: Broadcast) -> Route:
    """Return the route. Its answer has the percentages of each side as whole numbers, or null."""
    known: tuple[bytes, list[int] | None] = (b"", None)
    computing = asyncio.Lock()

    async def chance(request: Request) -> Response:
        nonlocal known
        async with computing:  # once for each position, however many ask
            match = broadcast.match.data
            if match != known[0]:
                known = match, await asyncio.to_thread(match_percents, match)
        return JSONResponse({"percents": known[1]})

    return Route("/chance", chance)


def match_percents(match: bytes) -> list[int] | None:
    """Return the chance of each side to win the game of a match, in whole per cents, or None."""
    try:
        found = chances(unpack_match(match).state) if match else None
    except PegboardError:
        return None
    return percents(found) if found else None
