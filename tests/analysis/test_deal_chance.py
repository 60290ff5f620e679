"""The chance to win within a deal, given the cards that everyone can see."""

from statistics import fmean

import pytest

from engine_core.count.cards import card, cards
from engine_core.game.game import Game
from engine_core.games.options import CRIB_WARS, MUGGINS, MUGGINS_IN_PLAY, ONCE_AROUND
from engine_core.games.phases import AFTER_PLAY, CRIB
from engine_core.state.entries import CARD, GO, POINTS, START
from host.analysis import deal_chance, tables
from host.analysis.kept_hands import hand_chances
from host.analysis.percents import percents
from host.analysis.show_chance import NOTHING, PlayOutcomes, ShowChance, certain
from host.analysis.tables import DEALER, PONE
from tests.cases import slow


def started(code=1, seats=2, target=121, dealer=0, options=0, track=0, scores=None):
    game = Game()
    game.apply((START, code, seats, target, dealer, options, track))
    if scores:
        game.state.scores[:] = bytes(scores)
    return game


def key(game, text):
    for word in text.split():
        game.apply((GO,) if word == "go" else (CARD, card(word)))
    return deal_chance.chances(game.state)


PLAYED = "5C KS 5D KH go go 5H KD 2S 2C"


def test_before_a_deal_the_chance_is_that_of_the_tables():
    game = started(dealer=1, scores=(37, 35))
    dealer = tables.before_deal(121)[35][37]
    assert deal_chance.chances(game.state) == pytest.approx([1 - dealer, dealer])


def test_before_the_cut_for_the_deal_nobody_is_ahead():
    assert deal_chance.chances(started(dealer=255).state) == pytest.approx([0.5, 0.5])
    assert deal_chance.chances(started(2, 3, dealer=255).state) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(("ours", "theirs"), [(96, 112), *slow((0, 0), (60, 66), (115, 119))])
def test_the_chances_after_each_starter_average_what_they_were_before(ours, theirs):
    """The starter is public before anybody plays: its information must cancel out."""
    scores = (ours, theirs)
    before = deal_chance.chances(started(scores=scores).state)[0]
    after = [key(started(scores=scores), text)[0] for text in "AS 2S 3S 4S 5S 6S 7S 8S".split()]
    after += [key(started(scores=scores), text)[0] for text in "9S TS JS QS KS".split()]
    assert fmean(after) == pytest.approx(before, abs=0.02)
    assert max(after) > min(after)


def test_nibs_are_good_for_the_dealer():
    assert key(started(), "JD")[0] > key(started(), "QD")[0] + 0.01


def test_a_good_card_on_the_table_helps_its_player():
    five, king = (key(started(dealer=0), "TD " + lead)[1] for lead in ("5C", "KC"))
    assert five > king


def test_a_go_rules_out_low_cards():
    starter, played, seen = card("6D"), (card("KS"),), tuple(sorted(cards("6D KS KH KC")))
    before = hand_chances(PONE, starter, played, seen, 0)
    after = hand_chances(PONE, starter, played, seen, 9)
    assert sum(after) == pytest.approx(1)
    assert before != after
    # Ten-cards only: with a six turned up, no fifteen.
    assert after[2] + after[3] + after[0] + after[1] < 1


def test_hands_on_the_table_are_counted_exactly():
    starter = card("5S")
    played = tuple(sorted(cards("5H 5C JS 5D")))
    assert hand_chances(DEALER, starter, played, (*played, starter), 0) == certain(29)


def test_the_crib_alone_is_left_when_the_hands_are_counted():
    game = started(dealer=0, scores=(60, 50))
    found = key(game, "6D " + PLAYED)
    state = game.state
    assert state.phase == CRIB and state.hands_counted == 2
    crib = tables.crib_by_starter(5)
    expected = sum(
        [
            share * (1 - tables.before_deal(121)[state.scores[1]][state.scores[0] + points])
            for points, share in enumerate(crib)
        ]
    )
    assert found == pytest.approx([expected, 1 - expected])


def test_a_pone_who_counts_out_first_has_as_good_as_won():
    game = started(dealer=0, scores=(90, 118))
    assert key(game, "6D 5C KS 5D")[1] > 0.99


def test_a_game_that_is_over_is_decided():
    game = started(dealer=0, scores=(119, 0))
    assert key(game, "JD") == [1.0, 0.0]
    assert percents([1.0, 0.0]) == [100, 0]


def test_the_chance_follows_undo():
    game = started(dealer=0)
    before = key(game, "6D 5C")
    key(game, "KS")
    game.undo()
    assert deal_chance.chances(game.state) == before


def test_muggins_asks_about_hands_that_are_known():
    game = started(dealer=0, options=MUGGINS)
    plain = started(dealer=0)
    key(game, "6D " + PLAYED)
    key(plain, "6D " + PLAYED)
    # Both hands are still to be counted; their points are on the table.
    assert game.state.hands_counted == 0
    assert deal_chance.chances(game.state) == pytest.approx(deal_chance.chances(plain.state))


def test_unclaimed_points_of_the_play_count_for_nobody():
    # The points that are open are not public: the chance must not depend on them.
    game = started(dealer=0, options=MUGGINS | MUGGINS_IN_PLAY)
    key(game, "6D " + PLAYED)
    assert game.state.phase == AFTER_PLAY and game.state.open_points
    before = deal_chance.chances(game.state)
    game.state.open_points = 0
    assert deal_chance.chances(game.state) == before
    assert sum(before) == pytest.approx(1)


def test_partners_and_three_players_have_a_chance_only_before_a_deal():
    for code, seats in ((3, 4), (2, 3)):
        game = started(code, seats, dealer=0)
        assert sum(deal_chance.chances(game.state)) == pytest.approx(1)
        assert key(game, "6D") is None
    sides = deal_chance.chances(started(3, 4, dealer=1, scores=(40, 60)).state)
    assert sides[1] == pytest.approx(tables.before_deal(121, 4)[60][40])
    three = deal_chance.chances(started(2, 3, dealer=2, scores=(40, 60, 80)).state)
    assert three == pytest.approx([tables.three_sided(121, (80, 40, 60))[n] for n in (1, 2, 0)])


def test_without_a_table_there_is_no_chance():
    assert deal_chance.chances(Game().state) is None
    assert deal_chance.chances(started(7, target=61).state) is None
    assert deal_chance.chances(started(9).state) is None
    assert deal_chance.chances(started(track=CRIB_WARS).state) is None
    assert deal_chance.chances(started(track=ONCE_AROUND).state) is not None
    game = started()
    game.state.folded = 1
    game.apply((CARD, card("6D")))
    game.state.folded = 1
    assert deal_chance.chances(game.state) is None


def test_points_by_hand_change_the_chance():
    game = started(dealer=0)
    before = deal_chance.chances(game.state)
    game.apply((POINTS, 0, 20))
    assert deal_chance.chances(game.state)[0] > before[0]


@pytest.mark.parametrize(
    ("chances", "whole"),
    [
        ([0.5, 0.5], [50, 50]),
        ([0.994, 0.006], [99, 1]),
        ([0.9999, 0.0001], [99, 1]),
        ([0.333, 0.333, 0.334], [33, 33, 34]),
        ([0.985, 0.0075, 0.0075], [98, 1, 1]),
        ([0.0, 1.0, 0.0], [0, 100, 0]),
        ([0.504, 0.496], [50, 50]),
        ([0.506, 0.494], [51, 49]),
    ],
)
def test_per_cents_are_whole_and_add_up(chances, whole):
    assert percents(chances) == whole


# Parts ------------------------------------------------------------------------------


def test_the_show_is_counted_in_order():
    dealer_hand, pone_hand, crib = [0.5, 0.5], [0.25, 0, 0.75], [0.1, 0.9]
    for dealer, pone in ((120, 119), (118, 118), (119, 120), (60, 60)):
        expected = 0.0
        for p, p_share in enumerate(pone_hand):
            for d, d_share in enumerate(dealer_hand):
                for c, c_share in enumerate(crib):
                    share = p_share * d_share * c_share
                    if pone + p >= 121:
                        continue
                    if dealer + d + c >= 121:
                        expected += share
                    else:
                        later = tables.before_deal(121)[pone + p][dealer + d + c]
                        expected += share * (1 - later)
        found = ShowChance(121, pone_hand, dealer_hand, crib).chance(dealer, pone)
        assert found == pytest.approx(expected)


def test_the_first_side_at_the_target_wins_in_the_play():
    show = ShowChance(121, NOTHING, NOTHING, NOTHING)
    plays = [[(PONE, 2), (DEALER, 2)], [(DEALER, 2), (PONE, 2)], [(DEALER, 1)]]
    after = 1 - tables.before_deal(121)[119][120]
    found = PlayOutcomes(121, 119, 119, [(1, one) for one in plays]).chance(show)
    assert found == pytest.approx((0 + 1 + after) / 3)


def test_the_play_moves_to_the_means_it_is_given():
    class Difference:
        def expected(self, dealer, shares):
            return sum([(dealer - pone) / 100 * share for pone, share in shares.items()])

    plays = [
        (1, [(role, points) for _, role, points, _ in scored]) for _, scored in tables.plays()
    ]
    outcomes = PlayOutcomes(121, 50, 50, plays)
    mine, theirs = outcomes.means
    assert outcomes.chance(Difference()) * 100 == pytest.approx(mine - theirs)
    moved = outcomes.chance(Difference(), (mine + 0.3, theirs - 0.2)) * 100
    # Shares below zero are left out, so not to the last digit.
    assert moved == pytest.approx(mine - theirs + 0.5, abs=0.05)
