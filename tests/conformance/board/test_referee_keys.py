"""What the referee presses, case by case: docs/referee.md has the same keys."""

from engine_core.games.phases import CRIB, STARTER
from engine_core.state import entries as E
from tests.conformance.support.virtual_ports import Board

TWO = (E.START, 1, 2, 121, 1, 0, 0)
THREE = (E.START, 2, 3, 121, 1, 0, 0)
# The second of two players has three cards, and the board asks for another.
SHORT = "2S KH 9D 4S 7C GO GO QC JD 2H"
POINTS = "MENU", "*Give points", "*Side 1", "*12"


def state_of(state):
    return (state.phase, state.dealer, state.deal_number, list(state.scores))


# By case: the game and the keys before, what is pressed (a choice of a menu begins with `*`), and
# then phase, dealer, number of the deal and scores.
CASES = (
    (
        "short, played on",
        (TWO, SHORT),
        ("MENU", "*A hand is short or long", "*Player 2", "*3"),
        (CRIB, 1, 1, [3, 1]),
    ),
    (
        "short, void",
        (TWO, SHORT),
        ("MENU", "*The deal is void, deal again", "*Player 2"),
        (STARTER, 1, 2, [0, 1]),
    ),
    (
        "wrong dealer, kept",
        (THREE, "2S 5H TD"),
        (
            "UNDO UNDO UNDO",
            "MENU",
            "*The deal is void, deal again",
            "*Player 3",
            "RIGHT RIGHT RIGHT",
        ),
        (3, 2, 2, [0, 2, 0]),
    ),
    (
        "wrong dealer, void",
        (THREE, "2S 5H TD"),
        ("MENU", "*The deal is void, deal again", "*Player 3"),
        (STARTER, 2, 2, [2, 0, 0]),
    ),
    ("twice, just now", (TWO, ("2S",) + POINTS + POINTS), ("UNDO",), (3, 1, 1, [12, 0])),
    (
        "twice, noticed later",
        (TWO, ("2S",) + POINTS + POINTS + ("KH",)),
        ("MENU", "*Take points back", "*Side 1", "*12"),
        (3, 1, 1, [12, 0]),
    ),
    (
        "too many",
        (TWO, ("2S",) + POINTS),
        ("MENU", "*Penalty", "*too many points were pegged", "*Side 1", "*2", "*Side 2"),
        (3, 1, 1, [10, 2]),
    ),
    (
        "exposed, dealer",
        (TWO, ""),
        (
            "MENU",
            "*Penalty",
            "*a card of the dealer was exposed in dealing",
            "*Side 2",
            "*Deal anew",
        ),
        (STARTER, 1, 2, [0, 0]),
    ),
    (
        "exposed, non-dealer",
        (TWO, ""),
        (
            "MENU",
            "*Penalty",
            "*a card of a non-dealer was exposed in dealing",
            "*Side 2",
            "*Only that",
        ),
        (STARTER, 1, 1, [2, 0]),
    ),
    (
        "face up",
        (TWO, ""),
        (
            "MENU",
            "*Penalty",
            "*a card was face up in the deck",
            "*Side 2",
            "*A non-dealer's card: 2 points",
        ),
        (STARTER, 1, 1, [2, 0]),
    ),
    ("renege", (TWO, "2S KH 9S QD GO GO 2D"), ("MENU", "*Give points", "*Side 1", "*2"), None),
    (
        "peg displaced",
        (TWO, ("2S",) + POINTS + ("MENU", "*Give points", "*Side 1", "*3")),
        (
            "MENU",
            "*Penalty",
            "*pegs were moved out of place or out of turn",
            "*Side 1",
            "*Behind the back peg",
        ),
        (3, 1, 1, [12, 0]),
    ),
)


def press(board, steps):
    """Press each of `steps`: keys, or a choice of the menu."""
    for step in steps if isinstance(steps, tuple) else (steps,):
        if step[:1] == "*":
            board.choose(step[1:])
        else:
            board.keys(step)


def test_g24_each_case_is_settled_with_its_keys():
    for name, (start, before), steps, after in CASES:
        board = Board()
        board.start(start)
        press(board, before)
        scores = list(board.app.game.state.scores)
        press(board, steps)
        state = board.app.game.state
        assert board.app.menu is None and not board.app.refusal, (name, board.app.refusal)
        if after is None:
            assert list(state.scores) == [scores[0] + 2, scores[1]], name
        else:
            assert state_of(state) == after, (name, state_of(state))
        again = Board(board.store).app.game.state
        assert again.pack() == state.pack(), name
