"""The addresses in links of games: of this page, where a phone can reach it."""

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request

from .addresses import LOCAL_HOSTS, host_name
from .qr import qr_rows

# Returns the addresses of this page in the network, none while it is not shared.
Addresses = Callable[[], Sequence[str]]


def no_addresses() -> Sequence[str]:
    """Return the addresses of a page that nobody shares."""
    return ()


def with_address(told: dict[str, Any], request: Request, addresses: Addresses) -> dict[str, Any]:
    """Return `told`, whose `link` is "#game=…" or "", with the whole address as its `link`, and
    `qr`: the rows of its QR code, None if no other computer can reach that address."""
    if not told["link"]:
        return {**told, "qr": None}
    host = request.headers["host"]
    shared = addresses()
    is_local = host_name(host) in LOCAL_HOSTS
    base = shared[0] if is_local and shared else f"http://{host}/"
    link = f"{base}{told['link']}"
    return {**told, "link": link, "qr": None if is_local and not shared else qr_rows(link, "l")}
