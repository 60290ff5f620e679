"""Random evenings: a plan comes back from its text, and the standings, the sheet and the JSON are
what a person would count from the same results."""

import random
import re
from collections import Counter, defaultdict
from datetime import date, datetime
from html import unescape

import pytest

from host.club import evening as evening_module
from host.club.evening import Evening, Pairing, evening_text, parse_evening, round_robin
from host.club.sheet import sheet
from host.club.standings import GameResult, as_json, standings, without_plan
from host.errors import EveningError

DAY = date(2026, 11, 21)
SIX = datetime(2026, 11, 21, 6).timestamp()  # when the evening's day begins
HOUR = 3600.0
# Names that could be taken for something else in a plan.
NAMES = (
    "Ann",
    'B"en',
    '"Cat"',
    "Dan-Eve",
    "round",
    "Fay 2 Gus",
    "Bye",
    "players",
    "É. Ö",
    "Hal -x",
)


def drawn(seed):
    """Return a random evening, and the games of its boards in the order in which they ended."""
    dice = random.Random(seed)
    players = tuple(dice.sample(NAMES, dice.randrange(2, 9)))
    meetings = round_robin(players, dice.randrange(1, 3))
    rounds, games = [], []
    at = SIX + HOUR
    for pairings in meetings:
        rounds.append([])
        for one in dice.sample(pairings, len(pairings)):
            at += dice.uniform(1, HOUR / 10)
            kind = dice.random() if one.second else 1.0
            low, high = dice.choice([60, 90, 91, 100, 120]), 121
            scores = (high, low) if dice.random() < 0.5 else (low, high)
            if kind < 0.3:
                rounds[-1].append(one._replace(scores=scores))
                continue
            rounds[-1].append(one)
            if kind < 0.8:
                games.append(_game(one, scores, at, dice.random() < 0.5))
    title, day = dice.choice(["", "Tuesday"]), dice.choice([None, DAY])
    return Evening(title, day, players, tuple(map(tuple, rounds))), games


def _game(pairing, scores, at, is_turned):
    """Return the game of a pairing, as a board tells it; names may have other capitals."""
    names, order = (pairing.first, pairing.second.swapcase()), 1
    if is_turned:
        names, order = names[::-1], -1
    scores = scores[::order]
    is_skunk = min(scores) <= 90
    return GameResult(
        names, scores, int(scores[1] > scores[0]), abs(scores[0] - scores[1]), is_skunk, at
    )


def counted(evening, games):
    """Return points, games won and lost, skunks and spread of each player."""
    results = defaultdict(list)
    for game in games:
        scores = {
            name.casefold(): score for name, score in zip(game.names, game.scores, strict=True)
        }
        results[frozenset(scores)].append((scores, game.is_skunk))
    sums = {name: Counter() for name in evening.players}
    for one in [one for pairings in evening.rounds for one in pairings if one.second]:
        names = one.first, one.second
        waiting = results[frozenset(name.casefold() for name in names)]
        scores = one.scores
        is_skunk = bool(scores) and min(scores) <= 90
        if waiting:
            told, by_board = waiting.pop(0)
            if not scores:
                scores, is_skunk = [told[name.casefold()] for name in names], by_board
        if scores:
            won, lost = names if scores[0] > scores[1] else names[::-1]
            spread = abs(scores[0] - scores[1])
            more = {"points": 3 if is_skunk else 2, "won": 1, "skunks": int(is_skunk)}
            sums[won].update({**more, "spread": spread})
            sums[lost].update({"lost": 1, "spread": -spread})
    return sums


@pytest.mark.parametrize("seed", range(30))
def test_a_random_evening_is_counted_and_told_as_a_person_would(seed):
    evening, games = drawn(seed)
    assert parse_evening(evening_text(evening)) == evening
    told = standings(evening, games)
    assert told == standings(evening, games[::-1])  # by their times, not by their order
    sums = counted(evening, games)
    fields = ("points", "won", "lost", "skunks", "spread")
    for row in told.rows:
        assert [getattr(row, name) for name in fields] == [sums[row.name][name] for name in fields]
        better = [one for one in told.rows if one.order() < row.order()]
        assert row.place == len(better) + 1
    assert [row.name for row in told.rows] == sorted(
        evening.players,
        key=lambda name: (
            *(-sums[name][one] for one in ("points", "won", "spread")),
            name.casefold(),
        ),
    )
    assert told.qualifiers == tuple(row.name for row in told.rows[: (len(told.rows) + 3) // 4])
    assert [[met.pairing for met in round_] for round_ in told.rounds] == [
        list(pairings) for pairings in evening.rounds
    ]
    _agrees_with_its_sheet(told)


def _agrees_with_its_sheet(told):
    """Check the table, the rounds and the cards of the sheet against the JSON."""
    value, page = as_json(told), sheet(told)
    cells = [
        [unescape(re.sub("<.*?>", "", cell)) for cell in re.findall("<td.*?</td>", row)]
        for row in re.findall("<tr>.*?</tr>", page)
    ]
    rows = [row for row in cells if len(row) == 7]
    names = ("place", "name", "points", "won", "lost", "skunks")
    assert rows == [
        [*(str(row[name]) for name in names), f"{row['spread']:+}"] for row in value["standings"]
    ]
    won = Counter()
    for row in [row for row in cells if len(row) == 6 and row[2]]:
        won["points"] += int(row[2])
        won["spread"] += int(row[3] or 0)
        won["lost"] += int(row[4] or 0)
    assert won["points"] == sum(row["points"] for row in value["standings"])
    assert won["spread"] == won["lost"]
    lines = re.findall("<li>(.*?)</li>", page)
    for one in [one for pairings in value["rounds"] for one in pairings]:
        players = one["players"]
        said = f"{players[0]}: bye" if len(players) == 1 else " - ".join(players)
        if one["scores"]:
            a, b = one["scores"]
            said = f"{players[0]} {a} - {b} {players[1]}" + ", skunk" * one["skunk"]
        assert said in [unescape(re.sub("<.*?>", "", line)) for line in lines]


@pytest.mark.parametrize("name", ["bye", "Ann bye", "-", "- Ann", "Ann -", "A - B", ";Ann", "1 A"])
def test_a_name_with_which_a_pairing_is_read_otherwise_is_refused(name):
    with pytest.raises(EveningError, match="could be read as a result or a comment"):
        parse_evening(f"players {name}, Ben")


def _players(count):
    return "players " + ", ".join(f"P{n}x" for n in range(count)) + "\n"


@pytest.mark.parametrize(
    ("text", "most"),
    [
        (_players, evening_module.PLAYERS_MOST),
        (
            lambda count: (
                _players(200) + "players " + ", ".join("Q" * n for n in range(1, count - 199))
            ),
            256,
        ),
        (lambda count: "round\n" * count, evening_module.ROUNDS_MOST),
        (
            lambda count: ";" + "\u00e9" * ((count - 1) // 2) + "x" * ((count - 1) % 2),
            evening_module.TEXT_MOST,
        ),
    ],
    ids=["players", "players in two lines", "rounds", "bytes"],
)
def test_a_plan_has_its_largest_size_and_no_more(text, most):
    parse_evening(text(most))
    with pytest.raises(EveningError, match=f"{most}"):
        parse_evening(text(most + 1))


def test_two_names_make_a_draw_and_one_does_not():
    assert evening_module.names_of("Ann, , Ben") == ["Ann", "Ben"]
    with pytest.raises(EveningError, match="with commas"):
        evening_module.names_of("Ann,")


@pytest.mark.parametrize("seed", range(10))
def test_without_a_plan_all_games_count_as_if_each_were_a_pairing(seed):
    games = [game for game in drawn(seed)[1] if game.names[0]]
    told = without_plan(games[::-1])
    called = {row.name.casefold(): row.name for row in told.rows}
    pairings = [Pairing(*(called[name.casefold()] for name in game.names)) for game in games]
    plan = Evening("", None, tuple(called.values()), (tuple(pairings),))
    sums = counted(plan, games)
    for row in told.rows:
        assert (row.points, row.won, row.spread) == tuple(
            sums[row.name][name] for name in ("points", "won", "spread")
        )
    assert sum(row.won for row in told.rows) == len(games)
    assert not told.is_planned and told.title == "" and told.notes == ()
    assert "Games" in sheet(told) or not games
    _agrees_with_its_sheet(told)


@pytest.mark.parametrize(
    ("hours", "belongs"),
    [(-0.001, False), (0.0, True), (12.0, True), (18.0, True), (23.999, True), (24.0, False)],
)
def test_an_evening_is_from_six_in_the_morning_to_six_of_the_next(hours, belongs):
    at = SIX + hours * HOUR
    assert Evening("", DAY, (), ()).has(at) is belongs
    assert Evening("", None, (), ()).has(at) is True
    players = parse_evening("date 2026-11-21\nplayers Ann, Ben\nround 1\nAnn - Ben\n")
    told = standings(players, [GameResult(("Ann", "Ben"), (121, 100), 0, 21, False, at)])
    assert (told.rows[0].points == 2) is belongs


def test_a_game_of_an_unknown_time_belongs_to_no_evening_with_a_date():
    assert not Evening("", DAY, (), ()).has(None)
    assert Evening("", None, (), ()).has(None)


@pytest.mark.parametrize(
    ("before", "count"), [(0.0, 2), (11.999, 2), (12.0, 1), (24.0, 1)], ids=str
)
def test_without_a_plan_the_last_evening_is_the_twelve_hours_before_its_end(before, count):
    games = [
        GameResult(("Ann", "Ben"), (121, 100), 0, 21, False, at)
        for at in (SIX, SIX - before * HOUR)
    ]
    assert without_plan(games).rows[0].won == count
