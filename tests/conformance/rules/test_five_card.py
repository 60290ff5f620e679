"""Five-card cribbage (ruling V1)."""

from engine_core.count.cards import cards
from engine_core.count.show import count
from engine_core.games.options import MUGGINS
from engine_core.games.phases import CLAIM, CRIB, PLAY, SHOW, STARTER
from engine_core.games.seats import NO_SEAT
from tests.conformance.support.text_game import TextGame, counted, kinds, scores


def five_card(dealer=1, **more):
    return TextGame("Five-card", dealer=dealer, target=61, **more)


def left_over(**more):
    """A play of one count: 31 by the dealer's 2; the pone keeps a 3, the dealer a 7."""
    t = five_card(**more)
    assert t.scored("5S KH 9S QD 2D") == [("play", 1, 2)]
    return t


def test_v1_the_pone_of_the_first_deal_begins_with_three():
    assert five_card(dealer=1).points() == [3, 0]
    assert five_card(dealer=0).points() == [0, 3]
    t = five_card(dealer=NO_SEAT)
    assert t.points() == [0, 0]
    assert scores(t.key("9H 4C")) == [("head start", 0, 3)]  # the second player deals


def test_v1_the_head_start_is_given_only_before_the_first_deal():
    t = left_over()
    t.key("3H 7D")
    t.key("TC JC QC KC")
    assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)
    assert not [e for e in scores(t.key("2S")) if e[0] == "head start"]
    # A first deal that was void has given its three.
    t = five_card()
    t.key("penalty 4 1 0")
    assert (t.game.state.deal_number, t.points()) == (2, [3, 0])


def test_v1_the_head_start_is_given_in_each_game_of_a_match():
    t = five_card(scores=(3, 59))
    t.key("JD")
    events = t.key("next")
    assert events[0] == ("next", 0)  # the loser deals
    assert t.points() == [0, 3]


def test_v1_the_play_is_one_count_and_unplayed_cards_are_entered_at_the_show():
    t = left_over()
    state = t.game.state
    assert (state.phase, state.turn) == (SHOW, 0)
    events = t.key("3H")
    assert events[0] == ("left", 0, cards("3H")[0])
    assert counted(events) == [("hand", 0, 4)]  # K 5, Q 5
    assert (state.phase, state.turn) == (SHOW, 1)
    assert counted(t.key("7D")) == [("hand", 1, 0)]
    assert (state.phase, state.turn) == (CRIB, 1)
    assert counted(t.key("TC JC QC KC")) == [("crib", 1, 4 + 8)]  # the run; a 5 with each


def test_v1_a_hand_without_unplayed_cards_is_counted_at_once():
    t = five_card()
    events = t.key("5S AH 2D 3S 4C 6H 7D")
    assert counted(events)[0][:2] == ("hand", 0)
    assert t.game.state.phase == CRIB


def test_v1_a_go_scores_1_and_ends_the_play():
    t = five_card()
    assert t.scored("5S KH 9S QD go go") == [("go", 0, 1)]
    assert t.game.state.phase == SHOW


def test_v1_an_unplayed_card_cannot_have_been_seen_before():
    t = left_over()
    for text in ("KH", "5S", "2D", "go", "JK", "claim 2"):
        t.refused(text)
    t.key("3H")
    t.refused("3H")


def test_v1_g12_an_unplayed_card_that_could_have_been_played_is_reported():
    t = five_card()
    t.key("5S KH 9S QD go go")  # at 29
    assert not kinds(t.key("3H"), "renege")
    events = t.key("2D")
    assert kinds(events, "renege") == [("renege", 1, cards("2D")[0])]
    assert scores(events) == []
    t.key("3D")
    assert t.game.state.phase == CRIB


def test_v1_a_flush_of_three_in_hand_and_five_in_the_crib():
    assert count(cards("2H 9H KH"), cards("5S")[0]) == 3 + 2
    assert count(cards("2H 9H KH"), cards("5H")[0]) == 4 + 2
    assert count(cards("2H 9H KH 8H"), cards("AS")[0], True) == 0
    t = five_card()
    t.key("6S 2H 7C 9H 7D go go")
    events = t.key("KH")
    assert counted(events)[0] == ("hand", 0, 3 + 2)  # and 9 6


def test_v1_muggins_follows_the_unplayed_cards():
    t = left_over(options=MUGGINS)
    assert not counted(t.key("3H"))
    assert (t.game.state.phase, t.game.state.turn) == (CLAIM, 0)
    events = t.key("claim 2 muggins 1")
    assert counted(events) == [("hand", 0, 4)]
    assert scores(events) == [("hand", 0, 2), ("muggins", 1, 2)]
    assert t.game.state.phase == SHOW


def test_v1_lead_and_turns_are_the_usual_ones():
    t = five_card()
    t.key("5S")
    assert (t.game.state.phase, t.game.state.turn) == (PLAY, 0)
