"""GET /game.json: the game that a page shows now, for the scene at its end."""

from starlette.requests import Request
from starlette.routing import Route

from host.history.current_game import current_game
from host.history.match import Match

from .link_address import Addresses, no_addresses, with_address
from .position_route import Choose, position_route


def game_route(choose: Choose, addresses: Addresses = no_addresses) -> Route:
    """Return the route. Its answer is that of host.history.current_game, with `link` and `qr` as
    host.web.link_address has them. addresses: of this page in the network."""

    def finish(request: Request, told: dict | None) -> dict | None:
        return told and with_address(told, request, addresses)

    return position_route("/game.json", choose, _game, finish)


def _game(match: Match) -> dict | None:
    return current_game(match.data, match.names, match.players, match.at)
