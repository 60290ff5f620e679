"""The page's switch for host.web.share: only for pages with the token on this computer."""

import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .server import check_sender, check_token, read_body
from .share import Share


def share_routes(share: Share, token: str) -> list[Route]:
    """Return GET /share, which answers with the state, and POST /share, which switches it."""

    async def status(request: Request) -> Response:
        check_token(request, token)
        return JSONResponse(share.status())

    async def switch(request: Request) -> Response:
        check_sender(request, token)
        await share.switch(_wanted(await read_body(request)))
        return JSONResponse(share.status())

    return [Route("/share", status), Route("/share", switch, methods=["POST"])]


def _wanted(body: bytes) -> bool:
    """Return the state that a body requests. Raises HTTPException if it is anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "This is not JSON.") from None
    if not isinstance(said, dict) or set(said) != {"on"} or type(said["on"]) is not bool:
        raise HTTPException(422, 'The switch is {"on": true} or {"on": false}.')
    return said["on"]
