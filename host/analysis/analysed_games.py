"""Which games the analysis knows: the codes of their presets in engine_core.games.presets."""

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.games.options import CRIB_WARS, RANKS_ALONE

from . import tables

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine_core.state.state import State

TRADITIONAL = 1
CODES = {2: TRADITIONAL, 3: 2, 4: 3}  # by the number of players


class NotReviewed(PegboardError):
    """The plays and throws of this game cannot be reviewed."""


def check_reviewed(state: "State", seats: "Collection[int]" = tuple(CODES)) -> None:
    """Raise NotReviewed, with a text for the person, unless the game with this state, of one of
    these numbers of players, can be reviewed."""
    if state.seats not in seats or state.code != CODES.get(state.seats):
        raise NotReviewed("only Traditional, three-handed and four-handed games are reviewed")
    if state.track == CRIB_WARS or state.target not in tables.targets(state.seats):
        raise NotReviewed("a game on this track is not reviewed: not only points decide it")
    if state.options & RANKS_ALONE:
        raise NotReviewed("a game entered as ranks alone is not reviewed: its suits are not known")
