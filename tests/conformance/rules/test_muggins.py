"""Muggins (ruling G14): claims, calls, and who gets the difference."""

from engine_core.games import options as opt
from engine_core.games.phases import CHALLENGE, CLAIM, CRIB, FORMATION, OVER, SHOW, STARTER
from engine_core.games.presets import PRESETS, SCOREBOARD, named
from engine_core.state.events import get
from tests.conformance.support.kit import scale
from tests.conformance.support.player import play_out
from tests.conformance.support.text_game import TextGame, counted, kinds, scores, winner

# The pone's hand is worth 2 (9 4 2), the dealer's 6; the dealer has a go and the last card.
HANDS = "KH 4S 9C 2H", "9D 7C JD 3C"
CRIB_CARDS = "TC KC AS 4D"  # worth 4


def muggins(more=0, hands=HANDS, **rest):
    """Return a table that waits for the pone's claim, with 0 and 2 on the board."""
    t = TextGame(options=opt.MUGGINS | more, **rest)
    t.deal("8D", *hands)
    return t


def test_g14_muggins_is_off_by_default():
    t = TextGame()
    assert len(counted(t.deal("8D", *HANDS))) == 2
    t.refused("claim 4")
    t.refused("pass")
    t.refused("muggins 0")
    # The options that go with it do nothing alone.
    t = TextGame(options=opt.GIVE_BACK | opt.PENALTY_12)
    assert len(counted(t.deal("8D", *HANDS))) == 2


def test_g14_every_game_with_a_show_and_an_opponent_has_the_option():
    for row in PRESETS:
        shows = SHOW in row.phases or FORMATION in row.phases
        if row.machine != SCOREBOARD and shows and not row.deals_in_game:
            assert opt.MUGGINS in row.options, row.name
    for name in ("Noddy", "Solitaire", "Scoreboard"):
        assert opt.MUGGINS not in named(name).options


def test_g14_the_board_waits_for_the_claim_and_hides_the_count():
    t = muggins()
    state = t.game.state
    assert (state.phase, state.turn) == (CLAIM, 0)
    assert not kinds(t.key("claim 1"), "count")
    assert (state.phase, state.turn, state.claim) == (CHALLENGE, 0, 1)
    assert t.points() == [0, 2]
    events = t.key("pass")
    assert counted(events) == [("hand", 0, 2)]
    assert scores(events) == [("hand", 0, 1)]


def test_g14_no_event_shows_the_count_too_early():
    for points in (0, 2, 7, 29):
        t = muggins()
        assert t.key("claim %d" % points) == [("claim", 0, points)]
        # Nor does the state: it is the same whatever the hand is worth, but for its cards.
        assert t.game.state.as_dict()["claim"] == points
        assert t.game.state.hands_counted == 0


def test_g14_an_exact_claim_leaves_nothing_to_call():
    for answer in ("pass", "muggins 1"):
        t = muggins()
        assert scores(t.key("claim 2 " + answer)) == [("hand", 0, 2)]
        assert t.points() == [2, 2]


def test_g14_missed_points_go_to_the_caller():
    t = muggins()
    events = t.key("claim 0 muggins 1")
    assert scores(events) == [("muggins", 1, 2)]
    assert t.points() == [0, 4]
    assert counted(events) == [("hand", 0, 2)]


def test_g14_missed_points_that_nobody_calls_are_lost():
    t = muggins()
    assert scores(t.key("claim 0 pass")) == []
    assert t.points() == [0, 2]


def test_g14_with_give_back_missed_points_go_to_the_counter():
    t = muggins(opt.GIVE_BACK)
    events = t.key("claim 1 muggins 1")
    assert [
        (get(e, "what"), get(e, "side"), get(e, "points")) for e in kinds(events, "score")
    ] == [
        ("hand", 0, 1),
        ("muggins", 0, 1),
    ]
    assert t.points() == [2, 2]
    t = muggins(opt.GIVE_BACK)
    assert scores(t.key("claim 1 pass")) == [("hand", 0, 1)]


def test_g14_a_claim_over_the_count_is_corrected():
    for answer in ("pass", "muggins 1"):
        t = muggins()
        assert scores(t.key("claim 5 " + answer)) == [("hand", 0, 2)]
        assert t.points() == [2, 2]


def test_g14_with_penalty_12_points_claimed_in_excess_go_to_the_caller():
    t = muggins(opt.PENALTY_12)
    events = t.key("claim 5 muggins 1")
    assert scores(events) == [("hand", 0, 2), ("too much", 1, 3)]
    assert t.points() == [2, 5]
    t = muggins(opt.PENALTY_12)
    assert scores(t.key("claim 5 pass")) == [("hand", 0, 2)]
    # What is missed goes to the caller as ever.
    t = muggins(opt.PENALTY_12)
    assert scores(t.key("claim 1 muggins 1")) == [("hand", 0, 1), ("muggins", 1, 1)]


def test_g14_hands_then_crib_each_have_their_claim():
    t = muggins()
    state = t.game.state
    t.key("claim 2 pass")
    assert (state.phase, state.turn) == (CLAIM, 1)
    assert counted(t.key("claim 6 pass")) == [("hand", 1, 6)]
    assert (state.phase, state.turn) == (CRIB, 1)
    assert not counted(t.key(CRIB_CARDS))
    assert (state.phase, state.turn) == (CLAIM, 1)
    events = t.key("claim 1 muggins 0")
    assert counted(events) == [("crib", 1, 4)]
    assert scores(events) == [("crib", 1, 1), ("muggins", 0, 3)]
    assert (state.phase, state.deal_number) == (STARTER, 2)
    assert t.points() == [5, 9]


def test_g14_only_an_opponent_calls():
    t = muggins()
    t.key("claim 1")
    assert "opponent" in t.refused("muggins 0")
    t.refused("muggins 2")
    t.refused("muggins 255")
    t = TextGame("Four-handed", dealer=3, options=opt.MUGGINS)
    t.deal("KS", "AH 2C 3H 4C", "AC 2D 3C 4D", "AD 2S 3D 4S", "AS 2H 3S 4H")
    t.key("claim 3")
    assert "opponent" in t.refused("muggins 2")  # the partner
    t.refused("muggins 0")
    assert scores(t.key("muggins 3")) == [("hand", 0, 3), ("muggins", 3, 5)]


def test_g14_with_three_players_the_caller_gets_the_points():
    t = TextGame("Three-handed", dealer=2, options=opt.MUGGINS)
    t.deal("KS", "AH 2H 3H 4H", "AC 2C 3C 4C", "5H 6H 7H 8H")
    before = t.points()
    t.key("claim 0 muggins 2")
    assert t.points()[2] == before[2] + 12  # with the flush


def test_g14_other_entries_are_refused_while_a_claim_is_due():
    t = muggins()
    for text in ("5H", "go", "pass", "muggins 1", "claim 30", "next", "shown"):
        t.refused(text)
    t.key("claim 29")
    for text in ("5H", "go", "claim 2", "next"):
        t.refused(text)


def test_g14_a_starter_jack_cannot_be_mugged():
    t = TextGame(options=opt.MUGGINS)
    assert scores(t.key("JD")) == [("nibs", 1, 2)]
    t.refused("muggins 0")
    t.refused("claim 2")


def test_g14_the_claim_can_win_before_the_caller_gets_points():
    t = muggins()
    t.put(119, 119)
    t.key("claim 2")
    events = t.key("muggins 1")
    assert winner(events) == 0
    t = muggins()
    t.put(120, 119)
    # The claim is pegged first (G1).
    t.key("claim 1")
    assert t.key("muggins 1")[-1][:2] == ("over", 0)


def test_g14_missed_points_can_win():
    t = muggins()
    t.put(100, 119)
    events = t.key("claim 0 muggins 1")
    assert (t.game.state.phase, t.game.state.winner) == (OVER, 1)
    assert scores(events) == [("muggins", 1, 2)]
    t = muggins(opt.PENALTY_12)
    t.put(100, 119)
    assert t.key("claim 9 muggins 1")[-1][:2] == ("over", 1)
    # A side that reaches the target with its claim does not need the rest.
    t = muggins(hands=("KH 4S 9C 2H", "9D 7C JD 3C"))
    t.put(119, 120)
    assert t.key("claim 9 muggins 1")[-1][:2] == ("over", 0)


def test_g14_the_high_hand_is_the_true_count_and_not_the_claim():
    t = muggins()
    t.key("claim 0 pass claim 9 pass")
    assert list(t.game.state.high_hands) == [2, 6]


def test_g16_undo_of_a_claim_and_of_a_call():
    t = muggins()
    waiting = t.game.state.pack()
    t.key("claim 0")
    claimed = t.game.state.pack()
    t.key("muggins 1")
    called = t.game.state.pack()
    t.game.undo()
    assert t.game.state.pack() == claimed
    t.game.undo()
    assert t.game.state.pack() == waiting
    t.game.redo()
    t.game.redo()
    assert t.game.state.pack() == called


def test_g14_no_claim_yields_more_than_the_hand_counts():
    for seed in range(scale(3, 1)):
        for more in (0, opt.GIVE_BACK, opt.PENALTY_12):
            told = []

            def see(played, entry, events, told=told):
                told.append((entry, events, played.state.phase))

            play_out((1, 2, 121, opt.MUGGINS | more, 0), 40 + seed, see=see)
            for entry, events, phase in told:
                if entry[0] == 5:
                    assert [event[0] for event in events] == ["claim"]
                    assert phase == CHALLENGE
                true = [get(event, "points") for event in kinds(events, "count")]
                gained = [
                    get(e, "points")
                    for e in kinds(events, "score")
                    if get(e, "what") in ("hand", "crib")
                ]
                missed = [
                    get(e, "points") for e in kinds(events, "score") if get(e, "what") == "muggins"
                ]
                assert sum(gained + missed) <= sum(true)
