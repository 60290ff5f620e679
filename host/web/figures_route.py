"""GET /figures: how each side does against an average player, in the game that a page shows."""

from starlette.routing import Route

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from host.analysis.game_figures import game_figures
from host.history.games import split, unpacked
from host.mirror.deals import deals_of

from .position_route import Choose, position_route


def figures_route(choose: Choose) -> Route:
    """Return the route. Its answer is the result of host.analysis.game_figures, or null."""
    return position_route("/figures", choose, lambda match: _figures(match.data))


def _figures(match: bytes) -> dict | None:
    try:
        games = split(match) if match else []
        return figures_of(unpacked(games[-1].entries)) if games else None
    except PegboardError:
        return None  # of another version of the rules


def figures_of(entries: list[tuple]) -> dict | None:
    """Return the figures of the game with these entries. Raises PegboardError."""
    game = Game()
    for entry in entries:
        game.apply(entry)
    return game_figures(game, deals_of(entries))
