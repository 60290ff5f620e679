"""Checks that a state can be one of a game: a journal, a link or a file may hold any bytes.

What the rest of the engine relies on is checked here: that a number is a seat, a side, a card or a
hole of this game, that a row has an element for each of them, and that they agree with each other.
"""

from ..compat import TYPE_CHECKING, const, later
from ..count.cards import JOKER, NO_CARD, SUITLESS, SUITLESS_END
from ..errors import Illegal
from ..games import phases as at
from ..games.dealers import MATCH
from ..games.lookup import preset
from ..games.options import CRIB_WARS, RANKS_ALONE
from ..games.preset_types import BATTLEFIELD, CRIBBAGE, SCOREBOARD
from ..games.seats import NO_SEAT, PARTNERS
from ..state.state import NO_SIDE, State
from ..state.state_layout import MATCH_ROWS

if TYPE_CHECKING:
    from ..games.preset_types import Preset
    from ..pegs import crib_wars
    from .game import Game
else:
    crib_wars = later("engine_core.pegs.crib_wars")

# The phases of each machine besides those of a preset's deals.
_MORE_PHASES = {
    CRIBBAGE: (at.CUT, at.CLAIM, at.CHALLENGE, at.AFTER_PLAY, at.SUITS),
    BATTLEFIELD: (at.CUT, at.CLAIM, at.CHALLENGE),
    SCOREBOARD: (at.POINTS,),
}
_UNDEALT = (at.CUT, at.OVER, at.POINTS)  # phases in which there may have been no deal yet
_PLAYED_UP = (at.FREE, at.SUITS, at.OVER)  # in which Solitaire's hands may be cleared away
_BY_SIDE = ("scores", "back_pegs", "spots", "count_spots", "count_points", "deals_out")
_OF_CARDS = ("laid", "crib", "cuts", "used_cards", "seen_cards", "formation", "standoff_cards")
_OF_SEATS = ("laid_by", "seen_seats", "cutters", "low_cutters")
_SEATS = ("last_player", "open_by", "missed_by", "caller", "shown_by", "last_scorer")
_CRIB = const(1)  # which is counted after the hands
_DEALS_END = const(255)  # so that another deal can be counted in a byte
_ENTRIES_MOST = const(1 << 20)  # before a segment of a saved game: of a thousand long evenings


def check(packed: bytes | bytearray) -> None:
    """Raise PegboardError if no game has the state `packed`, which is as State.pack returns it."""
    state = State()
    state.restore(packed)
    check_state(state)


def check_state(state: State) -> None:
    """Raise PegboardError if no game has this state, as State.restore leaves it."""
    row = preset(state.code)
    if state.seats not in row.players() or not (
        _game(state, row) and _rows(state) and _numbers(state) and _pegs(state)
    ):
        raise Illegal("this is not a state of a game")


def _game(state: State, row: "Preset") -> bool:
    phases = _MORE_PHASES[row.machine] + (at.OVER,)
    if row.machine != SCOREBOARD:
        phases += row.phases
    return (
        row.plays_to(state.target)
        and state.track in row.tracks
        and not state.all_options() & ~row.options_for(state.seats)
        and (state.phase in phases or (state.phase == at.FREE and bool(row.deals_in_game)))
        and state.next_way < MATCH
    )


def _rows(state: State) -> bool:
    """Return whether each row has as many elements as it must, and cards and seats in them."""
    seats, sides = state.seats, state.seating.sides
    dealt = (seats,) if state.phase not in _UNDEALT else (0, seats)
    by_seat = [(state.go_room, dealt), (state.hand_sizes, (0, seats))]
    by_seat.append((state.early_claims, (0, seats)))
    if state.preset.machine == BATTLEFIELD:
        by_seat.append((state.turns, dealt))
    return (
        all([len(getattr(state, name)) == sides for name in _BY_SIDE + MATCH_ROWS[:-1]])
        and len(state.running_points) == 2 * sides
        and len(state.match_before) in (0, 2 * sides)
        and len(state.owed) in (0, sides * sides)
        and all([len(each) in lengths for each, lengths in by_seat])
        and len(state.laid) == len(state.laid_by)
        and len(state.seen_cards) == len(state.seen_seats)
        and len(state.cuts) < (len(state.cutters) or 1)
        and (state.phase == at.OVER or (len(state.cutters) > 0) == (state.phase == at.CUT))
        and all([_are_cards(state, getattr(state, name)) for name in _OF_CARDS])
        and all([seat < seats for name in _OF_SEATS for seat in bytes(getattr(state, name))])
    )


def _numbers(state: State) -> bool:
    seats, sides = state.seats, state.seating.sides
    unknown = (NO_SEAT, PARTNERS) if state.phase in (at.CUT, at.OVER) else ()  # who deals
    who = [getattr(state, name) for name in _SEATS]
    laid = len(state.laid)
    up = (state.starter, state.taken_card)
    return (
        all([seat < seats or seat in unknown for seat in (state.dealer, state.turn)])
        and all([seat < seats or seat == NO_SEAT for seat in who])
        and all([side < sides or side == NO_SIDE for side in (state.winner, state.offender)])
        and state.first_dealer <= seats
        and not (state.said_go | state.passed) >> seats
        and not (state.folded | state.pegs_moved) >> sides
        and state.hands_counted <= seats + _CRIB
        and (state.line_from <= laid or state.phase in _PLAYED_UP)
        and state.laid_at_go <= laid + 1
        and _are_cards(state, [card for card in up if card != NO_CARD])
        and state.deal_number < _DEALS_END
    )


def _pegs(state: State) -> bool:
    """Return whether each peg is in a hole, and on Crib Wars at a spot that is shown there."""
    if any([hole > state.target for hole in bytes(state.scores) + bytes(state.back_pegs)]):
        return False
    if state.track != CRIB_WARS:
        return True
    try:
        return [crib_wars.hole(spot) for spot in state.spots] == list(state.scores)
    except IndexError:
        return False


def _are_cards(state, cards):
    """Return whether all of `cards` can be in this game."""
    first, end = 0, JOKER
    if state.options & RANKS_ALONE:
        first, end = SUITLESS, SUITLESS_END
    elif state.preset.machine == BATTLEFIELD:
        end = JOKER + 1
    return all([first <= card < end for card in bytes(cards)])


def check_game(game: "Game") -> None:
    """Raise PegboardError if a board cannot have stored `game` as it is in memory."""
    for segment in game.segments():
        if segment.first > _ENTRIES_MOST:
            raise Illegal("no match has so many entries")
        if segment.first:
            check(segment.state)
        elif segment.state != State().pack():
            raise Illegal("a match does not begin with this state")
    for number in range(game.undone.count):
        game.undone.entry(number)
