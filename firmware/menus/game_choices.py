"""The first question of the game menu: what may be done now."""

from engine_core.compat import TYPE_CHECKING, later
from engine_core.games.phases import CUT, OVER, PLAY, SHOW
from engine_core.games.preset_types import CRIBBAGE, SCOREBOARD
from engine_core.state import entries

from . import game_questions as ask
from .menu_base import LAST_COUNTS, OTHER_OPTIONS, TO_NEXT_PLAYER

# Needed only after a game.
if TYPE_CHECKING:
    from engine_core.game import next_dealer
else:
    next_dealer = later("engine_core.game.next_dealer")

BACK = "Back to the game"
NEW = "New game"
OTHER = "Next game with other options"
MATCH = "The match so far"
GIVE = "Give points"
TAKE = "Take points back"
PENALTY = "Penalty"
MOVED = "Moved the peg in the box"
LEAVES = "A player leaves"
COUNTS = "The last counts"
NEXT = "That card was the next player's"
DEALS = "Who deals the next game"
REDEAL = "The deal is void, deal again"
SIZE = "A hand is short or long"

# The questions that follow.
QUESTIONS = {
    GIVE: (ask.SIDE, ask.AMOUNT),
    TAKE: (ask.SIDE, ask.AMOUNT),
    PENALTY: (ask.NUMBER, ask.SIDE),  # and those that depend on the penalty
    MOVED: (ask.SIDE,),
    LEAVES: (ask.LEAVER,),
    NEW: (ask.SURE,),
    MATCH: (ask.TRACKER,),
    DEALS: (ask.DEALER, ask.HOW_LONG),
    REDEAL: (ask.REDEALER,),
    SIZE: (ask.HOLDER, ask.SIZE),
}
# The results of the menu for choices without further questions, except BACK_TO_GAME.
AT_ONCE = {NEXT: TO_NEXT_PLAYER, COUNTS: LAST_COUNTS, OTHER: OTHER_OPTIONS}
# The entries of one number.
ONE_NUMBER = {MOVED: entries.MOVED, LEAVES: entries.LEAVE, REDEAL: entries.REDEAL}

_ALL = (BACK, NEW, MATCH, GIVE, TAKE, PENALTY, MOVED, LEAVES, COUNTS, NEXT)
_ALL += (REDEAL, SIZE, OTHER, DEALS)
_ANY_TIME = (BACK, NEW, MATCH, COUNTS, NEXT)  # also before the first deal, and after the game
_AFTER = (OTHER, DEALS)  # after a game


def offered(state) -> list:
    """Return the names of what may be done in the game with this `state`."""
    return [what for what in _ALL if _is_timely(what, state.phase) and _suits(what, state)]


def _is_timely(what, phase):
    if what in _AFTER:
        return phase == OVER
    return what in _ANY_TIME or phase not in (OVER, CUT)


def _suits(what, state):
    """Return whether the game has what is to be done."""
    return what not in _IF or _IF[what](state)


def _has_penalties(state):
    return state.preset.machine != SCOREBOARD and len(state.scores) > 1


def _has_sides(state):
    return len(state.scores) > 1


def _has_box(state):
    return any(state.deals_out)


def _has_counts(state):
    return state.preset.machine != SCOREBOARD


def _has_laid(state):
    return state.preset.machine == CRIBBAGE and bool(state.laid)


def _may_be_short(state):
    """Return whether a hand may turn out to be short or long now."""
    row = state.preset
    return row.machine == CRIBBAGE and not row.deals_in_game and state.phase in (PLAY, SHOW)


def _has_dealers(state):
    return next_dealer.offered(state)


# By choice: whether the game has it; the others are in any game.
_IF = {
    PENALTY: _has_penalties,
    REDEAL: _has_penalties,
    LEAVES: _has_sides,
    MOVED: _has_box,
    COUNTS: _has_counts,
    NEXT: _has_laid,
    SIZE: _may_be_short,
    DEALS: _has_dealers,
}
