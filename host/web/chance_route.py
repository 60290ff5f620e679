"""GET /chance: the chance to win in the position that a page shows."""

from starlette.routing import Route

from host.history.game_answers import match_percents

from .position_route import Choose, position_route


def chance_route(choose: Choose) -> Route:
    """Return the route. Its answer has the percentages of each side as whole numbers, or null."""
    return position_route(
        "/chance", choose, lambda match: {"percents": match_percents(match.data)}
    )
