"""GET /linked.json?link=…: the game of a link, for pages; the server need not know the game."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine_core.errors import PegboardError
from engine_core.records import game_link
from engine_core.records.game_link import LinkedGame
from hardware import geometry
from host.history.game_answers import figures_of
from host.mirror.linked_game import linked_game

from .link_address import Addresses, no_addresses, with_address


def linked_route(addresses: Addresses = no_addresses) -> Route:
    """Return the route. Its answer is that of host.mirror.linked_game, with `figures` as in
    /figures, `board`, the drawing of the board as in /board.json, and `link` and `qr` as in
    host.web.link_address; or the status 422 with a text that names the fault. addresses: of this
    page in the network."""
    computing = asyncio.Lock()  # one at a time, so frequent requests wait

    async def linked(request: Request) -> Response:
        said = request.query_params.get("link", "")[: game_link.TEXT_MOST + 1]
        async with computing:
            try:
                told = await asyncio.to_thread(_told, said)
            except PegboardError as why:
                raise HTTPException(422, f"{str(why)[0].upper()}{str(why)[1:]}.") from None
        return JSONResponse(with_address(told, request, addresses))

    return Route("/linked.json", linked)


def _told(said: str) -> dict:
    game: LinkedGame = game_link.read(said)
    told = linked_game(game)
    text = f"#{game_link.KEY}{game_link.write(game)}"
    figures = figures_of(game.entries)
    return {**told, "figures": figures, "board": geometry.as_json(), "link": text}
