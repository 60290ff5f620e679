"""Battlefield's show: formations, the drop, the reserve, cease-fire, muggins (B6 to B9)."""

from engine_core.battlefield.battle_show import best_drop
from engine_core.count.cards import cards, name
from engine_core.games import options as opt
from engine_core.games.phases import CHALLENGE, CLAIM, DROP, FORMATION, LINE, OVER, RESERVE
from engine_core.records.legal_entries import legal_entries
from engine_core.state import entries as E
from tests.conformance.support.battle_game import Battle, same
from tests.conformance.support.text_game import counted, kinds, refused, scores

# The rulebook's table of hands: four cards, the turn card, their points. RULES.md corrects three.
HANDS = (
    ("5D 5C 5H JS", "5S", 29),
    ("4S 6C 5H 5S", "4H", 24),  # the rulebook shows the 4H twice
    ("6H 5H 5D 4S", "5S", 23),
    ("JS JH 5H 5S", "JC", 20),
    ("7D 8S 8H 9D", "7H", 24),
    ("3S 4S 5S 6S", "4D", 18),
    ("JS TS 4S 5H", "3S", 8),
    ("AS 2D 2C 3H", "5H", 8),
    ("3D 9C AD JD", "7S", 0),
)


def shown(turn_card, five, **options):
    """A table at the drop of the first formation, which is `five`."""
    t = Battle(**options)
    t.to_show(turn_card, five)
    t.key(five)
    assert t.state.phase == DROP
    return t


def best(t):
    """Return the proposed drop as text."""
    return name(best_drop(t.state))


def test_the_rulebooks_table_of_hands():
    for four, turn_card, points in HANDS:
        t = shown(turn_card, four + " KD")
        assert counted(t.key("drop KD")) == [("hand", 0, points)], four


def test_g10_formations_are_counted_from_the_dealers_left():
    t = Battle(players=3, dealer=1)
    t.to_show("TH")
    for seat, five in ((2, "KD KC KS 2H 4S"), (0, "QD QC QS 2C 4C"), (1, "JD JC JS 2D 4D")):
        assert (t.state.phase, t.state.turn) == (FORMATION, seat)
        t.key(five)
        assert counted(t.key("drop " + five[-2:])) == [("hand", seat, 6)]
    assert (t.state.phase, t.state.turn) == (RESERVE, 1)
    events = t.key("6H")
    assert counted(events) == [("crib", 1, 6)]  # the three fours that were dropped
    assert kinds(events, "deal") == [("deal", 2, 2)]


def test_b6_a_jack_of_the_turn_cards_suit_is_one():
    t = shown("3S", "JS TS 4S 5H KD")
    assert counted(t.key("drop KD")) == [("hand", 0, 8)]
    t.key("7D 9H 2C QC KH drop QC")
    assert counted(t.key("6H 8C")) == [("crib", 1, 0)]
    t = shown("3S", "JS TS 4S 5H KD")
    t.key("drop JS 7D 9H 2C QC KH drop QC")
    assert counted(t.key("6H 8C")) == [("crib", 1, 1)]


def test_b7_a_joker_kept_kills_that_hand_alone():
    t = shown("5S", "5D 5C 5H JS JK")
    assert counted(t.key("drop JS")) == [("hand", 0, 0)]
    t.key("TD KD QD 2C 4C")
    assert counted(t.key("drop 4C")) == [("hand", 1, 6)]
    assert counted(t.key("TC TS"))[0][2] > 0


def test_b8_each_of_the_five_may_be_dropped_and_nothing_else():
    t = shown("5S", "5D 5C 5H JS JK")
    assert [entry for entry in legal_entries(t.state) if entry[0] == E.DROP] == [
        (E.DROP, dropped) for dropped in sorted(cards("5D 5C 5H JS JK"))
    ]


def test_b7_a_joker_in_the_reserve_kills_it():
    t = shown("5S", "5D 5C 5H JS JK")
    assert counted(t.key("drop JK")) == [("hand", 0, 29)]
    t.key("TD KD QD 2C 4C drop TD")
    assert counted(t.key("TC TS")) == [("crib", 1, 0)]
    # Dealt to it, too.
    t = shown("5S", "5D 5C 5H JS 9H")
    t.key("drop 9H TD KD QD 2C 4C drop TD TC")
    for seen in ("TC", "9H", "KD", "5S"):
        assert "seen" in t.refused(seen)
    assert counted(t.key("JK")) == [("crib", 1, 0)]


def test_b8_the_board_proposes_the_four_that_count_most():
    assert best(shown("5S", "5D 5C KD 5H JS")) == "KD"
    assert best(shown("4D", "3S 4S 9C 5S 6S")) == "9C"
    t = shown("5S", "5D 5C 5H JS JK")
    assert best(t) == "JK"


def test_b8_of_equally_good_drops_the_dealers_side_drops_the_lowest():
    # All values are even, so nothing makes fifteen: after any drop, 0 points are left.
    t = shown("QS", "2D 4C 6S 8D KD")
    assert (best(t), t.state.turn) == ("KD", 0)
    t.key("drop KD 2C 4S 6C TC KH")
    assert (best(t), t.state.turn) == ("2C", 1)


def test_b8_a_joker_that_costs_nothing_goes_only_to_an_opponents_reserve():
    t = shown("QS", "2D 4C 6S 8D JK")
    assert best(t) == "JK"
    t = shown("QS", "2D 4C 6S 8D KD")
    t.key("drop KD 2C 4S 6C TC JK")
    assert best(t) == "2C"
    # Of partners, the one opposite the dealer.
    t = shown("QS", "2D 4C 6S 8D KD", players=4, dealer=3, preset="Battlefield, partners")
    t.key("drop KD 2C 4S 6C TC JK")
    assert (best(t), t.state.turn) == ("2C", 1)


def test_b8_the_player_may_drop_another_card():
    t = shown("5S", "5D 5C 5H JS KD")
    assert "not in the formation" in t.refused("drop KH")
    assert "goes to the reserve" in t.refused("KH")
    events = t.key("drop 5H")
    # 5 5 J K with a five: seven fifteens, three of a kind and the jack.
    assert counted(events) == [("hand", 0, 14 + 6 + 1)]
    assert kinds(events, "drop") == [("drop", 0, cards("5H")[0])]
    assert same(t.state.crib, "5H")
    assert "seen" in t.refused("JS")
    assert "seen" in t.refused("5H")


def test_b8_a_flush_in_the_reserve_needs_all_five():
    for turn_card, points in (("4D", 0), ("4C", 5)):
        t = shown(turn_card, "5S 5D 5H JS KC")
        t.key("drop KC 2H 2D 2S QD QC drop QC")
        worth = counted(t.key("6C 8C"))[0][2]
        assert worth == points, (turn_card, worth)


def test_g6_a_flush_in_a_formation_needs_the_four_kept():
    t = shown("QS", "2D 4D 6D 8D KC")
    assert counted(t.key("drop KC")) == [("hand", 0, 4)]
    t = shown("QD", "2D 4D 6D 8D KC")
    assert counted(t.key("drop KC")) == [("hand", 0, 5)]
    t = shown("QD", "2D 4D 6D 8D KC")
    assert counted(t.key("drop 8D")) == [("hand", 0, 0)]


def test_b9_a_joker_that_begins_the_line_is_a_cease_fire():
    t = Battle()
    assert kinds(t.key("JK"), "cease-fire")
    assert (t.state.phase, t.state.turn) == (FORMATION, 0)
    # All five count: 7 + 8, 5 + K, and the run.
    assert counted(t.key("5H 6D 7S 8C KH")) == [("hand", 0, 8)]
    # A jack makes no knobs, and four of a suit no flush.
    events = t.key("2S 4S 6S 8S JH")
    assert counted(events) == [("hand", 1, 0)]
    # The reserve is not counted, and the deal passes.
    assert kinds(events, "deal") == [("deal", 2, 0)]
    assert (t.state.phase, t.points()) == (LINE, [8, 0])


def test_b9_five_of_a_suit_are_a_flush():
    t = Battle("JK")
    assert counted(t.key("2H 4H 6H 8H TH")) == [("hand", 0, 5)]


def test_g1_the_game_ends_in_the_show():
    t = Battle("JK", scores=(114, 119))
    assert scores(t.key("5H 6D 7S 8C KH")) == [("hand", 0, 7)]  # of 8
    assert (t.state.phase, t.state.winner, t.points()) == (OVER, 0, [121, 119])
    assert "over" in t.refused("2S")


def test_g14_claims_of_a_formation_and_the_reserve():
    t = shown("5S", "5D 5C 5H JS KD", options=opt.MUGGINS)
    before = t.points()
    assert counted(t.key("drop KD")) == []
    assert t.state.phase == CLAIM
    assert t.key("claim 21") == [("claim", 0, 21)]
    assert t.state.phase == CHALLENGE
    assert "opponent" in t.refused("muggins 0")
    events = t.key("muggins 1")
    assert counted(events) == [("hand", 0, 29)]
    assert scores(events) == [("hand", 0, 21), ("muggins", 1, 8)]
    assert t.points() == [before[0] + 21, before[1] + 8]
    t.key("TD QD QC 2C 4C drop TD claim 0 pass")
    assert t.state.phase == RESERVE
    t.key("8C 6H")
    assert (t.state.phase, t.state.turn) == (CLAIM, 1)
    events = t.key("claim 29 muggins 0")
    assert kinds(events, "deal") and counted(events)[0][0] == "crib"


def test_g14_formations_of_a_cease_fire_are_claimed_too():
    t = Battle("JK", options=opt.MUGGINS | opt.PENALTY_12)
    t.key("5H 6D 7S 8C KH")
    assert scores(t.key("claim 10 muggins 1")) == [("hand", 0, 8), ("too much", 1, 2)]
    t.key("2S 4S 6S 8S JH")
    assert kinds(t.key("claim 0 pass"), "deal") == [("deal", 2, 0)]


def test_c3_a_folded_side_has_no_turn_and_no_hand():
    t = Battle("KD", players=3, dealer=2, track=opt.CRIB_WARS)
    # The first player, by hand, into the first penalty box.
    for points in (29, 7):
        t.game.apply((E.POINTS, 1, points))
    assert t.state.folded == 2
    t.key("9C")
    assert t.state.turn == 2
    t.key("2H shown 3C")
    assert (t.state.phase, t.state.turn) == (FORMATION, 0)
    t.key("5D 5C 6H 8S JH drop JH")
    assert t.state.turn == 2
    t.key("7D 7C 8H QS KH drop KH")
    # One was dealt, and the folded formation gives one.
    assert t.state.phase == RESERVE and len(t.state.crib) == 2
    assert counted(t.key("4H 4C"))[0][:2] == ("crib", 2)


def test_c3_a_dealer_who_folds_by_hand_at_the_reserve_ends_the_deal():
    t = Battle("KD", players=3, dealer=2, track=opt.CRIB_WARS)
    t.to_show("TH")
    for five in ("KH KC KS 2H 4S", "QD QC QS 2C 4C", "JD JC JS 2D 4D"):
        t.key(five)
        t.key("drop " + five[-2:])
    assert (t.state.phase, t.state.turn) == (RESERVE, 2)
    box = 36
    events = t.game.apply((E.POINTS, 2, box - t.state.scores[2]))
    assert t.state.folded == 4
    assert kinds(events, "deal") == [("deal", 2, 0)] and not counted(events)
    assert t.state.phase == LINE


def test_c3_a_side_that_folds_by_hand_at_its_formation_is_passed_over():
    t = Battle("KD", players=3, dealer=2, track=opt.CRIB_WARS)
    t.to_show("TH")
    assert (t.state.phase, t.state.turn) == (FORMATION, 0)
    t.put(30, 0, 0)
    t.game.apply((E.POINTS, 0, 6))
    assert t.state.folded == 1
    assert (t.state.phase, t.state.turn) == (FORMATION, 1)


def test_c3_of_two_the_deal_passes_from_a_dealer_who_folds_at_the_reserve():
    t = Battle("KD", track=opt.CRIB_WARS)
    t.to_show("TH")
    t.key("KH KC KS 2H 4S drop 4S QD QC QS 2C 4C drop 4C")
    assert (t.state.phase, t.state.turn) == (RESERVE, 1)
    t.put(0, 35)
    assert kinds(t.game.apply((E.POINTS, 1, 1)), "deal") == [("deal", 2, 0)]


def test_c3_the_cards_of_a_formation_that_is_folded_stay_known():
    t = Battle("KD", players=3, dealer=2, track=opt.CRIB_WARS)
    t.to_show("TH")
    t.key("KH KC KS")
    t.put(35, 0, 0)
    t.game.apply((E.POINTS, 0, 1))
    assert (t.state.phase, t.state.turn, len(t.state.formation)) == (FORMATION, 1, 0)
    for known in ("KH", "KC", "KS"):
        assert "has already been seen" in t.refused(known)
    t.key("QD QC QS 2C 4C drop 4C")
    assert t.state.turn == 2


def test_c3_where_all_have_folded_in_the_line_the_deal_is_over():
    t = Battle("KD", dealer=1, track=opt.CRIB_WARS)
    for side in (0, 1):
        t.put(*[35 if n == side else 0 for n in (0, 1)])
        t.game.apply((E.POINTS, side, 1))
    assert t.state.folded == 3
    events = t.key("9C")
    assert kinds(events, "deal") == [("deal", 2, 0)]


def test_an_illegal_entry_in_the_show_changes_nothing():
    t = shown("5S", "5D 5C 5H JS KD")
    for entry in ((E.TAKE,), (E.SHOWN,), (E.PASS,), (E.CLAIM, 4), (E.GO,), (E.MUGGINS, 1)):
        assert refused(t.game, entry)
