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

from engine_core.count.cards import card, cards, name
from engine_core.errors import CardError, PegboardError
from host.analysis.player import ThrowView
from host.analysis.practice import throw_from, throw_of_day, verdict
from host.analysis.practice_play import YOU, begin, lay
from host.analysis.tables import DEALER
from host.errors import StoreError
from host.history.games_file import GamesFile
from host.history.practice import OWN, Result, keep, own_view, results, trend_lines
from host.history.store import NAME_MOST, History

from .own_throws import OwnThrows
from .server import check_sender, check_token, read_body

_SEED_MOST = 64  # characters
_LAID_MOST = 40
_OWN = re.compile(r"own (\d{1,9}) (\d{1,4}) ([01])")
_NO_THROW = 'A throw is a seed and two cards of its hand, as in "5H JC".'
_NO_PLAY = 'A play is a throw, a text in `deal`, and the cards laid so far, as in "7H go 8C".'


def practice_routes(path: Path, token: str) -> list[Route]:
    """Return GET /practice.json: a throw of chance, with `?day` that of the day, with `?seed=`
    that of a text: `seed`, `hand`, `dealer`, `scores` (own, other). GET /practice/verdict.json
    with `seed` and `throw` (two cards): `place`, `points`, `chance`, `experts` and all `rows`.
    GET /practice/play.json with `seed`, `throw`, `deal` (a text) and `laid` (what the person laid
    so far): the play against the program, as `_played` returns it. With the token: POST /practice
    with `{"seed", "throw"}` keeps the result in the file `path`, GET /practice/trend.json returns
    lines about all of them, and GET /practice/own.json with `name` the throws of that player's own
    games, as host.web.own_throws; their seeds, too, need the token."""
    own_throws = OwnThrows(path)
    playing = asyncio.Lock()  # one at a time, so frequent requests wait

    async def problem(request: Request) -> Response:
        said = request.query_params
        day = "day" in said
        seed = said.get("seed") or secrets.token_hex(8)
        seed = date.today().isoformat() if day else seed
        return JSONResponse(_problem(seed, await view_of(request, seed)))

    async def view_of(request: Request, seed: str) -> ThrowView:
        if len(seed) > _SEED_MOST:
            raise HTTPException(422, "this text is too long")
        own = _OWN.fullmatch(seed)
        if not own:
            return _view(seed)
        check_token(request, token)  # a watcher may see a game only later
        return await run_in_threadpool(_own_view, path, *map(int, own.groups()))

    async def choice(request: Request, said: Mapping) -> tuple[ThrowView, tuple[int, ...]]:
        """Return the problem and the two cards chosen. Raises HTTPException where they are
        none."""
        seed, words = said.get("seed"), said.get("throw")
        if not isinstance(seed, str) or not isinstance(words, str):
            raise HTTPException(422, _NO_THROW)
        view = await view_of(request, seed)
        with contextlib.suppress(CardError):
            thrown = tuple(cards(words))
            if len(set(thrown)) == 2 == len(thrown) and set(thrown) <= set(view.hand):
                return view, thrown
        raise HTTPException(422, _NO_THROW)

    async def judged(request: Request) -> Response:
        view, thrown = await choice(request, request.query_params)
        return JSONResponse(await run_in_threadpool(_judged, view, thrown))

    async def played(request: Request) -> Response:
        said = request.query_params
        view, thrown = await choice(request, said)
        deal, laid = said.get("deal", ""), said.get("laid", "")
        if not deal or len(deal) > _SEED_MOST or len(laid) > _LAID_MOST:
            raise HTTPException(422, _NO_PLAY)
        async with playing:
            return JSONResponse(await run_in_threadpool(_played, view, thrown, deal, laid.split()))

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


def _view(seed: str) -> ThrowView:
    """Return the throw of this text; that of a day for a day."""
    with contextlib.suppress(ValueError):
        return throw_of_day(date.fromisoformat(seed))
    return throw_from(seed)


def _own_view(path: Path, number: int, deal: int, seat: int) -> ThrowView:
    """Return a throw of a stored game. Raises HTTPException if there is none."""
    with contextlib.suppress(StoreError, PegboardError):
        with contextlib.closing(GamesFile(path)) as file:
            found = own_view(file, file.game(number), deal, seat)
        if found:
            return found
    raise HTTPException(404, "there is no such throw")


def _problem(seed: str, view: ThrowView) -> dict:
    is_dealer = view.role == DEALER
    return {
        "seed": seed,
        "hand": [name(card) for card in view.hand],
        "dealer": is_dealer,
        "scores": list(view.scores if is_dealer else view.scores[::-1]),
    }


def _played(view, thrown, deal: str, laid: list[str]) -> dict:
    """Return the play after these cards of the person: `starter`, `hand` (still held), `fitting`
    (those that can be laid; none: go), `line`, `told` (host.analysis.practice_play.Table), `over`,
    and then `theirs` (the program's four) and `scores` (own, other). Raises HTTPException."""
    table = begin(view, thrown, deal)
    try:
        for word in laid:
            lay(table, None if word == "go" else card(word))
    except PegboardError as why:
        raise HTTPException(422, str(why)) from None
    state, over = table.game.state, table.is_over()
    return {
        "starter": name(state.starter),
        "hand": _names(table.held[YOU]),
        "fitting": [] if over else _names(table.fitting()),
        "line": _names(state.line()),
        "told": table.told,
        "over": over,
        "theirs": _names(table.theirs) if over else [],
        "scores": list(state.scores),
    }


def _names(some) -> list[str]:
    return [name(one) for one in some]


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
    kind = OWN if _OWN.fullmatch(seed) else seed if _is_day(seed) else "random"
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


def _own(path, own_throws, player) -> dict:
    try:
        with contextlib.closing(GamesFile(path)) as file:
            return own_throws.answer(file, player)
    except StoreError:
        raise HTTPException(503, "the games cannot be read") from None
