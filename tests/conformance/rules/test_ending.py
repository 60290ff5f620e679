"""How a game ends, and how badly it is lost (rulings G1, G13)."""

from engine_core.games.phases import OVER
from engine_core.pegs.skunks import NAMES, loss
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, counted, kinds, losses, scores

# Of the pone, worth 0, and of the dealer, worth 6 with the 8 of diamonds: 7 8, the run 7 8 9 and
# nobs. The dealer has the go and the last card.
HANDS = "KH 4S QC 2H", "9D 7C JD 3C"


def ended(table, events, winner, what):
    """Check the end of a game: side `winner` won by the score `what`, and nothing followed."""
    state = table.game.state
    assert state.phase == OVER
    assert state.winner == winner
    assert state.scores[winner] == state.target
    assert events[-1][0] == "over" and get(events[-1], "winner") == winner
    assert events[-2][0] == "score" and get(events[-2], "what") == what
    assert len(kinds(events, "over")) == 1
    for text in ("5H", "go", "JK", "points 0 1"):
        table.refused(text)


def test_g1_a_pair_in_the_play_ends_the_game():
    t = TextGame(scores=(10, 120))
    ended(t, t.key("2S KH KS"), 1, "play")
    assert t.points() == [10, 121]


def test_g1_thirty_one_ends_the_game():
    t = TextGame(scores=(10, 119))
    ended(t, t.key("2S KH 9S 4D 8C"), 1, "play")


def test_g1_a_go_ends_the_game():
    t = TextGame(scores=(120, 10))
    t.key("2S KH 9S QD go")
    ended(t, t.key("go"), 0, "go")


def test_g1_the_last_card_ends_the_game_before_the_show():
    t = TextGame(scores=(5, 119))  # a go before it
    events = t.deal("8D", *HANDS)
    ended(t, events, 1, "last card")
    assert not counted(events)


def test_g1_a_fifteen_ends_the_game_before_the_1_for_last_card():
    t = TextGame(scores=(100, 100))
    t.key("2S KH 9S 8D go 2C AS 4H AH")
    t.game.state.scores[1] = 119
    ended(t, t.key("TC"), 1, "play")


def test_g1_a_hand_ends_the_game_and_later_hands_are_not_counted():
    t = TextGame(scores=(120, 113))
    events = t.deal("8D", *HANDS)
    ended(t, events, 1, "hand")
    assert counted(events) == [("hand", 0, 0), ("hand", 1, 6)]
    # The pone's hand counts first: where it wins, the dealer's never counts.
    t = TextGame(scores=(119, 113))
    events = t.deal("8D", "KH 4S 9C 2H", HANDS[1])
    ended(t, events, 0, "hand")
    assert counted(events) == [("hand", 0, 2)]  # 9 4 2
    assert t.points() == [121, 115]


def test_g1_the_crib_ends_the_game():
    t = TextGame(scores=(100, 109))
    t.deal("8D", *HANDS)
    assert t.points() == [100, 109 + 2 + 6]
    ended(t, t.key("TC KC AS 4D"), 1, "crib")


def test_g1_the_score_stops_at_the_target():
    t = TextGame(scores=(100, 111))
    t.deal("8D", *HANDS)
    events = t.key("TC KC AS 4D")
    assert counted(events) == [("crib", 1, 4)]
    assert scores(events) == [("crib", 1, 2)]
    assert t.points() == [100, 121]
    t = TextGame(target=61, scores=(10, 60))
    assert scores(t.key("2S 5H 5S")) == [("play", 1, 1)]
    assert t.points() == [10, 61]


def test_g1_a_partners_points_end_the_game_for_the_side():
    t = TextGame("Four-handed", dealer=3, scores=(119, 50))
    ended(t, t.key("2S 7H QS 7D go go go 7C"), 0, "play")


def test_g13_skunk_and_double_skunk_at_121():
    for score, name in (
        (91, ""),
        (90, "skunk"),
        (61, "skunk"),
        (60, "double skunk"),
        (0, NAMES[2]),
    ):
        assert NAMES[loss(score, 121)] == name
        t = TextGame(scores=(score, 120))
        events = t.key("2S KH KS")
        assert losses(events) == [name, ""]


def test_g13_lurch_at_61():
    for score, name in ((60, ""), (31, ""), (30, "lurch"), (0, "lurch")):
        assert NAMES[loss(score, 61)] == name
        t = TextGame(target=61, scores=(60, score), dealer=0)
        events = t.key("2S KH KS")
        assert losses(events) == ["", name]


def test_g13_each_loser_is_judged_alone():
    t = TextGame("Three-handed", dealer=2, scores=(91, 120, 60))
    events = t.key("2S KH KS")
    assert losses(events) == ["", "", "double skunk"]
    t = TextGame("Three-handed", dealer=2, scores=(90, 120, 60), target=121)
    events = t.key("2S KH KS")
    assert losses(events) == ["skunk", "", "double skunk"]
    t = TextGame("Three-handed", dealer=2, scores=(30, 60, 31), target=61)
    events = t.key("2S KH KS")
    assert losses(events) == ["lurch", "", ""]
