"""GET /figures: how each side does against an average player, in the game that a watcher sees."""

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine_core.errors import PegboardError
from engine_core.game import Game
from host.analysis.game_figures import game_figures
from host.history.deals import deals_of
from host.history.games import split, unpacked

from .broadcast import Broadcast


def figures_route(broadcast: Broadcast) -> Route:
    """Return the route. Its answer is as host.analysis.game_figures has it, or null."""
    known: tuple[bytes, dict | None] = (b"", None)
    computing = asyncio.Lock()

    async def figures(request: Request) -> Response:
        nonlocal known
        async with computing:  # once for each position, however many ask
            match = broadcast.match.data
            if match != known[0]:
                known = match, await asyncio.to_thread(_figures, match)
        return JSONResponse(known[1])

    return Route("/figures", figures)


def _figures(match: bytes) -> dict | None:
    try:
        games = split(match) if match else []
        return figures_of(unpacked(games[-1].entries)) if games else None
    except PegboardError:
        return None  # of another version of the rules


def figures_of(entries: list[tuple]) -> dict | None:
    """Return the figures of the game with these entries. Raises PegboardError."""
    game = Game()
    for entry in entries:
        game.apply(entry)
    return game_figures(game, deals_of(entries))
