"""Before the play: the cut for the deal, the deal, the starter (rulings G5, G15, G18)."""

from ..compat import TYPE_CHECKING, const, later
from ..count import cards
from ..count.cards import NO_CARD
from ..errors import Illegal
from ..games.options import CRIB_WARS
from ..games.phases import CUT
from ..games.seats import NO_SEAT, PARTNERS
from ..pegs.pegs import peg
from ..state.state import NO_SIDE, State

if TYPE_CHECKING:
    from ..pegs import crib_wars
    from ..state.events import Event
else:
    crib_wars = later("engine_core.pegs.crib_wars")

_PARTNERS = const(2)  # on a side


def begin_cut(state: State) -> bool:
    """Begin the cut for the deal; return False if the dealer is known and nobody cuts."""
    if state.dealer == NO_SEAT:
        cut_among(state, range(state.seating.sides))
    elif state.dealer == PARTNERS:
        cut_among(state, range(state.seats))
    else:
        return False
    state.phase = CUT
    return True


def cut_among(state: State, seats: list[int] | range) -> None:
    """Let each of `seats` cut for the deal, in this order."""
    state.cutters = bytearray(seats)
    state.cuts = bytearray()
    state.turn = state.cutters[0]


def cut(state: State, card: int, events: "list[Event]") -> bool:
    """Take the card that the player in turn cuts: the lowest deals, and ties cut again.

    Return whether the dealer is known. Raises Illegal.
    """
    if card in bytes(state.cuts):
        raise Illegal(
            "the " + cards.words(card) + " has already been cut: enter the card that you cut"
        )
    state.cuts.append(card)
    events.append(("cut", state.turn, card))
    if len(state.cuts) < len(state.cutters):
        state.turn = state.cutters[len(state.cuts)]
        return False
    if state.dealer == PARTNERS:
        return _partners(state, events)
    lowest = min([c >> 2 for c in state.cuts])
    tied = [s for s, c in zip(state.cutters, state.cuts) if c >> 2 == lowest]
    if len(tied) > 1:
        events.append(("tie", tuple(tied)))
        cut_among(state, tied)
        return False
    state.cutters = bytearray()
    state.cuts = bytearray()
    state.dealer = tied[0]
    return True


def _partners(state, events):
    """Make the two lowest of four cuts partners; the lowest deals (G18).

    Players who tie for a place among them cut again. Return whether both are known.
    """
    ranks = sorted([c >> 2 for c in state.cuts])
    wanted = _PARTNERS - len(state.low_cutters)
    last = ranks[wanted - 1]
    low = [s for s, c in zip(state.cutters, state.cuts) if c >> 2 < last]
    tied = [s for s, c in zip(state.cutters, state.cuts) if c >> 2 == last]
    # Two players who tie for both places are partners, and cut again only for the deal.
    if len(tied) > 1:
        state.low_cutters += bytes(low)
        events.append(("tie", tuple(tied)))
        cut_among(state, tied)
        return False
    dealer, partner = bytes(state.low_cutters) + bytes(low + tied)
    state.cutters = bytearray()
    state.cuts = bytearray()
    state.low_cutters = bytearray()
    state.dealer = dealer
    # Partners sit opposite each other, so the partner may have to change seats.
    events.append(("partners", dealer, partner))
    return True


def deal(state: State, events: "list[Event]") -> bool:
    """Clear the table for a deal. The cards dealt and thrown are hidden, so none are entered."""
    if state.preset.deals_in_game:
        # The deck is not shuffled: cards played are used up, but the starter is not (S2, S3).
        state.used_cards += state.laid
        state.last_starter = 0 if state.starter == NO_CARD else state.starter + 1
    state.deal_number += 1
    state.starter = NO_CARD
    for row in ("laid", "laid_by", "crib", "hand_sizes"):
        setattr(state, row, bytearray())
    state.go_room = bytearray(state.seats)
    state.line_from = 0
    state.said_go = 0
    state.passed = 0
    state.laid_at_go = 0
    state.claim = 0
    state.open_points = state.missed_points = 0
    state.open_by = state.missed_by = state.caller = NO_SEAT
    state.nobs_claimed = 0
    state.folded = 0
    state.last_player = NO_SEAT
    if state.track == CRIB_WARS:
        crib_wars.begin_deal(state)
        # After a void deal its dealer may sit out: then the next one deals.
        if not state.plays(state.dealer):
            state.dealer = crib_wars.dealt_in(state)[0]
    if state.deal_number == 1:
        state.first_dealer = state.dealer + 1
    state.turn = (state.dealer + 1) % state.seats
    events.append(("deal", state.deal_number, state.dealer))
    if state.deal_number == 1:
        peg(state, events, state.turn, state.preset.head_start, "head start")
    return False


def starter(state: State, card: int, events: "list[Event]") -> bool:
    """Turn up the starter; a jack is nibs, 2 for the dealer, and may win the game (G5)."""
    state.starter = card
    events.append(("starter", card))
    late = state.track == CRIB_WARS and crib_wars.late(state, state.dealer)
    if cards.rank(card) == cards.JACK and not late:
        peg(state, events, state.dealer, 2, "nibs")
    return True


def pass_deal(state: State) -> None:
    """Pass the deal to the left, skipping sides that sit out; in solitaire it stays."""
    if state.preset.deals_in_game:
        return
    if state.track == CRIB_WARS:
        crib_wars.end_deal(state)
    for _ in range(state.seats):
        state.dealer = (state.dealer + 1) % state.seats
        if not state.deals_out[state.side(state.dealer)]:
            return


def winner(state: State) -> int:
    """Return a seat of the winning side: the one that scored the winning point.

    A game that was claimed, or won through the landing of another side, has no such point: then
    it is the side's first seat.
    """
    scorer = state.last_scorer
    won = scorer != NO_SEAT and state.side(scorer) == state.winner
    if won and state.offender == NO_SIDE:
        return scorer
    return state.seating.side_of.index(state.winner)


def loser(state: State) -> int:
    """Return a seat of the losing side: of several, the first to the winner's left (G15).

    In a game that was claimed it is a seat of the side at fault.
    """
    side_of = state.seating.side_of
    if state.offender != NO_SIDE:
        return side_of.index(state.offender)
    if state.preset.backward:
        return side_of.index(state.scores.index(max(state.scores)))
    first = side_of.index(state.winner) if state.winner != NO_SIDE else 0
    for step in range(state.seats):
        seat = (first + step) % state.seats
        if state.side(seat) != state.winner:
            return seat
    return first
