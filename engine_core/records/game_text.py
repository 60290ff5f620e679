"""A game as text for people: the cards on the table, and the player to act."""

from ..count import cards, play
from ..count.cards import NO_CARD
from ..games import phases
from ..games.options import PLAIN, TRACKS
from ..games.phases import CUT, IDLE, OVER, POINTS
from ..state.state import NO_SIDE, State


def describe(state: State) -> str:
    """Return `state` as lines of text.

    They are the game and its phase; each side with its points, its back peg and its cards; then
    the starter, the cards in play with their count, and the crib.
    """
    if state.phase == IDLE:
        return "no game yet"
    title = state.preset.name + " to " + str(state.target)
    if state.track != PLAIN:
        title += " on " + TRACKS[state.track]
    lines = [title + ", " + _phase(state)]
    for side, score in enumerate(state.scores):
        row = "side " + str(side + 1) + ": " + str(score) + " (" + str(state.back_pegs[side]) + ")"
        for seat in range(state.seats):
            if state.side(seat) == side and state.hand(seat):
                row += ", " + player(seat) + " " + _names(state.hand(seat))
        lines.append(row)
    if state.starter != NO_CARD:
        lines.append("starter " + cards.name(state.starter))
    if state.line():
        line = state.line()
        lines.append("line " + _names(line) + " = " + str(play.total(line)))
    if state.crib:
        lines.append("crib " + _names(state.crib))
    return "\n".join(lines)


def player(seat: int) -> str:
    """Return the name of `seat` in text: `player 1`."""
    return "player " + str(seat + 1)


def _phase(state):
    if state.phase == OVER:
        won = "nobody" if state.winner == NO_SIDE else "side " + str(state.winner + 1)
        return "over: " + won + " has won"
    if state.phase == POINTS:
        return "points by hand"
    waits = phases.name(state.phase) + ", " + player(state.turn)
    if state.phase == CUT:
        return waits
    return "deal " + str(state.deal_number) + " by " + player(state.dealer) + ": " + waits


def _names(some):
    return " ".join([cards.name(c) for c in some])
