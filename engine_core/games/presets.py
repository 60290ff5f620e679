"""The games, as data: each preset is one row, and a game that only changes numbers needs no code.

The columns are described in engine_core.games.preset_types.
"""

from ..count import reasons
from ..count.scoring import NODDY
from ..errors import Illegal
from . import options as opt
from . import phases as at
from .preset_types import BATTLEFIELD, CRIBBAGE, OPTIONS, SCOREBOARD, Deal, Preset

_TWO = Deal((6, 6), (2, 2))
_THREE = Deal((5, 5, 5), (1, 1, 1), side_of=(0, 1, 2), from_deck=1)
_FOUR = Deal((5, 5, 5, 5), (1, 1, 1, 1), side_of=(0, 1, 0, 1))
_FIVE = Deal((5, 5, 5, 5, 4), (1, 1, 1, 1, 0), side_of=(0, 1, 2, 3, 4))
_SIX = Deal((5, 5, 5, 5, 4, 4), (1, 1, 1, 1, 0, 0), side_of=(0, 1, 0, 1, 0, 1))
_SIX_PAIRS = Deal(
    (5, 5, 5, 5, 5, 5), (1, 1, 0, 1, 1, 0), side_of=(0, 1, 2, 0, 1, 2), bury=(0, 0, 1, 0, 0, 1)
)
_TWO_PLAYERS = Preset.options + (opt.CRIB_BY_OWNER,)
_BATTLEFIELD = {
    "targets": (121,),
    "machine": BATTLEFIELD,
    "phases": (at.LINE, at.TURN, at.FORMATION, at.DROP, at.RESERVE),
    "options": (opt.MUGGINS, opt.GIVE_BACK, opt.PENALTY_12, opt.NO_HINTS, opt.SHOW_BY_ITSELF),
    "called": ((reasons.NOBS, "knobs"),),
}

# The games in the order of the menu. One row here is all that a new game needs.
PRESETS = [
    Preset(1, "Traditional", _TWO, options=_TWO_PLAYERS),
    Preset(2, "Three-handed", _THREE),
    Preset(3, "Four-handed", _FOUR),
    Preset(4, "Five-handed", _FIVE),
    Preset(5, "Six-handed, Once-Around", _SIX),
    Preset(
        6, "Six-handed, Crib Wars", _SIX_PAIRS, targets=(121,), dead_cards=True,
        tracks=(opt.CRIB_WARS, opt.PLAIN, opt.ONCE_AROUND), options=OPTIONS + (opt.GO_BY_ITSELF,),
    ),
    Preset(
        7, "Five-card", Deal((5, 5), (2, 2)), targets=(61,), one_count=True, head_start=3,
        tracks=(opt.PLAIN,), options=OPTIONS + (opt.RENEGE_PENALTY, opt.CRIB_BY_OWNER),
    ),
    Preset(
        8, "Noddy",
        *[Deal((3,) * n, side_of=tuple(range(n))) for n in range(2, 7)],
        targets=(31,), scoring=NODDY, one_count=True,
        phases=(at.STARTER, at.CLAIM, at.PLAY), options=(opt.STRICT_GO, opt.NO_HINTS),
        tracks=(opt.PLAIN,),
    ),
    Preset(
        9, "Backward", _TWO, _THREE, _FOUR, targets=(121,), backward=True, options=_TWO_PLAYERS,
    ),
    Preset(
        10, "Solitaire", Deal((6, 2), (2, -2), side_of=(0, 0), crib_seat=1), targets=(121,),
        phases=(at.STARTER, at.PLAY, at.SHOW), deals_in_game=6,
        options=(opt.NO_HINTS, opt.RANKS_ALONE, opt.GO_BY_ITSELF, opt.SHOW_BY_ITSELF),
        has_payoffs=False,
    ),
    Preset(
        11, "Battlefield",
        *[Deal((5,) * n, side_of=tuple(range(n)), from_deck=4 - n) for n in (2, 3, 4)],
        **_BATTLEFIELD,
    ),
    Preset(
        12, "Battlefield, partners", Deal((5,) * 4, side_of=(0, 1, 0, 1)), **_BATTLEFIELD
    ),
    Preset(
        0, "Scoreboard", *[Deal(side_of=tuple(range(n))) for n in (2, 3, 4)],
        machine=SCOREBOARD, options=(), any_target=True, tracks=(opt.PLAIN, opt.ONCE_AROUND),
    ),
]  # fmt: skip


def named(name: str) -> Preset:
    """Return the preset called `name`, in any case. Raises Illegal if there is none."""
    for row in PRESETS:
        if row.name.lower() == name.strip().lower():
            return row
    known = ", ".join([row.name for row in PRESETS])
    raise Illegal("there is no game '" + name + "': choose from " + known)


__all__ = (
    "BATTLEFIELD", "CRIBBAGE", "PRESETS", "SCOREBOARD", "Deal", "Preset", "named",
)  # fmt: skip
