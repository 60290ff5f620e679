"""A review in words and as JSON."""

import pytest

from engine_core.count.cards import cards
from host.analysis import review_words as words
from host.analysis.decision_review import PlayReview, ThrowReview
from host.analysis.game_review import GameReview, SideReview, review
from host.analysis.review_json import as_json
from host.analysis.side_luck import Luck, Skill
from host.record_file import read_record
from tests.page.record_play import RECORDS


def throw(points=0.9, chance=2.2, dealer=False, thrown="5H JC", best="2C 9D"):
    rows = (
        {"throw": cards("2C 9D"), "hand": 7.0, "crib": 4.0, "pegging": 0.5},
        {"throw": cards("5H JC"), "hand": 7.3, "crib": 5.2, "pegging": 0.5},
    )
    six = tuple(cards("5H JC 2C 9D KS KD"))
    return ThrowReview(
        3, dealer, (40, 50), six, tuple(cards(thrown)), tuple(cards(best)), points, chance, rows
    )


def play(points=1.5, chance=3.2, line="QS", given=1.2, best="TD"):
    hand, line = tuple(cards("QD TD 9H 5S")), tuple(cards(line))
    return PlayReview(
        4, True, (40, 50), line, hand, hand[0], cards(best)[0], points, chance, 0.2, given, ()
    )


def found(throws=(), plays=()):
    luck = Luck(2.0, -1.0, 3.4)
    skill = Skill(95.7, -4.4, 2.3, 0.0)
    worse, better = Luck(-2.0, 1.0, -3.4), Skill(118.4, 2.0, 3.0, 2.0)
    sides = (
        SideReview("Ben", 98, 4.4, 93.6, luck, tuple(throws), tuple(plays), skill),
        SideReview("Ann", 121, -4.4, 125.4, worse, (), (), better),
    )
    return GameReview(121, 1, sides, (0.5, 0.0), (), (), (), ())


def test_a_throw_is_said_with_its_cost_and_why():
    assert words.first_line(found([throw()]), 0) == (
        "Ben, deal 3, throwing 5–J to Ann's crib: 0.9 points and 2 % more than 2–9,"
        " since the crib is worth 1.2 more."
    )
    text = words.decision_text(found(), 0, throw(dealer=True))
    assert text.startswith("throwing 5–J to Ben's own crib: ")


def test_a_play_is_said_as_about_and_with_what_it_gives():
    text = words.decision_text(found(), 0, play())
    assert text == (
        "laying Q on Q: about 1.5 points and 3 % more than 10, since Ann can then expect 1.2 more"
    )
    assert words.decision_text(found(), 0, play(line="", given=0.1)) == (
        "leading Q: about 1.5 points and 3 % more than 10,"
        " since it scores 1.4 less by the end of the play"
    )
    assert (
        words.decision_text(found(), 0, play(0, 0, best="QD")) == "laying Q on Q was the best card"
    )


def test_the_decision_that_cost_most_of_the_chance_comes_first():
    review = found([throw(0.8, 2.0)], [play(0.7, 5.0)])
    assert words.first_line(review, 0).startswith("Ben, deal 4, laying Q")


@pytest.mark.parametrize(("points", "chance"), [(0.69, 9.0), (3.0, 0.9)])
def test_what_cost_little_is_not_named(points, chance):
    review = found([throw(points, chance)], [play(points, chance)])
    assert words.first_line(review, 0) == "Ben: no decision cost much."


def test_luck_says_where_points_came_from():
    assert words.luck_line(found().sides[0]) == (
        "Ben's 98 points: 94 with average luck, 4 more by good luck"
        " (dealt +2, cut −1, the other's cards +3)."
    )
    assert "125 with average luck, 4 fewer by bad luck" in words.luck_line(found().sides[1])


def test_the_points_with_average_luck_are_explained_and_add_up():
    assert words.skill_line(found(), 0) == (
        "Ben's 94 with average luck: 96 of an average player in as many deals,"
        " −4 by their own decisions, +2 by Ann's."
    )
    assert words.skill_line(found(), 1) == (
        "Ann's 125 with average luck: 118 of an average player in as many deals,"
        " +2 by their own decisions, +3 by Ben's, +2 by penalties, muggins and points by hand."
    )


def test_json_has_every_decision_in_the_given_form():
    told = as_json(found([throw()], [play()]))
    assert list(told) == ["sides"]
    side = told["sides"][0]
    assert list(side) == ["name", "points", "luck", "skill", "throws", "plays"]
    assert side["throws"] == [
        {
            "deal": 3,
            "dealer": False,
            "cards": ["5H", "JC", "2C", "9D", "KS", "KD"],
            "thrown": ["5H", "JC"],
            "best": ["2C", "9D"],
            "points": 0.9,
            "chance": 2.2,
        }
    ]
    assert side["plays"] == [
        {
            "deal": 4,
            "line": ["QS"],
            "hand": ["QD", "TD", "9H", "5S"],
            "played": "QD",
            "best": "TD",
            "points": 1.5,
            "chance": 3.2,
            "error": 0.2,
        }
    ]
    assert side["luck"] + side["skill"] == pytest.approx(side["points"])


def test_what_is_not_known_is_said_and_is_none_for_programs():
    entries = read_record(RECORDS / "traditional.txt").entries
    told = review(entries, ("Ann", "Ben"))
    assert words.unknown_lines(told) == ["Throws: not known in any deal."]
    for one in as_json(told)["sides"][0]["throws"]:
        assert len(one["cards"]) == 4
        assert [one[key] for key in ("thrown", "best", "points", "chance")] == [None] * 4
