"""Noddy (rulings N1 to N5): three cards, claims before the play, one count, 31 points."""

from engine_core.count.cards import cards
from engine_core.count.scoring import NODDY
from engine_core.count.show import count
from engine_core.games.options import MUGGINS, STRICT_GO
from engine_core.games.phases import CLAIM, OVER, PLAY, STARTER
from tests.conformance.support.kit import raises
from tests.conformance.support.text_game import TextGame, kinds, scores, winner


def noddy(dealer=1, players=2, **more):
    return TextGame("Noddy", dealer=dealer, target=31, players=players, **more)


def claimed(starter="2S", claims=(0, 0), **more):
    """Return a table whose players have claimed, and that waits for the first card."""
    t = noddy(players=len(claims), **more)
    t.key(starter)
    for points in claims:
        t.game.apply((5, points))
    assert t.game.state.phase == PLAY
    return t


def test_n1_hands_are_claimed_before_the_play_from_the_dealers_left():
    for players in (2, 3, 4, 5, 6):
        for dealer in range(players):
            t = noddy(dealer, players)
            t.key("2S")
            for n in range(players):
                seat = (dealer + 1 + n) % players
                assert (t.game.state.phase, t.game.state.turn) == (CLAIM, seat)
                assert t.scored("claim %d" % (n + 1)) == [("claim", seat, n + 1)]
            assert t.game.state.phase == PLAY
            assert t.game.state.turn == (dealer + 1) % players


def test_n1_a_claim_shows_no_card_and_may_be_0():
    t = noddy()
    t.key("2S")
    assert t.key("claim 0") == [("claim", 0, 0)]
    events = t.key("claim 4")
    assert [event[0] for event in events] == ["claim", "score"]
    assert t.points() == [0, 4]


def test_n1_only_a_claim_that_a_hand_can_count_is_accepted():
    t = noddy()
    t.key("2S")
    for text in ("5H", "go", "pass", "muggins 1", "claim 21", "claim 255"):
        t.refused(text)
    t.key("claim 20")


def test_n1_a_claim_is_checked_once_all_the_cards_are_known():
    t = claimed("TS", (10, 0))
    events = t.key("5H 2D KD 3S")
    assert not kinds(events, "misclaim")
    # K 5 and 10 5 twice each, the pair, and K 10 5 twice as twenty-five
    hand = tuple(cards("5H KD 5C"))
    assert kinds(t.key("5C"), "misclaim") == [("misclaim", 0, 10, 14, hand)]
    # The dealer keeps a card, so nobody knows.
    assert not kinds(t.key("go"), "misclaim")


def test_n1_the_claim_of_a_flush_without_the_starter_is_right():
    t = claimed("2S", (5, 0))
    # Three hearts, and a nine and a six.
    assert not kinds(t.key("AH KD 9H 3C 6H"), "misclaim")


def test_n1_a_correct_claim_has_no_event():
    t = claimed("TS", (14, 0))
    assert not kinds(t.key("5H 2D KD 3S 5C"), "misclaim")


def test_n1_a_wrong_claim_is_reported_but_stays_pegged():
    t = claimed("TS", (10, 0))
    before = t.points()
    assert scores(t.key("5H 2D KD 3S 5C")) == [("play", 0, 2)]  # twenty-five
    assert t.points() == [before[0] + 2, before[1]]


def test_n1_a_claim_can_win_and_nothing_after_it_counts():
    t = noddy(scores=(30, 30))
    t.key("2S")
    events = t.key("claim 3")
    assert t.points() == [31, 30]
    assert winner(events) == 0
    assert t.game.state.phase == OVER
    t.refused("claim 5")


def test_n1_nibs_come_before_the_claims():
    t = noddy(scores=(29, 29))
    t.key("JS")
    assert (t.game.state.phase, t.game.state.winner) == (OVER, 1)


def test_n1_nobs_count_in_the_hand():
    assert count(cards("JH 2S 8C"), cards("KH")[0], False, NODDY) == 1


def test_n2_twenty_five_counts_two_for_each_set_in_hand():
    assert count(cards("KH QD 5C"), cards("2S")[0], False, NODDY) == 4 + 2
    assert count(cards("9H 8D 6C"), cards("2S")[0], False, NODDY) == 2 + 2  # 9 6, all four


def test_n2_fifteen_twenty_five_and_thirty_one_in_the_play():
    t = claimed()
    assert t.scored("9H 6C") == [("play", 1, 2)]
    assert t.scored("TD") == [("play", 0, 2)]  # twenty-five
    assert t.scored("6D") == [("play", 1, 2)]  # thirty-one
    assert t.game.state.phase == STARTER


def test_n3_a_run_of_three_is_2_and_longer_runs_are_1_a_card():
    t = claimed()
    assert t.scored("3H 4C") == []
    assert t.scored("2D") == [("play", 0, 2)]
    assert t.scored("5S") == [("play", 1, 4)]
    assert count(cards("2H 3C 4D"), cards("7S")[0], False, NODDY) == 2
    assert count(cards("2H 3C 4D"), cards("AS")[0], False, NODDY) == 4
    assert count(cards("2H 3C 4D"), cards("4S")[0], False, NODDY) == 2 * 2 + 2


def test_n4_a_flush_of_three_in_hand_and_of_four_with_the_starter():
    assert count(cards("2H 6H 8H"), cards("TS")[0], False, NODDY) == 3
    assert count(cards("2H 6H 8H"), cards("TH")[0], False, NODDY) == 4
    assert count(cards("2H 6H 8D"), cards("TH")[0], False, NODDY) == 0


def test_n4_three_or_more_of_a_suit_in_the_play_are_1_each():
    t = claimed()
    assert t.scored("2H 9H") == []
    assert t.scored("5H") == [("play", 0, 3)]
    assert t.scored("QH") == [("play", 1, 4)]
    assert t.scored("3H") == [("play", 0, 5)]
    t = claimed()
    assert t.scored("2H 9D 5H QH") == []
    assert t.scored("3H") == [("play", 0, 3)]


def test_n4_a_flush_and_a_run_and_a_total_add_up():
    t = claimed()
    t.key("4H 6H")
    assert t.scored("5H") == [("play", 0, 2 + 2 + 3)]


def test_n5_the_play_ends_when_nobody_can_play_and_the_deal_passes():
    t = claimed(dealer=1)
    t.key("KH QD 9S go")
    events = t.key("go")
    assert scores(events) == [("go", 0, 1)]
    assert ("deal", 2, 0) in events
    assert (t.game.state.phase, t.game.state.dealer) == (STARTER, 0)


def test_n5_the_play_ends_with_the_last_card_of_all():
    t = claimed()
    assert scores(t.key("AH 2D 4S 7C 3H 9D")) == [("last card", 1, 1)]
    assert t.game.state.phase == STARTER


def test_n5_there_is_no_second_count_after_thirty_one():
    t = claimed()
    events = t.key("KH QD 9S 2C")
    assert scores(events) == [("play", 1, 2)]
    assert not kinds(events, "restart")
    assert t.game.state.phase == STARTER


def test_n5_with_three_all_may_play_on_after_a_go():
    t = claimed(claims=(0, 0, 0), dealer=2)
    t.key("KH QD 7S go")
    assert t.game.state.turn == 1
    assert t.scored("3D") == []  # thirty
    assert t.game.state.turn == 2
    assert t.scored("go") == []
    assert t.scored("go") == [("go", 1, 1)]
    assert t.game.state.phase == STARTER


def test_noddy_has_no_muggins():
    why = str(raises(ValueError, lambda: noddy(options=MUGGINS)))
    assert "no such option" in why
    noddy(options=STRICT_GO)
