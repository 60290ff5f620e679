"""Entries in words, for replays and for what UNDO took back: `▶ redoes 5 points for {Blue}`."""

from engine_core.compat import TYPE_CHECKING
from engine_core.count import cards
from engine_core.state import entries as E
from engine_core.state.state import State

from .names import seat_name, side_name

if TYPE_CHECKING:
    from engine_core.state.entries import Entry


def entry_text(state: State, entry: "Entry") -> str:
    """Return what `entry` enters, with marks for names. state: of the current game, which need not
    be the entry's own."""
    return _TEXTS[entry[0]](state, *entry[1:])


def _points(state: State, side: int, points: int) -> str:
    return f"{_number(points)} for {side_name(side)}"


def _minus(state: State, side: int, points: int) -> str:
    return f"{_number(points)} taken from {side_name(side)}"


def _number(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


def _seat(state: State, seat: int) -> str:
    return seat_name(state, seat) if seat < state.seats else f"player {seat + 1}"


_TEXTS = {
    E.CARD: lambda state, card: cards.symbol(card),
    E.GO: lambda state: "GO",
    E.POINTS: _points,
    E.NEXT: lambda state, *dealer: "the start of the next game",
    E.START: lambda state, *settings: "the start of the game",
    E.CLAIM: lambda state, points: f"the claim of {points}",
    E.MUGGINS: lambda state, seat: f"muggins by {_seat(state, seat)}",
    E.PASS: lambda state: "ENTER",
    E.MINUS: _minus,
    E.PENALTY: lambda state, number, side, *choice: f"the penalty for {side_name(side)}",
    E.MOVED: lambda state, side: f"the move of {side_name(side)}'s peg",
    E.TAKE: lambda state: "the end card taken",
    E.SHOWN: lambda state: "the five cards shown",
    E.DROP: lambda state, card: f"the {cards.symbol(card)} dropped",
    E.NOBS: lambda state: "nobs",
    E.FLUSH: lambda state, held: f"the flush of {held}",
    E.LEAVE: lambda state, seat: f"{_seat(state, seat)} leaving the game",
    E.REDEAL: lambda state, seat: "the void deal",
    E.HOLDS: lambda state, seat, held: f"{held} cards in {_seat(state, seat)}'s hand",
}
