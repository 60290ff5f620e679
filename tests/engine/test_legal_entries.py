"""The list of legal entries is all that the rules allow: each possible entry is tried."""

import pytest

from engine_core.errors import PegboardError
from engine_core.game.fold import fold
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.penalties import NO_GAIN, PENALTIES
from engine_core.records.legal_entries import legal_entries
from engine_core.state import entries as E
from engine_core.state.state import State
from tests.cases import slow
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.player import Player, start

# Games that have all kinds of entries between them.
GAMES = (
    (1, 2, 61, opt.MUGGINS | opt.PENALTY_12, opt.PLAIN),
    (1, 2, 121, opt.RANKS_ALONE, opt.PLAIN),
    (2, 3, 121, opt.MUGGINS_IN_PLAY, opt.CRIB_WARS),
    (3, 4, 61, 0, opt.PLAIN),
    (8, 3, 31, 0, opt.PLAIN),
    (10, 2, 121, 0, opt.PLAIN),
    (11, 3, 121, opt.MUGGINS, opt.PLAIN),
    (0, 3, 121, 0, opt.PLAIN),
)


def possible():
    """Yield every entry but START whose numbers are near those that a rule allows."""
    for kind, (_, numbers) in enumerate(E.KINDS):
        if numbers == 0:
            yield (kind,)
        elif numbers == 1:
            yield from ((kind, n) for n in range(256))
        elif numbers == 2:
            yield from ((kind, a, b) for a in range(7) for b in range(40))
    yield from ((E.NEXT, n) for n in range(256))
    for number in range(len(PENALTIES) + 3):
        for side in range(5):
            for choice in range(E.MOST + 3):
                yield (E.PENALTY, number, side, choice)
                yield from ((E.PENALTY, number, side, choice, n) for n in (*range(5), NO_GAIN))


def packable(entry):
    try:
        return bool(E.pack(entry))
    except PegboardError:
        return False


POSSIBLE = [entry for entry in possible() if packable(entry)]


def allowed(state):
    """Return each possible entry that the rules allow."""
    found, trial, packed = [], State(), state.pack()
    trial.restore(packed)
    for entry in POSSIBLE:
        try:
            fold(trial, entry, [])
        except PegboardError:
            continue
        found.append(entry)
        trial.restore(packed)
    return set(found)


def one_of_each_phase(kind):
    """Yield a state of each phase of a random game, and of one with a side in a penalty box."""
    found = set()
    for seed in range(3):
        game, player = Game(), (BattlePlayer if kind[0] == 11 else Player)(seed, careless=5)
        game.apply(start(kind))
        while game.state.phase != at.OVER:
            game.apply(player.next(game.state))
            seen = (game.state.phase, any(game.state.deals_out))
            if seen not in found:
                found.add(seen)
                yield game.state


OTHERS = [(kind,) for kind in GAMES[:1] + GAMES[2:]]


@pytest.mark.parametrize("kind", [GAMES[1], *slow(*OTHERS)], ids=str)
def test_the_legal_entries_are_all_that_the_rules_allow(kind):
    kinds = set()
    for state in one_of_each_phase(kind):
        packed = state.pack()
        legal = legal_entries(state, by_hand=True)
        assert len(set(legal)) == len(legal)
        assert set(legal) == allowed(state)
        plain = [entry for entry in legal if entry[0] not in E.BY_HAND and len(entry) < 3]
        choices = [entry for entry in plain if entry[0] == E.NEXT and len(entry) > 1]
        if state.phase != at.POINTS:
            assert set(legal_entries(state)) == set(plain) - set(choices)
        assert state.pack() == packed
        kinds |= {entry[0] for entry in legal}
    assert kinds >= {E.NEXT, E.POINTS}
