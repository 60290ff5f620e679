"""The play: cards laid in turn up to a count of 31, go, last card (G2 to G4, G8, G9, G17, G21)."""

from ..compat import TYPE_CHECKING, later
from ..count import cards, play
from ..errors import Illegal, TooHigh
from ..games.options import CRIB_WARS, GO_BY_ITSELF, MUGGINS_IN_PLAY, STRICT_GO
from ..games.phases import CLAIM, OVER
from ..games.seats import NO_SEAT
from ..pegs.pegs import peg, peg_count
from ..state.state import State
from . import reneges, show_phase

if TYPE_CHECKING:
    from ..state.events import Event
    from . import play_claims
else:
    play_claims = later("engine_core.cribbage.play_claims")

# Up to this count any card can be laid.
_NO_GO = 21


def begin(state: State, events: "list[Event]") -> bool:
    """Start the play of a deal: the first seat with cards from the dealer's left leads.

    Return whether there is no such seat, so that the play is over.
    """
    leader = _next(state, state.dealer, 0)
    if leader is not None:
        state.turn = leader
    return leader is None


def lay(state: State, card: int, events: "list[Event]") -> bool:
    """Lay `card` for the player in turn; return whether that ends the play. Raises Illegal."""
    value = cards.VALUE[card]
    count = play.total(state.line()) + value
    if count > play.COUNT_MOST:
        why = TooHigh(
            "the %s would make the count %d, and 31 is the most: lay a lower card, or say GO"
            % (cards.words(card), count),
            count - play.COUNT_MOST,
        )
        if goes_by_itself(state):
            return _lead(state, card, events, why)
        raise why
    seat = state.turn
    reneged = reneges.held_back(state, seat, card)
    if reneged and reneges.costs(state):
        return _dead(state, card, events)
    state.laid.append(card)
    state.laid_by.append(seat)
    state.last_player = seat
    state.passed = 0
    events.append(("card", seat, card, count))
    if reneged:
        events.append(("renege", seat, card))
    if state.preset.phases[1] == CLAIM and not state.cards_left(seat):
        show_phase.check_claim(state, seat, events)
    points = play.points(state.line(), state.preset.scoring)
    # If nobody has cards left, the card's points and those of the last card are one count (G2).
    last = _next(state, seat, 0) is None
    worth = state.preset.scoring.last_card if last and count != play.COUNT_MOST else 0
    parts = [(points, "play"), (worth, "last card")]
    if state.options & MUGGINS_IN_PLAY:
        play_claims.laid(state, seat, parts[0][0] + parts[1][0])
    elif seat != state.seating.crib_seat and peg_count(state, events, seat, parts):
        return True
    return _restart(state, events) if last or count == play.COUNT_MOST else pass_on(state, events)


def goes_by_itself(state: State) -> bool:
    """Return whether a card above 31 says that all who could still play have said go (G21). With
    muggins in the play a go is entered, since it ends the time for claims."""
    return bool(state.all_options() & GO_BY_ITSELF and not state.options & MUGGINS_IN_PLAY)


def player_of(state: State, card: int) -> int:
    """Return the seat that lays `card` if it is entered now: the one in turn, or the next leader
    if it is above 31 (G21)."""
    above = play.total(state.line()) + cards.VALUE[card] > play.COUNT_MOST
    leader = _next(state, state.last_player, 0) if above and goes_by_itself(state) else None
    return state.turn if leader is None else leader


def _lead(state, card, events, why):
    """Say go for all who could still play, in their order, and lay `card` as the lead that follows
    (G21); return whether that ends the play. Raises `why` if nobody would lead then, or the
    wrong seat would."""
    # Only on this track may the point for the go fold the hand of a side.
    packed = state.pack() if state.track == CRIB_WARS else b""
    leader = player_of(state, card)
    first = state.line_from
    seats = []
    told = []
    done = False
    while not done and state.line_from == first:
        seats.append(state.turn)
        done = go(state, told)
    if state.phase != OVER and (done or state.turn != leader):
        state.restore(packed)
        raise why
    events.append(("goes", tuple(seats)))
    events += told
    return done or lay(state, card, events)


def _dead(state, card, events):
    """Put the card outside the line, dead; each opponent scores 2 (Crib Wars rule 10)."""
    seat = state.turn
    state.laid = state.laid[: state.line_from] + bytes([card]) + state.laid[state.line_from :]
    state.laid_by = (
        state.laid_by[: state.line_from] + bytes([seat]) + state.laid_by[state.line_from :]
    )
    state.line_from += 1
    if state.laid_at_go:
        state.laid_at_go += 1
    events.append(("renege", seat, card))
    events.append(("dead", seat, card))
    _close_claims(state)
    if reneges.pay(state, events, seat):
        return True
    return False if state.cards_left(seat) else pass_on(state, events)


def go(state: State, events: "list[Event]") -> bool:
    """Say go for the player in turn; return whether that ends the play.

    It is never the go of a seat that was passed, since the light shows the one in turn (G17).
    Raises Illegal if every card would fit.
    """
    count = play.total(state.line())
    if count <= _NO_GO:
        raise Illegal("at a count of " + str(count) + " every card can be played: play one")
    seat = state.turn
    reneges.said_go(state, seat, play.COUNT_MOST - count)
    events.append(("go", seat, count))
    _close_claims(state)
    return _nobody(state, events) if _ends_count(state, seat) else pass_on(state, events)


def _ends_count(state, seat):
    """Record a go of `seat` in this count. Return whether it ends the count: with strict go, the
    second in a row does, with no card between (G4)."""
    state.said_go |= 1 << seat
    laid = len(state.laid) + 1
    second = state.options & STRICT_GO and state.laid_at_go == laid
    state.laid_at_go = laid
    return second


def _close_claims(state):
    """End the time for claiming the points of the card before (G14b)."""
    if state.options & MUGGINS_IN_PLAY:
        play_claims.close(state)


def pass_on(state: State, events: "list[Event]") -> bool:
    """Pass the turn to the next seat that may lay a card; return whether the play is over.

    A seat that is known to be unable to play is passed too (G17), but not with muggins in the
    play, where its go ends the time for claims.
    """
    count = play.total(state.line())
    while True:
        seat = _next(state, state.turn, state.said_go)
        if seat is None:
            return _nobody(state, events)
        state.turn = seat
        if state.options & MUGGINS_IN_PLAY:
            return False
        if not reneges.cannot_play(state, seat, play.COUNT_MOST - count):
            return False
        state.passed |= 1 << seat
        events.append(("passed", seat, count))
        if _ends_count(state, seat):
            return _nobody(state, events)


def _nobody(state, events):
    """End a count in which nobody can lay a card: a go, or the last card (G2)."""
    if state.line_from == len(state.laid):
        return _restart(state, events)
    scoring = state.preset.scoring
    what, worth = "go", scoring.go
    if _next(state, state.last_player, 0) is None:
        what, worth = "last card", scoring.last_card
    pegs = state.last_player != state.seating.crib_seat
    pegs = pegs and state.plays(state.last_player)
    if pegs and peg(state, events, state.last_player, worth, what):
        return True
    return _restart(state, events)


def _restart(state, events):
    leader = _next(state, state.dealer if state.last_player == NO_SEAT else state.last_player, 0)
    state.line_from = len(state.laid)
    state.said_go = 0
    state.laid_at_go = 0
    if leader is None or state.preset.one_count:
        return not state.options & MUGGINS_IN_PLAY or play_claims.wait(state)
    state.turn = leader
    events.append(("restart", leader))
    return False


def _next(state, after, gone):
    """Return the next seat after `after` that has cards and is not in `gone`, or None; `after`
    itself is the last one tried."""
    if len(state.laid) == state.seats * state.keep and not state.hand_sizes:
        return None  # nobody has cards left; to find that out seat by seat takes a Pico long
    for step in range(1, state.seats + 1):
        seat = (after + step) % state.seats
        if not gone >> seat & 1 and state.cards_left(seat):
            return seat
    return None
