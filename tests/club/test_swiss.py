"""Swiss pairing: no rematch, nearest points, and a bye once."""

import random

import pytest
from click.testing import CliRunner

from host.cli.main import main
from host.club.evening import Evening, Pairing, parse_evening
from host.club.sheet import sheet
from host.club.standings import standings, without_plan
from host.club.swiss import next_round
from host.errors import EveningError
from tests.club.broker import Broker, Listener

ROUND_ONE = "players Ann, Ben, Cat, Dan\nround 1\nAnn 121 - 100 Ben\nCat 121 - 110 Dan\n"


def drawn(text, shuffle=random.shuffle):
    evening = parse_evening(text)
    return next_round(evening, standings(evening, []), shuffle)


def test_those_with_the_nearest_points_meet():
    pairs = [{one.first, one.second} for one in drawn(ROUND_ONE)]
    assert pairs == [{"Ann", "Cat"}, {"Dan", "Ben"}]


def test_nobody_meets_the_same_player_twice():
    text = ROUND_ONE + "round 2\nAnn 121 - 119 Cat\nBen 121 - 90 Dan\n"
    pairs = [{one.first, one.second} for one in drawn(text)]
    assert pairs == [{"Ann", "Dan"}, {"Ben", "Cat"}] or pairs == [{"Ann", "Dan"}, {"Cat", "Ben"}]


def test_who_was_named_first_less_often_is_named_first():
    text = "players Ann, Ben, Cat, Dan\nround 1\nAnn 121 - 100 Ben\nDan 110 - 121 Cat\n"
    assert drawn(text)[0] == Pairing("Cat", "Ann")


def test_the_last_without_a_bye_has_it():
    text = "players Ann, Ben, Cat\nround 1\nAnn 121 - 100 Ben\nCat bye\n"
    assert drawn(text) == (Pairing("Cat", "Ann"), Pairing("Ben"))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("count", "rounds"), [(4, 3), (5, 4), (9, 6), (16, 7), (24, 9)])
def test_tournaments_have_no_rematch_and_no_second_bye(seed, count, rounds):
    rand = random.Random(seed)
    players = tuple(f"P{n}x" for n in range(count))
    evening = Evening("", None, players, ())
    met, byes = [], []
    for _ in range(rounds):
        told = standings(evening, [])
        pairs = next_round(evening, told, rand.shuffle)
        named = [name for one in pairs for name in one[:2] if name]
        assert sorted(named) == sorted(players)
        met += [frozenset(one[:2]) for one in pairs if one.second]
        byes += [one.first for one in pairs if not one.second]
        points = {row.name: row.points for row in told.rows}
        if count == 24 and len(evening.rounds) < 4:
            assert max(abs(points[a] - points[b]) for a, b, _ in pairs) <= 3
        results = [
            one._replace(scores=rand.choice([(121, 80), (99, 121)])) if one.second else one
            for one in pairs
        ]
        evening = evening._replace(rounds=(*evening.rounds, tuple(results)))
    assert len(set(met)) == len(met)
    assert len(set(byes)) == len(byes) == (rounds if count % 2 else 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("players Ann, Ben\nround 1\nAnn - Ben\n", "still to play .* Ann - Ben"),
        (
            "players Ann, Ben\nround 1\nAnn 121 - 90 Ben\n",
            "no further round without a rematch was found",
        ),
        ("players Ann\n", "two players"),
    ],
)
def test_where_there_is_no_next_round_it_says_why(text, why):
    with pytest.raises(EveningError, match=why):
        drawn(text)


@pytest.fixture
def run(tmp_path):
    history = str(tmp_path / "history.sqlite")

    def run_it(*words):
        found = ["standings", *map(str, words), "--history", history]
        return CliRunner().invoke(main, found)

    return run_it


def test_a_second_bye_is_better_than_no_round():
    """Only Eve has had no bye; but then nobody is left whom Ann has not met."""
    rounds = ("Ann 121 - 1 Ben\nCat bye\nDan bye", "Ann 121 - 1 Cat\nBen bye")
    rounds += ("Ann 121 - 1 Dan", "Ann 121 - 1 Eve", "Ann bye")
    text = "players Ann, Ben, Cat, Dan, Eve\n" + "".join(f"round\n{one}\n" for one in rounds)
    found = drawn(text)
    assert Pairing("Ann") in found and len(found) == 3


def test_the_command_draws_a_first_round_and_adds_the_next(run, tmp_path):
    plan = tmp_path / "tuesday.txt"
    assert run(plan, "--draw", "Ann, Ben, Cat, Dan", "--next").exit_code == 0
    (first,) = parse_evening(plan.read_text(encoding="utf-8")).rounds
    assert len(first) == 2
    early = run(plan, "--next")
    assert early.exit_code == 1 and "still to play" in early.output
    plan.write_text("; mine\n" + ROUND_ONE)
    page = tmp_path / "sheet.html"
    told = run(plan, "--next", "--html", page)
    assert told.exit_code == 0 and "Round 2, still to play: Ann - Cat" in told.output
    assert plan.read_text(encoding="utf-8").startswith(
        "; mine\n" + ROUND_ONE + "\nround 2\nAnn - Cat\n"
    )
    assert "<h2>Round 2</h2>" in page.read_text(encoding="utf-8")


def test_the_next_round_is_sent_to_the_broker(run, tmp_path):
    broker = Broker(tmp_path)
    plan = tmp_path / "tuesday.txt"
    plan.write_text(ROUND_ONE)
    try:
        assert run(plan, "--next", "--mqtt", broker.url("club")).exit_code == 0
        listener = Listener(broker)
        assert len(parse_evening(listener.next("evening").decode()).rounds) == 2
        listener.close()
    finally:
        broker.stop()


def test_the_sheet_of_an_evening_without_a_plan_says_so():
    assert "Nobody has planned this evening" in sheet(without_plan([]))
    assert "Nobody has planned" not in sheet(standings(parse_evening(ROUND_ONE), []))
