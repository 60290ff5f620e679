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

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.records import game_link
from engine_core.records.game_link import LinkError
from hardware import board
from host.analysis.deal_chance import chances
from host.analysis.game_figures import par
from host.analysis.percents import percents
from host.analysis.tables import DEALER, PONE
from host.errors import StoreError
from host.history.games_file import GamesFile
from host.history.links import link_text, linked
from host.history.names import seat_names, side_names
from host.history.owners import owners_of
from host.history.records import entries_of, record_text, when_text
from host.history.rows import StoredGame
from host.history.statistics import player_names, rivals, statistics
from host.history.store import NAME_MOST
from host.mirror.deals import deals_of, steps_of
from host.mirror.names import called

from .figures_route import figures_of
from .link_address import Addresses, no_addresses, with_address
from .losses import Losses
from .reviews import Reviews

_DAMAGED = "this cannot be read now: pegboard doctor, on the board's computer, says why"


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
        return [_line(game) for game in visible(history)]

    def game(history: GamesFile, request: Request) -> Any:
        found = one(history, request)
        stored = history.entries(found.id)
        entries = entries_of(history, found)
        sides = side_names(found)
        told = {
            **_line(found),
            "seats": seat_names(found),
            "sides": [
                {"colour": side, "name": sides[side], "rgb": list(board.SIDES[side][1:])}
                for side in range(len(found.result["scores"]))
            ],
            "deals": deals_of(entries),
            "steps": called(steps_of(entries), sides),
            "times": [at for at, _ in stored],
            "link": link_text(tuple(entry for _, entry in stored), found.names, found.started),
        }
        return with_address(told, request, addresses)

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
            curves[key] = _curve(entries_of(history, found))
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
        return record_text(found, entries_of(history, found))

    def players(history: GamesFile, request: Request) -> Any:
        found = visible(history)
        name = request.query_params.get("name", "")[:NAME_MOST]
        if not name:
            return player_names(found)
        other = request.query_params.get("with", "")[:NAME_MOST]
        if other:
            found = rivals(found, name, other)
        told = statistics(found, name)
        if not told["games"]:
            raise HTTPException(
                404, "there is no such game" if other else "there is no such player"
            )
        of_player = [_line(game) for game in found if name.lower() in map(str.lower, game.names)]
        more = {"other": statistics(found, other)} if other else {}
        return {
            **told,
            "par": {"dealer": par()[DEALER], "pone": par()[PONE] | {"crib": None}},
            "list": of_player,
            **more,
        }

    def lost(history: GamesFile, request: Request) -> Any:
        name = request.query_params.get("name", "")[:NAME_MOST]
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
        route("/history/{number:int}.json", game),
        route("/history/{number:int}/chances.json", curve),
        route("/history/{number:int}/figures.json", figures),
        route("/history/{number:int}/review.json", review),
        route("/linked/review.json", review_of_link),
        route("/history/{number:int}.txt", record),
    ]


def _read(path: Path, read: Callable[[GamesFile, Request], Any], request: Request) -> Any:
    try:
        with contextlib.closing(GamesFile(path)) as history:
            return read(history, request)
    except (StoreError, PegboardError):
        # Not the error's own text: it names files of the user, and anyone may watch.
        raise HTTPException(503, _DAMAGED) from None


def _line(game: StoredGame) -> dict:
    told = game.result
    return {
        "id": game.id,
        "started": when_text(game),
        "names": [game.name(seat) for seat in range(told["seats"])],
        "called": side_names(game),
        "side_of": told["side_of"],
        **{key: told[key] for key in ("game", "target", "scores", "over", "winner", "losses")},
    }


def _curve(entries: list[tuple]) -> list[list[int] | None]:
    """Return, for each entry, the chances to win as whole percentages before a deal and at the
    end, None otherwise."""
    game = Game()
    deal, found = 0, []
    for number, entry in enumerate(entries):
        game.apply(entry)
        last = number == len(entries) - 1
        fresh = game.state.deal_number != deal
        deal = game.state.deal_number
        known = chances(game.state) if fresh or last else None
        found.append(percents(known) if known else None)
    return found
