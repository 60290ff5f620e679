"""The Crib Wars track (rulings C1, C2, C4, C5, and G5 there), on the house layout."""

from engine_core.games.crib_wars_layout import BLUE, BOXES, GREEN, RED
from engine_core.games.options import CRIB_WARS
from engine_core.games.phases import OVER, PLAY
from engine_core.pegs import crib_wars
from engine_core.state.entries import POINTS
from tests.conformance.support.text_game import TextGame, counted, kinds, scores, winner


def at(hole, other=0, **more):
    """Return a table whose dealer's front peg stands in `hole`: a jack moves it on by two."""
    return TextGame(scores=(other, hole), track=CRIB_WARS, **more)


def give(t, side, points):
    return t.game.apply((POINTS, side, points))


def test_the_layout_is_complete_and_no_hole_is_special_twice():
    assert (len(RED), len(BLUE), len(BOXES), len(GREEN)) == (3, 4, 3, 2)
    special = [h for pair in RED for h in pair] + list(BOXES)
    special += [row[0] for row in BLUE] + [row[0] for row in GREEN]
    assert len(set(special)) == len(special)
    assert not [h for h in special if not 1 <= h <= 120]
    for first, second in RED:
        assert second == first + 20
    for trap, path, back in BLUE:
        way = (trap,) + tuple(path) + (back,)
        assert way == tuple(range(trap, back - 1, -1))  # it runs backward
    for begin, end in GREEN:
        assert end > begin + 1


def test_c1_a_count_that_ends_in_a_first_red_box_slides_to_the_second():
    for first, second in RED:
        t = at(first - 2)
        events = t.key("JD")
        assert kinds(events, "move") == [("move", 1, second, "red")]
        assert t.points() == [0, second]
        assert list(t.game.state.back_pegs)[1] == first
        # The second box is a hole like any other.
        t = at(second - 2)
        assert not kinds(t.key("JD"), "move")
        assert t.points() == [0, second]


def test_c1_passing_over_a_box_does_nothing():
    for hole in [first for first, _ in RED] + list(BOXES):
        t = at(hole - 1)
        assert len(scores(t.key("JD"))) == 1
        assert t.points() == [0, hole + 1]
        assert not t.game.state.folded


def test_c2_a_trap_leads_backward_along_its_path_and_back_to_the_track():
    for trap, path, back in BLUE:
        for steps in range(1, len(path) + 3):
            t = at(trap - 2)
            assert kinds(t.key("JD"), "path") == [("path", 1, trap)]
            assert t.points() == [0, trap]
            give(t, 1, steps)
            ahead = back + steps - len(path) - 1
            expected = path[steps - 1] if steps <= len(path) else ahead
            assert t.points() == [0, expected], (trap, steps)
            # From there on it is the usual way.
            give(t, 1, len(path) + 2 - steps if steps <= len(path) else 1)
            assert t.points()[1] == (back + 1 if steps <= len(path) else ahead + 1)


def test_c2_passing_over_a_trap_does_nothing():
    for trap, _, _ in BLUE:
        t = at(trap - 1)
        t.key("JD")
        assert t.points() == [0, trap + 1]


def test_c2_the_crib_continues_along_the_path_where_the_hand_ended():
    # The dealer: a go, the last card, 6 for the hand, 4 for the crib.
    t = at(22 - 8)
    events = t.deal("8D", "KH 4S QC 2H", "9D 7C JD 3C")
    assert counted(events)[1] == ("hand", 1, 6)
    assert kinds(events, "path") == [("path", 1, 22)]
    events = t.key("TC KC AS 4D")
    assert counted(events) == [("crib", 1, 4)]
    assert t.points() == [0, 18]
    give(t, 1, 1)
    assert t.points() == [0, 17]


def test_c2_a_peg_that_leaves_the_path_can_be_trapped_again():
    t = at(22 - 2)
    t.key("JD")
    give(t, 1, 5 + 5)
    assert t.points() == [0, 22]
    give(t, 1, 1)
    assert t.points() == [0, 21]


def test_c2_holes_of_a_path_have_no_special_effect():
    # 50 lies on a path, and no hole of a path is special to who walks there.
    for trap, path, _ in BLUE:
        for steps in range(1, len(path) + 1):
            t = at(trap - 2)
            t.key("JD")
            assert len(give(t, 1, steps)) == 1
            assert not t.game.state.folded


def test_c4_an_award_of_twenty_never_ends_in_a_box_or_a_trap():
    traps = [row[0] for row in BLUE]
    for hole in range(121):
        to = crib_wars.awarded(hole)
        if hole + 20 in traps or hole + 20 in BOXES:
            assert to == hole + 21
        else:
            assert to == min(hole + 20, 121)
        assert to not in traps and to not in BOXES


def test_c4_an_award_lands_on_red_and_green_as_a_count_does():
    first, second = RED[1]
    t = at(36 - 2, other=first - 20)
    assert kinds(t.key("JD"), "move")[1:] == [
        ("move", 0, first, "award"),
        ("move", 0, second, "red"),
    ]
    assert t.points()[0] == second
    begin, end = GREEN[0]
    t = at(36 - 2, other=begin - 20)
    assert kinds(t.key("JD"), "path") == [("path", 0, begin)]
    give(t, 0, 1)
    assert t.points()[0] == end


def test_g2_last_card_and_the_cards_points_land_once():
    for before, path in ((22 - 3, [("path", 1, 22)]), (22 - 2, []), (22 - 1, [])):
        t = at(before - 1)
        # The dealer has a go, then with the last card 15 and 1: three points.
        t.key("8D KH 9D 4S 7C go go QH 2D AH")
        t.put(0, before)
        events = t.key("2C")
        assert scores(events)[:2] == [("play", 1, 2), ("last card", 1, 1)]
        assert [event for event in kinds(events, "path") if event == ("path", 1, 22)] == path


def test_c5b_points_are_taken_back_from_the_last_count():
    trap, way, _ = BLUE[0]
    t = at(trap - 3)
    give(t, 1, 3)  # into the trap
    t.key("minus 1 1")
    assert t.points()[1] == trap - 1  # where a count of two would have ended
    give(t, 1, 2)
    assert t.points()[1] == trap + 1
    # Over the trap, and one taken back: that count would have ended in it.
    t = at(trap - 2)
    give(t, 1, 3)
    assert kinds(t.key("minus 1 1"), "path") == [("path", 1, trap)]
    give(t, 1, 1)
    assert t.points()[1] == way[0]


def test_c5b_a_slide_is_part_of_the_count_that_is_taken_back():
    first, second = RED[0]
    t = at(first - 3)
    give(t, 1, 3)
    assert t.points()[1] == second
    t.key("minus 1 2")
    assert t.points()[1] == first - 2
    t.key("minus 1 1")
    assert t.points()[1] == first - 3


def test_c5b_points_beyond_the_last_count_go_back_hole_by_hole():
    t = at(50)
    give(t, 1, 4)
    t.key("minus 1 6")
    assert t.points()[1] == 48
    t = at(0)
    t.key("minus 1 5")
    assert t.points()[1] == 0


def test_c5b_on_a_blue_path_the_peg_goes_back_towards_the_trap():
    trap, way, _ = BLUE[0]
    t = at(trap - 2)
    give(t, 1, 2)
    give(t, 1, 3)
    give(t, 1, 1)
    assert t.points()[1] == way[3]
    t.key("minus 1 2")  # one of the last count, and one more
    assert t.points()[1] == way[1]
    t.key("minus 1 2")
    assert t.points()[1] == trap
    give(t, 1, 1)
    assert t.points()[1] == way[0]  # it still stands on the path
    t.key("minus 1 1 minus 1 1")
    assert t.points()[1] == trap - 1


def test_c6b_a_peg_put_behind_its_back_peg_is_on_a_path_only_if_it_was():
    trap, way, _ = BLUE[0]
    t = at(trap - 2)
    give(t, 1, 2)
    give(t, 1, 2)
    give(t, 1, 1)
    assert t.points()[1] == way[2]
    t.key("penalty 14 1 5")
    assert t.points()[1] == way[1]
    give(t, 1, 2)
    assert t.points()[1] == way[3]  # it is still on the path
    # After a slide the back peg stands in the first box, and not where the count began.
    first, _ = RED[0]
    t = at(first - 3)
    give(t, 1, 3)
    t.key("penalty 14 1 5")
    assert t.points()[1] == first
    give(t, 1, 1)
    assert t.points()[1] == first + 1


def test_c5b_the_penalty_for_too_many_points_takes_back_the_count():
    first, second = RED[0]
    t = at(first - 2)
    give(t, 1, 2)
    assert t.points()[1] == second
    t.key("penalty 12 1 1")
    assert t.points() == [1, first - 1]


def test_c4_an_award_can_win():
    t = at(70 - 2, other=101)
    events = t.key("JD")
    assert t.points() == [121, 50]
    assert (t.game.state.phase, t.game.state.winner) == (OVER, 0)
    assert events[-1][0] == "over"


def test_c5_green_is_a_short_cut_for_the_next_points():
    for begin, end in GREEN:
        t = at(begin - 2)
        assert kinds(t.key("JD"), "path") == [("path", 1, begin)]
        assert t.points() == [0, begin]
        give(t, 1, 1)
        assert t.points() == [0, end]
        give(t, 1, 1)
        assert t.points() == [0, end + 1]
        t = at(begin - 1)
        t.key("JD")
        give(t, 1, 1)
        assert t.points() == [0, begin + 2]


def test_g5_nibs_do_not_count_in_the_last_three_holes():
    for hole in (118, 119, 120):
        t = at(hole)
        assert scores(t.key("JD")) == []
        assert t.game.state.phase == PLAY
    t = at(117)
    assert scores(t.key("JD")) == [("nibs", 1, 2)]
    assert t.points() == [0, 119]
    # It is where the dealer stands that matters, and only on this track.
    t = TextGame(scores=(119, 10), track=CRIB_WARS)
    assert scores(t.key("JD")) == [("nibs", 1, 2)]
    t = TextGame(scores=(10, 119))
    assert t.key("JD")[-1][0] == "over"


def test_g1_the_last_hole_ends_the_game_on_crib_wars():
    t = at(120)
    events = t.key("2S KH KS")
    assert winner(events) == 1
    assert t.points() == [0, 121]


def test_g13_skunks_go_by_the_hole():
    for hole, worth in ((91, 1), (90, 2), (60, 4)):
        t = at(120, other=hole)
        t.key("2S KH KS")
        assert list(t.game.state.stakes) == [0, worth]


def test_g16_undo_of_a_landing():
    t = TextGame(track=CRIB_WARS)
    give(t, 1, 20)
    t.key("2S KH")
    before = t.game.state.pack()
    t.key("KS")  # a pair: the trap at 22
    assert t.game.state.spots[1] != t.game.state.scores[1]
    t.game.undo()
    assert t.game.state.pack() == before
    t.game.redo()
    assert t.game.state.spots[1] != t.game.state.scores[1]
