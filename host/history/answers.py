"""What the pages of the history show, ready for JSON: of a server and of the static site."""

from engine_core.compat import TYPE_CHECKING
from hardware.board import SIDES
from host.mirror.deals import deals_of, steps_of
from host.mirror.names import called

from .game_record import when_text
from .games import unpacked
from .links import link_text
from .names import partner_names, seat_names, side_names
from .statistics import rivals, statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rows import StoredGame

_OF_RESULT = ("game", "target", "scores", "over", "winner", "losses")


def game_line(game: "StoredGame") -> dict:
    """Return what the list shows of a game."""
    told = game.result
    return dict(
        {key: told[key] for key in _OF_RESULT},
        id=game.id,
        started=when_text(game),
        names=[game.name(seat) for seat in range(told["seats"])],
        called=side_names(game),
        side_of=told["side_of"],
    )


def game_page(game: "StoredGame", stored: "Sequence[tuple[float | None, bytes]]") -> dict:
    """Return what the page of a game shows; stored: its packed entries, each with its time;
    `link` is "#game=…" or "". Raises PegboardError."""
    packed = tuple([entry for _, entry in stored])
    entries, sides, partners = unpacked(packed), side_names(game), partner_names(game)
    return dict(
        game_line(game),
        seats=seat_names(game),
        sides=[
            {"colour": side, "name": sides[side], "rgb": list(SIDES[side][1:])}
            for side in range(len(game.result["scores"]))
        ],
        deals=called(deals_of(entries), sides, partners),
        steps=called(steps_of(entries), sides, partners),
        times=[at for at, _ in stored],
        link=link_text(packed, game.names, game.started),
    )


def player_page(games: "list[StoredGame]", name: str, other: str, par: dict) -> dict | None:
    """Return what the page of the player `name` shows, or with `other` that of both, None if there
    is no such game. games: all that may be shown, the latest first; par: of an average player."""
    if other:
        games = rivals(games, name, other)
    told = statistics(games, name)
    if not told["games"]:
        return None
    own = name.lower()
    seen = [one for one in games if own in [each.lower() for each in one.names]]
    more = {"other": statistics(games, other)} if other else {}
    return dict(told, par=par, list=[game_line(game) for game in seen], **more)
