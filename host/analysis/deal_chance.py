"""The chance to win during a game, from only the cards on the table."""

from engine_core.games import phases as at
from engine_core.games.options import CRIB_WARS, RANKS_ALONE
from engine_core.games.seats import NO_SEAT
from engine_core.state.state import NO_SIDE, State

from . import tables
from .analysed_games import CODES
from .kept_hands import hand_chances
from .show_chance import NOTHING, PlayOutcomes, ShowChance
from .tables import DEALER, PONE

_HANDS_PLAYED = (at.AFTER_PLAY, at.SHOW, at.CLAIM, at.CHALLENGE, at.CRIB)
_CARDS = 8  # laid in a two-handed play


def chances(state: State) -> list[float] | None:
    """Return the chance of each side to win the game, from 0 to 1, in the order of the scores.

    None if there is no table for it: other games, targets and tracks, a deal in which a side has
    folded, and between the starter and the next deal with three or four players or if suits are
    not known.
    """
    players = state.seats
    if state.code != CODES.get(players) or state.track == CRIB_WARS:
        return None
    if state.target not in tables.targets(players):
        return None
    if state.phase == at.OVER:
        return _decided(state)
    if state.phase == at.CUT:
        each = [_before(state, seat) for seat in range(players)]
        return [sum(column) / players for column in zip(*each)]
    if state.phase == at.STARTER and state.dealer != NO_SEAT:
        return _before(state, state.dealer)
    if players != 2 or state.folded or state.options & RANKS_ALONE:
        return None
    if state.phase == at.PLAY:
        return _sides(state, _in_play(state))
    if state.phase in _HANDS_PLAYED:
        return _sides(state, _in_show(state))
    return None


def _decided(state):
    if state.winner == NO_SIDE:
        return None
    return [float(side == state.winner) for side in range(len(state.scores))]


def _before(state, dealer):
    """Return the chances of all sides before the deal of the seat `dealer`."""
    size = len(state.scores)
    first = state.side(dealer)
    order = [(first + step) % size for step in range(size)]
    scores = [state.scores[side] for side in order]
    if size == 3:
        found = list(tables.three_sided(state.target, (scores[0], scores[1], scores[2])))
    else:
        chance = tables.before_deal(state.target, state.seats)[scores[0]][scores[1]]
        found = [chance, 1 - chance]
    out = [0.0] * size
    for side, chance in zip(order, found):
        out[side] = chance
    return out


# Two-handed, within a deal; seats are turned into roles ------------------------------------------


def _sides(state, dealer_wins):
    dealer = state.side(state.dealer)
    return [dealer_wins if side == dealer else 1 - dealer_wins for side in (0, 1)]


def _scores(state):
    """Return the dealer's score and the pone's."""
    dealer = state.scores[state.side(state.dealer)]
    return dealer, state.scores[1 - state.side(state.dealer)]


def _seat(state, role):
    return state.dealer if role == DEALER else 1 - state.dealer


def _hand(state, role):
    seat = _seat(state, role)
    played = tuple(sorted(state.hand(seat)))
    seen = tuple(sorted([state.starter] + list(state.laid)))
    return hand_chances(role, state.starter, played, seen, state.go_room[seat])


def _crib(state):
    return tables.crib_by_starter(state.starter >> 2)


def _in_show(state):
    """Return the dealer's chance when the play is over: the hands are known, the crib is not."""
    pone = NOTHING if state.hands_counted > 0 else _hand(state, PONE)
    dealer = NOTHING if state.hands_counted > 1 else _hand(state, DEALER)
    crib = NOTHING if state.hands_counted > 2 else _crib(state)
    return ShowChance(state.target, pone, dealer, crib).chance(*_scores(state))


def _in_play(state):
    """Return the dealer's chance in the play."""
    show = ShowChance(state.target, _hand(state, PONE), _hand(state, DEALER), _crib(state))
    plays = [(1, scored) for scored in _rest(state)]
    return PlayOutcomes(state.target, *_scores(state), plays).chance(show)


def _rest(state):
    """Return the later scores of those plays in which, with the same number of cards laid, the
    same role laid the next one."""
    laid = len(state.laid)
    role = DEALER if state.turn == state.dealer else PONE
    # A go can still be due for a card on the table unless the count has started again.
    due = state.line_from < laid
    alike = [scored for who, scored in tables.plays() if laid < _CARDS and who[laid] == role]
    return [
        [
            (who, points)
            for at_card, who, points, go in scored
            if at_card > laid or (due and go and at_card == laid)
        ]
        for scored in alike or [scored for _, scored in tables.plays()]
    ]
