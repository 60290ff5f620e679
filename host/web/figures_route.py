"""GET /figures: how each side does against an average player, in the game that a page shows."""

from starlette.routing import Route

from host.history.current_game import current_figures

from .position_route import Choose, position_route


def figures_route(choose: Choose) -> Route:
    """Return the route. Its answer is the result of host.analysis.game_figures, or null."""
    return position_route("/figures", choose, lambda match: current_figures(match.data))
