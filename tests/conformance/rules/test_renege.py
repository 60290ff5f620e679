"""A go with a playable card in hand is reported, or costs points (ruling G12)."""

from engine_core.count.cards import cards
from engine_core.games.options import CRIB_WARS, RENEGE_A_CARD, RENEGE_PENALTY, numbers
from engine_core.games.phases import CRIB, OVER, PLAY
from engine_core.games.presets import named
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, counted, kinds, scores, winner

# The first player at 29; the second says go with a 2, and has an ace and a 5 too.
FALSE_GO = "2S KH 9S QD go go"


def reneged(**more):
    t = TextGame(**more)
    t.key(FALSE_GO)
    assert t.game.state.turn == 1
    return t


def renege(seat, text):
    return ("renege", seat, cards(text)[0])


def test_g12_a_renege_is_reported_when_the_card_is_laid():
    t = reneged()
    events = t.key("2D")
    assert kinds(events, "renege") == [renege(1, "2D")]
    assert not kinds(events, "dead")
    assert t.game.state.turn == 0


def test_g12_without_the_penalty_it_is_only_reported_and_the_card_counts():
    t = reneged()
    before = t.points()
    t.key("2D")
    events = t.key("3H AD")
    assert kinds(events, "renege") == [renege(1, "AD")]
    assert scores(events) == [("play", 1, 3)]
    assert t.points() == [before[0], before[1] + 3]


def test_g12_with_an_option_each_card_that_was_held_back_costs_2():
    for options, second in ((RENEGE_PENALTY, 0), (RENEGE_A_CARD, 2)):
        low, more = numbers(options, 0)
        t = TextGame(options=options)
        assert t.game.entry(0)[5:] == (low, 0) + ((more,) if more else ())
        t.key(FALSE_GO)
        before = t.points()
        assert kinds(t.key("2D"), "dead")
        assert t.points()[0] == before[0] + 2
        assert kinds(t.key("AD"), "dead")
        assert t.points()[0] == before[0] + 2 + second


def test_g22_a_dead_card_counts_in_its_hand_at_the_show():
    t = reneged(options=RENEGE_PENALTY)
    assert kinds(t.key("2D"), "dead")
    events = t.key("3H 3D 4S 4D 5C")
    hands = [e for e in events if e[0] == "count"]
    assert cards("2D")[0] in get(hands[1], "cards") and len(get(hands[1], "cards")) == 4


def test_g12_a_card_that_could_not_have_been_played_is_not_a_renege():
    t = reneged()
    assert not kinds(t.key("3D"), "renege")
    assert not kinds(t.key("4H"), "renege")


def test_g12_a_go_of_another_deal_is_forgotten():
    t = TextGame()
    t.key(FALSE_GO + " 3D 3H 4D 4H 5D")
    assert t.game.state.phase == CRIB
    t.key("7H 7C 8H 8C 2H")
    assert not kinds(t.key("2D AD"), "renege")


def test_g12_a_true_go_is_not_a_renege_later():
    t = TextGame()
    t.key("2S KH 9S QD go go 3D")
    assert not [e for e in t.key("5H 4D 6H 5D") if e[0] == "renege"]


def crib_wars(**more):
    return reneged(track=CRIB_WARS, **more)


def test_g12_on_crib_wars_the_card_is_dead_and_the_other_side_gets_2():
    t = crib_wars()
    events = t.key("2D")
    assert [e[0] for e in events] == ["renege", "dead", "score"]
    assert kinds(events, "dead") == [("dead", 1, cards("2D")[0])]
    assert scores(events) == [("renege", 0, 2)]
    # It lies outside the count, and the same player lays another.
    assert list(t.game.state.line()) == []
    assert t.game.state.turn == 1
    assert t.key("3D")[0] == ("card", 1, cards("3D")[0], 3)
    assert t.game.state.turn == 0


def test_c6_with_three_sides_each_opponent_gets_2_for_a_renege():
    t = TextGame("Three-handed", dealer=2, track=CRIB_WARS)
    t.key("2S KH 9S QD go go go")
    before = t.points()
    assert kinds(t.key("AD"), "renege") == [renege(0, "AD")]
    assert t.points() == [before[0], before[1] + 2, before[2] + 2]


def test_g12_two_cards_of_one_go_are_both_dead_and_paid_for_once():
    t = crib_wars()
    t.key("2D")
    events = t.key("AD")
    assert kinds(events, "dead") and not scores(events)
    assert not kinds(t.key("5D"), "renege")


def test_g12_a_second_false_go_is_paid_for_again():
    t = TextGame("Three-handed", dealer=2, track=CRIB_WARS)
    t.key("2S KH 9S QD go go go KD")  # the second player held a 2 back at 29
    assert scores(t.key("2D")) == [("renege", 2, 2), ("renege", 0, 2)]
    t.key("3D TC 3H go 4S 7H")  # and a 5 at 26
    assert t.game.state.turn == 1
    assert scores(t.key("5D")) == [("renege", 2, 2), ("renege", 0, 2)]
    assert t.game.state.phase == PLAY


def test_g12_a_dead_card_breaks_no_run_and_still_counts_in_the_hand():
    t = crib_wars()
    t.key("3D 4H")
    assert scores(t.key("2D")) == [("renege", 0, 2)]
    # 3 4 and then 5: the dead 2 does not lie between.
    assert scores(t.key("5D")) == [("play", 1, 3)]
    events = t.key("6H")
    assert scores(events)[0] == ("play", 0, 4)
    held = kinds(events, "count")[1][4]
    assert sorted(held) == sorted(cards("9S 3D 2D 5D"))
    # With the 2 of spades a pair, and no more.
    assert counted(events)[1] == ("hand", 1, 2)


def test_g12_the_2_points_go_to_the_next_opposing_side():
    t = TextGame("Four-handed", dealer=3, track=CRIB_WARS)
    t.key("2S KH 9S QD go go go go")
    assert t.game.state.turn == 3
    assert not kinds(t.key("TD TC"), "dead")
    assert scores(t.key("2D")) == [("renege", 2, 2)]


def test_g12_the_2_points_may_win():
    t = crib_wars()
    t.put(119, 100)
    events = t.key("2D")
    assert t.game.state.phase == OVER
    assert winner(events) == 0


def test_g12_nothing_follows_the_2_points_that_win():
    # Not even where the card is the last of its player, and the other would go on.
    t = crib_wars()
    t.key("holds 1 2")
    t.put(119, 100)
    events = t.key("2D")
    assert winner(events) == 0
    assert (t.game.state.turn, t.game.state.cards_left(1)) == (1, 0)


def test_g12_six_handed_crib_wars_has_dead_cards_on_every_track():
    t = TextGame("Six-handed, Crib Wars", dealer=5)
    t.key("2S KH 9S QD go go go go go go")
    assert t.game.state.turn == 3
    assert scores(t.key("2D")) == [("renege", 4, 2), ("renege", 5, 2)]


def test_g12_in_a_game_for_one_a_renege_costs_nothing():
    t = TextGame("Solitaire", dealer=0, track=CRIB_WARS)
    t.key("2S KH 5D TC 4S go")
    events = t.key("go 2H")
    assert kinds(events, "renege") == [renege(0, "2H")]
    assert not kinds(events, "dead")
    assert list(t.game.state.line()) == cards("2H")


def test_g2_a_dead_card_on_an_empty_count_is_not_a_last_card():
    t = TextGame(track=CRIB_WARS)
    t.key("2S KH QS 5H go 4H go KD 9H")  # the second player has held a 4 back
    assert scores(t.key("KC")) == [("go", 1, 1)]  # its player has said go at 25 (G17)
    events = t.key("4D")
    assert [score[:2] for score in scores(events)][0] == ("renege", 0)
    assert "last card" not in [score[0] for score in scores(events)]
    assert t.game.state.phase == CRIB


def test_g12_reneges_cost_points_on_every_track_as_an_option():
    t = reneged(options=RENEGE_PENALTY)
    events = t.key("2D")
    assert [e[0] for e in events] == ["renege", "dead", "score"]
    assert scores(events) == [("renege", 0, 2)]
    assert t.game.state.turn == 1
    # Of three each opponent has them.
    t = TextGame("Three-handed", dealer=2, options=RENEGE_PENALTY)
    t.key("2S KH 9S QD go go go KD")
    assert scores(t.key("2D")) == [("renege", 2, 2), ("renege", 0, 2)]


def test_g12_with_the_option_a_card_found_at_the_show_costs_points_too():
    for options, paid in ((0, []), (RENEGE_PENALTY, [("renege", 0, 2)])):
        t = TextGame("Five-card", dealer=1, target=61, options=options)
        t.key("5S KH 9S QD go go")
        before = t.points()
        events = t.key("3H")
        assert not kinds(events, "renege")
        events = t.key("2D")  # held at 29 by the dealer
        assert kinds(events, "renege") == [renege(1, "2D")]
        assert [one for one in scores(events) if one[0] == "renege"] == paid
        assert t.points()[0] - before[0] >= sum(one[2] for one in paid)


def test_g12_games_with_one_count_or_one_player_lack_the_option():
    for game in ("Noddy", "Solitaire", "Battlefield", "Scoreboard", "Six-handed, Crib Wars"):
        assert RENEGE_PENALTY not in named(game).options
