"""The match: payoffs, totals from game to game, and the Once-Around trackers (G13)."""

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.games.dealers import CUT, IN_TURN, LOSER, MATCH, SEAT, WINNER
from engine_core.games.options import CRIB_WARS, ONCE_AROUND, PLAIN
from engine_core.games.phases import CUT as CUT_PHASE
from engine_core.games.phases import OVER
from engine_core.games.seats import NO_SEAT
from engine_core.pegs import payoffs
from engine_core.pegs import trackers as match
from engine_core.state.entries import NEXT, POINTS, START, pack, parse, text, unpack
from engine_core.state.events import get
from engine_core.state.state import MATCH_ROWS
from tests.conformance.support.kit import raises, scale
from tests.conformance.support.player import play_out, read_back
from tests.conformance.support.text_game import TextGame, kinds

WIN = "2S KH KS"  # the second player pairs


def won(loser, target=121, track=PLAIN, **more):
    """Return the state of a game that the second player has won against `loser` points."""
    t = TextGame(scores=(loser, target - 1), target=target, track=track, **more)
    t.key(WIN)
    assert t.game.state.phase == OVER
    return t.game.state


def test_g13_the_usual_payoffs_are_1_2_4_and_those_of_once_around_1_2():
    for track, by_loser in (
        (PLAIN, ((91, 1), (90, 2), (61, 2), (60, 4), (0, 4))),
        (CRIB_WARS, ((91, 1), (90, 2), (61, 2), (60, 4), (0, 4))),
        (ONCE_AROUND, ((91, 1), (90, 1), (61, 1), (60, 2), (0, 2))),
    ):
        for loser, games in by_loser:
            state = won(loser, track=track)
            assert list(state.stakes) == [0, games], (track, loser)
            assert list(state.games) == [0, 1]


def test_g13_the_payoff_may_be_chosen():
    by_loser = (91, 90, 60)
    for payoff, expected in (
        (0, (1, 2, 4)),
        (1, (1, 2, 4)),
        (2, (1, 1, 2)),
        (3, (2, 3, 3)),
        (4, (1, 1, 1)),
    ):
        for track in (PLAIN, ONCE_AROUND):
            for loser, stakes in zip(by_loser, expected):
                t = TextGame(scores=(loser, 120), track=track, payoff=payoff)
                t.key(WIN)
                if payoff or track == PLAIN:
                    assert list(t.game.state.stakes) == [0, stakes], (payoff, loser)
                assert list(t.game.state.games) == [0, 1]
    # It is kept for the next game, and a lurch goes by it too.
    t = TextGame(scores=(20, 60), target=61, payoff=3)
    t.key(WIN)
    assert list(t.game.state.stakes) == [0, 3]
    t.key("next")
    assert t.game.state.more_options == 3


def test_g13_a_lurch_goes_by_the_payoff():
    for payoff, lurch, game in ((0, 2, 1), (1, 2, 1), (2, 2, 1), (3, 3, 2), (4, 1, 1)):
        for loser, stakes in ((30, lurch), (31, game)):
            state = won(loser, target=61, payoff=payoff)
            assert list(state.stakes) == [0, stakes], (payoff, loser)


def test_g13_a_claimed_game_is_worth_one_by_the_payoff():
    t = TextGame(scores=(20, 100), payoff=3)
    t.key("penalty 11 0 2")
    assert list(t.game.state.stakes) == [0, 2]  # game points of one game


def test_g13_a_start_without_a_payoff_is_the_shorter_entry():
    short = (START, 1, 2, 121, 1, 0, 0)
    assert unpack(pack(short)) == (short, 7)
    for payoff in range(1, 5):
        entry = short + (payoff,)
        assert unpack(pack(entry)) == (entry, 8)
        assert parse(text(entry)) == entry
    for payoff in (5, 7, 8 + 6):
        assert "payoff" in str(raises(PegboardError, Game().apply, short + (payoff,)))
    for more in (128, 255):  # above the payoff are options
        assert "option" in str(raises(PegboardError, Game().apply, short + (more,)))
    # In Solitaire there is nobody to collect from.
    raises(PegboardError, Game().apply, (START, 10, 2, 121, 0, 0, 0, 1))


def test_g13_a_lurch_at_61_is_two_games():
    for loser, games in ((31, 1), (30, 2), (0, 2)):
        assert list(won(loser, 61).stakes) == [0, games]


def test_g13_with_the_plain_payoff_a_lurch_is_one_game():
    assert list(won(30, 61, payoff=4).stakes) == [0, 1]


def test_g13_a_double_skunk_equals_two_skunks():
    for track in (PLAIN, ONCE_AROUND, CRIB_WARS):
        assert list(won(90, track=track).skunks) == [0, 1]
        assert list(won(90, track=track).double_skunks) == [0, 0]
        assert list(won(60, track=track).skunks) == [0, 2]
        assert list(won(60, track=track).double_skunks) == [0, 1]


def test_g13_running_points_add_up_beyond_a_byte():
    t = TextGame(scores=(100, 120))
    for n in range(1, 6):
        t.put(100, 120)
        t.game.apply((POINTS, 1, 1))
        assert [match.running(t.game.state, side) for side in (0, 1)] == [100 * n, 121 * n]
        t.key("next")


def test_g13_running_points_are_two_bytes():
    for before in (0, 134, 135, 136, 390, 391, 5018, 65535 - 121, 65535 - 120, 65535):
        t = TextGame(scores=(100, 120))
        t.game.state.running_points[2:] = before.to_bytes(2, "big")
        t.game.apply((POINTS, 1, 1))
        assert match.running(t.game.state, 1) == (before + 121) % 65536


def test_next_continues_the_match_and_another_game_starts_a_new_one():
    t = TextGame(scores=(50, 120))
    t.key(WIN)
    kept = [bytes(getattr(t.game.state, row)) for row in MATCH_ROWS]
    t.key("next")
    assert [bytes(getattr(t.game.state, row)) for row in MATCH_ROWS] == kept
    assert t.points() == [0, 0]
    t.put(120, 100)
    t.game.apply((POINTS, 0, 1))
    assert list(t.game.state.games) == [1, 1]
    assert list(t.game.state.stakes) == [1, 4]
    assert list(TextGame().game.state.games) == [0, 0]


def test_the_match_is_the_same_after_reading_its_packed_entries():
    for game in ((1, 2, 121, 0, ONCE_AROUND), (2, 3, 121, 0, PLAIN), (10, 2, 121, 0, PLAIN)):
        played = play_out(game, 31)
        played.apply((NEXT,))
        again = read_back(played.entries())
        for row in MATCH_ROWS:
            assert getattr(again.state, row) == getattr(played.state, row)
        assert match.running(again.state, 0) > 0


def test_undo_removes_the_game_from_the_match():
    t = TextGame()
    for side, points in ((0, 29), (1, 29), (1, 29), (1, 29), (1, 29)):
        t.game.apply((POINTS, side, points))
    before = t.game.state.pack()
    t.game.apply((POINTS, 1, 5))
    assert list(t.game.state.games) == [0, 1]
    t.key("next")
    t.game.undo()
    t.game.undo()
    assert t.game.state.pack() == before
    assert list(t.game.state.games) == [0, 0]
    t.game.redo()
    assert list(t.game.state.stakes) == [0, 4]


def test_the_loser_deals_next():
    t = TextGame(scores=(100, 120))
    t.key(WIN)
    assert t.key("next")[0] == ("next", 0)
    t = TextGame("Four-handed", dealer=3, scores=(100, 120))
    t.key(WIN)
    assert t.key("next")[0] == ("next", 2)  # the first loser to the left of the winning side
    t = TextGame("Three-handed", dealer=2, scores=(100, 120, 60))
    t.key(WIN)
    assert t.key("next")[0] == ("next", 2)


def test_g15_the_table_may_choose_who_deals_the_next_game():
    for name, dealer, scores, expected in (
        # Loser, winner, in turn, and the third seat or none.
        ("Traditional", 1, (100, 120), (0, 1, 0, None)),
        ("Three-handed", 0, (100, 120, 60), (2, 1, 1, 2)),
        ("Four-handed", 3, (100, 120), (2, 1, 0, 2)),
        ("Six-handed, Crib Wars", 2, (100, 120, 90), (2, 1, 3, 2)),
        ("Backward", 1, (120, 90), (0, 1, 0, None)),  # who reaches 121 has lost
        ("Battlefield", 1, (100, 120), (0, 1, 0, None)),
    ):
        for choice, seat in zip((LOSER, WINNER, IN_TURN, SEAT + 2), expected):
            t = TextGame(name, dealer=dealer, scores=scores)
            t.key("points %d 1" % scores.index(120))
            if seat is None:
                assert "not a choice" in t.refused("next %d" % choice)
                continue
            assert t.key("next %d" % choice)[0] == ("next", seat), (name, choice)
            assert t.game.state.next_way == 0


def test_g15_the_winner_of_several_partners_is_the_one_who_scored_the_last_point():
    t = TextGame("Four-handed", dealer=1, scores=(100, 119))
    t.key("8D 5H KH")  # 15 for the fourth player
    assert t.key("next %d" % WINNER)[0] == ("next", 3)


def test_g15_a_new_cut_begins_the_next_game():
    t = TextGame(scores=(100, 120))
    t.key(WIN)
    assert t.key("next %d" % CUT) == [("next", NO_SEAT)]
    assert t.game.state.phase == CUT_PHASE
    t.key("5H 2D")
    assert t.game.state.dealer == 1


def test_g15_a_choice_for_the_match_holds_until_another():
    t = TextGame("Three-handed", dealer=2)
    for n, choice in enumerate((IN_TURN | MATCH, 0, 0, SEAT + 2, 0, WINNER | MATCH, 0)):
        dealer = t.game.state.first_dealer - 1
        t.put(100, 120, 60)
        t.key("points 1 1")
        event = t.key("next %d" % choice if choice else "next")[0]
        turn = (dealer + 1) % 3
        assert get(event, "dealer") == (turn, turn, turn, 2, turn, 1, 1)[n], n
    assert t.game.state.next_way == WINNER
    # It does not change what a START entry says, and is kept with it.
    t.put(100, 120, 60)
    t.key("points 1 1")
    t.game.apply((START, 2, 3, 121, 0, 0, 0))
    assert t.game.state.dealer == 0 and t.game.state.next_way == WINNER


def test_g15_the_next_dealer_cannot_be_chosen_where_there_is_none():
    t = TextGame("Scoreboard", dealer=255, scores=(119, 2))
    t.key("points 0 2")
    assert "not a choice" in t.refused("next 1")
    t = TextGame(scores=(100, 120))
    t.key(WIN)
    for choice in (0, 5, 7, SEAT + 2, SEAT + 200, MATCH):
        t.refused("next %d" % choice)


def test_g15_a_seat_for_the_match_is_the_last_one_where_fewer_play():
    t = TextGame("Three-handed", dealer=1, scores=(100, 120, 60))
    t.key("points 1 1")
    assert t.key("next %d" % (SEAT + 2 | MATCH))[0] == ("next", 2)
    t.put(100, 120, 60)
    t.key("points 1 1")
    t.game.apply((START, 1, 2, 121, 0, 0, 0))
    t.put(100, 120)
    t.key("points 1 1")
    assert t.key("next")[0] == ("next", 1)


def test_g15_in_a_game_for_one_there_is_no_choice_of_a_dealer():
    t = TextGame("Solitaire", dealer=0, scores=(120,))
    t.key("points 0 1")
    for choice in (LOSER, WINNER, IN_TURN, CUT, SEAT):
        assert "not a choice" in t.refused("next %d" % choice)
    assert kinds(t.key("next"), "deal")


def test_g15_in_turn_goes_by_who_dealt_first_and_not_by_who_dealt_last():
    t = TextGame("Three-handed", dealer=1)
    t.key("2S penalty 4 0 0 2S redeal 0")
    assert t.game.state.dealer == 0
    t.put(100, 120, 60)
    t.key("points 1 1")
    assert t.key("next %d" % IN_TURN)[0] == ("next", 2)


def test_g15_in_turn_goes_by_who_dealt_first():
    t = TextGame("Three-handed", dealer=1)
    t.key("2S penalty 4 0 0 2S penalty 4 0 0")
    t.put(100, 120, 60)
    t.key("points 1 1")
    assert t.key("next %d" % IN_TURN)[0] == ("next", 2)


def test_g13_a_match_is_settled_by_what_each_owes_each():
    t = TextGame("Three-handed", dealer=2, payoff=1)
    # Each time one wins; the others' scores decide what they pay.
    for scores, winner in (((120, 100, 50), 0), ((95, 120, 85), 1), ((100, 120, 20), 1)):
        t.put(*scores)
        t.key("points %d 1" % winner)
        state = t.game.state
        t.key("next")
    assert list(state.stakes) == [5, 8, 0]
    # 0 owes 1 twice a game, and has one from it; 2 owes both a double skunk, and 1 a skunk too.
    assert payoffs.debts(state) == [(0, 1, 1), (2, 0, 4), (2, 1, 6)]
    assert [payoffs.balance(state, side) for side in range(3)] == [3, 7, -10]
    two = TextGame(scores=(80, 120), payoff=1)
    two.key("points 1 1 next points 0 29 points 0 29 points 0 29 points 0 29 points 0 5")
    assert list(two.game.state.stakes) == [4, 2]
    assert payoffs.debts(two.game.state) == [(1, 0, 2)]


def test_g13_totals_and_debts_stop_at_255():
    t = TextGame("Three-handed", dealer=2)
    state = t.game.state
    for amount, owed in ((200, 200), (54, 254), (1, 255), (4, 255)):
        payoffs.add(state, 2, 1, amount)
        assert payoffs.debts(state) == [(2, 1, owed)]
    for row in (state.games, state.stakes, state.skunks, state.double_skunks, state.corner_wins):
        row[0] = 254
    for total in (255, 255):
        t.put(120, 20, 20)
        t.key("points 0 1 next")
        state = t.game.state
        assert state.games[0] == state.stakes[0] == state.skunks[0] == total
        assert state.double_skunks[0] == total


def test_g13_of_a_claimed_game_only_the_offender_owes():
    t = TextGame("Three-handed", dealer=0)
    t.key("penalty 11 1 2 2")
    assert payoffs.debts(t.game.state) == [(1, 2, 1)]
    # A match goes on with it, also over other options; another number of sides is another match.
    t.game.apply((START, 2, 3, 121, 0, 0, 1))
    assert payoffs.debts(t.game.state) == [(1, 2, 1)]


def test_g13_a_match_of_an_earlier_version_is_settled_from_now_on():
    t = TextGame("Three-handed", dealer=2, scores=(120, 100, 50))
    t.game.state.owed = bytearray()
    assert payoffs.debts(t.game.state) == []
    t.key("points 0 1")
    assert payoffs.debts(t.game.state) == [(1, 0, 1), (2, 0, 4)]


# Once-Around ------------------------------------------------------------------------------


def test_corners_go_to_the_first_past_30_60_and_90():
    t = TextGame(track=ONCE_AROUND)
    t.game.apply((POINTS, 0, 29))
    t.game.apply((POINTS, 0, 1))
    assert list(t.game.state.corner_wins) == [0, 0]  # at 30, and not past it
    t.game.apply((POINTS, 1, 29))
    t.game.apply((POINTS, 1, 2))
    assert list(t.game.state.corner_wins) == [0, 1]
    t.game.apply((POINTS, 0, 1))
    assert list(t.game.state.corner_wins) == [0, 1]
    t.game.apply((POINTS, 0, 29))
    t.game.apply((POINTS, 0, 1))
    assert list(t.game.state.corner_wins) == [1, 1]  # 61
    t.game.apply((POINTS, 0, 29))
    t.game.apply((POINTS, 0, 1))
    assert list(t.game.state.corner_wins) == [2, 1]  # 91


def test_a_corner_is_won_by_each_move_that_passes_it():
    state = TextGame(track=ONCE_AROUND).game.state
    for before in range(0, 122, scale(1, 7, 3)):
        for now in range(122):
            state.corners_passed = state.corner_wins[0] = 0
            match.passed(state, 0, before, now)
            corners = [corner for corner in (30, 60, 90) if before <= corner < now]
            assert state.corner_wins[0] == len(corners), (before, now)


def test_a_corner_is_won_once_in_a_game_and_again_in_the_next():
    t = TextGame(track=ONCE_AROUND)
    t.game.apply((POINTS, 0, 29))
    t.game.apply((POINTS, 0, 2))
    t.key("minus 0 5")
    t.game.apply((POINTS, 0, 5))
    assert list(t.game.state.corner_wins) == [1, 0]
    for _ in range(4):
        if t.game.state.phase != OVER:
            t.game.apply((POINTS, 0, 29))
    assert list(t.game.state.corner_wins) == [3, 0]
    t.key("next")
    t.game.apply((POINTS, 1, 29))
    t.game.apply((POINTS, 1, 2))
    assert list(t.game.state.corner_wins) == [3, 1]


def test_the_high_hand_is_the_best_hand_of_the_match_without_cribs():
    t = TextGame(track=ONCE_AROUND)
    t.deal("8D", "KH 4S QC 2H", "9D 7C JD 3C")
    assert list(t.game.state.high_hands) == [0, 6]
    t.key("9S 9H 9C 6D")
    assert list(t.game.state.high_hands) == [0, 6]  # a crib of more is no hand
    t.put(0, 120)
    t.game.apply((POINTS, 1, 1))
    t.key("next")
    assert list(t.game.state.high_hands) == [0, 6]


def test_nobody_wins_a_lost_solitaire():
    played = play_out((10, 2, 121, 0, PLAIN), 1)
    assert list(played.state.games) == [0] and list(played.state.stakes) == [0]
    assert match.running(played.state, 0) == played.state.scores[0]


def test_g13_another_option_between_two_games_keeps_the_match():
    t = TextGame(scores=(20, 120))
    t.key(WIN)
    won_by = list(t.game.state.stakes)
    t.key("start 1 2 61 0 1 0")
    state = t.game.state
    assert (state.target, state.options, state.dealer) == (61, 1, 0)
    assert list(state.games) == [0, 1] and list(state.stakes) == won_by
    assert t.game.begun() == t.game.length - 1
    t.game.undo()
    assert state.phase == OVER and state.options == 0
    t.game.redo()
    assert "already started" in t.refused("start 1 2 61 0 0 0")
    # With another number of sides it is another match.
    t.game.undo()
    t.key("start 2 3 61 0 0 0")
    assert list(t.game.state.games) == [0, 0, 0]
