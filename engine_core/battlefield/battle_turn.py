"""Battlefield's turns: the line is built, taken from and renewed until the turn card is laid
(rulings B2 to B7, B9 to B11, B13).

Each function with an `entry` argument returns whether the skirmish is over with nothing to count.
"""

from ..compat import TYPE_CHECKING, const, later
from ..count import cards, play
from ..count.cards import JACK, JOKER, NO_CARD, VALUE
from ..errors import Illegal, SeenCard
from ..games.options import CRIB_WARS
from ..games.phases import OVER, TURN
from ..games.seats import NO_SEAT
from ..pegs.pegs import peg_count
from ..state.state import State
from . import battle_line, battle_show

if TYPE_CHECKING:
    from ..pegs import crib_wars
    from ..state.entries import Entry
    from ..state.events import Event
else:
    crib_wars = later("engine_core.pegs.crib_wars")

_FIVE = const(5)
# With this many cards left in the pile, the next card drawn is the turn card.
_PILE_ENDS = const(2)
_TWICE = const(2)
# Two cards are face up before a player's first turn, and each turn adds at most one (B11b).
_TURNS_TO_FIVE = const(3)


def first(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Lay the first card of the line; a joker is a cease-fire (B9)."""
    card = entry[1]
    state.laid.append(card)
    state.laid_by.append(state.dealer)
    events.append(("card", state.dealer, card, VALUE[card]))
    if card == JOKER:
        events.append(("cease-fire",))
        return battle_show.begin(state, events)
    state.phase = TURN
    return _pass_on(state)


def take(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Give the card at the end of the line to the player in turn (B4). Raises Illegal."""
    if state.taken_card != NO_CARD:
        raise Illegal("the end card has already been taken: lay a card")
    state.taken_card = state.laid[-1]
    state.laid = state.laid[:-1]
    state.laid_by = state.laid_by[:-1]
    events.append(("take", state.turn, state.taken_card))
    return False


def shown(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Record that the last player shows five; each other player has one more turn (B10).

    Raises Illegal.
    """
    if state.shown_by != NO_SEAT:
        raise Illegal(player(state.shown_by) + " has already shown five")
    if state.taken_card != NO_CARD or state.last_player == NO_SEAT:
        raise Illegal("five cards are shown at the end of a turn: lay a card first")
    if not may_show(state):
        raise Illegal(
            player(state.last_player) + " laid last, and cannot show five before the third turn"
        )
    _shown(state, events)
    return False


def may_show(state: State) -> bool:
    """Return whether the player who laid last can have five cards face up by now (B11b)."""
    return state.last_player != NO_SEAT and state.turns[state.last_player] == _TURNS_TO_FIVE


def _shown(state, events):
    state.shown_by = state.last_player
    events.append(("shown", state.last_player))


def is_last(state: State) -> bool:
    """Return whether this is the last turn: the player who showed five would be next."""
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        if seat == state.shown_by:
            return True
        if state.plays(seat):
            break
    return False


def lays_turn_card(state: State) -> bool:
    """Return whether the next card laid is the turn card: in the last turn (B10), or at the end of
    the pile, which may come before it (B10b)."""
    return is_last(state) or (state.pile <= _PILE_ENDS and state.taken_card == NO_CARD)


def lay(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Lay a card on the line for the player in turn, and score the line. Raises Illegal."""
    card = entry[1]
    seat = state.turn
    took = state.taken_card != NO_CARD
    mine = battle_show.holder(state, card) == seat
    _check(state, card, took, mine)
    if took and card in standoff(state):
        raise Illegal(
            "a standoff: draw from the pile (UNDO the TAKE), or lay a card that is not part of it"
        )
    turn_card = lays_turn_card(state)
    if mine:
        battle_show.let_go(state, card)
    if took:
        battle_show.hold(state, seat, [state.taken_card])
        state.taken_card = NO_CARD
    else:
        state.pile -= 1
    renewed = play.total(state.line()) + VALUE[card] > battle_line.FULL
    if renewed:
        state.line_from = len(state.laid)
    state.laid.append(card)
    state.laid_by.append(seat)
    state.last_player = seat
    state.turns[seat] = min(state.turns[seat] + 1, _TURNS_TO_FIVE)
    line = state.line()
    events.append(("card", seat, card, play.total(line)))
    points = 0 if renewed else battle_line.points(line)
    idle = took and not renewed and not points
    state.standoff_cards = _with(state.standoff_cards, card) if idle else bytearray()
    scoring = state.preset.scoring
    last = scoring.last_card if turn_card and play.total(line) != battle_line.FULL else 0
    if renewed:
        events.append(("renew", seat))
    if turn_card:
        state.starter = card
        events.append(("starter", card))
    if renewed:
        _score(state, events, _right(state), ((scoring.go, "go"),))
        _score(state, events, seat, ((last, "last card"),))
    else:
        # This is one count, so the peg lands only once (G2).
        _score(state, events, seat, ((points, "line"), (last, "last card")))
    if state.phase == OVER:
        return False
    if turn_card:
        return _turn_card(state, card, events)
    if state.shown_by == NO_SEAT and len(battle_show.held_by(state, seat)) == _FIVE:
        # Every card that was taken lies face up, so the board knows that five are up.
        _shown(state, events)
    return _pass_on(state)


def _with(run, card):
    """Append `card` to the cards laid in a run of turns, keeping each card's last two times."""
    if bytes(run).count(bytes([card])) == _TWICE:
        first = bytes(run).find(bytes([card]))
        run = run[:first] + run[first + 1 :]
    return run + bytes([card])


def standoff(state: State) -> bytes:
    """Return the cards of a standoff that the player in turn must end, or none (B11).

    A standoff is a run of turns that each took the end card and scored nothing, in which each
    card has been laid twice. The dealer must end it, or if the dealer has folded, the player in
    turn. The line before the end card does not change in it, so those cards cannot score now
    either.
    """
    if state.turn != state.dealer and state.plays(state.dealer):
        return b""
    run = bytes(state.standoff_cards)
    # Cards laid only once may come first: find the longest run in which each was laid twice.
    for first in range(len(run)):
        cards_laid = run[first:]
        for c in cards_laid:
            if cards_laid.count(bytes([c])) < _TWICE:
                break
        else:
            return cards_laid
    return b""


def _check(state, card, took, mine):
    holder = battle_show.holder(state, card)
    said = "the " + cards.words(card)
    if card == state.taken_card:
        raise SeenCard(said + " was just taken and must be kept: lay another card")
    if card in bytes(state.laid):
        raise SeenCard(said + " has already been laid in this skirmish")
    if holder != NO_SEAT and not mine:
        raise SeenCard(said + " lies in front of " + player(holder))
    if not took:
        if mine and state.pile <= _PILE_ENDS:
            raise Illegal("two cards are left: TAKE the end card, or lay a card from the pile")
    elif not mine and len(battle_show.held_by(state, state.turn)) == _FIVE:
        raise Illegal("all five cards of " + player(state.turn) + " are known: lay one of them")


def _turn_card(state, card, events):
    """Score the dealer's knobs, after the player's points, or kill the hands (B6, B7)."""
    late = state.track == CRIB_WARS and crib_wars.late(state, state.dealer)
    if card >> 2 == JACK and not late:
        _score(state, events, state.dealer, ((2, "knobs"),))
    if state.phase == OVER:
        return False
    if card == JOKER:
        events.append(("killed",))
        return True
    return battle_show.begin(state, events)


def _score(state, events, seat, parts):
    """Peg a count for `seat`, unless it has folded."""
    if seat != NO_SEAT and state.plays(seat):
        peg_count(state, events, seat, parts)


def _right(state):
    """The nearest active seat to the right of the player in turn, or NO_SEAT."""
    for step in range(1, state.seats):
        seat = (state.turn - step) % state.seats
        if state.plays(seat):
            return seat
    return NO_SEAT


def _pass_on(state):
    """Pass the turn to the left; return whether there is nobody left to play."""
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        if state.plays(seat):
            state.turn = seat
            return False
    return True


def player(seat: int) -> str:
    """Return the name of `seat` in messages: `player 1`."""
    return "player " + str(seat + 1)
