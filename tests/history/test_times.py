"""When a game was played: it keeps its own time, however and whenever it came into the file."""

import json
import time
from datetime import datetime
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from host.cli.main import main
from host.club.evening import parse_evening
from host.club.standings import result_of, standings
from host.history import recorder as recorder_module
from host.history.games import split
from host.history.games_file import GamesFile
from host.history.match import Archived, Match
from host.history.merge import merge
from host.history.recorder import Keeper, Recorder
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from host.web.broadcast import Broadcast
from tests.history.matches import part_of, played_match
from tests.page.record_play import RECORDS

OCTOBER = datetime(2025, 10, 14, 20, 15).timestamp()
_DAY = 86400.0


def record_with(tmp_path, tags, name="skunk.txt", file="game.txt"):
    """Return a file with the record `name` that has these tags too."""
    text = (RECORDS / name).read_text(encoding="utf-8")
    path = tmp_path / file
    path.write_text("\n".join([*tags, text]), encoding="utf-8")
    return path


def run(*words):
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done


def games(path):
    kept = GamesFile(path)
    try:
        return kept.games()
    finally:
        kept.close()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite"


@pytest.mark.parametrize(
    ("tags", "shown"),
    [
        (['[Date "2025-10-14 20:15"]'], "2025-10-14 20:15"),
        (['[Date "2025-10-14"]', '[Time "20:15"]'], "2025-10-14 20:15"),
        (['[Time "20:15:33"]', '[Date "2025.10.14"]'], "2025-10-14 20:15"),
        (['[Date "2025-10-14"]'], "2025-10-14"),
        (['[Date "2025/10/14"]', '[Time "late"]'], "2025-10-14"),
        ([], "time not known"),
        (['[Date "????.??.??"]'], "time not known"),
        (['[Date "0001-01-01"]', '[Time "20:15"]'], "time not known"),
        (['[Date "9999-12-31 23:59"]'], "time not known"),
        (['[Time "20:15"]'], "time not known"),
    ],
)
def test_an_imported_game_has_the_time_of_its_record_and_no_other(path, tmp_path, tags, shown):
    run("import", record_with(tmp_path, tags), "--history", path)
    listed = run("games", "--history", path).stdout
    assert f"  {shown}  " in listed.replace("time not known  ", "time not known ") + "  "
    assert shown in run("show", 1, "--history", path).stdout.splitlines()[0]
    (game,) = games(path)
    assert (game.played is None) == (shown == "time not known")


@pytest.mark.parametrize(
    "tags",
    [
        ['[Date "2025-10-14"]', '[Time "20:15"]'],
        ['[Date "2025-10-14"]'],
        ['[Date "2025-10-14"]', '[Time "late"]'],
        ['[Date "????.??.??"]', '[Time "20:15"]'],
        [],
    ],
)
def test_what_a_record_says_of_its_time_comes_out_again(path, tmp_path, tags):
    run("import", record_with(tmp_path, tags), "--history", path)
    out = run("export", 1, "--history", path).stdout
    found = [line for line in out.splitlines() if line.startswith(("[Date", "[Time"))]
    assert found == tags


def test_sixty_imported_games_of_october_count_for_their_evenings_and_none_for_tonight(path):
    history = History(path)
    for seed in range(60):
        (game,) = split(packed_match(played_match(seed)))
        new = NewGame(game.entries, (), names=("Ann", "Ben"), started=OCTOBER + seed % 30 * _DAY)
        history.add(new, time.time())
    history.close()
    results = [result_of(game) for game in games(path)]

    def counted(day):
        plan = parse_evening(f"date {day}\nplayers Ann, Ben\n" + "round\nAnn - Ben\n" * 4)
        told = standings(plan, results)
        return sum(bool(met.scores) for pairings in told.rounds for met in pairings)

    assert counted(datetime.now().date().isoformat()) == 0
    assert [counted(f"2025-10-{day}") for day in range(13, 18)] == [0, 2, 2, 2, 2]


def test_merge_moves_no_game_to_tonight(path, tmp_path):
    theirs = History(tmp_path / "theirs.sqlite")
    (game,) = split(packed_match(played_match(1)))
    number = theirs.update("board", game, OCTOBER)
    theirs.name(number, ["Ann", "Ben"])
    theirs.close()
    ours = History(path)
    merge(ours, theirs.path)
    ours.close()
    (kept,) = games(path)
    assert (kept.started, kept.played) == (OCTOBER, OCTOBER)
    assert kept.changed > OCTOBER + _DAY
    assert result_of(kept).at == OCTOBER


def test_a_day_without_a_time_stays_one_through_a_merge(path, tmp_path):
    other = tmp_path / "other.sqlite"
    run("import", record_with(tmp_path, ['[Date "2025-10-14"]']), "--history", other)
    run("merge", other, "--history", path)
    assert "  2025-10-14   " in run("games", "--history", path).stdout


@pytest.mark.parametrize("first", ["known", "not known"])
def test_a_game_that_comes_twice_has_the_time_that_one_of_them_knows(path, tmp_path, first):
    plain = record_with(tmp_path, [], file="plain.txt")
    dated = record_with(tmp_path, ['[Date "2025-10-14"]', '[Time "20:15"]'], file="dated.txt")
    for file in [dated, plain] if first == "known" else [plain, dated]:
        run("import", file, "--history", path)
    (game,) = games(path)
    assert (game.started, game.played) == (OCTOBER, OCTOBER)


def test_the_time_of_day_is_learned_after_the_day(path, tmp_path):
    for number, tags in enumerate((['[Date "2025-10-14"]'], ['[Date "2025-10-14 20:15"]'])):
        file = record_with(tmp_path, tags, file=f"{number}.txt")
        run("import", file, "--history", path)
    assert "  2025-10-14 20:15  " in run("games", "--history", path).stdout


def test_the_times_of_entries_are_learned_from_another_laptop(path, tmp_path):
    (game,) = split(packed_match(played_match(1)))
    ours, theirs = History(path), History(tmp_path / "theirs.sqlite")
    ours.add(NewGame(game.entries, (), "0a"), time.time())
    theirs.update("board", game, OCTOBER)
    merge(ours, theirs.path)
    assert {at for at, _ in ours.entries(1)} == {OCTOBER}
    merge(theirs, ours.path)
    assert {at for at, _ in theirs.entries(1)} == {OCTOBER}
    for one in (ours, theirs):
        one.close()


def test_a_game_that_a_board_has_kept_says_that_its_time_is_not_known(path):
    keeper = Keeper(path, "board")
    keeper.keep(Archived("0a", packed_match(played_match(1)), ("Ann", "Ben")), time.time())
    keeper.close()
    (game,) = games(path)
    assert (game.started, game.played) == (None, None)
    assert "time not known" in run("games", "--history", path).stdout
    assert "time not known" in run("show", 1, "--history", path).stdout
    plan = parse_evening("date 2025-10-14\nplayers Ann, Ben\nround\nAnn - Ben")
    (note,) = standings(plan, [result_of(game)]).notes
    assert "Ann" in note and "not known when" in note
    entered = parse_evening("date 2025-10-14\nplayers Ann, Ben\nround\nAnn 121 - 90 Ben")
    assert standings(entered, [result_of(game)]).notes == ()


def test_a_game_that_was_watched_keeps_its_times_when_the_board_brings_it_again(path):
    match = played_match(1)
    keeper = Keeper(path, "board")
    keeper.keep(Match(packed_match(match)), OCTOBER)
    keeper.keep(Archived("0a", packed_match(match)), time.time())
    keeper.close()
    (game,) = games(path)
    assert (game.started, game.played) == (OCTOBER, OCTOBER)


def test_entries_made_before_a_program_met_the_board_have_no_time(path, monkeypatch):
    monkeypatch.setattr(recorder_module, "_REST_SECONDS", 0)
    clock = iter([OCTOBER, OCTOBER + 60, OCTOBER + 120, OCTOBER + _DAY, OCTOBER + 2 * _DAY])
    # The recorder's alone: whatever else runs in this process reads the time too.
    monkeypatch.setattr(recorder_module, "time", SimpleNamespace(time=lambda: next(clock)))
    match = played_match(4, games=2)
    first = split(packed_match(match))[0]
    end = len(first.entries)

    def see(*seen):
        """Start a program, and publish the match after each of these numbers of entries."""
        broadcast = Broadcast(lambda key, down: None)
        recorder = Recorder(path, "board")
        recorder.listen(broadcast)
        for number, length in enumerate(seen):
            broadcast.publish_match(Match(packed_match(part_of(match, length)), number == 0))
        recorder.close()

    see(20, 30, 31)
    kept = GamesFile(path)
    started = kept.games()[0].started
    assert started in (OCTOBER + 60, OCTOBER + 120)  # two that wait are written as one
    assert [at is None for at, _ in kept.entries(1)] == [True] * 20 + [False] * 11
    see(match.length)
    found = {game.id: game for game in kept.games()}
    assert (found[1].started, len(kept.entries(1))) == (started, end)
    assert kept.entries(1)[-1][0] is None and found[1].played == OCTOBER + 120
    assert (found[2].started, found[2].played) == (None, None)
    see(match.length)
    kept.close()
    expected = sorted(found.values(), key=lambda game: -game.id)
    assert list(map(vars, games(path))) == list(map(vars, expected))


def test_the_list_and_the_page_of_a_game_say_what_is_not_known(path, tmp_path):
    run("import", record_with(tmp_path, []), "--history", path)
    told = json.loads(run("games", "--json", "--history", path).stdout)
    assert [game["started"] for game in told] == [None]
    assert [game["played"] for game in told] == [None]
