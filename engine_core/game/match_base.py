"""A match without its first entries: it begins with the state after them."""

from ..compat import const
from ..count.cards import JOKER, NO_CARD, SUITLESS, SUITLESS_END
from ..errors import Illegal, PegboardError
from ..games.dealers import MATCH
from ..games.lookup import preset
from ..games.phases import COUNT, CUT, IDLE, OVER
from ..games.seats import NO_SEAT, PARTNERS
from ..state.entries import unpack
from ..state.state import NO_SIDE, State
from ..state.state_layout import LAYOUT, MATCH_ROWS
from .game import Game
from .segment import Segment

_HEAD = const(10)


def game_from(first: int, begun: int, base: bytes) -> Game:
    """Return a Game with the state after the first entries of a match.

    first: the number of those entries; begun: how many of them came before the current game;
    base: `state_layout.LAYOUT` and the state, as State.pack returns it, of this version or an
    earlier one. Raises PegboardError if it cannot be a state of a game.
    """
    if not 0 <= begun <= first:
        raise PegboardError("the game begins after its own entries")
    state = bytes(base[4:])
    if base[:4] != LAYOUT:
        from ..state.old_states import converted  # few boards and laptops differ

        state = converted(bytes(base[:4]), state)
    _check(state)
    game = Game()
    game.take_up((Segment(first, state, begun),), first)
    return game


def unpack_match(data: bytes | bytearray) -> Game:
    """Return the Game in `data`. Raises PegboardError.

    The bytes are: four with the number of entries before the state; four with how many of those
    came before the current game; two with the length of LAYOUT and state; LAYOUT and state; then
    the entries in effect, as engine_core.state.entries packs them. Without entries before it there
    is no state either.
    """
    head = bytes(data[:_HEAD])
    at = _HEAD + int.from_bytes(head[8:], "big")
    if len(data) < at:
        raise PegboardError("the entries did not arrive completely")
    first = int.from_bytes(head[:4], "big")
    game = Game()
    if first:
        game = game_from(first, int.from_bytes(head[4:8], "big"), bytes(data[_HEAD:at]))
    while at < len(data):
        entry, at = unpack(data, at)
        try:
            game.apply(entry)
        except (ArithmeticError, LookupError) as why:
            # The numbers of a state that nobody played may be at odds with each other.
            raise PegboardError("no game has this state: " + repr(why))  # noqa: B904 - MicroPython
    return game


def _check(packed):
    """Raise PegboardError if no game has this state: the bytes may come from outside."""
    state = State()
    state.restore(packed)
    row = preset(state.code)
    if state.seats not in row.players() or not IDLE < state.phase < COUNT:
        raise PegboardError("this is not a state of a game")
    seats = state.seats
    sides = state.seating.sides
    unknown = (NO_SEAT, PARTNERS) if state.phase in (CUT, OVER) else ()  # before anybody deals
    rows = [state.scores, state.back_pegs, state.spots, state.deals_out]
    rows += [getattr(state, name) for name in MATCH_ROWS[:-1]]
    good = (
        row.plays_to(state.target)
        and state.track in row.tracks
        and not state.all_options() & ~row.options_for(seats)
        and (state.winner < sides or state.winner == NO_SIDE)
        and all([len(each) == sides for each in rows])
        and len(state.running_points) == 2 * sides
        and all([hole <= state.target for hole in bytes(state.scores) + bytes(state.back_pegs)])
        and all([seat < seats or seat in unknown for seat in (state.dealer, state.turn)])
        and (state.caller < seats or state.caller == NO_SEAT)
        and state.first_dealer <= seats
        and state.next_way < MATCH
        and len(state.match_before) in (0, 2 * sides)
        and len(state.hand_sizes) in (0, seats)
        and len(state.owed) in (0, sides * sides)
        and len(state.laid) == len(state.laid_by)
        and len(state.seen_cards) == len(state.seen_seats)
        and all([seat < seats for seat in bytes(state.laid_by) + bytes(state.seen_seats)])
        and all([_is_card(card) for card in bytes(state.laid) + bytes(state.crib)])
        and (_is_card(state.starter) or state.starter == NO_CARD)
    )
    if not good:
        raise Illegal("this is not a state of a game")


def _is_card(card):
    return card <= JOKER or SUITLESS <= card < SUITLESS_END
