"""Ranks alone (ruling G19): cards without suits, and claims of nobs and flushes at the show."""

from engine_core.api import Game
from engine_core.count import play, show
from engine_core.count.cards import SUITLESS, card_or_rank, cards, name, symbol, words
from engine_core.errors import CardError, Illegal, PegboardError, SeenCard
from engine_core.game.match_base import game_from
from engine_core.games import options as opt
from engine_core.games.phases import CHALLENGE, CLAIM, CRIB, OVER, SHOW, STARTER, SUITS
from engine_core.state import entries as E
from engine_core.state.entry_constructors import card, flush, nobs
from engine_core.state.events import get
from engine_core.state.state_layout import LAYOUT
from tests.conformance.support.kit import no_alloc, raises
from tests.conformance.support.player import play_out
from tests.conformance.support.text_game import TextGame, counted, scores

# The pone keeps T 6 5 J and the dealer 9 4 7 8; see board/test_rank_keys.py.
PLAY_OF_EIGHTS = "8 T 9 6 4 go go 5 7 J 8"
ACE_TO_KING = "A 2 3 4 5 6 7 8 9 T J Q K"


def ranks(text):
    """Return the cards of unknown suit that `text` names."""
    return [card_or_rank(word) for word in text.split()]


def game(text="", **more):
    more["options"] = more.get("options", 0) | opt.RANKS_ALONE
    t = TextGame(**more)
    t.key(text)
    return t


# Cards of unknown suit ----------------------------------------------------------------------


def test_g19_a_rank_alone_is_a_card_of_unknown_suit():
    for n, text in enumerate(ACE_TO_KING.split()):
        one = card_or_rank(text)
        assert one == SUITLESS + 4 * n
        for copy in range(one, one + 4):
            assert name(copy) == text
            assert symbol(copy) == ("10" if text == "T" else text)
    assert card_or_rank("10") == card_or_rank("t") == SUITLESS + 36
    assert (card_or_rank("5H"), card_or_rank("JK")) == tuple(cards("5H JK"))
    assert (words(SUITLESS), words(SUITLESS + 23)) == ("ace", "six")
    for wrong in ("", "1", "11", "23", "JJ", "5X", "H"):
        raises(CardError, card_or_rank, wrong)
    raises(CardError, cards, "5")  # the calculators need whole cards


def test_g19_an_entry_of_a_rank_is_one_byte():
    for text in ACE_TO_KING.split():
        entry = E.parse(text)
        assert entry == card(text)
        assert E.text(entry) == text
        packed = E.pack(entry)
        assert len(packed) == E.size(packed[0]) == 1
        assert E.unpack(packed) == (entry, 1)
    for entry in (nobs(), flush(4)):
        assert E.parse(E.text(entry)) == E.unpack(E.pack(entry))[0] == entry
    # Which of the four cards it is, is for the engine to say.
    for number in (SUITLESS + 1, SUITLESS + 52, 53, 127):
        raises(PegboardError, E.pack, (E.CARD, number))
    raises(PegboardError, E.pack, (E.DROP, SUITLESS))
    assert E.size(SUITLESS + 1) == 0
    raises(PegboardError, E.unpack, bytes((SUITLESS + 1,)))


def test_g19_cards_of_unknown_suit_count_by_their_ranks():
    for text, points in (("5 5 5 J 5", 28), ("A 2 3 K 9", 7), ("4 5 6 7 8", 9)):
        hand = ranks(text)
        # The four of a rank differ.
        hand = [c + hand[:n].count(c) for n, c in enumerate(hand)]
        for crib in (False, True):
            assert show.count(hand[:4], hand[4], crib) == points
            items = show.explain(hand[:4], hand[4], crib)
            assert sum([item[1] for item in items]) == points
    line = ranks("4 2 6 3 5")
    assert no_alloc(play.points, line) == 5
    assert play.points(ranks("5 5 5")) == 8


# The game -----------------------------------------------------------------------------------


def test_g19_a_fifth_card_of_a_rank_is_refused():
    t = game("5 5 5 5")  # the starter, and a pair royal of three
    assert isinstance(raises(SeenCard, t.push, "5"), SeenCard)
    assert "all four fives" in t.refused("5")
    assert t.game.state.hand(0) + t.game.state.hand(1) == [145, 147, 146]
    assert "5" not in t.game.legal()
    for rank in "6", "9":
        t = game(" ".join([rank] * 4))
        assert "all four " + ("sixes" if rank == "6" else "nines") in t.refused(rank)


def test_g19_whole_cards_and_ranks_do_not_mix():
    assert "ranks alone" in game("5").refused("5H")
    assert "joker" in game("5").refused("JK")
    t = TextGame()
    assert "suit" in t.refused("5")
    assert "suit" in TextGame("Noddy", target=31).refused("5")
    raises(PegboardError, TextGame("Battlefield").push, "5")
    for preset in ("Noddy", "Battlefield", "Scoreboard"):
        raises(Illegal, Game.new, preset, None, None, 0, opt.RANKS_ALONE)


def test_g5_g19_a_jack_as_starter_pegs():
    assert game().scored("J") == [("nibs", 1, 2)]


def test_g15_g19_cuts_tie_by_rank():
    t = game("5 5", dealer=None)
    assert bytes(t.game.state.cutters) == bytes((0, 1))
    t.key("5 4")
    assert (t.game.state.phase, t.game.state.dealer) == (STARTER, 1)


def test_g19_hands_that_may_have_nobs_or_a_flush_wait():
    t = game(PLAY_OF_EIGHTS)
    state = t.game.state
    assert (state.phase, state.turn) == (SUITS, 0)
    assert t.game.legal() == ["pass", "nobs", "flush 4", "flush 5"]
    assert t.scored("nobs") == [("hand", 0, 5)]
    assert (state.phase, state.turn) == (SUITS, 1)
    assert t.game.legal() == ["pass", "flush 4"]  # the starter is an eight too
    assert t.scored("flush 4") == [("hand", 1, 16)]
    assert state.phase == CRIB
    t.key("A 2 3 J")
    # Nobs has been claimed for the pone, so that a flush of the crib with this jack cannot be.
    assert state.phase == STARTER


def test_g19_hands_that_have_neither_are_counted_at_once():
    t = game("9 T 6 T 2 go 2 go 4 6")
    assert counted(t.key("4")) == [("hand", 0, 4), ("hand", 1, 8)]
    assert t.game.state.phase == CRIB
    assert counted(t.key("A A 3 5")) == [("crib", 1, 6)]
    assert t.game.state.phase == STARTER


def test_g6_g19_the_crib_needs_a_flush_of_five():
    t = game(PLAY_OF_EIGHTS + " pass pass A 2 3 4")
    assert t.game.legal() == ["pass", "flush 5"]
    assert "different ranks" in t.refused("flush 4")
    assert t.scored("flush 5") == [("crib", 1, 4 + 2 + 2 + 5)]


def test_g7_g19_a_flush_with_the_starter_makes_its_jack_nobs():
    t = game(PLAY_OF_EIGHTS)
    events = t.key("flush 5")
    assert [event[0] for event in events] == ["flush", "nobs", "count", "score"]
    assert scores(events) == [("hand", 0, 4 + 5 + 1)]
    assert get(events[0], "cards")[-1] == t.game.state.starter


def test_g19_the_event_of_a_flush_has_the_cards_of_one_suit():
    for claim, size in (("flush 4", 4), ("flush 5", 5)):
        t = game(PLAY_OF_EIGHTS)
        assert len(get(t.key(claim)[0], "cards")) == size


def test_g7_g19_nobs_is_there_once_and_not_beside_a_jack_as_starter():
    # Both keep a jack, a ten, a five and a four.
    both = "8 J T 5 4 go go T J 4 5"
    t = game(both)
    assert "nobs" in t.game.legal()
    t.key("nobs")
    assert t.game.legal() == ["pass", "flush 4"]
    t = game(both + " pass")
    assert "nobs" in t.game.legal()
    t = game("J" + both[1:])
    assert t.game.legal() == ["pass", "flush 4"]


def test_g19_nobs_may_be_claimed_again_in_the_next_deal():
    t = game(PLAY_OF_EIGHTS + " nobs pass 2 2 3 3")
    assert t.game.state.phase == STARTER
    t.key(PLAY_OF_EIGHTS)
    assert t.game.state.turn == 1
    assert "nobs" in t.game.legal()


def test_g14_g19_muggins_is_settled_once_the_suits_are_known():
    t = game(PLAY_OF_EIGHTS, options=opt.MUGGINS)
    state = t.game.state
    assert state.phase == CLAIM
    t.key("claim 4")
    assert state.phase == CHALLENGE
    assert t.scored("muggins 1") == []
    assert (state.phase, state.caller) == (SUITS, 1)
    assert t.scored("nobs") == [("hand", 0, 4), ("muggins", 1, 1)]
    assert (state.phase, state.turn, state.caller) == (CLAIM, 1, 255)
    t.key("claim 16 pass")
    assert t.scored("pass") == [("hand", 1, 12)]


def test_v1_g19_cards_left_over_are_ranks():
    t = game("8 9 T 8 4", preset="Five-card", target=61)
    assert t.game.state.phase == SHOW
    t.key("7")
    assert (t.game.state.phase, t.game.legal()) == (SUITS, ["pass", "flush 3"])
    # The starter is an eight as the one in the hand is.
    assert t.scored("flush 3") == [("hand", 0, 2 + 2 + 2 + 2 * 3 + 3)]


def test_s2_g19_a_rank_is_another_card_than_in_the_earlier_deals():
    t = game("2 K 5 5 J go go 9 6 Q go 7", preset="Solitaire", dealer=0)
    while t.game.state.phase == SUITS:
        t.key("pass")
    assert t.game.state.deal_number == 2
    t.key("K")
    assert t.game.state.starter not in bytes(t.game.state.used_cards)


def test_s2_g19_the_free_crib_is_counted_with_its_suits():
    asked = []

    def see(played, entry, events):
        state = played.state
        if state.phase == SUITS and state.crib:
            asked.append((len(state.crib), state.deal_number, state.starter >= SUITLESS))
        elif asked:
            assert state.phase == OVER and counted(events)[0][0] == "crib"

    for seed in range(1, 9):
        play_out((10, 2, 121, opt.RANKS_ALONE, 0), seed, see=see)
        if asked:
            break
    assert asked == [(4, 6, True)]


def test_c3_g19_a_side_that_folds_is_not_asked():
    t = game(PLAY_OF_EIGHTS, track=opt.CRIB_WARS)
    state = t.game.state
    assert (state.phase, state.turn) == (SUITS, 0)
    before = state.scores[0]
    t.put(28, state.scores[1])  # a penalty box is at hole 36
    t.key("points 0 8")
    assert state.folded == 1 and before != state.scores[0]
    assert (state.phase, state.turn) == (SUITS, 1)


def test_g16_g19_claims_are_undone_and_redone():
    t = game(PLAY_OF_EIGHTS)
    waiting = t.game.state.pack()
    for text in ("nobs", "flush 5", "pass"):
        t.push(text)
        after = t.game.state.pack()
        assert t.game.undo() == E.parse(text)
        assert t.game.state.pack() == waiting
        t.game.redo()
        assert t.game.state.pack() == after
        t.game.undo()


def test_g19_a_state_with_ranks_is_taken_up():
    t = game(PLAY_OF_EIGHTS)
    taken = game_from(t.game.length, 0, LAYOUT + t.game.state.pack())
    taken.apply(nobs())
    assert taken.state.scores[0] == t.points()[0] + 5


def test_g19_a_printed_game_shows_ranks():
    t = game("8 T 9")
    assert repr(t.game).split("\n")[1:] == [
        "side 1: 0 (0), player 1 T",
        "side 2: 0 (0), player 2 9",
        "starter 8",
        "line T 9 = 19",
    ]
