"""The pages of the history: a list of games, a game with its curves, a player. They are read-only.

If watchers see the game with a delay, a game is on these pages only once nothing has been entered
in it for that long.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from engine_core.errors import PegboardError
from engine_core.records import game_link
from engine_core.records.game_link import LinkError
from host.errors import StoreError
from host.history.answers import game_line, game_page, player_page
from host.history.game_answers import average_player, chance_curve, figures_of
from host.history.games_file import GamesFile
from host.history.links import linked
from host.history.names import side_names
from host.history.new_game import clean_name
from host.history.owners import owners_of
from host.history.records import entries_of, stored_record
from host.history.rows import StoredGame
from host.history.statistics import player_names

from .link_address import Addresses, no_addresses, with_address
from .losses import Losses
from .reviews import Reviews

_DAMAGED = "this cannot be read now: pegboard doctor, on the board's computer, says why"


class _GameId(IntegerConvertor):
    """A number that SQLite can store; Python refuses to read one of thousands of digits."""

    regex = "[0-9]{1,18}"


register_url_convertor("game", _GameId())


def history_routes(
    path: Path, delay: float = 0.0, addresses: Addresses = no_addresses
) -> list[Route]:
    """Return the routes that read the games in the file `path`. addresses: of these pages in the
    network."""
    curves: dict[tuple[int, float], list] = {}  # by game and time of change
    reviews = Reviews()
    losses = Losses(path)

    def visible(history: GamesFile) -> list[StoredGame]:
        return history.games(time.time() - delay if delay else None)

    def games(history: GamesFile, request: Request) -> Any:
        return [game_line(game) for game in visible(history)]

    def game(history: GamesFile, request: Request) -> Any:
        found = one(history, request)
        return with_address(game_page(found, history.entries(found.id)), request, addresses)

    def one(history: GamesFile, request: Request) -> StoredGame:
        number = request.path_params["number"]
        found = next((game for game in visible(history) if game.id == number), None)
        if found is None:
            raise HTTPException(404, "there is no such game")
        return found

    def curve(history: GamesFile, request: Request) -> Any:
        found = one(history, request)
        key = (found.id, found.changed)
        if key not in curves:
            curves.clear()  # usually the page of one game is open, seldom of two
            curves[key] = chance_curve(entries_of(history, found))
        return curves[key]

    def figures(history: GamesFile, request: Request) -> Any:
        return figures_of(entries_of(history, one(history, request)))

    def review(history: GamesFile, request: Request) -> Any:
        found = one(history, request)
        owners, names = owners_of(found), side_names(found)[: len(found.result["scores"])]
        title = f"Game {found.id}"
        key = (found.id, found.changed, str(owners), str(names))
        return reviews.answer(key, lambda: (title, entries_of(history, found), names, owners))

    def review_of_link(history: GamesFile, request: Request) -> Any:
        said = request.query_params.get("link", "")[: game_link.TEXT_MOST + 1]
        try:
            found, entries = linked(said)
        except LinkError as why:
            raise HTTPException(422, str(why)) from None
        names = side_names(found)[: len(found.result["scores"])]
        return reviews.answer(said, lambda: ("A game from a link", entries, names, {}))

    def record(history: GamesFile, request: Request) -> Any:
        found = one(history, request)
        return stored_record(history, found)

    def players(history: GamesFile, request: Request) -> Any:
        found = visible(history)
        name = clean_name(request.query_params.get("name", ""))
        if not name:
            return player_names(found)
        other = clean_name(request.query_params.get("with", ""))
        told = player_page(found, name, other, average_player())
        if not told:
            raise HTTPException(
                404, "there is no such game" if other else "there is no such player"
            )
        return told

    def lost(history: GamesFile, request: Request) -> Any:
        name = clean_name(request.query_params.get("name", ""))
        return losses.answer(history, visible(history), name)

    def route(address: str, read: Callable[[GamesFile, Request], Any]) -> Route:
        computing = asyncio.Lock()  # one of each at a time, so frequent requests wait

        async def answer(request: Request) -> Response:
            async with computing:
                found = await asyncio.to_thread(_read, path, read, request)
            if isinstance(found, str):
                return PlainTextResponse(found)
            return JSONResponse(found)

        return Route(address, answer)

    return [
        route("/history/games.json", games),
        route("/history/players.json", players),
        route("/history/losses.json", lost),
        route("/history/{number:game}.json", game),
        route("/history/{number:game}/chances.json", curve),
        route("/history/{number:game}/figures.json", figures),
        route("/history/{number:game}/review.json", review),
        route("/linked/review.json", review_of_link),
        route("/history/{number:game}.txt", record),
    ]


def _read(path: Path, read: Callable[[GamesFile, Request], Any], request: Request) -> Any:
    try:
        with contextlib.closing(GamesFile(path)) as history:
            return read(history, request)
    except (StoreError, PegboardError):
        # Not the error's own text: it names files of the user, and anyone may watch.
        raise HTTPException(503, _DAMAGED) from None
