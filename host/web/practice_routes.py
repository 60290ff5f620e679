"""Throws to practise, on a page: the problem, what a throw is worth, and results that are kept."""

import contextlib
import json
import secrets
import time
from datetime import date
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine_core.count.cards import cards, name
from engine_core.errors import CardError
from host.analysis.player import ThrowView
from host.analysis.practice import throw_from, throw_of_day, verdict
from host.analysis.tables import DEALER
from host.errors import StoreError
from host.history.games_file import GamesFile
from host.history.practice import Result, keep, results, trend_lines
from host.history.store import History

from .server import check_sender, check_token, read_body

_SEED_MOST = 64  # characters


def practice_routes(path: Path, token: str) -> list[Route]:
    """Return GET /practice.json: a throw of chance, with `?day` that of the day, with `?seed=`
    that of a text: `seed`, `hand`, `dealer`, `scores` (own, other). GET /practice/verdict.json
    with `seed` and `throw` (two cards): `place`, `points`, `chance`, `experts` and all `rows`.
    With the token: POST /practice with `{"seed", "throw"}` keeps the result in the file `path`,
    and GET /practice/trend.json returns lines about all of them."""

    async def problem(request: Request) -> Response:
        day = "day" in request.query_params
        seed = request.query_params.get("seed") or secrets.token_hex(8)
        return JSONResponse(_problem(date.today().isoformat() if day else seed))

    async def judged(request: Request) -> Response:
        view, thrown = _choice(dict(request.query_params))
        return JSONResponse(await run_in_threadpool(_judged, view, thrown))

    async def kept(request: Request) -> Response:
        check_sender(request, token)
        try:
            said = json.loads(await read_body(request))
        except (ValueError, RecursionError):
            raise HTTPException(400, "This is not JSON.") from None
        view, thrown = _choice(said if isinstance(said, dict) else {})
        await run_in_threadpool(_keep, path, said["seed"], view, thrown)
        return Response(status_code=204)

    async def trend(request: Request) -> Response:
        check_token(request, token)
        return JSONResponse(await run_in_threadpool(_trend, path))

    return [
        Route("/practice.json", problem),
        Route("/practice/verdict.json", judged),
        Route("/practice/trend.json", trend),
        Route("/practice", kept, methods=["POST"]),
    ]


def _view(seed: str) -> ThrowView:
    """Return the throw of this text; that of a day for a day."""
    with contextlib.suppress(ValueError):
        return throw_of_day(date.fromisoformat(seed))
    return throw_from(seed)


def _problem(seed: str) -> dict:
    if len(seed) > _SEED_MOST:
        raise HTTPException(422, "this text is too long")
    view = _view(seed)
    is_dealer = view.role == DEALER
    return {
        "seed": seed,
        "hand": [name(card) for card in view.hand],
        "dealer": is_dealer,
        "scores": list(view.scores if is_dealer else view.scores[::-1]),
    }


def _choice(said: dict) -> tuple[ThrowView, tuple[int, ...]]:
    """Return the problem and the two cards chosen. Raises HTTPException where they are none."""
    seed, words = said.get("seed"), said.get("throw")
    if isinstance(seed, str) and isinstance(words, str) and len(seed) <= _SEED_MOST:
        view = _view(seed)
        with contextlib.suppress(CardError):
            thrown = tuple(cards(words))
            if len(set(thrown)) == 2 == len(thrown) and set(thrown) <= set(view.hand):
                return view, thrown
    raise HTTPException(422, 'A throw is a seed and two cards of its hand, as in "5H JC".')


def _judged(view, thrown) -> dict:
    found = verdict(view, thrown)
    sign = 1 if view.role == DEALER else -1
    return {
        "place": found.place,
        "points": round(found.points, 2),
        "chance": round(found.chance, 2),
        "experts": [name(card) for card in found.experts],
        "rows": [
            {
                "throw": [name(card) for card in row["throw"]],
                "hand": round(row["hand"], 2),
                "crib": round(sign * row["crib"], 2),
                "pegging": round(row["pegging"], 2),
                "total": round(row["total"], 2),
                "win": round(100 * row["win"], 1),
            }
            for row in found.rows
        ],
    }


def _keep(path, seed, view, thrown) -> None:
    found = verdict(view, thrown)
    kind = seed if _view(seed) == view and _is_day(seed) else "random"
    try:
        with contextlib.closing(History(path)) as history:
            keep(history, Result(time.time(), kind, view, thrown, found.points, found.chance))
    except StoreError:
        raise HTTPException(503, "the result could not be kept") from None


def _is_day(seed: str) -> bool:
    with contextlib.suppress(ValueError):
        date.fromisoformat(seed)
        return True
    return False


def _trend(path) -> list[str]:
    try:
        with contextlib.closing(GamesFile(path)) as file:
            return trend_lines(results(file))
    except StoreError:
        raise HTTPException(503, "the results cannot be read") from None
