"""An evening's plan, its standings and its sheet."""

import json
import os
from datetime import date, datetime
from itertools import combinations

import pytest
from click.testing import CliRunner

from engine_core.games.presets import named
from engine_core.state import entries as E
from host.cli.main import main
from host.club.evening import (
    Evening,
    Pairing,
    evening_of,
    evening_text,
    parse_evening,
    round_robin,
)
from host.club.games import made
from host.club.sheet import sheet
from host.club.standings import (
    GameResult,
    as_json,
    play_off,
    result_of,
    standings,
    without_plan,
)
from host.errors import EveningError
from host.history.games import PlayedGame
from host.history.store import History
from tests.club.broker import Broker, Listener
from tests.page.record_play import RECORDS

PLAN = """
; a comment
title Tuesday
date 2026-11-21
players Ann, Ben, Cat
players Dan
round 1
Ann - Ben
Cat 121 - 85 Dan
round 2
Ann - Cat
Ben bye
"""
EVENING = datetime(2026, 11, 21, 20).timestamp()


def game(first, a, b, second, at=EVENING, is_skunk=False):
    return GameResult((first, second), (a, b), int(b > a), abs(a - b), is_skunk, at)


def rows(told):
    return {row.name: row for row in told.rows}


def test_a_plan_is_read_and_written():
    evening = parse_evening(PLAN)
    assert evening.players == ("Ann", "Ben", "Cat", "Dan") and evening.day == date(2026, 11, 21)
    assert evening.rounds == (
        (Pairing("Ann", "Ben"), Pairing("Cat", "Dan", (121, 85))),
        (Pairing("Ann", "Cat"), Pairing("Ben")),
    )
    assert parse_evening(evening_text(evening)) == evening


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ann - Ben", "line 1: expected"),
        ("players Ann, ann", "line 1: (Ann|ann) appears twice"),
        ("players Ann, Ben 5", "Ben 5 could be read as a result"),
        ('players "Ann, Ben', "line 1: .*in quotation marks"),
        ("date tomorrow", "line 1: a date is"),
        ("date 9999-12-31", "line 1: the year of a date is from 1971"),
        ("date 0001-01-01", "line 1: the year of a date is from 1971"),
        ("players Ann, Ben\nround 1\nAnn - Cat", 'line 3: Cat is not in "players"'),
        ("players Ann, Ben\nround 1\nAnn - Ann", "cannot play against"),
        ("players Ann, Ben\nround 1\nAnn bye\nAnn - Ben", "Ann is in this round already"),
        ("players Ann, Ben\nround 1\nAnn 121 - Ben", "line 3: write both scores"),
        ("players Ann, Ben\nround 1\nAnn 121 - 121 Ben", "line 3: the two scores are equal"),
        ("players Ann, Ben\nround 1\nAnn", "line 3: a pairing is"),
        ("players " + ", ".join(f"P{n}x" for n in range(300)), "more than 256 players"),
        ("round\n" * 300, "more than 256 rounds"),
        ("x" * 70_000, "at most 60000 bytes"),
    ],
)
def test_a_mistake_in_a_plan_is_named_with_its_line(text, why):
    with pytest.raises(EveningError, match=why):
        parse_evening(text)


def test_a_player_with_a_comma_stands_in_quotation_marks():
    evening = parse_evening('players "Smith, Jo", Ben\nround 1\nSmith Jo - Ben\n')
    assert evening.players == ("Smith Jo", "Ben")
    assert parse_evening(evening_text(evening)) == evening


@pytest.mark.parametrize("count", range(2, 12))
@pytest.mark.parametrize("times", [1, 2])
def test_in_a_round_robin_all_meet_and_nobody_plays_twice_in_a_round(count, times):
    players = [f"p{n}" for n in range(count)]
    met = []
    for pairings in round_robin(players, times):
        named = [name for one in pairings for name in one[:2] if name]
        assert sorted(named) == sorted(players)
        met += [frozenset(one[:2]) for one in pairings if one.second]
    assert sorted(map(sorted, met)) == sorted(
        [sorted(pair) for pair in combinations(players, 2)] * times
    )


def test_a_win_is_two_points_a_skunk_three_and_ties_go_by_games_and_spread():
    plan = parse_evening(
        "players Ann, Ben, Cat, Dan, Eve, Fay\n"
        "round 1\nAnn 121 - 90 Ben\nCat 121 - 91 Dan\nEve 121 - 100 Fay\n"
        "round 2\nCat 121 - 119 Fay\nAnn 90 - 121 Dan\n"
    )
    told = standings(plan, [])
    assert [(row.place, row.name, row.points, row.won, row.spread) for row in told.rows] == [
        (1, "Cat", 4, 2, 32),
        (2, "Dan", 3, 1, 1),
        (3, "Ann", 3, 1, 0),
        (4, "Eve", 2, 1, 21),
        (5, "Fay", 0, 0, -23),
        (6, "Ben", 0, 0, -31),
    ]
    assert [row.skunks for row in told.rows] == [0, 1, 1, 0, 0, 0]
    assert sum(row.spread for row in told.rows) == 0


def test_more_games_won_go_before_spread_and_equal_ones_share_a_place():
    plan = parse_evening(
        "players Ann, Ben, Cat, Dan\nround 1\nAnn 121 - 90 Dan\nBen 121 - 120 Cat\n"
        "round 2\nAnn 121 - 90 Dan\nBen 121 - 120 Cat\nround 3\nBen 121 - 120 Cat\n"
    )
    told = standings(plan, [])
    assert [(row.place, row.name) for row in told.rows][:2] == [(1, "Ben"), (2, "Ann")]
    even = standings(parse_evening("players Ben, Ann"), [])
    assert [(row.place, row.name) for row in even.rows] == [(1, "Ann"), (1, "Ben")]


def test_results_come_from_the_boards_in_the_order_of_the_meetings():
    plan = parse_evening(PLAN.replace("Ben bye", "Ben bye\nround 3\nBen - Ann"))
    later = game("ben", 121, 100, "ann", EVENING + 10)
    told = standings(plan, [later, game("Ben", 80, 121, "Ann", is_skunk=True)])
    assert told.rounds[0][0].scores == (121, 80) and told.rounds[0][0].is_skunk
    assert told.rounds[2][0].scores == (121, 100)
    assert rows(told)["Ann"].points == 3 and rows(told)["Ben"].points == 2
    assert told.notes == ()


def test_a_result_entered_by_hand_stands_and_another_of_the_board_is_noted():
    told = standings(parse_evening(PLAN), [game("Cat", 121, 86, "Dan")])
    assert told.rounds[0][1].scores == (121, 85) and told.rounds[0][1].source == "hand"
    assert told.notes == ("round 1, Cat - Dan: 121 - 85 was entered, the board has 121 - 86",)


def test_games_of_strangers_and_of_other_days_do_not_count():
    strange = game("Ann", 121, 100, "Zoe")
    old = game("Ann", 121, 100, "Ben", EVENING - 86_400)
    told = standings(parse_evening(PLAN), [strange, old])
    assert told.rounds[0][0].scores is None
    assert told.notes == ("Ann 121 - 100 Zoe does not count: Zoe is not a player",)


def test_without_a_plan_the_games_of_the_last_evening_count():
    games = [game("Ann", 121, 100, "Ben"), game("Ann", 121, 100, "Cat", EVENING - 86_400)]
    told = without_plan(games)
    assert [(row.name, row.points) for row in told.rows] == [("Ann", 2), ("Ben", 0)]


@pytest.mark.parametrize(
    ("count", "pairs"),
    [
        (0, ()),
        (1, ()),
        (2, ((1, 2),)),
        (3, ((1, None), (2, 3))),
        (6, ((1, None), (4, 5), (2, None), (3, 6))),
        (8, ((1, 8), (4, 5), (2, 7), (3, 6))),
    ],
)
def test_the_best_seeds_of_a_play_off_have_byes(count, pairs):
    assert play_off(count) == pairs


def test_of_108_players_27_qualify_and_five_seeds_have_byes():
    players = tuple(f"p{n}" for n in range(108))
    told = standings(Evening("", None, players, ()), [])
    assert len(told.qualifiers) == 27
    assert sum(second is None for _, second in told.play_off) == 5


def test_names_on_the_sheet_are_text():
    plan = parse_evening('title <b>"\nplayers <script>x</script>, Ann & "Ben"')
    page = sheet(standings(plan, []))
    assert (
        "<script>" not in page and "&lt;script&gt;" in page and "Ann &amp; &quot;Ben&quot;" in page
    )
    assert "<b>" not in page


def of_entries(*entries, names=("Ann", "Ben"), at=EVENING):
    packed = tuple(E.pack(entry) for entry in entries)
    return result_of(made(PlayedGame(0, packed), at, (), names))


def test_g20_who_leaves_has_lost_whatever_the_scores():
    told = of_entries((E.START, 1, 2, 121, 0, 0, 0), (E.POINTS, 1, 20), (E.LEAVE, 1))
    assert told.scores == (0, 20) and (told.winner, told.spread) == (0, 0)
    ahead = of_entries((E.START, 1, 2, 121, 0, 0, 0), (E.POINTS, 0, 20), (E.LEAVE, 1))
    assert (ahead.winner, ahead.spread) == (0, 20)


def test_in_backward_the_lower_score_wins_by_the_difference():
    start = (E.START, named("Backward").code, 2, 121, 0, 0, 0)
    pegged = [(E.POINTS, 0, 20)] * 7
    told = of_entries(start, (E.POINTS, 1, 29), *pegged)
    assert told.scores == (121, 29) and (told.winner, told.spread) == (1, 92)


def test_the_winner_of_a_pairing_is_the_one_that_the_board_has_announced():
    won = GameResult(("Ann", "Ben"), (121, 93), 1, 28, False, EVENING)
    for second in ("Ann - Ben", "Ben - Ann", "Ann 121 - 93 Ben"):
        told = standings(parse_evening(f"players Ann, Ben\nround 1\n{second}"), [won])
        found = rows(told)
        assert (found["Ben"].points, found["Ben"].won, found["Ben"].spread) == (2, 1, 28)
        assert (found["Ann"].points, found["Ann"].lost, found["Ann"].spread) == (0, 1, -28)
        assert as_json(told)["rounds"][0][0]["winner"] == "Ben"
        page = sheet(told)
        assert '<span class="won">Ben</span>' in page and '<span class="won">Ann' not in page
    assert rows(without_plan([won]))["Ben"].points == 2


def test_partners_are_found_in_any_order_and_with_their_commas():
    plan = parse_evening(
        "players Ann Cat and Eve, Ben Dan and Fay\nround 1\nAnn Cat and Eve - Ben Dan and Fay"
    )
    told = standings(plan, [game("Dan, Ben and Fay", 121, 90, "Eve, Ann and Cat")])
    assert told.notes == () and told.rounds[0][0].scores == (90, 121)
    assert rows(told)["Ben Dan and Fay"].points == 2


COUPLES = "Mary Smith and John Jones", "Mary Jones and John Smith"


@pytest.mark.parametrize("called", [COUPLES, ("John Jones and Mary Smith", COUPLES[1])])
@pytest.mark.parametrize("turned", [False, True])
def test_partners_with_the_same_words_in_their_names_are_two_teams(called, turned):
    first, second = called[::-1] if turned else called
    met = f"round 1\n{first} - {second}"
    others = "Ann and Ben"
    plan = parse_evening(
        f"players {first}, {second}, {others}\n{met}\nround 2\n{others} - {first}"
    )
    told = standings(plan, [game(COUPLES[0], 121, 90, COUPLES[1])])
    assert told.rounds[0][0].scores == ((90, 121) if turned else (121, 90))
    told = standings(plan, [game(second, 121, 90, "Ben and Ann")])
    assert told.rounds[1][0].scores is None and len(told.notes) == 1
    told = standings(plan, [game(second, 121, 90, "Ben and Ann"), game(first, 121, 80, others)])
    assert told.rounds[1][0].scores == (80, 121)


def test_without_a_plan_partners_may_be_named_in_any_order():
    told = without_plan(
        [game("Ann and Ben", 121, 90, "Cat"), game("Cat", 95, 121, "ben and Ann", EVENING + 1)]
    )
    assert [(row.name, row.won) for row in told.rows] == [("Ann and Ben", 2), ("Cat", 0)]


def test_two_names_with_the_same_words_are_two_players():
    plan = parse_evening("players Ann Lee, Lee Ann\nround 1\nAnn Lee - Lee Ann")
    told = standings(plan, [game("Lee Ann", 121, 95, "Ann Lee")])
    assert told.rounds[0][0].scores == (95, 121)


def test_the_evening_lasts_until_six_in_the_morning():
    assert evening_of(datetime(2026, 11, 22, 5, 59).timestamp()) == date(2026, 11, 21)
    assert evening_of(datetime(2026, 11, 22, 6).timestamp()) == date(2026, 11, 22)


# The command


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "history.sqlite"

    def run_it(*words):
        words = [*map(str, words), "--history", str(path)]
        return CliRunner().invoke(main, ["standings", *words])

    run_it.history = path
    return run_it


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--times", "2"), "--times and --title are for a new plan, with --draw"),
        (("--title", "Tuesday"), "--times and --title are for a new plan, with --draw"),
        (("--draw", "Ann, Ben", "--next", "--times", "2"), "With --next nobody meets twice"),
    ],
)
def test_options_that_would_do_nothing_are_refused(run, tmp_path, words, said):
    plan = tmp_path / "tuesday.txt"
    ended = run(plan, *words)
    assert ended.exit_code == 2 and said in ended.output and not plan.exists()


def test_a_draw_takes_partners_whose_names_together_are_long(run, tmp_path):
    names = "Christopher and Alexandra, Ann and Ben"
    drawn = run(tmp_path / "a.txt", "--draw", names)
    assert drawn.exit_code == 0 and "Christopher and Alexandra - Ann and Ben" in drawn.output
    drawn = run(tmp_path / "b.txt", "--draw", f"Cat and {'x' * 25}, Ann and Ben")
    assert drawn.exit_code == 1 and f"{'x' * 25} has 25 characters" in drawn.output
    assert not (tmp_path / "b.txt").exists()


def test_the_command_draws_counts_and_prints(run, tmp_path):
    plan = tmp_path / "tuesday.txt"
    drawn = run(plan, "--draw", "Grace, Henry", "--title", "Tuesday")
    assert drawn.exit_code == 0 and "still to play: " in drawn.output
    words = ["import", str(RECORDS / "skunk.txt"), "--history", str(run.history)]
    assert CliRunner().invoke(main, words).exit_code == 0
    kept = History(run.history)
    kept.name(1, ["Grace", "Henry"])
    kept.close()
    text = plan.read_text(encoding="utf-8").splitlines()
    plan.write_text("\n".join(line for line in text if not line.startswith("date")))
    page = tmp_path / "sheet.html"
    told = json.loads(run(plan, "--json", "--html", page).stdout)
    best = told["standings"][0]
    assert (
        best["points"] == 3 and best["skunks"] == 1 and told["rounds"][0][0]["source"] == "board"
    )
    assert "Score cards" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.txt"], "cannot be read"),
        (["new.txt", "--draw", "Ann"], "with commas"),
        (["new.txt", "--draw", "Ann, Ben", "--html", "/none/x.html"], "cannot be written"),
        (["new.txt", "--draw", "Ann, Ben", "--mqtt", "http://x"], "is not a table"),
    ],
)
def test_what_goes_wrong_is_told_without_a_traceback(run, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    ended = run(*words)
    assert ended.exit_code == 1 and said in ended.output and "Traceback" not in ended.output


def test_a_second_draw_does_not_write_over_the_first(run, tmp_path):
    plan = tmp_path / "plan.txt"
    assert run(plan, "--draw", "Ann, Ben").exit_code == 0
    before = plan.read_text(encoding="utf-8")
    ended = run(plan, "--draw", "Cat, Dan")
    assert ended.exit_code == 1 and "is there already" in ended.output
    assert plan.read_text(encoding="utf-8") == before


def test_a_page_does_not_write_over_the_plan(run, tmp_path):
    plan = tmp_path / "plan.txt"
    run(plan, "--draw", "Ann, Ben")
    before = plan.read_text(encoding="utf-8")
    ended = run(plan, "--html", tmp_path / "." / "plan.txt")
    assert ended.exit_code == 2 and "name another file" in ended.output
    assert plan.read_text(encoding="utf-8") == before


def test_a_round_that_the_broker_does_not_get_is_printed(run, tmp_path, monkeypatch):
    monkeypatch.setattr("host.club.plan_topic._WAIT_SECONDS", 0.1)
    words = ("--draw", "Ann, Ben", "--next", "--mqtt", "mqtt://127.0.0.1:1/club")
    ended = run(tmp_path / "plan.txt", *words)
    assert ended.exit_code == 1 and "Round 1, still to play: " in ended.output


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_those_who_may_read_the_plan_still_may_after_a_round(run, tmp_path):
    plan = tmp_path / "plan.txt"
    run(plan, "--draw", "Ann, Ben")
    plan.chmod(0o644)
    text = plan.read_text(encoding="utf-8")
    plan.write_text(text[: text.index("round 1")])
    assert run(plan, "--next").exit_code == 0
    assert plan.stat().st_mode & 0o777 == 0o644


def test_a_computer_without_games_of_its_own_is_not_told_so(tmp_path, monkeypatch):
    monkeypatch.setattr("host.cli.history.history_path", lambda: tmp_path / "none.sqlite")
    monkeypatch.setattr("host.cli.standings.wall_histories", list)
    words = ["standings", str(tmp_path / "plan.txt"), "--draw", "Ann, Ben"]
    ended = CliRunner().invoke(main, words)
    assert ended.exit_code == 0 and "There is no file" not in ended.output


def test_the_plan_is_sent_to_the_broker(run, tmp_path):
    broker = Broker(tmp_path)
    plan = tmp_path / "plan.txt"
    try:
        assert run(plan, "--draw", "Ann, Ben", "--mqtt", broker.url("club")).exit_code == 0
        listener = Listener(broker)
        assert parse_evening(listener.next("evening").decode()).players == ("Ann", "Ben")
        listener.close()
    finally:
        broker.stop()
