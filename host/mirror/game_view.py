"""The game in a view: sides, seats, cards, and the totals of the match."""

from engine_core.compat import TYPE_CHECKING
from engine_core.count import cards, play, words
from engine_core.count.cards import NO_CARD
from engine_core.games import phases
from engine_core.games.crib_wars_layout import GREEN
from engine_core.games.options import CRIB_WARS, ONCE_AROUND, TRACKS
from engine_core.games.phases import CHALLENGE, DROP, FORMATION, OVER, PLAY, TURN
from engine_core.games.presets import BATTLEFIELD, SCOREBOARD
from engine_core.games.seats import NO_SEAT
from engine_core.pegs.crib_wars import deals_out, on_path, sits_out
from engine_core.pegs.payoffs import debts
from engine_core.pegs.trackers import TRACKERS, tracker
from engine_core.state.state import NO_SIDE, State
from firmware.lights.bar import acting
from hardware.board import SIDES

from .checks import (
    CARDS,
    LINE,
    NAME,
    NUMBER_MOST,
    POINTS,
    card,
    flag,
    listed,
    number,
    one_of,
    or_none,
)
from .counts import COUNT
from .fields import LATER, checked, made
from .names import colour, once, seat_name, side_name
from .prompts import over_text

if TYPE_CHECKING:
    from .mirror import Mirror

_SEATS_MOST = 8
_SIDE_NUMBER = number(0, len(SIDES))  # a crib without an owner comes after the sides
# Boards with an earlier version do not send these.
_LATER_TRACKERS = ("to collect", "to pay")


def game(mirror: "Mirror") -> dict | None:
    """Return the game with marks in place of the sides' names, and without the counts; None if
    none has begun."""
    return made(_GAME, mirror, mirror.game.state) if mirror.game.length else None


def _name(card: int) -> str | None:
    return None if card == NO_CARD else cards.name(card)


def _names(of: "list[int] | bytes") -> list[str]:
    return [cards.name(card) for card in of]


def _thrown(state: State) -> list[dict]:
    """Return the cards of the crib that are entered, by the player who threw them (G23)."""
    throwers = _throwers(state)
    return [] if NO_SEAT in throwers else [made(_THROWN, state, seat) for seat in once(throwers)]


def _throwers(state: State) -> list[int]:
    return [state.thrower(place) for place in range(len(state.crib))]


def _thrown_by(state: State, seat: int) -> list[str]:
    return [cards.name(card) for card, by in zip(state.crib, _throwers(state)) if by == seat]


def _match(state: State) -> list[dict] | None:
    """Return each side's totals of the match, or None before there are any."""
    if not any(state.running_points) and state.track != ONCE_AROUND:
        return None
    return [made(_TRACKERS, state, side) for side in range(len(state.scores))]


def _score(mirror: "Mirror", state: State, side: int) -> int:
    scores = mirror.scores if len(mirror.scores) == len(state.scores) else state.scores
    return scores[side]


def _away(state: State, side: int) -> str:
    """Return why a peg is not moving along the Crib Wars track as usual; "" if it is."""
    if state.track != CRIB_WARS:
        return ""
    deals = deals_out(state, side)
    if deals:
        return "sits out this deal" if deals == 1 else f"sits out {words.number(deals)} deals"
    if not on_path(state, side):
        return ""
    shortcut = state.scores[side] in [begin for begin, _ in GREEN]
    return "on a short cut" if shortcut else "on a blue path"


def _acts(state: State, seat: int) -> bool:
    """Return whether the board waits for the player on `seat`, perhaps among others."""
    if state.phase == OVER or state.preset.machine == SCOREBOARD:
        return False
    if state.phase == CHALLENGE:
        return state.side(seat) not in (state.side(state.turn), NO_SIDE)
    return seat == acting(state)


def _seen(state: State, seat: int) -> list[int]:
    """Return the cards of a hand that everyone has seen."""
    if state.preset.machine != BATTLEFIELD:
        return state.hand(seat)
    if seat == state.turn and state.phase in (FORMATION, DROP):
        return list(state.formation)
    return [card for card, by in zip(state.seen_cards, state.seen_seats) if by == seat]


def _left(state: State, seat: int) -> int:
    """Return the number of the other cards of a hand."""
    if state.preset.machine != BATTLEFIELD:
        return state.cards_left(seat) if state.phase == PLAY else 0
    return state.seating.deal[0] - len(_seen(state, seat)) if _holds_five(state, seat) else 0


def _holds_five(state: State, seat: int) -> bool:
    """Return whether a formation has all its five cards, seen or not: none has been dropped."""
    if state.track == CRIB_WARS and sits_out(state, state.side(seat)):
        return False
    counted = (seat - state.dealer - 1) % state.seats < state.hands_counted
    return state.phase == TURN or (state.phase == FORMATION and not counted)


# What the game calls these: the words of Battlefield are its own.
_WORDS = (
    ("starter", NAME, lambda battle: "turn card" if battle else "starter"),
    ("count", NAME, lambda battle: "line" if battle else "count"),
    ("fresh", NAME, lambda battle: "a new line" if battle else "a new count"),
    ("crib", NAME, lambda battle: "reserve" if battle else "crib"),
)
_SIDE = (
    ("name", NAME, lambda mirror, state, side: side_name(side)),
    ("colour_name", one_of([side[0] for side in SIDES]), lambda m, s, side: colour(side)),
    ("colour", number(0, len(SIDES) - 1), lambda mirror, state, side: side),
    ("score", POINTS, _score),
    ("back", POINTS, lambda mirror, state, side: state.back_pegs[side]),
    ("away", LINE, lambda mirror, state, side: _away(state, side)),
    (
        "seats",
        listed(number(0, 16)),
        lambda mirror, state, side: [n for n in range(state.seats) if state.side(n) == side],
    ),
)
_SEAT = (
    ("name", NAME, seat_name),
    ("side", _SIDE_NUMBER, lambda state, seat: state.side(seat)),
    ("dealer", flag, lambda s, seat: seat == s.dealer and s.preset.machine != SCOREBOARD),
    ("turn", flag, _acts),
    ("played", CARDS, lambda state, seat: _names(_seen(state, seat))),
    ("left", number(0, 52), _left),
)
_THROWN = (
    ("name", NAME, seat_name),
    ("side", _SIDE_NUMBER, lambda state, seat: state.side(seat)),
    ("cards", CARDS, _thrown_by),
)


def _tracker(name: str) -> tuple:
    row = (name, number(-NUMBER_MOST), lambda state, side: tracker(state, name, side))
    return row + (LATER,) if name in _LATER_TRACKERS else row


_TRACKERS = tuple([_tracker(name) for name in TRACKERS])
_DEBT = (
    ("from", LINE, lambda loser, winner, amount: side_name(loser)),
    ("to", LINE, lambda loser, winner, amount: side_name(winner)),
    ("amount", number(), lambda loser, winner, amount: amount),
)
_OVER = (
    ("winner", number(-1, 255), lambda state: state.winner),
    ("text", LINE, over_text),
)
_GAME = (
    ("preset", NAME, lambda mirror, state: state.preset.name),
    ("target", number(1, 1000), lambda mirror, state: state.target),
    ("track", NAME, lambda mirror, state: TRACKS[state.track]),
    (
        "deal",
        number(),
        lambda mirror, state: 0 if state.preset.machine == SCOREBOARD else state.deal_number,
    ),
    ("words", checked(_WORDS), lambda m, s: made(_WORDS, s.preset.machine == BATTLEFIELD)),
    ("phase", NAME, lambda mirror, state: phases.name(state.phase)),
    (
        "sides",
        listed(checked(_SIDE), len(SIDES)),
        lambda mirror, s: [made(_SIDE, mirror, s, side) for side in range(len(s.scores))],
    ),
    (
        "seats",
        listed(checked(_SEAT), _SEATS_MOST),
        lambda mirror, state: [made(_SEAT, state, seat) for seat in range(state.seats)],
    ),
    ("starter", or_none(card), lambda mirror, state: _name(state.starter)),
    ("count", number(0, 1000), lambda mirror, state: play.total(state.line())),
    ("line", CARDS, lambda mirror, state: _names(state.line())),
    ("crib", CARDS, lambda mirror, state: _names(state.crib)),
    ("thrown", listed(checked(_THROWN), 2), lambda mirror, state: _thrown(state), LATER),
    ("counts", listed(checked(COUNT)), lambda mirror, state: []),
    (
        "match",
        or_none(listed(checked(_TRACKERS), _SEATS_MOST)),
        lambda mirror, state: _match(state),
    ),
    (
        "debts",
        or_none(listed(checked(_DEBT))),
        lambda m, s: [made(_DEBT, *debt) for debt in (debts(s) if s.phase == OVER else ())],
    ),
    (
        "over",
        or_none(checked(_OVER)),
        lambda mirror, state: made(_OVER, state) if state.phase == OVER else None,
    ),
)
check_game = checked(_GAME)
