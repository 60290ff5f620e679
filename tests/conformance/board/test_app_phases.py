"""The bar in each phase of each game, and after a restart there."""

from engine_core.battlefield import battle_show
from engine_core.games import options as opt
from engine_core.games import phases as at
from tests.conformance.support.app_boards import again, play_to
from tests.conformance.support.battle_player import BATTLES
from tests.conformance.support.canvases import seen
from tests.conformance.support.keying import key
from tests.conformance.support.kit import some
from tests.conformance.support.player import PLAIN

MUGGINS = (1, 2, 121, opt.MUGGINS, 0)
# A game for each phase but that of choosing one.
PHASES_OF = (
    (at.CUT, PLAIN[0]),
    (at.STARTER, PLAIN[0]),
    (at.PLAY, PLAIN[0]),
    (at.SHOW, (7, 2, 61, 0, 0)),
    (at.CRIB, PLAIN[0]),
    (at.OVER, (8, 2, 31, 0, 0)),
    (at.POINTS, (0, 2, 61, 0, 0)),
    (at.CLAIM, MUGGINS),
    (at.CHALLENGE, MUGGINS),
    (at.FREE, (10, 2, 121, 0, 0)),
    (at.LINE, BATTLES[0]),
    (at.TURN, BATTLES[0]),
    (at.FORMATION, BATTLES[0]),
    (at.DROP, BATTLES[0]),
    (at.RESERVE, BATTLES[0]),
    (at.AFTER_PLAY, (1, 2, 121, opt.MUGGINS_IN_PLAY, 0)),
    (at.SUITS, (1, 2, 121, opt.RANKS_ALONE, 0)),
)


def looks(board):
    """Return the states of the bar during one second after all pegs have stopped and the counts
    have been seen."""
    board.app.screen.touch()
    board.run(60 * 60)
    seen = set()
    for _ in range(18):
        board.run(60)
        seen.add(tuple(board.bar()))
    return seen


def test_the_bar_blinks_in_every_phase_and_each_looks_different():
    assert len(PHASES_OF) == at.COUNT - 1
    everything = []
    for phase, game in some(PHASES_OF, 3, 10):
        board, _ = play_to(game, phase)
        seen = looks(board)
        assert len(seen) >= 2, at.name(phase)
        everything.append(tuple(sorted(seen)))
    same = [n for n, look in enumerate(everything) if everything.index(look) != n]
    assert not same, [at.name(PHASES_OF[n][0]) for n in same]


def test_of_the_five_cards_the_one_to_drop_blinks_and_no_other():
    board, _ = play_to(BATTLES[0], at.DROP)
    board.app.screen.touch()
    state = board.app.game.state
    on, off = seen(state, board.app.key_entry)
    best = state.formation.index(battle_show.best_drop(state))
    blinking = [place for place in range(19) if on[place] != off[place]]
    assert blinking == list(range(4 * best, 4 * best + 3))


def test_the_game_is_resumed_after_a_restart_in_every_phase():
    for phase, game in some(PHASES_OF, 2, 10):
        board, player = play_to(game, phase)
        if phase == at.CHALLENGE:
            board.press("ENTER")  # without it only the bar's brightness, which a restart forgets
        other = again(board)
        assert tuple(sorted(looks(other))) == tuple(sorted(looks(board)))
        if phase != at.OVER:
            key(other, player.next(other.app.game.state))
