"""The show in a game: the order of counting, and its entries (rulings G6, G7, G10, G11)."""

from engine_core.games.phases import CRIB, PLAY, STARTER
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, counted, kinds, scores

LOW = "2H 3C 4H 5C", "2C 3H 4C 5H"


def test_g10_two_count_from_the_pone_to_the_dealer():
    t = TextGame(dealer=1)
    assert counted(t.deal("2S", "KH QD 3H 4H", "9S 3D 4D 5D")) == [
        ("hand", 0, 7),  # K 3 2, Q 3 2, and the run 2 3 4
        ("hand", 1, 6),  # 9 4 2, and the run 2 3 4 5
    ]
    assert counted(t.key("7H 7C 8H 8C")) == [("crib", 1, 12)]  # four times 7 8, two pairs


def test_g10_three_count_from_the_dealers_left_and_the_crib_last():
    for dealer in range(3):
        t = TextGame("Three-handed", dealer=dealer)
        events = t.deal("KS", "AH 2H 3H 4H", "AC 2C 3C 4C", "5H 6H 7H 8H")
        order = [(dealer + n) % 3 for n in (1, 2, 3)]
        assert [row[:2] for row in counted(events)] == [("hand", seat) for seat in order]
        assert t.game.state.turn == dealer
        assert counted(t.key("9H 9C QH QC")) == [("crib", dealer, 4)]


def test_g10_four_count_from_the_dealers_left_each_for_the_side():
    t = TextGame("Four-handed", dealer=1)
    hands = ["AH 2C 3H 4C", "AC 2D 3C 4D", "AD 2S 3D 4S", "AS 2H 3S 4H"]
    events = t.deal("KS", *hands)
    # The run of four, K 4 A and K 3 2
    assert counted(events) == [("hand", n, 8) for n in (2, 3, 0, 1)]
    shown = [row for row in scores(events) if row[0] == "hand"]
    assert shown == [("hand", n, 8) for n in (2, 3, 0, 1)]
    before = t.points()
    assert counted(t.key("6H 6C 6D 6S")) == [("crib", 1, 12)]
    assert t.points() == [before[0], before[1] + 12]


def test_g10_a_card_is_seen_once_in_a_deal():
    t = TextGame(dealer=1)
    t.deal("2S", "KH QD 3H 4H", "9S 3D 4D 5D")
    assert t.game.state.phase == CRIB
    for seen in ("2S", "KH", "9S", "QD", "3D", "5D"):
        assert "has already been seen in this deal" in t.refused(seen)
    t.key("7H 7C")
    assert "seven of hearts" in t.refused("7H")
    t.refused("JK")
    t.key("8H 8C")
    # The next deal has all cards again.
    assert t.game.state.phase == STARTER
    t.key("KH")
    assert "king of hearts" in t.refused("KH")
    t.key("2S 7H")


def test_g10_only_a_card_is_accepted_for_the_crib():
    t = TextGame(dealer=1)
    t.deal("2S", "KH QD 3H 4H", "9S 3D 4D 5D")
    t.refused("go")
    t.refused("next")


def test_g11_the_hands_are_counted_automatically():
    t = TextGame(dealer=1)
    assert not counted(t.key("2S KH 9S QD go go 3D 3H 4D 4H"))
    assert t.game.state.phase == PLAY
    events = t.key("5D")
    assert len(counted(events)) == 2
    assert [sorted(get(e, "cards")) for e in kinds(events, "count")] == [
        [9, 13, 46, 49],
        [10, 14, 18, 32],
    ]
    assert t.game.state.phase == CRIB
    assert not counted(t.key("7H 7C 8H"))
    assert len(counted(t.key("8C"))) == 1


def test_g11_a_hand_of_0_points_is_counted_but_not_pegged():
    t = TextGame(dealer=1)
    events = t.deal("8S", "2H 4H QC KC", "3H 6H 9H TD")
    assert counted(events) == [("hand", 0, 0), ("hand", 1, 5)]  # 8 9 10, and 9 6
    assert [row[:2] for row in scores(events) if row[0] == "hand"] == [("hand", 1)]


def test_g6_a_flush_of_four_in_hand_and_of_five_in_hand_or_crib():
    t = TextGame(dealer=1)
    assert counted(t.deal("8S", "2H 4H KH QH", "3C 7C 9D JD"))[0] == ("hand", 0, 4)
    assert counted(t.key("AC 2C 9C KC")) == [("crib", 1, 0)]
    t = TextGame(dealer=1)
    assert counted(t.deal("8H", "2H 4H KH QH", "3C 7C 9D JD"))[0] == ("hand", 0, 5)
    assert counted(t.key("AH 3H TH 5H")) == [("crib", 1, 5 + 2)]  # and 10 5


def test_g7_nobs_in_a_hand_and_in_the_crib():
    t = TextGame(dealer=1)
    # 8 and the 7: two; 7 8 9: three; the jack of diamonds: one
    events = t.deal("8D", "2H 4S KH QC", "3C 7C 9D JD")
    assert counted(events) == [("hand", 0, 0), ("hand", 1, 6)]
    assert counted(t.key("TC KC AS 4D")) == [("crib", 1, 4)]
    t = TextGame(dealer=1)
    assert counted(t.deal("8D", "2H 4S KH QC", "3C 7C 9D JC"))[1] == ("hand", 1, 5)
    assert counted(t.key("JD KC AS 2C")) == [("crib", 1, 1)]


def test_g7_a_jack_as_starter_is_nibs_and_not_nobs():
    t = TextGame(dealer=1)
    events = t.deal("JD", "2H 4S KH QC", "3C 7C 9D AC")
    assert scores(events)[0] == ("nibs", 1, 2)
    # The run J Q K alone: no point for the jack.
    assert counted(events) == [("hand", 0, 3), ("hand", 1, 0)]
