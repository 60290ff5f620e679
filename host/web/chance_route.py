"""GET /chance: the chance to win in the position that a page shows."""

from starlette.routing import Route

from engine_core.errors import PegboardError
from engine_core.game.match_base import unpack_match
from host.analysis.deal_chance import chances
from host.analysis.percents import percents

from .position_route import Choose, position_route


def chance_route(choose: Choose) -> Route:
    """Return the route. Its answer has the percentages of each side as whole numbers, or null."""
    return position_route(
        "/chance", choose, lambda match: {"percents": match_percents(match.data)}
    )


def match_percents(match: bytes) -> list[int] | None:
    """Return the chance of each side to win the game of a match, in whole per cents, or None."""
    try:
        found = chances(unpack_match(match).state) if match else None
    except PegboardError:
        return None
    return percents(found) if found else None
