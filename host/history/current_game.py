"""The game that a board plays now, or has just ended, from its match."""

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from host.mirror.deals import deals_of, steps_of
from host.mirror.names import called

from .game_answers import figures_of
from .game_record import record_text
from .games import split, unpacked
from .links import link_text
from .names import partner_names, player_names, seated, side_names
from .new_game import clean_name
from .result import result
from .rows import StoredGame

if TYPE_CHECKING:
    from collections.abc import Sequence

# In the functions below, data: a match, packed for engine_core.game.match_base, b"" if there is
# none; sides: the names of the sides, "" where the table gave none; players: their names by seat.


def current_game(
    data: bytes, sides: "Sequence[str]", players: "Sequence[str]", at: int
) -> dict | None:
    """Return the game for the scene at its end, ready for JSON: `deals`, `steps` (the deal and the
    scores after each entry), `figures`, and `link`, "#game=…" for a game that is over, else "".
    None before the first game, and if it is of other rules. at: when its last entry was made."""
    try:
        games = split(data) if data else []
        if not games:
            return None
        packed = games[-1].entries
        entries = unpacked(packed)
        told = result(entries)
        named = _names(games, told, sides, players)
        game = StoredGame(0, "", "", None, 0.0, named, {}, told)
        return {
            "deals": called(deals_of(entries), side_names(game), partner_names(game)),
            "steps": [{"deal": one["deal"], "scores": one["scores"]} for one in steps_of(entries)],
            "figures": figures_of(entries),
            "link": link_text(packed, named, at) if told["over"] else "",
        }
    except PegboardError:
        return None


def current_record(data: bytes, sides: "Sequence[str]", players: "Sequence[str]") -> str:
    """Return the text record of the game, "" if there is none."""
    try:
        games = split(data) if data else []
        if not games:
            return ""
        entries = unpacked(games[-1].entries)
        told = result(entries)
        named = _names(games, told, sides, players)
        return record_text(StoredGame(0, "", "", None, 0.0, named, {}, told), entries)
    except PegboardError:
        return ""


def current_figures(data: bytes) -> dict | None:
    """Return the figures of the game, or None."""
    try:
        games = split(data) if data else []
        return figures_of(unpacked(games[-1].entries)) if games else None
    except PegboardError:
        return None


def _names(games, told, sides, players):
    by_game = list(seated(games, players))
    return [clean_name(name) for name in player_names(told, sides, by_game[-1])]
