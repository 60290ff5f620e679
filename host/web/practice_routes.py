"""Throws to practise, on a page: the problem, what a throw is worth, and results that are kept."""

import asyncio
import contextlib
import json
import re
import secrets
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine_core.errors import CardError, PegboardError
from host.analysis import practice_answers as answers
from host.analysis.player import ThrowView
from host.analysis.practice import verdict
from host.errors import StoreError
from host.history.games_file import GamesFile
from host.history.practice import keep, own_view, results
from host.history.practice_results import OWN, Result, trend_lines
from host.history.store import NAME_MOST, History

from .own_throws import OwnThrows
from .server import check_sender, check_token, read_body

_OWN = re.compile(r"own (\d{1,9}) (\d{1,4}) ([01])")
_NO_THROW = 'A throw is a seed and two cards of its hand, as in "5H JC".'
_NO_PLAY = 'A play is a throw, a text in `deal`, and the cards laid so far, as in "7H go 8C".'


def practice_routes(path: Path, token: str) -> list[Route]:
    """Return GET /practice.json: a throw of chance, with `?day` that of the day, with `?seed=`
    that of a text: `seed`, `hand`, `dealer`, `scores` (own, other). GET /practice/verdict.json
    with `seed` and `throw` (two cards): `place`, `points`, `chance`, `experts` and all `rows`.
    GET /practice/play.json with `seed`, `throw`, `deal` (a text) and `laid` (what the person laid
    so far): the play against the program. The answers are those of host.analysis.practice_answers.
    With the token: POST /practice with `{"seed", "throw"}` keeps the result in the file `path`,
    GET /practice/trend.json returns lines about all of them, and GET /practice/own.json with
    `name` the throws of that player's own games, as host.web.own_throws; their seeds, too, need
    the token."""
    own_throws = OwnThrows(path)
    playing = asyncio.Lock()  # one at a time, so frequent requests wait

    async def problem(request: Request) -> Response:
        said = request.query_params
        day = "day" in said
        seed = said.get("seed") or secrets.token_hex(8)
        seed = date.today().isoformat() if day else seed
        return JSONResponse(answers.problem(seed, await view_of(request, seed)))

    async def view_of(request: Request, seed: str) -> ThrowView:
        if len(seed) > answers.SEED_MOST:
            raise HTTPException(422, "this text is too long")
        if any(0xD800 <= ord(one) < 0xE000 for one in seed):
            raise HTTPException(422, "this text cannot be encoded")
        own = _OWN.fullmatch(seed)
        if not own:
            return answers.view_of_seed(seed)
        check_token(request, token)  # a watcher may see a game only later
        return await run_in_threadpool(_own_view, path, *map(int, own.groups()))

    async def choice(request: Request, said: Mapping) -> tuple[ThrowView, tuple[int, ...]]:
        """Return the problem and the two cards chosen. Raises HTTPException where they are
        none."""
        seed, words = said.get("seed"), said.get("throw")
        if not isinstance(seed, str) or not isinstance(words, str):
            raise HTTPException(422, _NO_THROW)
        view = await view_of(request, seed)
        try:
            return view, answers.chosen(view, words)
        except CardError:
            raise HTTPException(422, _NO_THROW) from None

    async def judged(request: Request) -> Response:
        view, thrown = await choice(request, request.query_params)
        return JSONResponse(await run_in_threadpool(answers.judged, view, thrown))

    async def played(request: Request) -> Response:
        said = request.query_params
        view, thrown = await choice(request, said)
        deal, laid = said.get("deal", ""), said.get("laid", "")
        if not deal or len(deal) > answers.SEED_MOST or len(laid) > answers.LAID_MOST:
            raise HTTPException(422, _NO_PLAY)
        async with playing:
            try:
                told = await run_in_threadpool(answers.played, view, thrown, deal, laid.split())
            except PegboardError as why:
                raise HTTPException(422, str(why)) from None
        return JSONResponse(told)

    async def kept(request: Request) -> Response:
        check_sender(request, token)
        try:
            said = json.loads(await read_body(request))
        except (ValueError, RecursionError):
            raise HTTPException(400, "This is not JSON.") from None
        said = said if isinstance(said, dict) else {}
        view, thrown = await choice(request, said)
        await run_in_threadpool(_keep, path, said["seed"], view, thrown)
        return Response(status_code=204)

    async def trend(request: Request) -> Response:
        check_token(request, token)
        return JSONResponse(await run_in_threadpool(_trend, path))

    async def own(request: Request) -> Response:
        check_token(request, token)
        name = request.query_params.get("name", "")[:NAME_MOST]
        return JSONResponse(await run_in_threadpool(_own, path, own_throws, name))

    return [
        Route("/practice.json", problem),
        Route("/practice/verdict.json", judged),
        Route("/practice/play.json", played),
        Route("/practice/trend.json", trend),
        Route("/practice/own.json", own),
        Route("/practice", kept, methods=["POST"]),
    ]


def _own_view(path: Path, number: int, deal: int, seat: int) -> ThrowView:
    """Return a throw of a stored game. Raises HTTPException if there is none."""
    with contextlib.suppress(StoreError, PegboardError):
        with contextlib.closing(GamesFile(path)) as file:
            found = own_view(file, file.game(number), deal, seat)
        if found:
            return found
    raise HTTPException(404, "there is no such throw")


def _keep(path, seed, view, thrown) -> None:
    found = verdict(view, thrown)
    kind = OWN if _OWN.fullmatch(seed) else seed if answers.is_day(seed) else "random"
    try:
        with contextlib.closing(History(path)) as history:
            keep(history, Result(time.time(), kind, view, thrown, found.points, found.chance))
    except StoreError:
        raise HTTPException(503, "the result could not be kept") from None


def _trend(path) -> list[str]:
    try:
        with contextlib.closing(GamesFile(path)) as file:
            return trend_lines(results(file))
    except StoreError:
        raise HTTPException(503, "the results cannot be read") from None


def _own(path, own_throws, player) -> dict:
    try:
        with contextlib.closing(GamesFile(path)) as file:
            return own_throws.answer(file, player)
    except StoreError:
        raise HTTPException(503, "the games cannot be read") from None
