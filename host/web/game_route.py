"""GET /game.json: the game that a page sees now, for the scene at its end."""

from starlette.routing import Route

from engine_core.errors import PegboardError
from host.history.deals import deals_of, steps_of
from host.history.games import split, unpacked

from .figures_route import figures_of
from .position_route import Choose, position_route


def game_route(choose: Choose) -> Route:
    """Return the route. Its answer is null before the first game, else an object: `deals` as
    host.history.deals.deals_of, `steps` (the deal and the scores after each entry) and `figures`
    as /figures."""
    return position_route("/game.json", choose, _game)


def _game(match: bytes) -> dict | None:
    try:
        games = split(match) if match else []
        if not games:
            return None
        entries = unpacked(games[-1].entries)
        return {
            "deals": deals_of(entries),
            "steps": [{"deal": at["deal"], "scores": at["scores"]} for at in steps_of(entries)],
            "figures": figures_of(entries),
        }
    except PegboardError:
        return None  # of another version of the rules
