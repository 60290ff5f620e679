"""What a referee rules during a deal: it is void, or a hand is short or long (ruling G24)."""

from engine_core.count.cards import cards
from engine_core.games.options import CRIB_WARS, MUGGINS, MUGGINS_IN_PLAY, RANKS_ALONE
from engine_core.games.phases import AFTER_PLAY, CRIB, PLAY, SHOW, STARTER, SUITS
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, counted, kinds, scores


def hands(events):
    """Return the cards of each hand counted, by seat."""
    found = kinds(events, "count")
    return {get(e, "seat"): list(get(e, "cards")) for e in found if get(e, "what") == "hand"}


def test_g24_a_short_hand_is_played_on_and_counted_with_what_there_is():
    t = TextGame()
    t.key("2S KH 9D")
    assert kinds(t.key("holds 1 3"), "holds") == [("holds", 1, 3)]
    events = t.deal_on("4S QC 2H", "7C JD")
    assert t.game.state.phase == CRIB
    assert hands(events) == {0: cards("KH 4S QC 2H"), 1: cards("9D 7C JD")}
    assert [row[1] for row in counted(events)] == [0, 1]


# All cards of the first player, and three of the second, whose turn it is.
OUT = "2S KH 9D 4S 7C go go QC JD 2H"


def test_g24_a_hand_that_turns_out_to_be_used_up_passes_the_turn():
    t = TextGame()
    t.key("2S KH 9D QC")
    assert t.game.state.turn == 1
    t.key("holds 1 1")
    assert (t.game.state.phase, t.game.state.turn) == (PLAY, 0)
    assert t.scored("2H 4D")[:2] == [("play", 0, 2), ("last card", 0, 1)]


def test_g24_a_short_hand_that_is_asked_last_ends_the_play():
    t = TextGame()
    t.key(OUT)
    assert (t.game.state.phase, t.game.state.turn, t.game.state.cards_left(1)) == (PLAY, 1, 1)
    events = t.key("holds 1 3")
    assert scores(events)[0] == ("last card", 0, 1)
    assert hands(events) == {0: cards("KH 4S QC 2H"), 1: cards("9D 7C JD")}
    assert t.game.state.phase == CRIB


def test_g24_a_long_hand_has_another_card():
    t = TextGame()
    t.key("2S holds 0 5")
    events = t.deal_on("KH 4S QC 2H AD", "9D 7C JD 3C")
    assert t.game.state.phase == CRIB
    assert len(hands(events)[0]) == 5 and len(hands(events)[1]) == 4
    # Four fifteens, and the twos.
    assert counted(events)[0] == ("hand", 0, 10)


def test_g24_it_can_be_corrected_and_holds_for_this_deal_only():
    t = TextGame()
    t.key("2S KH 9D holds 1 3 holds 1 4 holds 0 4")
    events = t.deal_on("4S QC 2H", "7C JD 3C")
    assert len(hands(events)[1]) == 4
    t.key("5H 5C 5S 6D")
    assert t.game.state.phase == STARTER and not t.game.state.hand_sizes


def test_g24_no_hand_has_fewer_cards_than_were_played():
    t = TextGame()
    assert "during the play" in t.refused("holds 0 3")
    t.key("2S KH 9D QC")
    for text in ("holds 0 1", "holds 1 0", "holds 1 7", "holds 2 3"):
        t.refused(text)
    assert "can be void" in TextGame("Solitaire", dealer=0).refused("holds 0 3")
    assert "during the play" in TextGame("Battlefield").refused("holds 0 3")
    TextGame("Scoreboard", dealer=255).refused("holds 0 3")


def test_g24_with_a_single_count_the_cards_left_are_those_that_there_are():
    t = TextGame("Five-card", target=61)
    t.key("2S KH QD 9S go go")
    state = t.game.state
    assert (state.phase, state.turn, state.cards_left(0)) == (SHOW, 0, 1)
    events = t.key("holds 0 2")
    assert hands(events) == {0: cards("KH 9S")}
    assert (state.phase, state.turn) == (SHOW, 1)


def test_g24_with_claims_a_short_hand_is_claimed_as_others_are():
    t = TextGame(options=MUGGINS)
    t.key(OUT + " holds 1 3")
    assert t.game.state.turn == 0
    assert hands(t.key("claim 2 pass claim 0 pass"))[1] == cards("9D 7C JD")
    t = TextGame(options=MUGGINS_IN_PLAY)
    t.key(OUT + " holds 1 3")
    assert t.game.state.phase == AFTER_PLAY
    assert hands(t.key("pass"))[1] == cards("9D 7C JD")


def test_g24_with_ranks_alone_a_short_hand_may_claim_its_suits():
    t = TextGame(options=RANKS_ALONE)
    t.key("2 K 9 4 7 go go Q J 2 holds 1 3")
    state = t.game.state
    assert (state.phase, state.turn) == (SUITS, 0)
    t.key("pass")
    assert counted(t.key("flush 3"))[0] == ("hand", 1, 3)


def test_g24_the_deal_is_void_and_the_table_says_who_deals():
    for seat in range(3):
        t = TextGame("Three-handed", dealer=1)
        t.key("2S 5H TD")
        before = t.points()
        assert sum(before) == 2
        events = t.key("redeal %d" % seat)
        assert kinds(events, "void") == [("void", seat)]
        assert kinds(events, "deal") == [("deal", 2, seat)]
        state = t.game.state
        assert t.points() == before and (state.phase, state.turn) == (STARTER, (seat + 1) % 3)
        assert not state.laid and state.first_dealer == seat + 1
    t.refused("redeal 3")
    assert "can be void" in TextGame("Solitaire", dealer=0).refused("redeal 0")
    TextGame("Scoreboard", dealer=255).refused("redeal 0")
    assert "cut" in TextGame(dealer=255).refused("redeal 0")


def test_g24_a_wrong_dealer_noticed_late_is_corrected_and_the_cards_are_kept():
    # The first two cards went to the wrong seats: back to the deal, the dealer, and all again.
    t = TextGame("Three-handed", dealer=1)
    t.key("2S 5H TD")
    for _ in range(3):
        t.game.undo()
    t.key("redeal 2")
    for _ in range(3):
        t.game.redo()
    assert not t.game.can_redo()
    assert list(t.game.state.laid_by) == [0, 1] and t.game.state.dealer == 2


def test_g24_battlefield_is_dealt_again_too():
    t = TextGame("Battlefield", dealer=0)
    t.key("2S 9D redeal 1")
    assert t.game.state.dealer == 1 and not t.game.state.laid


def test_g24_a_side_in_a_box_does_not_deal_again():
    t = TextGame("Three-handed", dealer=0, track=CRIB_WARS)
    t.put(0, 35, 0)
    t.key("points 1 1 redeal 1")
    assert t.game.state.dealer == 2
