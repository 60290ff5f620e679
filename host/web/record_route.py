"""GET /game.txt: the record so far of the game that a page shows."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from engine_core.errors import PegboardError
from host.history.games import split, unpacked
from host.history.match import Match
from host.history.names import player_names, seated
from host.history.records import record_text
from host.history.result import result
from host.history.rows import StoredGame
from host.history.store import clean_name

from .broadcast import Broadcast


def record_route(broadcast: Broadcast) -> Route:
    """Return the route. Its answer is a text record, readable by pegboard check and replay."""

    async def record(request: Request) -> Response:
        text = await asyncio.to_thread(_record, broadcast.match)
        if not text:
            raise HTTPException(404, "No game is being played.")
        return PlainTextResponse(text)

    return Route("/game.txt", record)


def _record(match: Match) -> str:
    """Return the record of the current game, "" if there is none."""
    try:
        games = split(match.data) if match.data else []
        if not games:
            return ""
        entries = unpacked(games[-1].entries)
        told = result(entries)
        *_, players = seated(games, match.players)
        called = player_names(told, match.names, players)
        named = [clean_name(name) for name in called]
        return record_text(StoredGame(0, "", "", None, 0.0, named, {}, told), entries)
    except PegboardError:
        return ""  # of another version of the rules
