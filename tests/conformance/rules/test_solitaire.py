"""Solitaire (S1 to S3): the crib plays, the deck is not shuffled, the free crib is last."""

from engine_core.count import play
from engine_core.count.cards import VALUE, cards
from engine_core.games.options import RANKS_ALONE
from engine_core.games.phases import CRIB, FREE, OVER, PLAY, STARTER, SUITS
from engine_core.state.events import get
from engine_core.state.state import NO_SIDE
from tests.conformance.support.player import play_out
from tests.conformance.support.text_game import TextGame, counted, kinds, refused, scores, winner

SOLITAIRE = (10, 1 + 1, 121, 0, 0)


def solitaire(**more):
    return TextGame("Solitaire", dealer=0, **more)


# The player's K 5 9 Q and the crib's 5 J 6 7 with the 2 of spades.
FIRST = "2S KH 5D 5C JS go go 9H 6C QD go 7S"


def test_s1_there_is_no_cut_and_the_player_leads():
    t = solitaire()
    assert (t.game.state.phase, t.points()) == (STARTER, [0])
    t.key("2S")
    assert (t.game.state.phase, t.game.state.turn) == (PLAY, 0)


def test_s1_nibs_go_to_the_player():
    t = solitaire()
    assert t.scored("JD") == [("nibs", 1, 2)]
    assert t.points() == [2]


def test_s1_the_crib_counts_and_breaks_but_pegs_nothing():
    t = solitaire()
    assert t.scored("2S KH 5D") == []  # fifteen for the crib
    assert t.scored("5C") == [("play", 0, 2)]  # the pair that it makes
    assert t.scored("JS") == []  # thirty
    # Its go and its last card are worth nothing either.
    assert t.scored("go go") == []
    assert t.game.state.turn == 0
    assert t.scored("9H 6C") == []  # fifteen for the crib
    assert t.scored("QD go") == [("go", 0, 1)]
    events = t.key("7S")
    assert not [e for e in scores(events) if e[0] != "hand" and e[0] != "crib"]


def test_s1_the_player_scores_31_and_last_card():
    t = solitaire()
    t.key("2S KH 9D QC")
    assert t.scored("2C") == []  # thirty-one by the crib
    t = solitaire()
    t.key("2S KH 9D 2C")
    assert t.scored("8D go go") == []  # the crib is the last
    t = solitaire()
    t.key("2S KH 9D 2C 9C")  # thirty by the crib
    assert t.scored("AD") == [("play", 0, 2)]


def test_s1_hand_and_crib_are_both_counted_automatically():
    t = solitaire()
    events = t.key(FIRST)
    assert [row[0] for row in counted(events)] == ["hand", "crib"]
    hand, crib = [get(event, "cards") for event in kinds(events, "count")]
    assert sorted(hand) == sorted(cards("KH 5C 9H QD"))
    assert sorted(crib) == sorted(cards("5D JS 6C 7S"))
    assert t.game.state.phase == STARTER and t.game.state.deal_number == 2


def test_s1_a_go_of_the_crib_is_not_a_renege_for_its_later_cards():
    # At 25 its next card is a king, though a three comes later: that is no renege (G12).
    t = solitaire()
    t.key("2S KH 5D TC")
    events = t.key("go 4H 2D KS 3C")
    assert not kinds(events, "renege")
    # A card that would have fitted when it was next is one.
    t = solitaire()
    t.key("2S KH 5D TC go 4H 2D")
    assert kinds(t.key("3C"), "renege") == [("renege", 1, cards("3C")[0])]


def test_s1_a_go_of_the_player_is_checked_against_later_cards():
    t = solitaire()
    t.key("2S KH 5D TC 4S go")
    assert kinds(t.key("go 2H"), "renege") == [("renege", 0, cards("2H")[0])]


def test_s2_played_cards_are_used_up_but_the_starter_is_dealt_again():
    t = solitaire()
    t.key(FIRST)
    for used in ("KH", "5D", "7S"):
        assert "earlier deal" in t.refused(used)
    t.key("KD 2S")  # the starter of the first deal, in the player's hand
    for used in ("KH", "QD", "JS"):
        assert "earlier deal" in t.refused(used)
    t.refused("2S")


FREE_EVENTS = ["free", "crib", "crib", "crib", "crib", "starter", "count"]


class Watch:
    """Records the events from the free crib on, and tries cards that are not allowed."""

    def __init__(self):
        self.deals = 0
        self.free = []
        self.tried = 0

    def see(self, played, entry, events):
        state = played.state
        self.deals += len(kinds(events, "deal"))
        if kinds(events, "free"):
            assert self.deals == 6 and len(state.used_cards) == 48
            self.free += events[events.index(("free",)) :]
        elif state.phase == OVER and self.deals == 6:
            self.free += events
        if state.phase == FREE:
            for card in bytes(state.crib):
                assert "seen" in refused(played, (0, card))
                self.tried += 1


def test_g17_the_free_crib_is_known_and_only_its_starter_is_entered():
    t, last = to_free_crib()
    state = t.game.state
    assert len(last) == 1 and len(state.crib) == 4
    assert sorted(bytes(state.crib) + bytes(state.used_cards)) == list(range(52))
    t.game.apply(last[0])
    assert state.phase == OVER


def test_s2_six_deals_and_the_free_crib_from_one_deck():
    lost = 0
    for seed in range(3):
        watch = Watch()
        played = play_out(SOLITAIRE, seed, see=watch.see)
        state = played.state
        assert watch.deals == 6 and watch.tried == 4
        assert [e[0] for e in watch.free if e[0] not in ("score", "over")] == FREE_EVENTS
        assert watch.free[-1][0] == "over"
        # The four that are left were never used, and what lies beneath them was.
        assert not [c for c in state.crib if c in bytes(state.used_cards)]
        assert state.starter in bytes(state.used_cards)
        lost += state.winner == NO_SIDE
        if state.winner == NO_SIDE:
            assert watch.free[-1] == ("over", NO_SIDE, ())
            assert state.scores[0] < 121
    assert lost


def to_free_crib(seed=1):
    """Return a table that waits for the free crib's starter, and the entries to the end."""
    entries = play_out(SOLITAIRE, seed).entries()
    t = solitaire()
    for entry in entries[1:-1]:
        t.game.apply(entry)
    assert t.game.state.phase == FREE
    return t, entries[-1:]


def test_s2_more_than_120_wins_and_120_does_not():
    for score, side in ((121 - 1, 0), (20, NO_SIDE)):
        t, last = to_free_crib()
        t.game.state.scores[0] = score
        events = []
        for entry in last:
            events += t.game.apply(entry)
        assert counted(events)[0][2] > 0  # this free crib is worth something
        assert t.game.state.winner == side
        assert t.game.state.phase == OVER


def test_s2_the_game_ends_wherever_the_target_is_reached():
    t = solitaire(scores=(119,))
    events = t.key("JD")
    assert winner(events) == 0
    t.key("next")
    assert (t.points(), t.game.state.phase) == ([0], STARTER)


def test_s2_g6_the_free_crib_needs_five_of_a_suit():
    for starter, points in (("QH", 5), ("QS", 0)):
        t = solitaire()
        state = t.game.state
        state.deal_number = 6
        t.key("AC KH 5D 5C JS go go 9H 6C QD go 7S")
        assert state.phase == FREE
        events = t.key("2H 4H 6H 8H " + starter)
        assert kinds(events, "crib") == [("crib", card) for card in cards("2H 4H 6H 8H")]
        assert counted(events) == [("crib", 0, points)]


def test_s3_a_deal_without_the_last_starter_is_reported():
    crib = "8C TC AS 4C"
    for hand, in_crib, missing in (
        ("2S KC 9C QC", crib, False),
        ("3H KC 9C QC", "8C TC 2S 4C", False),
        ("3H KC 9C QC", crib, True),
        ("2H KC 9C QC", crib, True),
    ):
        t = solitaire()
        assert not kinds(t.key(FIRST), "missing")
        events = t.deal("3S", hand, in_crib)
        told = [("missing", cards("2S")[0])] if missing else []
        assert kinds(events, "missing") == told, hand
        if missing:  # before the hands are counted
            order = [event[0] for event in events]
            assert order.index("missing") < order.index("count")
        assert t.game.state.deal_number == 3
    # The ace of spades is a card like any other.
    for hand, missing in (("AS KC 9C QC", False), ("3H KC 9C QC", True)):
        t = solitaire()
        t.key(FIRST.replace("2S", "AS"))
        told = kinds(t.deal("3S", hand, "8C TC 2D 4C"), "missing")
        assert told == ([("missing", 0)] if missing else [])
    # With ranks alone any two will do.
    for mine, missing in (("2 K 9 Q", False), ("3 K 9 Q", True)):
        t = solitaire(options=RANKS_ALONE)
        ranks(t, "2", "K 5 9 Q", "5 J 6 7")
        assert bool(kinds(ranks(t, "3", mine, "8 T A 4"), "missing")) == missing


def ranks(t, starter, *hands):
    """Enter a whole deal with ranks alone, as TextGame.deal does; return all events."""
    held = [hand.split() for hand in hands]
    events = t.key(starter)
    state = t.game.state
    deal = state.deal_number
    while state.deal_number == deal:
        room = 31 - play.total(state.line())
        fitting = [r for r in held[state.turn] if VALUE[cards(r + "S")[0]] <= room]
        if state.phase == SUITS:
            events += t.key("pass")
        elif fitting:
            held[state.turn].remove(fitting[0])
            events += t.key(fitting[0])
        else:
            events += t.key("go")
    return events


def test_s3_the_free_cribs_starter_is_a_card_of_the_first_deal():
    t, last = to_free_crib()
    used = list(t.game.state.used_cards)
    first = used[:8]
    assert last[0][1] in first
    for card in used[8:]:
        assert "first deal" in refused(t.game, (0, card))
    t.game.apply((0, first[0]))
    assert t.game.state.phase == OVER


def test_s3_where_the_earlier_deals_are_not_known_any_starter_is_taken():
    t = solitaire()
    state = t.game.state
    state.deal_number = 6
    t.key("AC KH 5D 5C JS go go 9H 6C QD go 7S 2H 4H 6H 8H TD")
    assert state.phase == OVER


def test_s2_a_game_lost_is_followed_by_another():
    played = play_out(SOLITAIRE, 1)
    assert played.state.winner == NO_SIDE
    running = played.state.scores[0]
    assert [e[0] for e in played.apply((3,))] == ["next", "deal"]
    assert list(played.state.scores) == [0]
    assert played.state.running_points[1] == running
    assert list(played.state.games) == [0]


def test_solitaire_has_no_opponent_and_so_no_penalty():
    t = solitaire()
    for number in range(1, 17):
        for choice in (0, 1, 2):
            assert "opponent" in t.refused("penalty %d 0 %d" % (number, choice))
    t.key("points 0 5 minus 0 2")
    assert t.points() == [3]
    assert t.game.state.phase != CRIB
