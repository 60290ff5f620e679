"""The penalty box of Crib Wars (ruling C3), for two sides and for three."""

from engine_core.games.crib_wars_layout import BOXES
from engine_core.games.options import CRIB_WARS, MUGGINS
from engine_core.games.phases import CLAIM as CLAIMS
from engine_core.games.phases import CRIB, OVER, PLAY, STARTER
from engine_core.pegs.crib_wars import deal_sizes, deals_out, dealt_in, sits_out
from engine_core.state.entries import CARD, CLAIM, GO, MINUS, MOVED, POINTS
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, counted, kinds, scores

HANDS = "KH 4S QC 2H", "9D 7C JD 3C"


def two(*holes, **more):
    return TextGame(scores=holes, track=CRIB_WARS, **more)


def three(*holes):
    return TextGame("Three-handed", dealer=2, scores=holes, track=CRIB_WARS)


def landed(t, side, box=36):
    """Let a count of one point of `side` end in `box`; return the events."""
    holes = t.points()
    holes[side] = box - 1
    t.put(*holes)
    return t.game.apply((POINTS, side, 1))


def next_deal(t):
    """Play on to the next deal, with GO above 21, and leave every peg where it is."""
    state = t.game.state
    holes = t.points()
    deal = state.deal_number
    if state.phase == STARTER:
        t.key("KS")
    deck = [c for c in range(51, -1, -1) if not state.seen(c)]
    while state.deal_number == deal and state.phase != OVER:
        if state.phase == PLAY and sum([min(c // 4 + 1, 10) for c in state.line()]) > 21:
            t.game.apply((GO,))
        else:
            t.game.apply((CARD, deck.pop(0)))
        t.put(*holes)


def test_c3_of_two_sides_one_goes_back_twenty_and_the_other_ahead():
    for box in BOXES:
        t = two(5, box - 2)
        events = t.key("JD")
        assert kinds(events, "box") == [("box", 1, box)]
        moves = [("move", 1, box - 20, "box"), ("move", 0, 25, "award")]
        assert kinds(events, "move") == moves
        assert t.points() == [25, box - 20]
        assert t.game.state.deals_out == bytearray(2)


def test_c3_nobody_goes_back_beyond_the_start():
    t = two(5, 34)
    t.key("JD")
    assert t.points() == [25, 16]
    assert min(BOXES) > 20  # with the house layout the start is not reached


def test_c3_the_hand_is_folded_and_the_other_plays_on_alone():
    t = two(5, 34)
    t.key("JD")
    state = t.game.state
    assert state.folded == 2
    assert (state.phase, state.turn) == (PLAY, 0)
    t.key("KH")
    assert state.turn == 0
    t.key("4S 9H")
    events = t.key("go")
    assert scores(events) == [("go", 0, 1)]
    events = t.key("QH")
    assert scores(events)[0] == ("last card", 0, 1)
    # Only the other's hand is counted; the dealer has folded, and so the crib too.
    assert [row[:2] for row in counted(events)] == [("hand", 0)]
    assert (state.phase, state.deal_number, state.dealer) == (STARTER, 2, 0)
    assert state.folded == 0


def test_c3_in_the_middle_of_the_play():
    t = two(5, 34)
    t.key("2S KH")
    assert kinds(t.key("KS"), "box")
    assert t.game.state.turn == 0
    t.key("9H")
    assert t.game.state.turn == 0


def test_c3_a_hand_that_lands_there_folds_the_crib():
    t = two(5, 36 - 8)  # a go, the last card, and the dealer's hand of six
    events = t.deal("8D", *HANDS)
    assert counted(events) == [("hand", 0, 0), ("hand", 1, 6)]
    assert kinds(events, "box")
    assert t.game.state.phase == STARTER
    assert t.points() == [25, 16]


def test_c3_the_pones_fold_leaves_the_dealer_hand_and_crib():
    t = two(35, 2)
    t.key("2S KH QD 9S go")
    events = t.key("go")  # one for the pone
    assert kinds(events, "box")
    t.key("TD TC")
    events = t.key("3C")
    assert [row[:2] for row in counted(events)] == [("hand", 1)]
    assert t.game.state.phase == CRIB
    assert counted(t.key("5H 5C 5S 5D"))[0][:2] == ("crib", 1)


def test_c3_a_box_that_ends_the_count_of_a_folded_player_pegs_nothing_more():
    # Thirty-one lands there: the count begins anew with the other.
    t = two(5, 34)
    t.key("2S KH TD")
    events = t.key("9H 2D")
    assert kinds(events, "box") and not kinds(events, "restart")[1:]
    assert kinds(events, "restart") == [("restart", 0)]


def test_c3_a_deal_that_both_have_folded_before_the_play_is_over():
    t = two(5, 5)
    landed(t, 0)
    assert t.game.state.phase == STARTER
    t.put(5, 34)
    events = t.key("JD")
    assert kinds(events, "box") == [("box", 1, 36)]
    assert [t.game.state.cards_left(seat) for seat in (0, 1)] == [4, 4]  # of the next deal
    assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)


def test_c3_a_folded_player_has_no_card_left():
    t = two(5, 34)
    t.key("JD")
    assert [t.game.state.cards_left(seat) for seat in (0, 1)] == [4, 0]


def test_c3_both_may_fold_in_one_deal():
    t = two(35 - 20, 34)
    t.key("JD")
    assert t.points() == [35, 16]
    t.key("KH 4S 9H")
    events = t.key("go")
    assert kinds(events, "box") == [("box", 0, 36)]
    assert t.points() == [16, 37]  # 36 is the box: the hole past it
    assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)
    assert not counted(events)


def test_c3_points_by_hand_can_fold_a_side_and_the_board_skips_it():
    t = two(5, 5)
    t.key("2S KH")
    assert t.game.state.turn == 1
    assert kinds(landed(t, 1), "box")
    assert (t.game.state.phase, t.game.state.turn) == (PLAY, 0)
    t = two(5, 5)
    t.deal("8D", *HANDS)
    assert t.game.state.phase == CRIB
    landed(t, 1)
    assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)


def test_c3_a_side_that_has_folded_claims_nothing():
    t = two(5, 5, options=MUGGINS)
    t.deal("8D", *HANDS)
    assert (t.game.state.phase, t.game.state.turn) == (CLAIMS, 0)
    landed(t, 0)
    assert (t.game.state.phase, t.game.state.turn) == (CLAIMS, 1)
    t.game.apply((CLAIM, 6))
    landed(t, 1)
    assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)
    # A caller who lands there by muggins folds before its own hand.
    t = two(5, 5, options=MUGGINS)
    t.deal("8D", "KH 4S 9C 2H", HANDS[1])
    t.put(5, 34)
    events = t.key("claim 0 muggins 1")
    assert scores(events) == [("muggins", 1, 2)]
    assert kinds(events, "box")
    assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)


def test_c3_of_three_sides_the_first_sits_out_three_deals():
    t = three(5, 5, 34)
    events = t.key("JD")
    assert kinds(events, "box") == [("box", 2, 36)]
    assert not kinds(events, "move")
    assert t.points() == [5, 5, 36]
    next_deal(t)
    state = t.game.state
    for n in range(3):
        assert state.folded == 4
        assert state.dealer == n % 2  # the deal passes over who sits out
        assert t.game.apply((MOVED, 2))[0][:2] == ("moved", 2)
        next_deal(t)
    assert state.folded == 0 and state.deals_out == bytearray(3)
    assert state.scores[2] == 36


def test_c3_the_deal_of_the_landing_is_not_one_of_the_three():
    t = three(5, 5, 34)
    t.key("JD")
    assert "next deal" in t.refused("moved 2")
    next_deal(t)
    assert t.game.state.deals_out[2] == 3
    # Nor is one that is void.
    t.game.apply((MOVED, 2))
    t.key("KS penalty 4 0 0")
    assert t.game.state.deals_out[2] == 3
    t.game.apply((MOVED, 2))


def test_c3_a_missed_move_costs_another_deal():
    t = three(5, 5, 34)
    t.key("JD")
    next_deal(t)
    for moves in (True, False, True, False, True):
        assert t.game.state.folded == 4
        if moves:
            t.game.apply((MOVED, 2))
            t.refused("moved 2")
        next_deal(t)
    assert t.game.state.folded == 0


def test_c3_only_a_side_in_a_box_can_move_its_peg():
    t = three(5, 5, 34)
    t.key("JD")
    next_deal(t)
    t.refused("moved 0")
    t.refused("moved 3")
    assert "not in a penalty box" in TextGame(track=CRIB_WARS).refused("moved 0")
    assert "not in a penalty box" in TextGame().refused("moved 0")


def test_c3_a_side_that_sits_out_plays_and_counts_nothing():
    t = three(5, 5, 34)
    t.key("JD")
    next_deal(t)
    assert t.game.state.dealer == 0
    t.put(40, 10, 36)
    events = t.deal("8D", HANDS[1], HANDS[0], "AS AC AD AH")
    assert [get(event, "seat") for event in kinds(events, "card")][:3] == [1, 0, 1]
    assert [row[1] for row in counted(events)] == [1, 0]
    assert t.game.state.phase == CRIB


def test_c3_a_second_side_lands_by_the_rule_of_two():
    t = three(5, 5, 34)
    t.key("JD")
    next_deal(t)
    t.put(5, 34, 36)
    events = t.key("2S TH TD")  # the first player deals: the second leads, and the first pairs
    assert t.game.state.turn == 1
    before = t.points()
    events = landed(t, 1)
    assert kinds(events, "box") == [("box", 1, 36)]
    # Back twenty; the third ahead by twenty; the one who sits there out for a deal less.
    moves = [("move", 1, 16, "box"), ("move", 0, before[0] + 20, "award")]
    assert kinds(events, "move") == moves
    assert kinds(events, "advance") == [("advance", 2, 2)]
    assert list(t.game.state.deals_out) == [0, 0, 2] and t.points()[2] == 36
    assert t.game.state.turn == 0


def test_c3_each_landing_in_a_box_is_one_deal_less_for_the_side_that_sits_there():
    # Landings after its own in the deal that it landed in, in each deal after, and deals sat out.
    for landings, deals in ((), 3), ((1,), 2), ((2,), 1), ((3,), 0), ((4,), 0), ((1, 1), 1):
        t = three(5, 5, 34)
        t.key("JD")
        for n, times in enumerate(landings):
            if n:
                next_deal(t)
                t.game.apply((MOVED, 2))
            for _ in range(times):
                landed(t, 0 if t.game.state.turn == 1 else 1)
        next_deal(t)
        assert deals_out(t.game.state, 2) == deals - max(0, len(landings) - 1), landings
        assert t.points()[2] == 36
    # The last deal that it sits out is not played by it, though nothing is left to move.
    t = three(5, 5, 34)
    t.key("JD")
    landed(t, 1)
    landed(t, 1)
    next_deal(t)
    assert sits_out(t.game.state, 2)
    landed(t, 1)
    assert list(t.game.state.deals_out) == [0, 0, 1] and t.game.state.folded & 4
    assert "already moved" in t.refused("moved 2")
    next_deal(t)
    assert not t.game.state.folded


def test_c3_a_side_that_has_landed_in_a_void_deal_sits_out_three_from_the_next():
    t = three(5, 5, 34)
    t.key("JD penalty 4 0 0")
    assert deals_out(t.game.state, 2) == 3 and sits_out(t.game.state, 2)
    assert t.game.state.dealer == 0  # it was the dealer, and is not dealt in


def test_c3b_the_others_deal_as_for_their_number():
    for name, dealer, seats, sizes in (
        ("Three-handed", 2, [1, 0], (6, 2)),  # the dealer is out, so the next deals
        ("Five-handed", 4, [0, 1, 3, 4], (5, 1)),
        ("Six-handed, Crib Wars", 5, [1, 3, 4, 0], (5, 1)),
    ):
        t = TextGame(name, dealer=dealer, track=CRIB_WARS)
        state = t.game.state
        side = 2
        landed(t, side)
        t.key("penalty 4 0 0")
        assert dealt_in(state) == seats and deal_sizes(state) == sizes, name
        thrown = len(seats) * sizes[1]
        assert thrown == state.seating.crib == 4 and sizes[0] - sizes[1] == state.keep
    for players in (3, 4):
        t = TextGame("Battlefield", players=players, dealer=0, track=CRIB_WARS)
        full = t.game.state.pile
        landed(t, 1)
        t.key("penalty 4 0 0")
        # Five fewer are dealt to players, and one more to the reserve.
        assert t.game.state.pile == full + 4


def test_c3_a_box_of_six_is_for_the_pair():
    t = TextGame("Six-handed, Crib Wars", dealer=5, scores=(5, 5, 34), track=CRIB_WARS)
    t.key("JD")
    assert t.game.state.deals_out[2] == 4
    t.key("KH QD")
    assert t.game.state.turn == 3  # the dealer's partner, seat 3, has folded too
    t.key("5S 5H")
    assert t.game.state.turn == 0


def test_c3_undo_of_a_box():
    t = TextGame("Three-handed", dealer=2, track=CRIB_WARS)
    t.game.apply((POINTS, 2, 29))
    t.game.apply((POINTS, 2, 5))
    before = t.game.state.pack()
    t.key("JD")
    assert t.game.state.deals_out[2]
    t.game.undo()
    assert t.game.state.pack() == before
    t.key("5D")
    assert not t.game.state.deals_out[2]


def test_c3_points_taken_back_or_given_across_do_not_land():
    t = two(5, 40)
    t.game.apply((MINUS, 1, 4))
    assert t.points() == [5, 36]
    assert not t.game.state.folded
