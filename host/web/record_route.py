"""GET /game.txt: the record so far of the game that a page shows."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from host.history.current_game import current_record

from .broadcast import Broadcast


def record_route(broadcast: Broadcast) -> Route:
    """Return the route. Its answer is a text record, readable by pegboard check and replay."""

    async def record(request: Request) -> Response:
        match = broadcast.match
        text = await asyncio.to_thread(current_record, match.data, match.names, match.players)
        if not text:
            raise HTTPException(404, "No game is being played.")
        return PlainTextResponse(text)

    return Route("/game.txt", record)
