"""The review of games of three and four players: throws of one card, and the chances."""

import pytest

from engine_core.count.cards import cards
from engine_core.count.show import count
from host.analysis.analysed_games import NotReviewed
from host.analysis.decisions import deals_of
from host.analysis.review_json import as_json
from host.analysis.review_words import first_line, luck_line, unknown_lines
from host.analysis.table_review import chances_before, review_any, throws_of_one
from host.record_file import read_record
from tests.page.record_play import RECORDS

NAMES = ("Ann", "Ben", "Cid")


def entries_of(name):
    return read_record(RECORDS / f"{name}.txt").entries


def told(name):
    """Return owners by deal: each seat has thrown one of the crib's cards, in order."""
    game, deals = deals_of(entries_of(name))
    return {
        deal.number: {seat: (deal.crib[seat],) for seat in range(game.state.seats)}
        for deal in deals
        if len(deal.crib) == 4
    }


@pytest.mark.parametrize(("name", "sides"), [("three-handed", 3), ("four-handed", 2)])
def test_throws_are_judged_where_owners_are_known(name, sides):
    found = review_any(entries_of(name), NAMES[:sides], told(name))
    assert len(found.sides) == sides
    known = [one for side in found.sides for one in side.throws if one.thrown]
    assert known
    for one in known:
        assert len(one.cards) == 5 and len(one.thrown) == len(one.best) == 1
        assert one.points >= 0 and one.chance >= 0
    assert all(side.plays == () for side in found.sides)


def test_the_hand_of_a_throw_is_exact_and_the_crib_counts_for_its_side():
    five = cards("5H 5C JD QS 2H")
    for own, sign in ((True, 1), (False, -1)):
        for row in throws_of_one(five, 3, own):
            kept = [card for card in five if card not in row["throw"]]
            points = [count(kept, card) for card in range(52) if card not in five]
            assert row["hand"] == pytest.approx(sum(points) / 47)
            assert row["total"] == pytest.approx(row["hand"] + sign * row["crib"])
        assert throws_of_one(five, 3, own)[0]["throw"] == cards("2H")


def test_a_five_is_rather_thrown_to_the_own_crib():
    own = {
        tuple(row["throw"]): row["crib"] for row in throws_of_one(cards("5H KC JD QS 2H"), 4, True)
    }
    assert own[tuple(cards("5H"))] == max(own.values())


@pytest.mark.parametrize(("name", "sides"), [("three-handed", 3), ("four-handed", 2)])
def test_the_chances_of_all_sides_are_a_whole(name, sides):
    found = review_any(entries_of(name), NAMES[:sides])
    assert len(found.curves) == sides
    for row in zip(*found.curves, strict=True):
        assert sum(row) == pytest.approx(1)
    assert [curve[-1] for curve in found.curves] == [
        float(side == found.winner) for side in range(sides)
    ]


def test_who_is_ahead_is_likelier_to_win():
    chances = chances_before(3, 121, [90, 60, 60], 1)
    assert chances[0] == max(chances) and sum(chances) == pytest.approx(1)


def test_it_is_said_that_plays_are_not_reviewed():
    found = review_any(entries_of("three-handed"), NAMES)
    assert unknown_lines(found) == [
        "Throws: not known in any deal.",
        "Plays are not reviewed in a game of three players.",
    ]
    assert [luck_line(side) for side in found.sides] == ["", "", ""]
    assert first_line(found, 2) == "Cid: no decision is known."
    side = as_json(found)["sides"][0]
    assert (side["luck"], side["skill"], side["plays"]) == (None, None, [])


@pytest.mark.parametrize("name", ["backward-three", "crib-wars-six", "battlefield-three"])
def test_other_games_are_not_reviewed(name):
    with pytest.raises(NotReviewed):
        review_any(entries_of(name), NAMES)
