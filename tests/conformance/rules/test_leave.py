"""A player leaves, and the game is ended and scored (ruling G20)."""

from engine_core.games.options import CRIB_WARS
from engine_core.games.phases import OVER
from engine_core.games.seats import NO_SEAT
from engine_core.records.legal_entries import legal_entries
from engine_core.state import entries as E
from engine_core.state.entries import LEAVE, parse, text
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, kinds, scores, winner


def test_g20_of_two_the_other_side_wins_one_game_without_a_skunk():
    for seat in (0, 1):
        t = TextGame(dealer=1, scores=(100, 20))
        t.key("8D KH 9D")
        events = t.key("leave %d" % seat)
        state = t.game.state
        assert kinds(events, "leave") == [("leave", seat)]
        assert events[-1] == ("over", 1 - seat, (0, 0))
        assert not scores(events) and t.points() == [100, 20]
        assert state.phase == OVER
        assert (state.games[1 - seat], state.stakes[1 - seat]) == (1, 1)
        assert not any(state.skunks) and not any(state.double_skunks)
        # The side that lost deals the next game.
        assert t.game.apply((E.NEXT,))[0] == ("next", seat)


def test_g20_of_several_the_best_placed_wins_and_only_the_leaver_pays():
    for seat, best in ((0, 1), (1, 2), (2, 1)):
        t = TextGame("Three-handed", dealer=0, scores=(20, 100, 50))
        assert winner(t.key("leave %d" % seat)) == best
        state = t.game.state
        assert list(state.stakes) == list(state.games) == [side == best for side in range(3)]
    t = TextGame("Five-handed", dealer=0, scores=(9, 3, 4, 8, 6), payoff=3)
    assert winner(t.key("leave 0")) == 3
    assert list(t.game.state.stakes) == [0, 0, 0, 2, 0]  # game points: 2 for a game


def test_g20_of_equal_scores_the_side_that_counts_first_wins():
    for dealer, best in ((0, 1), (1, 2), (2, 1)):
        t = TextGame("Three-handed", dealer=dealer, scores=(70, 40, 40))
        assert winner(t.key("leave 0")) == best
    for dealer, best in ((0, 1), (1, 2)):
        t = TextGame("Backward", dealer=dealer, players=3, scores=(7, 40, 40))
        assert winner(t.key("leave 0")) == best


def test_g20_in_backward_the_lowest_score_is_best():
    for seat, best in ((0, 2), (1, 0), (2, 0)):
        t = TextGame("Backward", dealer=0, players=3, scores=(20, 100, 50))
        assert winner(t.key("leave %d" % seat)) == best


def test_g20_partners_lose_with_the_one_who_leaves():
    for seat in range(4):
        t = TextGame("Four-handed", dealer=0, scores=(60, 60))
        assert winner(t.key("leave %d" % seat)) == 1 - seat % 2


def test_g20_in_every_other_game():
    for preset, players, target, track in (
        ("Noddy", 4, 31, 0),
        ("Five-card", 2, 61, 0),
        ("Battlefield", 3, 121, 0),
        ("Battlefield, partners", 4, 121, 0),
        ("Scoreboard", 3, 50, 0),
        ("Traditional", 2, 121, CRIB_WARS),
    ):
        dealer = NO_SEAT if preset == "Scoreboard" else 0
        t = TextGame(preset, dealer, target, players=players, track=track)
        state = t.game.state
        state.scores[1] = 9
        assert winner(t.key("leave 0")) == 1
        assert state.phase == OVER and list(state.games)[1] == sum(state.games) == 1
        assert "over" in t.refused("leave 1")


def test_g20_nothing_more_counts_once_a_player_has_left():
    # Claimed points that are not settled, and a hand that waits for its suits.
    t = TextGame(options=1, dealer=1)
    t.deal("8D", "KH 4S QC 2H", "9D 7C JD 3C")
    before = t.points()
    t.key("claim 4")
    events = t.key("leave 0")
    assert [event[0] for event in events] == ["leave", "over"]
    assert t.points() == before


def test_g20_undo_and_redo_a_player_who_leaves():
    t = TextGame("Three-handed", dealer=0)
    t.key("points 0 20 points 1 29 points 2 25")
    before = t.game.state.pack()
    t.key("leave 1")
    after = t.game.state.pack()
    assert t.game.undo() == (LEAVE, 1)
    assert t.game.state.pack() == before
    events = t.game.redo()
    assert get(events[-1], "winner") == 2
    assert t.game.state.pack() == after


def test_g20_who_cannot_leave():
    t = TextGame()
    assert "no seat 3" in t.refused("leave 2")
    t.refused("leave 255")
    alone = TextGame("Solitaire", dealer=0)
    assert "nobody is left to win" in alone.refused("leave 0")
    cutting = TextGame(dealer=None)
    assert "cut for the deal first" in cutting.refused("leave 0")


def test_g20_leaving_is_legal_only_by_hand():
    t = TextGame("Three-handed", dealer=0)
    state = t.game.state
    assert [e for e in legal_entries(state, True) if e[0] == LEAVE] == [
        (LEAVE, 0),
        (LEAVE, 1),
        (LEAVE, 2),
    ]
    assert not [e for e in legal_entries(state) if e[0] == LEAVE]
    assert parse("leave 2") == (LEAVE, 2) and text((LEAVE, 2)) == "leave 2"
    assert E.unpack(E.pack((LEAVE, 2))) == ((LEAVE, 2), 2)
