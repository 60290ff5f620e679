"""Links of games: makes them for games played here, and reads those from elsewhere as games to
store."""

from engine_core.compat import TYPE_CHECKING
from engine_core.records import game_link
from engine_core.records.game_link import LinkedGame, LinkError
from engine_core.state.entries import pack
from host.mirror.names import clean

from .games import unpacked
from .new_game import NewGame
from .result import result
from .rows import StoredGame

if TYPE_CHECKING:
    from collections.abc import Sequence


def link_text(entries: tuple[bytes, ...], names: "Sequence[str]", played: float | None) -> str:
    """Return the part of a game's link after the address of a page, "#game=…", or "" if the game
    is too long for one. names: of its players by seat; played: when, in seconds since 1970."""
    game = LinkedGame(unpacked(entries), tuple(names), int(played or 0))
    try:
        return f"#{game_link.KEY}{game_link.write(game)}"
    except LinkError:
        return ""


def new_game(link: str) -> NewGame:
    """Return the game of a link as a new game to store. Raises LinkError."""
    game = game_link.read(link)
    packed = tuple(pack(entry) for entry in game.entries)
    return NewGame(packed, (), names=_names(game), started=float(game.played) or None)


def linked(link: str) -> tuple[StoredGame, list[tuple]]:
    """Return the game of a link as if it were stored, with the id 0, and its entries. Raises
    LinkError."""
    game = game_link.read(link)
    played = float(game.played) or None
    told = result(game.entries)
    return StoredGame(0, "", "", played, 0.0, list(_names(game)), {}, told), game.entries


def _names(game: LinkedGame) -> tuple[str, ...]:
    return tuple(clean(name) for name in game.names)
