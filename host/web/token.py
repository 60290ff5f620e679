"""Creates, stores and checks the page's token, which allows pages to press keys.

It is stored with the page's address beside the board's game, so that a second `pegboard` can open
that page and open pages can press keys again after a restart.
"""

import hmac
import json
import re
import secrets
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from host.files import read_file, write_private

HEADER = "x-pegboard-token"  # the header in which a page sends its token
NO_PORT = 0  # no page is being served
_ANSWER_SECONDS = 2.0
_TOKEN = re.compile(r"[A-Za-z0-9_-]{24,64}")


class PageAddress(NamedTuple):
    """The port of the page on this computer, and the token that allows pages to press keys."""

    port: int
    token: str

    def url(self) -> str:
        """Return the address of a page that can press keys."""
        return f"{self.watching()}#{self.token}"

    def watching(self) -> str:
        """Return the address of a page that can only watch."""
        return f"http://127.0.0.1:{self.port}/"

    def answers(self) -> bool:
        """Return whether a page is being served there."""
        if self.port == NO_PORT:
            return False
        try:
            with socket.create_connection(("127.0.0.1", self.port), _ANSWER_SECONDS):
                return True
        except OSError:
            return False


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(18)


def has_token(headers: Mapping[str, str], token: str) -> bool:
    """Return whether a request with these headers has the token."""
    given = headers.get(HEADER, "")
    return hmac.compare_digest(given.encode("utf-8"), token.encode("utf-8"))


class AddressFile:
    """Stores the address of one board's page in a file beside its game, the file `game`. Only the
    user who started the board can read it."""

    def __init__(self, game: Path):
        self.path = game.with_name(game.name + ".page")

    def read(self) -> PageAddress | None:
        """Return the address that was last written, with the port NO_PORT if no page is being
        served; None if the file has no address."""
        try:
            kept = json.loads(read_file(self.path))
            port, token = kept["port"], kept["token"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return None
        if type(port) is not int or not 0 <= port < 65536:
            return None
        if not isinstance(token, str) or not _TOKEN.fullmatch(token):
            return None
        return PageAddress(port, token)

    def write(self, address: PageAddress) -> None:
        """Store `address`. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_private(self.path, json.dumps(address._asdict()))
