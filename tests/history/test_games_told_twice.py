"""Two ways to find the same facts of a game agree: the game of a board and the parts of its
match, the curve of chances and the chance at each moment, a link's game shown and stored, a table
of entries and the game itself, throws that are looked for and the throw asked for."""

import contextlib
import csv
import io
import json
import re
from datetime import datetime
from functools import cache

import pytest

from engine_core.game.game import Game
from engine_core.games.phases import OVER
from engine_core.records import game_link, record
from engine_core.records.game_link import LinkedGame
from engine_core.state.entries import NEXT, START, text, unpack
from hardware.board import SIDES
from host.analysis.player import EASY, STEADY, Player, ThrowView
from host.errors import RecordFileError
from host.history import practice_results
from host.history.current_game import current_figures, current_game, current_record
from host.history.game_answers import chance_curve, figures_of, match_percents
from host.history.game_record import games_of
from host.history.games import split, unpacked
from host.history.games_json import as_json
from host.history.links import link_text, linked, new_game
from host.history.practice_rows import rows_json
from host.history.records import entries_csv, games_csv, read_file, timed_entries
from host.history.result import result
from host.history.rows import StoredGame
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from host.mirror.deals import deals_of
from host.mirror.names import all_names, called
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand
from tests.conformance.support.player import PLAIN
from tests.history.matches import part_of, played_match

SIX = next(kind for kind in PLAIN if kind[1] == 6)
AT = 1_790_000_000
VIEW = ThrowView(1, (0, 5, 17, 22, 33, 43), (60, 70), 121)


@cache
def match():
    """Return a match of two whole games and the beginning of a third."""
    return part_of(played_match(7, games=3), played_match(7, games=2).length + 12)


@cache
def match_of_six():
    return played_match(1, 40, kind=SIX)


def entries_of(whole):
    return [whole.entry(number) for number in range(whole.length)]


# The game of a board ----------------------------------------------------------------------------


def test_a_match_is_split_where_its_games_begin():
    entries, games = entries_of(match()), split(packed_match(match()))
    begins = [n for n, entry in enumerate(entries) if entry[0] in (START, NEXT)]
    assert [game.begun for game in games] == begins and len(begins) == 3
    for game, end in zip(games, [*begins[1:], len(entries)], strict=True):
        own = unpacked(game.entries)
        assert own[0][0] == START and own[1:] == entries[game.begun + 1 : end]


def beginnings():
    """Yield parts of the match: in the middle of each game, and at its ends."""
    for game in split(packed_match(match())):
        for length in (1, 9, len(game.entries) // 2, len(game.entries)):
            yield part_of(match(), game.begun + min(length, len(game.entries)))


def test_the_game_of_a_board_is_the_last_of_its_match():
    for part in [*beginnings(), match_of_six()]:
        data = packed_match(part)
        entries = unpacked(split(data)[-1].entries)
        told = current_game(data, (), (), AT)
        assert told and told["deals"] == called(deals_of(entries), all_names([""] * len(SIDES)))
        assert told["figures"] == current_figures(data) == figures_of(entries)
        alone = Game()
        for entry, step in zip(entries, told["steps"], strict=True):
            alone.apply(entry)
            assert step == {"deal": alone.state.deal_number, "scores": list(alone.state.scores)}
        is_over = part.state.phase == OVER
        assert told["link"] == (link_text(split(data)[-1].entries, (), AT) if is_over else "")
        (read,) = games_of(record.parse(current_record(data, (), ())))
        assert read.entries == split(data)[-1].entries and read.names == ()


def test_the_record_and_the_link_of_a_game_name_its_players():
    for sides, players, wanted in (
        (("Ann", "Ben"), (), ["Ann", "Ben"]),
        (("", "Ben"), ("Cat", "Dan"), ["Cat", "Ben"]),
        ((), ("Cat", "Dan"), ["Cat", "Dan"]),
        (("a,\x1b  b", ""), (), ["a b", ""]),
    ):
        data = packed_match(played_match(7))
        told = current_game(data, sides, players, AT)
        game = game_link.read(told["link"].removeprefix(f"#{game_link.KEY}"))
        assert list(game.names) == wanted and game.played == AT
        names = record.parse(current_record(data, sides, players)).players()
        assert [name for name in names if name] == [
            name for name in wanted if name
        ] or "" in wanted


def test_of_no_game_and_of_other_rules_nothing_is_told():
    for data in (b"", packed_match(Game()), b"other rules"):
        assert current_game(data, (), (), 0) is current_figures(data) is None
        assert current_record(data, (), ()) == "" and match_percents(b"") is None


def test_a_curve_has_the_chances_before_each_deal_and_at_the_end():
    for whole in (played_match(7), played_match(8, 60), match_of_six()):
        curve = chance_curve(entries_of(whole))
        assert len(curve) == whole.length
        for number, found in enumerate(curve):
            part = part_of(whole, number + 1)
            is_new = number == 0 or (
                part.state.deal_number != part_of(whole, number).state.deal_number
            )
            is_told = number + 1 == whole.length or (is_new and part.state.deal_number)
            assert found == (match_percents(packed_match(part)) if is_told else None), number


# A link's game, and tables ----------------------------------------------------------------------


def test_a_links_game_is_shown_as_it_would_be_stored(tmp_path):
    whole = played_match(7)
    for played_at, names in ((AT, ("Ann", "B\u202een")), (0, ())):
        link = game_link.write(LinkedGame(entries_of(whole), names, played_at))
        shown, entries = linked(link)
        new = new_game(link)
        assert entries == unpacked(new.entries) == entries_of(whole)
        assert (shown.id, shown.uid, shown.board, shown.changed) == (0, "", "", 0.0)
        assert (new.uid, new.board, new.begun, new.times) == ("", "", -1, ())
        assert shown.started == new.started == new.start() == (float(played_at) or None)
        assert shown.names == list(new.names) == [name.replace("\u202e", "") for name in names]
        assert shown.result == result(entries) and shown.comments == new.comments == {}
        assert link_text(new.entries, names, played_at) == f"#{game_link.KEY}{link}"
        assert link_text(new.entries, names, played_at or None) == f"#{game_link.KEY}{link}"


def test_a_game_too_long_for_a_link_has_none():
    entries = split(packed_match(played_match(7)))[0].entries
    assert link_text(entries * 400, (), AT) == ""


@pytest.fixture
def history(tmp_path):
    with contextlib.closing(History(tmp_path / "games.sqlite")) as found:
        yield found


def stored(history, whole, **more):
    (game,) = split(packed_match(whole))
    number, is_new = history.add(NewGame(game.entries, **more), AT)
    assert is_new
    return history.game(number)


def test_the_table_of_a_game_is_its_entries_with_the_scores_after_each(history):
    whole = played_match(7, 70)
    times = [None, *[AT + 0.5 + number for number in range(68)], None]
    game = stored(history, whole, times=times)
    first, *rows = csv.reader(io.StringIO(entries_csv(history, game)))
    assert first == ["number", "time", "deal", "entry", "side 1", "side 2"] and len(rows) == 70
    alone = Game()
    for number, (at, row) in enumerate(zip(times, rows, strict=True), 1):
        entry = whole.entry(number - 1)
        alone.apply(entry)
        when = datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S") if at else ""
        deal, scores = alone.state.deal_number, alone.state.scores
        assert row == [str(number), when, str(deal), text(entry), *map(str, scores)]
    assert timed_entries(history, game) == list(zip(times, entries_of(whole), strict=True))


def test_the_table_of_games_is_what_their_results_say(history):
    games = [
        stored(history, played_match(7), times=(AT,), names=("Ann", "=1+1")),
        stored(history, played_match(8, 60), times=()),
        stored(history, match_of_six(), times=(), names=("A", "B", "C", "D", "E", "F")),
    ]
    first, *rows = csv.reader(io.StringIO(games_csv(games)))
    assert first == "id started game target over winner players scores".split()
    for game, row in zip(games, rows, strict=True):
        told = game.result
        winner = str(told["winner"] + 1) if told["over"] else ""
        when = datetime.fromtimestamp(AT).strftime("%Y-%m-%d %H:%M") if game.started else ""
        scores = " ".join(str(score) for score in told["scores"])
        is_over = str(int(told["over"]))
        names = ", ".join(game.names)
        assert row == [
            str(game.id), when, told["game"], str(told["target"]), is_over, winner, names, scores
        ]  # fmt: skip
    assert [row[4] for row in rows] == ["1", "0", "0"] and rows[0][6] == "Ann, =1+1"


def test_a_file_of_json_has_games_and_results_in_any_order(history, tmp_path):
    games = [stored(history, whole, times=()) for whole in (played_match(7), played_match(8, 60))]
    members = [as_json(game, timed_entries(history, game)) for game in games]
    result = practice_results.Result(5.0, "own", VIEW, VIEW.hand[:2], 0.5, 1.5)
    rows = rows_json([practice_results.row_of(result)])
    path = tmp_path / "games.json"
    for listed in ([members[0], rows, members[1]], [rows, *members], [*members, rows, rows]):
        path.write_text(json.dumps(listed), encoding="utf-8")
        found, results = read_file(path)
        assert [game.uid for game in found] == [game.uid for game in games]
        assert results == [result] * listed.count(rows)
    members[1]["entries"] = []
    path.write_text(json.dumps([rows, *members]), encoding="utf-8")
    with pytest.raises(
        RecordFileError, match=f"^{re.escape(str(path))}, game 3: this game has no entries$"
    ):
        read_file(path)
    path.write_text(json.dumps(members[0]), encoding="utf-8")
    assert [game.uid for game in read_file(path)[0]] == [games[0].uid]


# Throws -----------------------------------------------------------------------------------------


def test_a_throw_that_is_looked_for_is_the_throw_that_is_asked_for():
    entries = played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)
    seen = 0
    for seat in (0, 1):
        throws = practice_results.costly_throws(entries, {}, 33, seat)
        for one in throws:
            assert (one.game, one.seat) == (33, seat) and one.chance > 0
            assert practice_results.own_view(entries, {}, one.deal, seat) == one.view
            other = practice_results.own_view(entries, {}, one.deal, 1 - seat)
            assert other and other != one.view and other.role == 1 - one.view.role
            assert other.scores == one.view.scores[::-1] or other.scores == one.view.scores
            assert practice_results.own_view(entries, {}, one.deal, 2) is None
        seen += len(throws)
    assert seen and practice_results.own_view(entries, {}, 99, 0) is None
    three = entries_of(match_of_six())
    assert practice_results.costly_throws(three, {}, 1, 0) == []


def test_a_game_that_only_was_looked_at_has_nothing_more(history):
    new = NewGame(split(packed_match(played_match(7)))[0].entries, ())
    assert (new.uid, new.board, new.begun, new.names) == ("", "", -1, ())
    assert new.comments == {} and new.started is new.start() is None
    number, _ = history.add(new, AT)
    assert history.at_place("", -1) == [(number, history.facts(number)[1])]
    game = history.game(number)
    assert isinstance(game, StoredGame) and game.board == "" and game.names == []
    assert [unpack(entry)[0] for _, entry in history.entries(number)] == unpacked(new.entries)
