"""What pages ask about a game beside its entries: the chance to win, and its figures."""

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.game.match_base import unpack_match
from host.analysis.deal_chance import chances
from host.analysis.game_figures import game_figures, par
from host.analysis.percents import percents
from host.analysis.tables import DEALER, PONE
from host.mirror.deals import deals_of


def match_percents(match: bytes) -> list[int] | None:
    """Return the chance of each side to win the game of a match, in whole per cents, or None."""
    try:
        found = chances(unpack_match(match).state) if match else None
    except PegboardError:
        return None
    return percents(found) if found else None


def figures_of(entries: list[tuple]) -> dict | None:
    """Return the figures of the game with these entries. Raises PegboardError."""
    game = Game()
    for entry in entries:
        game.apply(entry)
    return game_figures(game, deals_of(entries))


def chance_curve(entries: list[tuple]) -> list[list[int] | None]:
    """Return, for each entry, the chances to win as whole percentages before a deal and at the
    end, None otherwise. Raises PegboardError."""
    game = Game()
    deal, found = 0, []
    for number, entry in enumerate(entries):
        game.apply(entry)
        last = number == len(entries) - 1
        fresh = game.state.deal_number != deal
        deal = game.state.deal_number
        known = chances(game.state) if fresh or last else None
        found.append(percents(known) if known else None)
    return found


def average_player() -> dict:
    """Return the averages of a deal of an average player, as host.history.statistics has those of
    a player."""
    return {"dealer": par()[DEALER], "pone": dict(par()[PONE], crib=None)}
