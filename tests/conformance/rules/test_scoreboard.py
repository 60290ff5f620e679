"""The plain scoreboard: a side, and its points."""

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.games.phases import OVER
from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import GO, NEXT, POINTS, START
from tests.conformance.support.text_game import kinds, losses, refused, winner


def board(sides=2, target=121):
    game = Game()
    game.apply((START, 0, sides, target, NO_SEAT, 0, 0))
    assert game.state.phase == phases.POINTS
    return game


def keyed(game, *points):
    """Key pairs of (side, points); return the events."""
    events = []
    for side, more in points:
        events += game.apply((POINTS, side, more))
    return events


def test_points_go_to_their_side():
    for sides in (2, 3, 4):
        game = board(sides)
        events = keyed(game, *[(side, 10 + side) for side in range(sides)])
        assert list(game.state.scores) == [10 + side for side in range(sides)]
        assert kinds(events, "score") == [
            ("score", "by hand", side, side, 10 + side, 10 + side) for side in range(sides)
        ]


def test_the_back_peg_moves_ahead_of_the_front_peg():
    game = board()
    keyed(game, (0, 4), (0, 6), (1, 2))
    assert (list(game.state.scores), list(game.state.back_pegs)) == ([10, 2], [4, 0])


def test_one_to_twenty_nine_points_at_once():
    game = board()
    for points in (0, 30, 100, 255):
        refused(game, (POINTS, 0, points))
    keyed(game, (0, 1), (0, 29))
    assert game.state.scores[0] == 30


def test_a_side_that_does_not_play_is_refused():
    for sides in (2, 3, 4):
        for side in (sides, 9, 255):
            refused(board(sides), (POINTS, side, 1))


def test_cards_and_go_are_refused():
    game = board()
    refused(game, (0, 5))
    refused(game, (0, 52))
    refused(game, (GO,))
    refused(game, (NEXT,))


def test_g1_the_game_ends_at_the_target_and_the_score_stops_there():
    for target in (121, 61):
        game = board(3, target)
        for _ in range(target // 20):
            keyed(game, (1, 20))
        events = keyed(game, (1, 29))
        assert game.state.phase == OVER
        assert game.state.winner == 1
        assert list(game.state.scores) == [0, target, 0]
        assert kinds(events, "score")[0][4] == target % 20
        assert winner(events) == 1
        refused(game, (POINTS, 0, 1))


def test_g13_each_loser_is_judged_alone_on_the_scoreboard():
    game = board(4)
    keyed(game, (0, 29), (0, 29), (0, 2))  # 60
    keyed(game, (1, 29), (1, 29), (1, 29), (1, 3))  # 90
    keyed(game, (2, 29), (2, 29), (2, 29), (2, 4))  # 91
    events = keyed(game, *[(3, 29)] * 5)
    assert losses(events) == ["double skunk", "skunk", "", ""]


def test_g16_undo_and_redo():
    game = board()
    keyed(game, (0, 5), (1, 7), (0, 3))
    game.undo()
    game.undo()
    assert list(game.state.scores) == [5, 0]
    game.redo()
    assert list(game.state.scores) == [5, 7]
    keyed(game, (1, 1))
    assert not game.can_redo()


def test_the_next_game_starts_from_0():
    game = board(target=61)
    keyed(game, (1, 29), (1, 29), (0, 29), (1, 29))
    assert game.state.phase == OVER
    game.apply((NEXT,))
    assert game.state.phase == phases.POINTS
    assert list(game.state.scores) == list(game.state.back_pegs) == [0, 0]
    game.undo()
    assert list(game.state.scores) == [29, 61]


def test_any_target_up_to_121_is_allowed():
    for target in (1, 15, 31, 61, 100, 121):
        game = board(target=target)
        while game.state.phase != OVER:
            keyed(game, (0, min(29, target - game.state.scores[0])))
        assert list(game.state.scores) == [target, 0]
    for target in (0, 122, 255):
        refused(Game(), (START, 0, 2, target, NO_SEAT, 0, 0))
    # Other games have their own.
    refused(Game(), (START, 1, 2, 100, 0, 0, 0))
    # A track that is not plain is 121 long.
    refused(Game(), (START, 0, 2, 100, NO_SEAT, 0, 1))


def test_each_next_game_has_the_first_seat_as_its_dealer():
    for sides in (2, 3, 4):
        game = board(sides)
        for _ in range(2):
            keyed(game, *[(1, 29)] * 4, (1, 5))
            assert game.apply((NEXT,))[0] == ("next", 0)
