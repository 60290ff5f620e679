"""The starter: nibs (ruling G5)."""

from engine_core.games.phases import OVER, PLAY
from tests.conformance.support.text_game import TextGame, kinds


def test_g5_a_jack_is_2_for_the_dealer_at_once():
    for jack in ("JS", "JH", "JD", "JC"):
        for dealer in (0, 1):
            table = TextGame(dealer=dealer)
            assert table.scored(jack) == [("nibs", dealer, 2)]
            assert table.game.state.phase == PLAY
            assert table.game.state.turn == 1 - dealer


def test_g5_no_other_card_is_nibs():
    for card in "AS 2H 3D 4C 5S 6H 7D 8C 9S TH QD KC".split():
        assert TextGame().scored(card) == []


def test_g5_nibs_go_to_the_dealers_side():
    table = TextGame("Four-handed", dealer=3)
    assert table.scored("JD") == [("nibs", 3, 2)]
    assert table.points() == [0, 2]
    table = TextGame("Three-handed", dealer=2)
    table.key("JD")
    assert table.points() == [0, 0, 2]


def test_g5_nibs_can_win_the_game():
    for score, target in ((119, 121), (120, 121), (59, 61), (60, 61)):
        table = TextGame(target=target, scores=(100 if target == 121 else 40, score))
        events = table.key("JD")
        assert table.game.state.phase == OVER
        assert table.game.state.winner == 1
        assert table.points()[1] == target
        assert events[-1][0] == "over"
        table.refused("5H")


def test_g5_nibs_that_stay_below_the_target_do_not_win():
    table = TextGame(scores=(120, 118))
    table.key("JD")
    assert table.game.state.phase == PLAY
    assert table.points() == [120, 120]


def test_g5_the_board_waits_for_a_card():
    table = TextGame()
    table.refused("go")
    table.refused("JK")
    table.refused("next")
    assert not kinds(table.key("5H"), "over")
