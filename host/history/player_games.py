"""The games of a player in which throws are looked for."""

from engine_core.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .rows import StoredGame

_GAMES_MOST = 30  # the latest


def games_with_throws(
    games: "Iterable[StoredGame]", player: str
) -> "Iterator[tuple[StoredGame, int]]":
    """Yield the latest games of two that this player has played, with the seat; games: the newest
    first."""
    found = 0
    for game in games:
        seats = [n for n in game.result["people"] if game.name(n).lower() == player.lower()]
        if seats and game.result["game"] == "Traditional" and game.result["seats"] == 2:
            yield game, seats[0]
            found += 1
            if found == _GAMES_MOST:
                return
