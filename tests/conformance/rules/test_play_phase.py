"""The play of a deal: go, last card, 31, who leads (rulings G2, G3, G4, G8, G9, G12).

Two-handed the dealer is seat 1, so seat 0 leads; the cards are written in the order laid.
"""

from engine_core.games.phases import CRIB, PLAY
from tests.conformance.support.text_game import TextGame, kinds


def table(starter="2S", **options):
    """Return a table at the lead of the play."""
    new = TextGame(**options)
    new.key(starter)
    return new


def test_g2_thirty_one_is_two_and_nothing_more():
    t = table()
    assert t.scored("KH 9S 4D 8C") == [("play", 1, 2)]


def test_g2_the_1_for_a_go_is_pegged_once_nobody_can_play():
    t = table()
    assert t.scored("KH 9S QD") == []  # 29
    assert t.scored("go") == []
    assert t.game.state.turn == 0
    assert t.scored("go") == [("go", 0, 1)]


def test_g2_a_player_who_can_play_after_a_go_must():
    t = table()
    assert t.scored("KH 9S 8D go") == []  # 27
    assert t.scored("2C") == []
    assert t.game.state.turn == 0
    # His last card: nobody is left who could play, so it is pegged with it.
    assert t.scored("AS") == [("go", 0, 1)]
    assert t.game.state.turn == 1


def test_g2_playing_on_to_thirty_one_is_two_and_no_go():
    t = table()
    assert t.scored("KH 9S 8D go 4C") == [("play", 0, 2)]
    assert kinds(t.key("KD"), "card") == [("card", 1, 43 + 7, 10)]


def test_g2_a_fifteen_with_the_last_card_is_three():
    t = table()
    t.key("KH 9S 8D go 2C AS")  # seat 0 has no card left
    events = t.key("4H AH TC")
    fifteen, last = [event for event in events if event[0] == "score"][:2]
    assert fifteen[1:5] == ("play", 1, 1, 2)
    assert last[1:5] == ("last card", 1, 1, 1)
    assert t.game.state.phase == CRIB


def test_g2_a_last_card_that_makes_thirty_one_is_two():
    t = table()
    # 10 20 (pair) 30 (three of a kind) go 31; 10 20 (pair) 29 31
    assert t.scored("KH KS KD go AC") == [("play", 1, 2), ("play", 0, 6), ("play", 0, 2)]
    assert t.scored("TH TS 9D") == [("play", 0, 2)]
    assert t.scored("2H")[0] == ("play", 1, 2)
    assert t.game.state.phase == CRIB


def test_g2_a_last_card_that_makes_nothing_is_one():
    t = table()
    t.key("KH 9S 8D go 2C AS 4H AH")
    assert t.scored("9C")[0] == ("last card", 1, 1)


def test_g2_go_is_refused_where_every_card_fits():
    t = table()
    t.refused("go")
    t.key("KH AS TD")  # 21
    assert "21" in t.refused("go")
    t = table()
    t.key("KH 2H TD")  # 22
    assert t.key("go") == [("go", 1, 22)]


def test_a_card_past_thirty_one_is_refused():
    t = table()
    t.key("KH 9S QD")
    assert "32" in t.refused("3H")
    assert "39" in t.refused("KD")
    t.key("2D")
    assert t.points() == [0, 2]


def test_g3_after_thirty_one_the_next_in_rotation_leads():
    t = table()
    events = t.key("KH 9S 4D 8C")
    assert kinds(events, "restart") == [("restart", 0)]
    events = t.key("KD 9D QS go")
    assert kinds(events, "restart") == [("restart", 1)]
    assert t.scored("2H")[0] == ("last card", 1, 1)


def test_g3_a_player_without_cards_is_skipped():
    t = table(preset="Three-handed", dealer=2)
    assert t.scored("KH 9S 8D AH go go AS") == [("play", 0, 2)]
    assert t.scored("AD") == [("play", 0, 6), ("go", 0, 1)]
    assert t.game.state.turn == 1
    assert t.scored("JH 5S TD 6C") == [("play", 2, 2), ("play", 2, 2)]
    # Seat 0 would lead, and has laid its four.
    assert t.game.state.turn == 1
    assert t.scored("2H 3D")[0] == ("last card", 2, 1)


def test_g2_the_player_of_the_last_card_scores_the_go_after_other_goes():
    t = table(preset="Three-handed", dealer=2)
    t.key("7H 8S 6D TC")  # 31
    assert t.scored("9S 9D KH go go go") == [("play", 2, 2), ("go", 0, 1)]
    # 29: the others have said go at 28, so they are passed (G17).
    assert t.scored("JS QD 9C") == [("go", 0, 1)]
    assert t.game.state.turn == 1


def test_g4_a_go_of_one_does_not_end_the_count():
    t = table(preset="Three-handed", dealer=2)
    assert t.scored("KH KS 7D") == [("play", 1, 2)]  # 27
    assert t.scored("go") == []
    assert t.game.state.turn == 1
    assert t.scored("2C") == []  # 29
    assert t.scored("go") == []
    # Seats 0 and 2 have said go: only seat 1 is still asked.
    assert t.game.state.turn == 1
    assert t.scored("AC") == []
    assert t.game.state.turn == 1
    assert t.scored("go") == [("go", 1, 1)]
    assert t.game.state.turn == 2


def test_g4_with_four_players_the_last_to_lay_scores_the_go():
    t = table(preset="Four-handed", dealer=3)
    assert t.scored("KH 9S 4D 5C go go 2H go go") == [("go", 2, 1)]
    assert t.points() == [1, 0]
    assert t.game.state.turn == 3


def test_g8_a_run_in_the_play_of_two():
    assert table().scored("2H 4S 3D 5C 6H") == [("play", 0, 3), ("play", 1, 4), ("play", 0, 5)]
    # The count of 15 is at the 3, and a duplicate breaks the run.
    assert table().scored("5H 4S 3D 3C") == [("play", 0, 3), ("play", 1, 4)]
    assert table().scored("5H 4S 4D 3C") == [("play", 0, 2)]


def test_g8_a_gap_filled_later_makes_a_run():
    assert table().scored("AS 3D 4C 2H") == [("play", 1, 4)]


def test_g8_no_combination_extends_across_a_restart():
    t = table()
    t.key("KH 9S 4D 8C")  # 31
    assert t.scored("8D") == []
    t = table()
    t.key("JH 9S QD go go")
    assert t.scored("QS KD") == []  # J Q K in this order, and the count between


def test_g9_pairs_three_and_four_of_a_kind_in_the_play():
    assert table().scored("5H 5S 5D 5C") == [
        ("play", 1, 2),
        ("play", 0, 2 + 6),
        ("play", 1, 12),
    ]
    assert table().scored("6H 6S 3D 6C") == [("play", 1, 2), ("play", 0, 2)]


def test_g9_fifteen_and_thirty_one_in_the_play():
    assert table().scored("7H 8S") == [("play", 1, 2)]
    assert table().scored("7H 8S 6D") == [("play", 1, 2), ("play", 0, 3)]
    assert table().scored("7H 8S 6D KC") == [("play", 1, 2), ("play", 0, 3), ("play", 1, 2)]


def test_g10_the_starter_and_a_card_already_laid_are_refused():
    t = table("2S")
    assert "two of spades" in t.refused("2S")
    t.key("KH 9S")
    assert "king of hearts" in t.refused("KH")
    assert "nine of spades" in t.refused("9S")
    t.refused("JK")


def test_g12_a_card_that_could_have_been_played_is_a_renege():
    t = table()
    t.key("KH 9S QD go go")  # seat 1, then seat 0, said go at 29
    assert kinds(t.key("3D 2H"), "renege") == [("renege", 0, 4 + 1)]
    assert kinds(t.key("2C"), "renege") == [("renege", 1, 4 + 3)]
    assert t.scored("AC") == []


def test_g12_a_card_too_high_by_one_is_not_a_renege():
    t = table()
    t.key("KH 9S QD go go")
    assert not kinds(t.key("3D 3H"), "renege")


def test_g12_the_largest_room_of_several_goes_counts():
    t = table()
    t.key("KH 9S 5D go go")  # both said go at 24, with room for 7
    assert t.scored("JH QC TD") == [("play", 1, 3), ("go", 1, 1)]  # and so cannot at 30
    assert kinds(t.key("7C"), "renege") == [("renege", 0, 24 + 3)]
    assert kinds(t.key("8D"), "renege") == []


def test_g12_a_go_is_forgotten_at_the_next_deal():
    t = table(dealer=1)
    t.key("KH 9S QD go go 3D 3H 4D 4H 5D 6C 7C 8C 9C")
    assert t.game.state.deal_number == 2
    assert t.key("2S")[0] == ("starter", 4)
    assert t.game.state.phase == PLAY
    assert not kinds(t.key("KH KD AC AD"), "renege")
