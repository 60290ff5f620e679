"""Games that are the usual one with other numbers: five- and six-handed, strict go (F1, G4)."""

from engine_core.games import options as opt
from engine_core.games.phases import CRIB, OVER, PLAY
from engine_core.games.presets import named
from engine_core.state.entries import NEXT
from engine_core.state.events import get
from tests.conformance.support.text_game import TextGame, counted, kinds, scores

# name, cards dealt and thrown from the dealer's left, buried, sides by seat
DEALS = (
    ("Five-handed", (5, 5, 5, 5, 4), (1, 1, 1, 1, 0), (0,) * 5, (0, 1, 2, 3, 4)),
    ("Six-handed, Once-Around", (5, 5, 5, 5, 4, 4), (1, 1, 1, 1, 0, 0), (0,) * 6, (0, 1) * 3),
    ("Six-handed, Crib Wars", (5,) * 6, (1, 1, 0, 1, 1, 0), (0, 0, 1, 0, 0, 1), (0, 1, 2) * 2),
)
# By seat: all different, and without the sixes of the crib.
HANDS = ("AH 3C 7H QC", "AC 3D 7C QD", "AD 3S 7D QS", "AS 3H 7S QH", "2H 4C 8H TC", "2C 4D 8C TD")


def test_five_and_six_are_dealt_as_the_booklets_say():
    for name, dealt, thrown, buried, sides in DEALS:
        deal = named(name).deals[0]
        assert (deal.deal, deal.throw, deal.bury, deal.side_of) == (dealt, thrown, buried, sides)
        assert deal.hand == 4 and deal.crib == 4 and deal.from_deck == 0


def test_partners_of_six_sit_where_their_booklets_seat_them():
    once_around = named("Six-handed, Once-Around").deals[0].side_of
    crib_wars = named("Six-handed, Crib Wars").deals[0].side_of
    for seat in range(6):
        assert once_around[seat] == once_around[(seat + 2) % 6] != once_around[(seat + 1) % 6]
        assert crib_wars[seat] == crib_wars[(seat + 3) % 6]


def test_g10_five_and_six_count_from_the_dealers_left_and_the_crib_last():
    for name, _, _, _, sides in DEALS:
        seats = len(sides)
        for dealer in range(seats):
            t = TextGame(name, dealer=dealer)
            events = t.deal("KS", *HANDS[:seats])
            order = [(dealer + 1 + n) % seats for n in range(seats)]
            assert [row[:2] for row in counted(events)] == [("hand", seat) for seat in order]
            laid = [get(event, "seat") for event in kinds(events, "card")]
            assert laid[:2] == order[:2]
            assert (t.game.state.phase, t.game.state.turn) == (CRIB, dealer)
            before = t.points()
            events = t.key("6H 6C 6D 6S")
            assert counted(events) == [("crib", dealer, 12)]
            before[sides[dealer]] += 12
            assert t.points() == before
            assert t.game.state.dealer == (dealer + 1) % seats


def test_points_of_five_and_six_go_to_the_side_of_the_seat():
    for name, _, _, _, sides in DEALS:
        t = TextGame(name, dealer=len(sides) - 1)
        assert t.scored("2S KH KS") == [("play", 1, 2)]
        assert t.points()[sides[1]] == 2 and sum(t.points()) == 2
    t = TextGame("Six-handed, Once-Around", dealer=5)
    assert t.scored("JD") == [("nibs", 5, 2)]
    assert t.points() == [0, 2]


def test_g2_with_six_players_the_last_to_lay_scores_the_go():
    t = TextGame("Six-handed, Once-Around", dealer=5)
    t.key("2S KH QD 9S go go go go go")
    assert t.scored("go") == [("go", 2, 1)]
    assert t.game.state.turn == 3


def five(scores, **more):
    """Return five players at these scores of whom the second is about to pair."""
    return TextGame("Five-handed", dealer=4, scores=scores, **more)


def test_f1_the_winner_collects_from_each_of_the_others():
    t = five((95, 120, 90, 60, 30))
    events = t.key("2S KH KS")
    state = t.game.state
    assert (state.phase, state.winner) == (OVER, 1)
    assert get(events[-1], "losses") == (0, 0, 1, 2, 2)
    assert list(state.stakes) == [0, 1 + 2 + 4 + 4, 0, 0, 0]
    assert list(state.games) == [0, 1, 0, 0, 0]
    assert list(state.skunks) == [0, 1 + 2 + 2, 0, 0, 0]
    assert list(state.double_skunks) == [0, 2, 0, 0, 0]


def test_f1_at_61_a_lurch_is_two():
    t = five((31, 60, 30, 0, 60), target=61)
    t.key("2S KH KS")
    assert list(t.game.state.stakes) == [0, 1 + 2 + 2 + 1, 0, 0, 0]


def test_f1_by_once_around_a_skunk_is_one_and_a_lurch_two():
    t = five((95, 120, 90, 60, 30), track=opt.ONCE_AROUND)
    t.key("2S KH KS")
    assert list(t.game.state.stakes) == [0, 1 + 1 + 2 + 2, 0, 0, 0]


def test_f1_the_first_loser_to_the_winners_left_deals_next():
    t = five((95, 120, 90, 60, 30))
    t.key("2S KH KS")
    assert t.game.apply((NEXT,))[0] == ("next", 2)


def three(options=0):
    """Return three players at 29, of whom the first is in turn."""
    t = TextGame("Three-handed", dealer=2, options=options)
    t.key("2S KH QD 9S")
    assert t.game.state.turn == 0
    return t


def test_g4_whoever_can_must_play_on_after_two_goes():
    t = three()
    assert t.scored("go go") == []
    assert t.game.state.turn == 2
    assert t.scored("AD") == []
    assert t.game.state.turn == 2
    assert t.scored("go") == [("go", 2, 1)]


def test_g4_strict_go_ends_the_count_at_two_goes_in_a_row():
    t = three(opt.STRICT_GO)
    assert t.scored("go") == []
    events = t.key("go")
    assert scores(events) == [("go", 2, 1)]
    assert kinds(events, "restart") == [("restart", 0)]
    assert t.game.state.turn == 0


def test_g4_strict_go_continues_if_a_card_was_laid_between():
    t = TextGame("Three-handed", dealer=2, options=opt.STRICT_GO)
    t.key("2S KH 8D 7S go AD")  # 26
    assert t.scored("go") == []
    assert t.game.state.turn == 1
    assert t.scored("2D") == []
    assert t.scored("go") == [("go", 1, 1)]


def test_g4_strict_go_changes_nothing_for_two():
    for options in (0, opt.STRICT_GO):
        t = TextGame(options=options)
        t.key("2S KH QD 3H go")
        assert t.scored("7D go") == [("go", 0, 1)]


def test_g4_strict_go_does_not_reach_into_the_next_count():
    t = three(opt.STRICT_GO)
    t.key("go go")
    t.key("9H TD 5C")  # 24
    assert t.scored("go") == []
    assert (t.game.state.phase, t.game.state.turn) == (PLAY, 1)


def test_g4_a_dead_card_is_not_laid_between_two_goes():
    t = TextGame("Three-handed", dealer=2, options=opt.STRICT_GO | opt.RENEGE_PENALTY)
    t.key("2S KH 9S QD go go KD TC 5C go")
    assert kinds(t.key("2D"), "dead")  # the second player held it back at 29
    assert t.game.state.turn == 1
    events = t.key("go")
    assert scores(events) == [("go", 2, 1)]
    assert kinds(events, "restart")
