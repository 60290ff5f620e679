"""GET /game.json: the game that a page shows now, for the scene at its end."""

from starlette.requests import Request
from starlette.routing import Route

from engine_core.errors import PegboardError
from host.history.games import split, unpacked
from host.history.links import link_text
from host.history.match import Match
from host.history.names import player_names, seated
from host.history.result import result
from host.history.store import clean_name
from host.mirror.deals import deals_of, steps_of

from .figures_route import figures_of
from .link_address import Addresses, no_addresses, with_address
from .position_route import Choose, position_route


def game_route(choose: Choose, addresses: Addresses = no_addresses) -> Route:
    """Return the route. Its answer is null before the first game, else an object: `deals` as
    host.mirror.deals.deals_of, `steps` (the deal and the scores after each entry), `figures` as
    /figures, and of a game that is over `link` and `qr`, as host.web.link_address has them.
    addresses: of this page in the network."""

    def finish(request: Request, told: dict | None) -> dict | None:
        return told and with_address(told, request, addresses)

    return position_route("/game.json", choose, _game, finish)


def _game(match: Match) -> dict | None:
    try:
        games = split(match.data) if match.data else []
        if not games:
            return None
        entries = unpacked(games[-1].entries)
        told = result(entries)
        *_, players = seated(games, match.players)
        named = map(clean_name, player_names(told, match.names, players))
        return {
            "deals": deals_of(entries),
            "steps": [{"deal": at["deal"], "scores": at["scores"]} for at in steps_of(entries)],
            "figures": figures_of(entries),
            "link": link_text(games[-1].entries, list(named), match.at) if told["over"] else "",
        }
    except PegboardError:
        return None  # of another version of the rules
