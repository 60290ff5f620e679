"""Games of a board, stored in the history with the names of their players. `rows`: as in
host.history.shelf."""

from engine_core.compat import TYPE_CHECKING

from . import shelf
from .games import split
from .names import player_names
from .new_game import NewGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rows import StoredGame
    from .shelf import Rows


def new_names(stored: "StoredGame", sides: "Sequence[str]", players: "Sequence[str]") -> list[str]:
    """Return the names of the players of a game, by seat, after the names that the table gave the
    sides, or else `players`; [] if those that are stored stay. In a finished game the others keep
    their names: `players` may be those of the next game."""
    if stored.names and not any(sides):
        return []
    others = stored.names if stored.names and stored.result["over"] else players
    names = player_names(stored.result, sides, others)
    return [] if names == stored.names else names


def keep_archived(
    rows: "Rows",
    board: str,
    uid: str,
    match: bytes,
    now: float,
    sides: "Sequence[str]",
) -> None:
    """Store a finished game of the archive of `board`, which may have been stored already while it
    was watched. uid, match: as in host.link.archive. Raises PegboardError if it breaks the rules,
    and StoreError."""
    for game in split(match):
        new = NewGame(game.entries, (None,) * len(game.entries), uid, board, game.begun)
        number = shelf.add(rows, new, now, corrects=True)[0]
        names = new_names(rows.game(number), sides, ())
        if names:
            rows.change(number, {"names": shelf.names_text(names)})
