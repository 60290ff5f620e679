"""The address of a board's page, stored beside its game, so that a second `pegboard` can open that
page and open pages can press keys again after a restart."""

import json
import os
import re
import secrets
import socket
from pathlib import Path
from typing import NamedTuple

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


class AddressFile:
    """Stores the address of one board's page in a file beside its game, the file `game`. Only the
    user who started the board can read it."""

    def __init__(self, game: Path):
        self.path = game.with_name(game.name + ".page")

    def read(self) -> PageAddress | None:
        """Return the address that was last written, with the port NO_PORT if no page is being
        served; None if the file has no address."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            port, token = kept["port"], kept["token"]
        except (OSError, ValueError, LookupError, TypeError):
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


def write_private(path: Path, text: str) -> None:
    """Write a file that only this user can read, replacing an existing one. Raises OSError."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(fresh, path)
