"""The sixteen penalties of the Crib Wars booklet (ruling C6), row by row, and points by hand."""

from engine_core.games.options import CRIB_WARS
from engine_core.games.penalties import MAY, MUST, NO, NOBODY, PENALTIES, TOO_MANY, choices, gains
from engine_core.games.phases import OVER, STARTER
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, kinds, scores, winner

# In the booklet's words: who scores ("", "pone" for "the non dealer", "others" for "the
# opponents"), how many, whether there may or must be a new deal, whether the game may be claimed.
BOOKLET = (
    ("", 0, "", ""),  # no help may be asked for; nothing is said of points
    ("", 0, "may", ""),  # "the non dealer may call for a new deal"
    ("pone", 2, "may", ""),  # "scores 2 points and may call for a new deal"
    ("", 0, "must", ""),  # "there must be a new deal"
    ("pone", 2, "may", ""),  # "scores 2 points. If they notice ... before ..., a new deal"
    ("", 0, "may", ""),  # "may ask for a new deal, or pick a card"
    ("", 0, "must", ""),  # "there must be a new deal"
    ("", 0, "may", ""),  # "the same as if a card was exposed"
    ("pone", 2, "must", ""),  # "call for a new deal and score 2 points"
    ("others", 2, "", ""),  # "the other player scores 2 points"
    ("", 0, "", "may"),  # "their opponent may claim the game"
    ("others", "as many", "", ""),  # "add the same amount onto their score"
    ("others", 2, "", "may"),  # both own pegs: 2; the opponent's front peg: the game
    ("others", 2, "", "may"),  # out of turn: 2; both pegs dislodged: the game
    ("others", 2, "must", ""),  # "scores 2 points, and there is a new deal"
    ("others", 2, "", ""),  # "the opponent(s) scores 2 points"
)
MADE = 7  # points pegged too many


def expected(number, side, sides, pone):
    """Return the sides that gain, and their points, by the booklet when `side` is at fault."""
    who, points, _, _ = BOOKLET[number - 1]
    if who == "pone":
        return [(pone, points)]
    others = [(side + n) % sides for n in range(1, sides)]
    return [(s, MADE if points == "as many" else points) for s in others if who == "others"]


def incur(t, number, side, choice=0):
    if BOOKLET[number - 1][1] == "as many":
        choice = MADE
    return t.key("penalty %d %d %d" % (number, side, choice))


def test_c6_a_row_has_points_only_if_somebody_gains_them():
    for number, (who, points, void, claim, what) in enumerate(PENALTIES, 1):
        made = number == TOO_MANY  # the table says how many
        assert (points > 0) == (who != NOBODY and not made), what
        assert void in (NO, MAY, MUST) and claim in (NO, MAY)
        for choice in choices(number):
            gainer, more = gains(number, choice)
            assert (more > 0) == (gainer != NOBODY and not made), (what, choice)
        booklet = BOOKLET[number - 1]
        assert ["", "may", "must"][void] == booklet[2] and ["", "may"][claim] == booklet[3]


def test_c6_there_are_sixteen():
    assert len(PENALTIES) == len(BOOKLET) == 16
    t = TextGame()
    t.refused("penalty 0 0 0")
    t.refused("penalty 17 0 0")
    t.refused("penalty 1 2 0")


def test_c6_each_penalty_gives_its_points_to_the_side_in_the_booklet():
    for game, sides in (("Traditional", 2), ("Three-handed", 3), ("Four-handed", 2)):
        for number in range(1, 17):
            for side in range(sides):
                t = TextGame(game, dealer=0, scores=(30,) * sides)
                t.key("2S")
                events = incur(t, number, side)
                assert kinds(events, "penalty") == [("penalty", number, side)]
                gains = [(get(e, "side"), get(e, "points")) for e in kinds(events, "score")]
                assert gains == expected(number, side, sides, 1), number
                after = [30] * sides
                for who, points in gains:
                    after[who] += points
                if BOOKLET[number - 1][1] == "as many":
                    after[side] -= MADE
                assert t.points() == after


def test_c6_a_void_deal_only_where_the_booklet_allows_it():
    for number in range(1, 17):
        new_deal = BOOKLET[number - 1][2]
        t = TextGame(dealer=0)
        t.key("2S KH QD")
        incur(t, number, 0)
        if new_deal == "must":
            assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)
            # By the same dealer, with nothing on the table.
            assert (t.game.state.dealer, len(t.game.state.laid)) == (0, 0)
        else:
            assert t.game.state.deal_number == 1 and len(t.game.state.laid) == 2
            if new_deal == "may":
                t.key("penalty %d 0 1" % number)
                assert (t.game.state.phase, t.game.state.deal_number) == (STARTER, 2)
            elif number != 12:
                t.refused("penalty %d 0 1" % number)
        if new_deal == "must":
            t.refused("penalty %d 0 1" % number)


def test_c6_a_claim_of_the_game_only_where_the_booklet_allows_it():
    for number in range(1, 17):
        t = TextGame(scores=(70, 20))
        text = "penalty %d 0 2" % number
        if BOOKLET[number - 1][3]:
            events = t.key(text)
            assert t.game.state.phase == OVER
            assert winner(events) == 1
            assert t.points() == [70, 20]
            assert list(t.game.state.stakes) == [0, 1]  # though 70 is not past 90 (G13)
            t.game.undo()
            assert t.game.state.phase == STARTER
        elif number != 12:
            t.refused(text)
        t.refused("penalty %d 0 3" % number) if number not in (8, 12) else None


def test_c6_of_three_the_table_says_who_claims_the_game():
    for claimant in (0, 2):
        t = TextGame("Three-handed", dealer=0)
        t.key("penalty 11 1 2 %d" % claimant)
        assert t.game.state.winner == claimant
    t = TextGame("Three-handed", dealer=0)
    assert "opponent" in t.refused("penalty 11 1 2 1")
    t.refused("penalty 11 1 2 3")
    # Journals of versions that did not ask the table: the next at the left.
    t.key("penalty 11 1 2")
    assert t.game.state.winner == 2


def test_g13_a_claimed_game_is_one_game_from_the_offender_alone():
    t = TextGame("Three-handed", dealer=0, scores=(20, 100, 50))
    events = t.key("penalty 11 1 2 2")
    state = t.game.state
    assert events[-1] == ("over", 2, (0, 0, 0))
    assert (list(state.games), list(state.stakes)) == ([0, 0, 1], [0, 0, 1])
    assert not any(state.skunks) and not any(state.double_skunks)
    # Only the offender has lost, and so deals.
    assert t.game.apply((3,))[0] == ("next", 1)
    t = TextGame("Five-handed", dealer=0, scores=(2, 3, 4, 5, 6))
    t.key("penalty 14 3 2 0")
    assert list(t.game.state.stakes) == [1, 0, 0, 0, 0]


def test_c6_of_several_sides_the_table_says_who_was_wronged():
    for number in (3, 5, 9):
        for whom in (1, 2):
            t = TextGame("Three-handed", dealer=0, scores=(30, 30, 30))
            t.key("2S")
            assert t.scored("penalty %d 0 0 %d" % (number, whom)) == [("penalty", whom, 2)]
    t = TextGame("Three-handed", dealer=0)
    t.refused("penalty 3 0 0 0")
    t.refused("penalty 16 0 0 1")  # every opponent has it
    TextGame(dealer=0).refused("penalty 3 0 0 1")  # of two it is the other
    assert "opponent of side 2" in t.refused("penalty 3 1 0 1")


def test_c6_points_pegged_before_a_void_deal_stand_and_the_same_dealer_deals_again():
    t = TextGame("Three-handed", dealer=1)
    t.key("2S 5H TD")  # 15 for the second card
    before = t.points()
    assert sum(before) == 2
    t.key("penalty 3 1 1 0")
    assert t.points() == [before[0] + 2, before[1], before[2]]
    assert (t.game.state.phase, t.game.state.dealer) == (STARTER, 1)


def test_c6_too_many_points_go_back_and_across():
    t = TextGame(scores=(30, 20))
    t.key("penalty 12 0 9")
    assert t.points() == [21, 29]
    t = TextGame(scores=(3, 20))
    t.key("penalty 12 0 9")
    assert t.points() == [0, 29]
    for points in (0, 30):
        t.refused("penalty 12 0 %d" % points)


def test_c6b_a_card_face_up_in_the_deck_is_as_one_exposed_in_dealing():
    # By whose card it was: as penalty 2, or as penalty 3.
    for choice, like in ((0, "2 0 0"), (1, "2 0 1"), (3, "3 0 0"), (4, "3 0 1")):
        ends = []
        for text in ("penalty 8 0 %d" % choice, "penalty " + like):
            t = TextGame(dealer=0, scores=(30, 30))
            t.key("2S KH")
            t.key(text)
            ends.append((t.points(), t.game.state.pack()))
        assert ends[0] == ends[1], choice
    t = TextGame("Three-handed", dealer=0)
    assert t.scored("penalty 8 0 3 2") == [("penalty", 2, 2)]
    t.refused("penalty 8 0 0 2")
    for choice in (2, 5, 6, 7):
        t.refused("penalty 8 0 %d" % choice)


def test_c6b_the_table_says_who_gains_points_that_were_pegged_in_excess():
    for name, whom, after in (
        ("Traditional", "", [25, 35]),
        ("Traditional", " 1", [25, 35]),
        ("Traditional", " 255", [25, 30]),
        ("Three-handed", "", [25, 35, 35]),
        ("Three-handed", " 2", [25, 30, 35]),
        ("Three-handed", " 255", [25, 30, 30]),
    ):
        t = TextGame(name, dealer=0, scores=(30,) * len(after))
        t.key("penalty 12 0 5" + whom)
        assert t.points() == after, (name, whom)
    t.refused("penalty 12 0 5 0")
    t.refused("penalty 12 0 5 3")


def test_c6b_a_front_peg_that_was_displaced_goes_behind_the_back_peg():
    t = TextGame(scores=(0, 20))
    t.key("points 0 9 points 0 4")
    events = t.key("penalty 14 0 5")
    assert kinds(events, "move") == [("move", 0, 9, "back peg")] and not scores(events)
    assert t.points() == [9, 20]
    # On a blue path it goes to where the last count began.
    t = TextGame(track=CRIB_WARS)
    t.key("points 0 22 points 0 2 points 0 1")
    path = t.points()[0]
    t.key("penalty 14 0 5")
    assert t.points()[0] == path + 1  # the path leads backward
    before = t.game.state.spots[0]
    t.key("points 0 1")
    assert before > 121 and t.points()[0] == path


def test_c6b_where_all_agree_the_peg_is_moved_by_hand():
    t = TextGame(scores=(30, 20))
    assert [event[0] for event in t.key("penalty 14 0 6")] == ["penalty"]
    assert t.points() == [30, 20]


def test_c6b_a_void_game_begins_again_with_its_dealer_and_scores_nothing():
    t = TextGame("Three-handed", dealer=1, track=1)
    t.key("points 0 29 points 0 29 2S penalty 4 0 0")
    t.deal("8D", "5H 5C 5S JD", "KH 4S QC 2H", "9D 7C TD 3C")
    t.key("9C 9H TH 6C")
    state = t.game.state
    assert any(state.corner_wins) and any(state.high_hands) and state.dealer != 1
    events = t.key("penalty 14 2 7")
    assert kinds(events, "again") == [("again", 1)]
    assert events[-1] == ("deal", 1, 1)
    fresh = TextGame("Three-handed", dealer=1, track=1)
    assert state.pack() == fresh.game.state.pack()
    # Before it, the match had a game.
    t = TextGame(dealer=0, scores=(0, 118))
    t.key("points 1 3 next")
    before = t.game.state.pack()
    t.key("points 0 29 points 0 9 penalty 14 0 7")
    assert t.game.state.pack() == before
    # Only where the front pegs of both were displaced.
    t.refused("penalty 13 0 7")


def test_c6b_a_void_game_has_a_cut_again_only_if_nobody_had_dealt():
    t = TextGame(dealer=255)
    t.key("5H KD 2S points 0 5 penalty 14 1 7")
    assert (t.game.state.phase, t.game.state.dealer, t.points()) == (STARTER, 0, [0, 0])


def test_c6_a_penalty_can_end_the_game():
    t = TextGame(scores=(50, 120))
    events = t.key("penalty 16 0 0")
    assert t.game.state.phase == OVER
    assert winner(events) == 1
    # One that ends it deals no more.
    t = TextGame(scores=(50, 120))
    assert not kinds(t.key("penalty 15 0 0"), "deal")
    t.refused("penalty 16 0 0")


def test_c6_a_penalty_may_come_at_any_moment_of_a_deal_and_be_undone():
    t = TextGame()
    t.game.apply((2, 0, 9))
    for text in ("5S", "KH", "QD"):
        before = t.game.state.pack()
        t.key("penalty 16 1 0")
        assert t.points() == [11, 0]
        t.game.undo()
        assert t.game.state.pack() == before
        t.game.redo()
        t.game.undo()
        t.key(text)


def test_c6_no_penalty_before_there_is_a_dealer_or_on_the_scoreboard():
    t = TextGame(dealer=255)
    assert "cut" in t.refused("penalty 1 0 0")
    t.refused("points 0 3")
    TextGame("Scoreboard", dealer=255).refused("penalty 1 0 0")


def test_c6_points_of_a_penalty_land_like_others():
    t = TextGame(scores=(5, 6), track=CRIB_WARS)
    events = t.key("penalty 16 0 0")
    assert scores(events) == [("penalty", 1, 2)]
    assert kinds(events, "move") == [("move", 1, 28, "red")]


def test_points_by_hand_are_given_and_taken():
    t = TextGame(scores=(10, 20))
    assert t.scored("points 0 5") == [("by hand", 0, 5)]
    assert kinds(t.key("minus 1 6"), "move") == [("move", 1, 14, "minus")]
    assert t.points() == [15, 14]
    t.key("minus 1 29")
    assert t.points() == [15, 0]
    for text in (
        "points 0 0",
        "points 0 30",
        "points 2 1",
        "minus 0 0",
        "minus 0 30",
        "minus 2 1",
    ):
        t.refused(text)


def test_points_can_be_taken_back_on_the_scoreboard_too():
    t = TextGame("Scoreboard", dealer=255)
    t.key("points 0 12 points 1 9 minus 0 4")
    assert t.points() == [8, 9]
    t.game.undo()
    assert t.points() == [12, 9]


def test_a_penalty_names_the_side_that_there_is_not():
    assert "there is no side 5" in TextGame(scores=(5, 6)).refused("penalty 1 4 0")
