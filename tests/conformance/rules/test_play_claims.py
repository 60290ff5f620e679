"""Muggins in the play (ruling G14b): a card's points are pegged only if they are claimed."""

from engine_core.games import options as opt
from engine_core.games.phases import AFTER_PLAY, CRIB, OVER, PLAY
from engine_core.games.presets import named
from engine_core.games.seats import NO_SEAT
from engine_core.records.record import Record, parse, start_tags, write
from tests.conformance.support.text_game import TextGame, counted, kinds, scores

# The dealer's 7 makes 15.
FIFTEEN = "2S 8H 7D"


def in_play(more=0, **rest):
    return TextGame(options=opt.MUGGINS_IN_PLAY | more, **rest)


def test_g14b_muggins_in_the_play_is_a_separate_option():
    t = TextGame()
    assert t.scored(FIFTEEN) == [("play", 1, 2)]
    assert "card" in t.refused("claim 2")
    assert TextGame(options=opt.MUGGINS).scored(FIFTEEN) == [("play", 1, 2)]
    for name in ("Traditional", "Six-handed, Crib Wars", "Five-card", "Backward"):
        assert opt.MUGGINS_IN_PLAY in named(name).options
    for name in ("Noddy", "Solitaire", "Battlefield", "Battlefield, partners", "Scoreboard"):
        assert opt.MUGGINS_IN_PLAY not in named(name).options


def test_g14b_nothing_is_pegged_before_it_is_claimed():
    t = in_play()
    assert t.scored(FIFTEEN) == []
    assert t.points() == [0, 0]
    events = t.key("claim 2")
    assert kinds(events, "claim") == [("claim", 1, 2)]
    assert scores(events) == [("play", 1, 2)]
    assert t.game.state.turn == 0  # who plays next is the same


def test_g14b_no_event_shows_whether_a_card_scores():
    # A card that makes 15 and one that makes nothing give the same events.
    told = [in_play().key("2S 8H " + card) for card in ("7D", "9D")]
    assert [[event[0] for event in events] for events in told] == [
        ["starter", "card", "card"],
        ["starter", "card", "card"],
    ]


def test_c3_a_claim_that_lands_in_a_box_folds_either_player_in_turn():
    for dealer in (0, 1):
        t = in_play(dealer=dealer, track=opt.CRIB_WARS)
        t.key("2S KH QD 7C AD go AS")  # a pair, and the dealer is in turn again
        assert t.game.state.turn == dealer
        holes = [0, 0]
        holes[dealer] = 34
        t.put(*holes)
        events = t.key("claim 2")
        assert t.game.state.folded == 1 << dealer
        assert kinds(events, "restart") == [("restart", 1 - dealer)]


def test_g14b_after_the_next_card_they_can_only_be_called():
    t = in_play()
    t.key(FIFTEEN)
    assert "missed" in t.refused("muggins 0")  # the player may still claim
    t.key("5H")
    assert t.scored("muggins 0") == [("muggins", 0, 2)]
    assert t.points() == [2, 0]
    assert "player 1 " in t.refused("muggins 0")  # once
    # And not after one more card.
    t = in_play()
    t.key(FIFTEEN + " 5H 4D")
    t.refused("muggins 0")
    assert t.points() == [0, 0]


def test_g14b_a_go_ends_the_time_for_a_claim_too():
    t = in_play()
    t.key("2S 8H 7D 9H")
    assert t.game.state.open_by == 0
    t.key("go")  # at 24
    assert "before the next card" in t.refused("claim 2")
    t.key("7H")  # 31, which is not claimed, and the count begins anew
    assert t.game.state.turn == 1
    t.key("KD")
    assert t.scored("muggins 1") == [("muggins", 1, 2)]


def test_g14b_31_can_be_claimed_after_the_count_has_restarted():
    t = in_play()
    t.key("2S 8H 7D 9H go 7H")
    assert t.scored("claim 2") == [("play", 0, 2)]


def test_g14b_the_rest_of_a_low_claim_can_be_called():
    t = in_play()
    t.key("2S 5H 5D 5C")  # 15 for two, and three fives for six
    assert t.scored("claim 2") == [("play", 0, 2)]
    t.key("KD")
    assert t.scored("muggins 1") == [("muggins", 1, 6)]


def test_g14b_a_claim_above_the_points_is_corrected():
    t = in_play()
    t.key(FIFTEEN)
    assert t.scored("claim 5") == [("play", 1, 2)]
    t = in_play(opt.PENALTY_12)
    t.key(FIFTEEN)
    assert t.scored("claim 5") == [("play", 1, 2), ("too much", 0, 3)]
    t.refused("claim 30")
    t.refused("claim 0")


def test_g14b_missed_points_go_to_the_player_with_give_back_and_in_backward():
    for table in (in_play(opt.GIVE_BACK), in_play(preset="Backward")):
        table.key(FIFTEEN + " 5H")
        before = table.points()
        table.key("muggins 0")
        assert table.points() == [before[0], before[1] + 2]


def test_g14b_only_an_opponent_calls():
    t = in_play(preset="Four-handed", dealer=3)
    t.key("2S 8H 7D KH")
    for caller in (1, 3, 4, 255):
        t.refused("muggins %d" % caller)
    assert t.scored("muggins 2") == [("muggins", 2, 2)]


def played():
    """Return a table after a play in which the dealer's last card makes 15, and 1 for the last."""
    t = in_play()
    t.key("8D KH 9D 4S 7C go go QH 2D AH 2C")
    assert t.game.state.phase == AFTER_PLAY
    return t


def test_g14b_the_show_waits_for_claims_after_the_last_card():
    t = played()
    assert t.points() == [0, 1]  # the go is said aloud, and pegs by itself
    assert t.scored("claim 3") == [("play", 1, 3)]  # with the 1 for the last card
    events = t.key("pass")
    assert [count[0] for count in counted(events)] == ["hand", "hand"]
    assert t.game.state.phase == CRIB
    assert played().scored("muggins 0") == [("muggins", 0, 3)]
    assert not [one for one in scores(played().key("pass")) if one[0] != "hand"]


def test_g14b_a_claim_and_a_call_can_win():
    t = in_play()
    t.key("2S 8H")
    t.put(0, 119)
    t.key("7D claim 2")
    assert (t.game.state.phase, t.game.state.winner) == (OVER, 1)
    t = in_play()
    t.key(FIFTEEN + " 5H")
    t.put(119, 0)
    assert t.key("muggins 0")[-1][0] == "over"


def test_g14b_a_claim_lands_where_it_ends():
    t = in_play(track=opt.CRIB_WARS)
    t.key("2S 8H")
    t.put(0, 6)
    assert kinds(t.key("7D"), "move") == []
    assert kinds(t.key("claim 2"), "move") == [("move", 1, 28, "red")]


def test_g14b_undo_and_record():
    t = in_play()
    t.key(FIFTEEN + " claim 2 5H 4D 6H claim 3")
    states = [t.game.state.pack()]
    entries = t.game.entries()
    text = write(Record(start_tags(entries[0]), entries))
    assert "play 1:8H 2:7D\nclaim 2:2 2+2\nplay 1:5H 2:4D 1:6H\nclaim 1:3 1+3" in text
    assert parse(text).entries == entries
    while t.game.length > 1:
        t.game.undo()
        states.append(t.game.state.pack())
    assert t.game.state.open_by == NO_SEAT
    for state in reversed(states[:-1]):
        t.game.redo()
        assert t.game.state.pack() == state
    assert t.game.state.phase == PLAY
