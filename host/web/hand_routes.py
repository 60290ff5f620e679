"""The hand of the person who plays against the board, only for a page with the token."""

import json
from typing import Protocol, runtime_checkable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from host.errors import BoardError

from .server import check_sender, check_token, read_body

_CARDS_MOST = 6


@runtime_checkable
class DealingBoard(Protocol):
    """A board that deals. `throw` and `play` raise BoardError."""

    def hand(self) -> dict: ...

    def throw(self, words: list[str]) -> None: ...

    def play(self, words: list[str]) -> None: ...


def hand_routes(board: DealingBoard, token: str) -> list[Route]:
    """Return GET /hand.json: `cards`, and what is asked (`throw`, `play`, `go` or ``); and POST
    /hand with `{"throw": ["5H", "JC"]}`, or `{"play": ["5H"]}`, `{"play": []}` for go."""

    async def hand(request: Request) -> Response:
        check_token(request, token)
        return JSONResponse(board.hand())

    async def chosen(request: Request) -> Response:
        check_sender(request, token)
        what, words = _chosen(await read_body(request))
        try:
            (board.throw if what == "throw" else board.play)(words)
        except BoardError as why:
            raise HTTPException(422, str(why)) from None
        return Response(status_code=204)

    return [Route("/hand.json", hand), Route("/hand", chosen, methods=["POST"])]


def _is_cards(words) -> bool:
    is_list = isinstance(words, list) and len(words) <= _CARDS_MOST
    return is_list and all(isinstance(word, str) for word in words)


def _chosen(body: bytes) -> tuple[str, list[str]]:
    """Return the action and its cards. Raises HTTPException if the body is anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "This is not JSON.") from None
    if isinstance(said, dict) and len(said) == 1:
        ((what, words),) = said.items()
        if what in ("throw", "play") and _is_cards(words):
            return what, words
    raise HTTPException(422, 'A choice is {"throw": ["5H", "JC"]} or {"play": ["5H"]}.')
