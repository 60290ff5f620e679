"""The review of a game: its decisions, what each player could know, and that luck adds up."""

import pytest

from engine_core.count.cards import cards
from engine_core.state.entries import CARD
from host.analysis.analysed_games import NotReviewed
from host.analysis.decision_review import view_of
from host.analysis.decisions import deals_of
from host.analysis.game_review import costliest, is_named, review
from host.analysis.player import EASY, STEADY, Player
from host.analysis.throws import ranked
from host.record_file import read_record
from tests.analysis.played_games import begun, played
from tests.conformance.support.kit import Rand
from tests.page.record_play import RECORDS

NAMES = ("Ann", "Ben")


@pytest.fixture(scope="module")
def entries():
    """A game to 61 of a player who throws and plays badly against a better one."""
    return played([Player(EASY), Player(STEADY)], Rand(5), 0, 61)


@pytest.fixture(scope="module")
def found(entries):
    return review(entries, NAMES)


@pytest.mark.slow
def test_every_deal_has_a_throw_of_each_and_every_choice_a_play(entries, found):
    _, deals = deals_of(entries)
    for seat, side in enumerate(found.sides):
        whole = [deal for deal in deals if len(deal.hand(seat)) == 4]
        assert [one.deal for one in side.throws] == [deal.number for deal in whole]
        laid = [one for deal in whole for one in deal.laid if one.seat == seat]
        assert 0 < len(side.plays) <= len(laid)
        for one in side.plays:
            assert one.played in one.hand and one.best in one.hand


@pytest.mark.slow
def test_a_throw_costs_what_the_throw_command_says(found):
    known = [one for side in found.sides for one in side.throws if one.thrown]
    assert len(known) > 5
    for one in known:
        rows = ranked(list(one.cards), int(not one.dealer), one.scores, found.target)
        own = next(row for row in rows if set(row["throw"]) == set(one.thrown))
        assert one.best == tuple(rows[0]["throw"])
        assert one.points == pytest.approx(max(0, rows[0]["total"] - own["total"]))
        assert one.chance == pytest.approx(100 * (rows[0]["win"] - own["win"]))


def test_no_cost_is_below_0_and_the_best_costs_nothing(found):
    for side in found.sides:
        for one in (*side.throws, *side.plays):
            if one.points is None:
                continue
            assert one.points >= 0 and one.chance >= 0
        for one in side.plays:
            assert one.error >= 0
            if one.played == one.best:
                assert (one.points, one.chance, one.error) == (0, 0, 0)


def test_luck_and_skill_add_up_to_the_points_of_each_side(found):
    for side in found.sides:
        assert side.luck + side.skill == pytest.approx(side.points)
        assert sum(side.parts) == pytest.approx(side.luck)
    # What one side's decisions cost is a difference between the two.
    costs = [sum(one.points or 0 for one in (*side.throws, *side.plays)) for side in found.sides]
    assert costs[0] > costs[1]


def test_only_costs_of_0_7_points_and_1_per_cent_are_named(found):
    for side in found.sides:
        named = costliest(side, 99)
        assert all(one.points >= 0.7 and one.chance >= 1 for one in named)
        assert [one.chance for one in named] == sorted((n.chance for n in named), reverse=True)
        assert len(named) == sum(is_named(one) for one in (*side.throws, *side.plays))
    assert costliest(found.sides[0])


@pytest.mark.slow
def test_a_review_is_the_same_every_time(entries, found):
    assert review(entries, NAMES) == found


def test_what_a_player_could_know_has_none_of_the_others_cards(entries):
    """The same play with the other's unseen cards changed gives the same view."""
    _, deals = deals_of(entries)
    seen = 0
    for deal in deals:
        if any(len(deal.hand(seat)) < 4 for seat in (0, 1)):
            continue
        for laid in deal.laid:
            view = view_of(deal, laid, 61)
            later = [one.card for one in deal.laid[laid.before :] if one.seat != laid.seat]
            told = {*view.hand, *view.own, *view.others, *view.thrown, *view.line, view.starter}
            assert not told & {*later, *deal.thrown.get(1 - laid.seat, ())}
            seen += 1
    assert seen > 20


@pytest.mark.slow
def test_without_owners_throws_are_not_known_and_plays_are_reviewed():
    entries = read_record(RECORDS / "traditional.txt").entries
    found = review(entries, NAMES)
    for side in found.sides:
        assert [one.thrown for one in side.throws] == [()] * len(side.throws)
        assert all(one.points is None and one.chance is None for one in side.throws)
        assert side.plays
        assert side.luck + side.skill == pytest.approx(side.points)
    assert found.without_plays == ()


@pytest.mark.slow
def test_owners_that_are_told_later_make_the_throws_known():
    entries = read_record(RECORDS / "traditional.txt").entries
    owners = {1: {1: tuple(cards("AS 2C")), 0: tuple(cards("7H 6H"))}}
    found = review(entries, NAMES, owners)
    ben = [one.thrown for one in found.sides[1].throws]
    assert ben[0] == tuple(cards("AS 2C")) and not any(ben[1:])
    assert found.sides[0].throws[0].points >= 0


@pytest.mark.slow
def test_owners_of_other_cards_than_the_cribs_are_not_believed():
    entries = read_record(RECORDS / "traditional.txt").entries
    owners = {1: {1: tuple(cards("AS 3C")), 0: tuple(cards("7H 6H"))}}
    assert review(entries, NAMES, owners).sides[1].throws[0].thrown == ()


@pytest.mark.slow
def test_a_review_tells_how_far_it_is_and_can_be_stopped(entries):
    told = []

    def tell(done, whole):
        told.append((done, whole))
        if done > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(entries, NAMES, None, tell)
    assert [done for done, _ in told] == list(range(22))
    assert len({whole for _, whole in told}) == 1


@pytest.mark.parametrize("name", ["three-handed-go", "battlefield-three", "traditional-ranks"])
def test_other_games_say_why_they_are_not_reviewed(name):
    with pytest.raises(NotReviewed, match="not reviewed|are reviewed"):
        review(read_record(RECORDS / f"{name}.txt").entries, NAMES)


def test_a_game_that_has_only_begun_is_reviewed_as_far_as_it_went():
    found = review([begun(1), (CARD, 3), (CARD, 20)], NAMES)
    assert [side.plays for side in found.sides] == [(), ()]
    assert found.winner is None
