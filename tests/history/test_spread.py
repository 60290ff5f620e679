"""By how many points a game was won: Backward is won by the lower score."""

import pytest

from host.history.spread import spread


@pytest.mark.parametrize(
    ("game", "scores", "winner", "spreads"),
    [
        ("Traditional", [121, 93], 0, [28, -28]),
        ("Traditional", [41, 42], 0, [0, 0]),  # the other has left
        ("Traditional", [60, 42], 0, [18, -18]),
        ("Three-handed", [90, 121, 100], 1, [-31, 21, -21]),
        ("Backward", [121, 93], 1, [-28, 28]),
        ("Backward", [91, 121, 90], 2, [-1, -31, 1]),
        ("Solitaire", [99], 0, [99]),
        ("A game of a later version", [5, 3], 0, [2, -2]),
    ],
)
def test_the_winner_has_more_and_the_others_less(game, scores, winner, spreads):
    told = {"game": game, "scores": scores, "winner": winner}
    assert [spread(told, side) for side in range(len(scores))] == spreads
