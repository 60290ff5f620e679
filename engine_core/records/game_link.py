"""A game as the text of a link, `#game=…`, which every page and program reads without a server.

The text is base64url (RFC 4648) without padding. Its bytes are, with numbers big-endian: the
version of this form; when the game was played, four bytes of seconds since 1970, 0 if not known;
the number of names, and for each its length and its UTF-8; the packed entries, as in
engine_core.state.entries; and the CRC-32 of all that in four bytes. Every version ends with this
check.
"""

from binascii import a2b_base64, b2a_base64

from ..compat import TYPE_CHECKING, const, crc32
from ..errors import PegboardError
from ..game.game import Game
from ..games.phases import OVER
from ..state.entries import NEXT, START, pack, unpack

if TYPE_CHECKING:
    from ..state.entries import Entry

KEY = "game="  # before the text in an address
VERSION = const(1)
# Six players, and letters of two bytes in a name; more is no link of a game.
NAMES_MOST = const(6)
NAME_BYTES_MOST = const(120)
BYTES_MOST = const(2048)  # so that a QR code holds any link; a long game has 400
TEXT_MOST = const(2731)  # characters that hold BYTES_MOST
_HEAD = const(6)
_CHECK = const(4)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class LinkError(PegboardError):
    """A text that is not a link of a game, or a game that cannot have a link."""


class LinkedGame:
    """entries: those of one game; names: of the players by seat, () if there are none; played:
    when, in seconds since 1970, 0 if not known."""

    def __init__(self, entries: "list[Entry]", names: tuple[str, ...] = (), played: int = 0):
        self.entries = entries
        self.names = names
        self.played = played


def write(game: LinkedGame) -> str:
    """Return the text of `game` to follow KEY, as `read` reads it.

    Raises LinkError if the game is too long for a link, and PegboardError for a wrong entry.
    """
    names = [name.encode("utf-8") for name in game.names] if any(game.names) else []
    if len(names) > NAMES_MOST or [name for name in names if len(name) > NAME_BYTES_MOST]:
        raise LinkError("these names are too long for a link")
    played = game.played if 0 <= game.played < 1 << 32 else 0
    data = bytes((VERSION,)) + played.to_bytes(4, "big") + bytes((len(names),))
    data += b"".join([bytes((len(name),)) + name for name in names])
    data += b"".join([pack(entry) for entry in game.entries])
    data += crc32(data).to_bytes(_CHECK, "big")
    if len(data) > BYTES_MOST:
        raise LinkError("this game has too many entries for a link")
    base64 = str(b2a_base64(data), "ascii").rstrip("\n=")
    return base64.replace("+", "-").replace("/", "_")


def is_link(said: str) -> bool:
    """Return whether `said` looks like an address with a game."""
    return "#" + KEY in said or said.startswith(KEY)


def read(said: str) -> LinkedGame:
    """Return the game of a link: a whole address, or the part from `game=` on, or its text alone.

    The game is checked against the rules, so all its entries are allowed. Raises LinkError, whose
    text names the fault.
    """
    data = _bytes(said)
    end = len(data) - _CHECK
    if end < _HEAD or crc32(data[:end]) != int.from_bytes(data[end:], "big"):
        raise LinkError("a part of this link is missing or changed: copy the whole link")
    if data[0] != VERSION:
        raise LinkError(
            "this link is of a later version of Pegboard (" + str(data[0]) + "): install that"
        )
    names, at = _names(data, end)
    return LinkedGame(_entries(data[:end], at), names, int.from_bytes(data[1:5], "big"))


def _bytes(said):
    said = said.strip()
    at = said.rfind(KEY)
    base64 = said[at + len(KEY) :] if at >= 0 else said
    if not base64:
        raise LinkError("this link has no game")
    if len(base64) > TEXT_MOST:
        raise LinkError("this is longer than a link of a game")
    for letter in base64:
        if letter not in _LETTERS:
            raise LinkError("this is not a link of a game: it contains " + repr(letter))
    if len(base64) % 4 == 1:
        raise LinkError("a part of this link is missing or changed: copy the whole link")
    padded = base64.replace("-", "+").replace("_", "/") + "=" * (-len(base64) % 4)
    return a2b_base64(padded.encode("ascii"))


def _names(data, end):
    names = []
    at = _HEAD
    if data[5] > NAMES_MOST:
        raise LinkError("this link has more names than a game has players")
    for _ in range(data[5]):
        after = at + 1 + data[at]  # at `end` it reads the check, so `after` is beyond `end`
        if after > end or data[at] > NAME_BYTES_MOST:
            raise LinkError("a name in this link is too long")
        try:
            names.append(str(data[at + 1 : after], "utf-8"))
        except UnicodeError:
            raise LinkError("a name in this link is not text")
        at = after
    return tuple(names), at


def _entries(data, at):
    game = Game()
    entries = []
    while at < len(data):
        number = len(entries) + 1
        try:
            entry, at = unpack(data, at)
            if (entry[0] == START) != (number == 1) or entry[0] == NEXT:
                raise LinkError("a link has one game, from its start on")
            if game.state.phase == OVER:
                raise LinkError("the game is over before it")
            game.apply(entry)
        except PegboardError as why:
            raise LinkError("entry " + str(number) + " of this link is wrong: " + str(why))
        entries.append(entry)
    if not entries:
        raise LinkError("this link has no game")
    return entries


__all__ = ("KEY", "LinkError", "LinkedGame", "is_link", "read", "write")
