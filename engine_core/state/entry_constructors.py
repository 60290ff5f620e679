"""Functions that make entries in code: `start("Traditional", players=2)`, `card("5H")`.

Each returns the tuple that `Game.apply` takes. Seats and sides count from 0. Nothing is checked
against the rules here: `Game.apply` does that.
"""

from ..compat import TYPE_CHECKING
from ..count import cards
from ..games import lookup, presets
from ..games.options import FULL_TRACK, PLAIN, numbers
from ..games.penalties import PLAIN as NO_CHOICE
from ..games.seats import NO_SEAT
from . import entries

if TYPE_CHECKING:
    from .entries import Entry


def start(
    preset: str | int,
    players: int | None = None,
    target: int | None = None,
    dealer: int | None = None,
    options: int = 0,
    track: int | None = None,
    payoff: int = 0,
) -> "Entry":
    """Return the entry that starts a game of the preset with this name or code.

    players, target: the preset's first by default; dealer: a seat, or None to cut for the deal;
    options, track, payoff: as in engine_core.games.options; track is by default the preset's
    first, or PLAIN if the target is not 121. Raises Illegal if there is no such preset.
    """
    row = presets.named(preset) if isinstance(preset, str) else lookup.preset(preset)
    if target is None:
        target = row.targets[0]
    if track is None:
        track = row.tracks[0] if target == FULL_TRACK else PLAIN
    seats = row.players()[0] if players is None else players
    seat = NO_SEAT if dealer is None else dealer
    low, more = numbers(options, payoff)
    entry = (entries.START, row.code, seats, target, seat, low, track)
    return entry + ((more,) if more else ())


def next_game(choice: int = 0) -> "Entry":
    """Return the entry that starts the next game of the match.

    choice: who deals it, as in engine_core.games.dealers; 0 for the one who is due.
    """
    return (entries.NEXT, choice) if choice else (entries.NEXT,)


def card(card: str | int) -> "Entry":
    """Return the entry for a card that is cut, turned up, laid or shown: as text, "5H", or "5"
    where only ranks are entered. Raises CardError."""
    return (entries.CARD, cards.card_or_rank(card) if isinstance(card, str) else card)


def nobs() -> "Entry":
    """Return the entry that claims nobs for the hand being counted, where suits are not known."""
    return (entries.NOBS,)


def flush(cards: int) -> "Entry":
    """Return the entry that claims a flush of so many cards for the hand being counted."""
    return (entries.FLUSH, cards)


def go() -> "Entry":
    """Return the entry for a go."""
    return (entries.GO,)


def claim(points: int) -> "Entry":
    """Return the entry with which the player in turn claims `points`."""
    return (entries.CLAIM, points)


def muggins(seat: int) -> "Entry":
    """Return the entry with which `seat` calls muggins."""
    return (entries.MUGGINS, seat)


def no_muggins() -> "Entry":
    """Return the entry with which all opponents let a claim pass."""
    return (entries.PASS,)


def take() -> "Entry":
    """Return the entry for taking the end card of Battlefield's line."""
    return (entries.TAKE,)


def five_shown() -> "Entry":
    """Return the entry for the player who laid last showing five cards in Battlefield."""
    return (entries.SHOWN,)


def drop(card: str | int) -> "Entry":
    """Return the entry for the card dropped to Battlefield's reserve. Raises CardError."""
    return (entries.DROP, _card(card))


def points(side: int, points: int) -> "Entry":
    """Return the entry that gives `points` to `side` by hand."""
    return (entries.POINTS, side, points)


def minus(side: int, points: int) -> "Entry":
    """Return the entry that takes `points` from `side` by hand."""
    return (entries.MINUS, side, points)


def penalty(
    number: int, side: int, choice: int = NO_CHOICE, wronged: "int | None" = None
) -> "Entry":
    """Return the entry for the booklet's penalty `number` against `side`.

    choice: as in engine_core.games.penalties; wronged: with more than two sides, the one that was
    wronged or that claims the game.
    """
    entry = (entries.PENALTY, number, side, choice)
    return entry if wronged is None else entry + (wronged,)


def moved(side: int) -> "Entry":
    """Return the entry with which `side`, in a penalty box, moves its own peg."""
    return (entries.MOVED, side)


def leave(seat: int) -> "Entry":
    """Return the entry with which the player of `seat` leaves, which ends the game."""
    return (entries.LEAVE, seat)


def redeal(seat: int) -> "Entry":
    """Return the entry that declares the deal void: `seat` deals again."""
    return (entries.REDEAL, seat)


def holds(seat: int, cards: int) -> "Entry":
    """Return the entry that says that the hand of `seat` is short or long: it has `cards`."""
    return (entries.HOLDS, seat, cards)


def _card(card):
    return cards.card(card) if isinstance(card, str) else card
