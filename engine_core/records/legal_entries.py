"""The entries that the rules allow now."""

from ..compat import TYPE_CHECKING
from ..count.cards import JOKER, SUITLESS, SUITLESS_END
from ..errors import PegboardError
from ..game.fold import fold
from ..games.penalties import NO_GAIN, PENALTIES, TOO_MANY, VOID_GAME
from ..games.phases import IDLE, OVER, POINTS
from ..games.presets import PRESETS
from ..state import entries as E
from ..state.entry_constructors import start
from ..state.state import State

if TYPE_CHECKING:
    from ..state.entries import Entry


def legal_entries(state: State, by_hand: bool = False) -> "list[Entry]":
    """Return all entries that the rules allow in `state`, which does not change.

    Before a game they are a START for each preset, number of players and target, on its first
    track, without options, and with a cut for the deal if there are two sides or more. by_hand:
    include points, penalties, moved pegs, players who leave, void deals, short or long hands, and
    choices of the next dealer.
    """
    if state.phase == IDLE:
        return _starts()
    found = []
    trial = State()
    packed = state.pack()
    trial.restore(packed)
    for entry in _candidates(state, by_hand or state.phase == POINTS):
        try:
            fold(trial, entry, [])
        except PegboardError:
            continue  # a refusal has changed nothing
        found.append(entry)
        trial.restore(packed)
    return found


def _starts():
    return [
        start(row.code, deal.seats, target, None if deal.sides > 1 else 0)
        for row in PRESETS
        for deal in row.deals
        for target in row.targets
    ]


def _candidates(state, by_hand):
    """Return all entries that a state with this many seats might allow."""
    found: list[tuple] = [(kind,) for kind in (E.NEXT, E.GO, E.PASS, E.TAKE, E.SHOWN, E.NOBS)]
    for kind, numbers in ((E.CARD, JOKER + 1), (E.DROP, JOKER + 1), (E.CLAIM, E.MOST + 1)):
        found += [(kind, n) for n in range(numbers)]
    found += [(E.CARD, n) for n in range(SUITLESS, SUITLESS_END, 4)]
    found += [(E.FLUSH, n) for n in range(3, 8)]
    if by_hand and state.phase == OVER:
        found += [(E.NEXT, choice) for choice in range(1, 256)]
    found += [(E.MUGGINS, seat) for seat in range(state.seats)]
    for seat in range(state.seats if by_hand else 0):
        found += [(E.LEAVE, seat), (E.REDEAL, seat)]
        found += [(E.HOLDS, seat, size) for size in range(8)]
    for side in range(len(state.scores) if by_hand else 0):
        found.append((E.MOVED, side))
        for points in range(1, E.MOST + 1):
            found += [(E.POINTS, side, points), (E.MINUS, side, points)]
        for number in range(1, len(PENALTIES) + 1):
            most = E.MOST if number == TOO_MANY else VOID_GAME
            for choice in range(most + 1):
                found.append((E.PENALTY, number, side, choice))
                whom = list(range(len(state.scores))) + [NO_GAIN]
                found += [(E.PENALTY, number, side, choice, to) for to in whom]
    return found
