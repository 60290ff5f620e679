"""Backward: the first side at 121 loses (ruling K1)."""

from engine_core.games import options as opt
from engine_core.games.penalties import NOBODY, PENALTIES
from engine_core.games.phases import OVER
from engine_core.pegs.peg_moves import ranking
from engine_core.state.entries import NEXT
from tests.conformance.support.text_game import TextGame, counted, kinds, scores

# Worth 2 (9 4 2) and 6; the dealer has a go and the last card.
HANDS = "KH 4S 9C 2H", "9D 7C JD 3C"


def backward(scores, dealer=1, players=2, **rest):
    return TextGame("Backward", dealer=dealer, scores=scores, players=players, **rest)


def test_k1_the_side_that_reaches_121_loses():
    t = backward((100, 119))
    events = t.key("JD")
    state = t.game.state
    assert (state.phase, state.winner) == (OVER, 0)
    assert t.points() == [100, 121]
    assert events[-1] == ("over", 0, (0, 0))


def test_k1_a_low_score_is_not_a_skunk():
    t = backward((3, 120))
    assert t.key("2S KH KS")[-1] == ("over", 0, (0, 0))
    assert list(t.game.state.games) == [1, 0]
    assert list(t.game.state.stakes) == [1, 0]
    assert list(t.game.state.skunks) == [0, 0]


def test_k1_the_counting_order_decides_if_two_would_reach_121():
    t = backward((119, 117))
    events = t.deal("8D", *HANDS)
    assert counted(events) == [("hand", 0, 2)]
    assert t.game.state.winner == 1
    assert t.points() == [121, 119]


def test_k1_with_three_players_the_lowest_score_wins():
    t = backward((50, 120, 40), 2, 3)
    t.key("2S KH KS")
    assert t.game.state.winner == 2
    t = backward((40, 120, 50), 2, 3)
    t.key("2S KH KS")
    assert t.game.state.winner == 0


def test_k1_of_equal_scores_the_side_that_counts_first_wins():
    t = backward((40, 120, 40), 2, 3)
    t.key("2S KH KS")
    assert t.game.state.winner == 0
    t = backward((40, 40, 120), 0, 3)
    t.key("2S KH KS")
    assert t.game.state.winner == 1
    t = backward((120, 40, 40), 1, 3)  # the second player deals, the third counts first
    t.key("2S KH KS")
    assert t.game.state.winner == 2


def test_k1_a_winner_of_three_collects_from_each_of_the_others():
    t = backward((50, 120, 40), 2, 3)
    t.key("2S KH KS")
    assert list(t.game.state.stakes) == [0, 0, 2]


def test_k1_partners_of_four_lose_together():
    t = backward((110, 119), 3, 4)
    t.key("JS")
    assert (t.game.state.phase, t.game.state.winner) == (OVER, 0)
    # The leader's partner makes the pair.
    t = backward((119, 50), 3, 4)
    t.key("2S KH 9D 9S")
    assert (t.game.state.phase, t.game.state.winner) == (OVER, 1)


def test_k1_equal_scores_rank_by_the_counting_order():
    for holes, dealer, ranks in (
        ((40, 120, 40), 2, [0, 2, 1]),
        ((40, 40, 120), 0, [1, 0, 2]),
        ((120, 40, 40), 1, [2, 1, 0]),
        ((50, 120, 40), 2, [2, 0, 1]),
    ):
        t = backward(holes, dealer, 3)
        t.key("2S KH KS")
        assert t.game.state.phase == OVER
        assert ranking(t.game.state) == ranks


def test_g14c_in_backward_missed_points_go_to_the_player_who_missed_them():
    for more in (0, opt.GIVE_BACK):
        t = backward((10, 20), options=opt.MUGGINS | more)
        t.deal("8D", *HANDS)
        before = t.points()
        t.key("claim 0 muggins 1")
        assert t.points() == [before[0] + 2, before[1]]


def test_g14c_in_backward_points_claimed_in_excess_go_to_the_counter():
    t = backward((10, 20), options=opt.MUGGINS | opt.PENALTY_12)
    t.deal("8D", *HANDS)
    before = t.points()
    t.key("claim 5 muggins 1")
    assert t.points() == [before[0] + 5, before[1]]


def test_g14c_in_backward_a_penalty_burdens_the_offender_once():
    t = backward((10, 20, 30), 2, 3)
    t.key("2S")
    t.key("penalty 16 1 0")
    assert t.points() == [10, 22, 30]
    t.key("penalty 3 2 0 0")
    assert t.points() == [10, 22, 32]
    # Pegged too many: taken back, and the penalty comes on top.
    t.key("penalty 12 2 4")
    assert t.points() == [10, 22, 32]


def test_g14c_in_backward_a_penalty_without_points_burdens_nobody():
    for number, (gains, points, *_) in enumerate(PENALTIES):
        if gains != NOBODY:
            continue
        t = backward((10, 20))
        t.key("2S penalty %d 1 0" % (number + 1))
        assert t.points() == [10, 20], (number, points)


def test_g14c_in_backward_a_renege_burdens_the_offender():
    t = backward((0, 0), track=opt.CRIB_WARS)
    t.key("2S KH 9S QD go go")
    before = t.points()
    events = t.key("2D")
    assert scores(events) == [("renege", 1, 2)]
    assert t.points() == [before[0], before[1] + 2]


def test_k1_the_loser_deals_the_next_game():
    t = backward((50, 120, 40), 2, 3)
    t.key("2S KH KS")
    assert t.game.apply((NEXT,))[0] == ("next", 1)
    assert t.points() == [0, 0, 0]


def test_k1_undo_of_the_losing_card():
    t = backward((100, 119))
    t.key("JD")
    t.game.undo()
    assert t.game.state.phase != OVER
    assert not kinds(t.key("5D"), "over")
