"""A board's games go into the history, even through a bad link, undo, and kills."""

import os
import shutil
import time

import pytest

from engine_core.state.entries import text
from host.boards.match_publisher import MatchPublisher
from host.history import recorder as recorder_module
from host.history.match import Archived, Match
from host.history.recorder import BACKLOG_MOST, Backlog, Recorder, _Event
from host.history.records import entries_of
from host.history.store import History
from host.link.packed_match import packed_match
from host.mirror.mirror import Mirror
from host.web.broadcast import Broadcast
from tests.history import killed_laptop
from tests.history.matches import part_of, played_match
from tests.host.boards import Board, Watch, spoiler


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch):
    monkeypatch.setattr(recorder_module, "_REST_SECONDS", 0)


class Laptop:
    """Records the published games, as a program does."""

    def __init__(self, path, board="board", names=()):
        self.told = []
        self.broadcast = Broadcast(lambda key, down: None)
        self.recorder = Recorder(path, board, names, self.told.append)
        self.recorder.listen(self.broadcast)
        self.matches = MatchPublisher(self.broadcast)

    def see(self, game, names=()):
        mirror = Mirror()
        mirror.game = game
        mirror.names[: len(names)] = names
        self.matches.publish(mirror)

    def close(self):
        self.recorder.close()


def kept(path):
    history = History(path)
    try:
        return [[text(entry) for entry in entries_of(history, game)] for game in history.games()]
    finally:
        history.close()


def entry_texts(match):
    return [text(match.entry(n)) for n in range(match.length)]


def test_a_game_is_kept_as_it_is_played(tmp_path):
    laptop = Laptop(tmp_path / "h.sqlite", names=("Ann", "Ben"))
    match = played_match(1)
    live = part_of(match, 0)
    for number in range(match.length):
        live.apply(match.entry(number))
        laptop.see(live)
    laptop.close()
    assert kept(tmp_path / "h.sqlite") == [entry_texts(match)]
    history = History(tmp_path / "h.sqlite")
    assert history.games()[0].names == ["Ann", "Ben"]
    history.close()


def test_a_recorder_that_is_closed_leaves_one_file_whole(tmp_path):
    laptop = Laptop(tmp_path / "h.sqlite")
    laptop.see(played_match(1))
    laptop.close()
    assert [one.name for one in tmp_path.iterdir()] == ["h.sqlite"]
    Laptop(tmp_path / "other.sqlite").close()  # which had nothing to write
    assert len(list(tmp_path.iterdir())) == 1


def test_names_that_the_table_gives_are_those_of_the_game(tmp_path):
    laptop = Laptop(tmp_path / "h.sqlite", names=("Ann", "Ben"))
    match = played_match(1, entries=20)
    laptop.see(match)
    laptop.see(match, names=("Zoë", "=Ben\x1b"))
    laptop.close()
    history = History(tmp_path / "h.sqlite")
    assert history.games()[0].names == ["Zoë", "=Ben"]
    history.close()


def test_where_the_table_names_one_side_the_other_player_keeps_the_given_name(tmp_path):
    laptop = Laptop(tmp_path / "h.sqlite", names=("Ann", "Ben"))
    laptop.see(played_match(1, entries=20), names=("Zoë", ""))
    laptop.close()
    history = History(tmp_path / "h.sqlite")
    assert history.games()[0].names == ["Zoë", "Ben"]
    history.close()


def test_each_game_of_a_match_is_a_game(tmp_path):
    laptop = Laptop(tmp_path / "h.sqlite")
    match = played_match(1, games=3)
    live = part_of(match, 0)
    for number in range(match.length):
        live.apply(match.entry(number))
        laptop.see(live)
    laptop.close()
    found = kept(tmp_path / "h.sqlite")
    assert len(found) == 3
    assert all(game[0].startswith("start ") for game in found)
    assert sum(map(len, found)) == match.length


def test_games_played_while_nobody_watched_come_with_the_board(tmp_path):
    match = played_match(4, games=3)
    for length in (30, match.length):
        laptop = Laptop(tmp_path / "h.sqlite")
        laptop.see(part_of(match, length))
        laptop.close()
    assert len(kept(tmp_path / "h.sqlite")) == 3


def test_a_game_that_is_taken_back_into_the_one_before_is_gone(tmp_path):
    laptop = Laptop(tmp_path / "h.sqlite")
    match = played_match(4, games=2)
    live = part_of(match, match.length)
    laptop.see(live)
    begun = live.begun()
    while live.length > begun - 3:
        live.undo()
        laptop.see(live)
    laptop.close()
    assert kept(tmp_path / "h.sqlite") == [entry_texts(live)]


def test_undo_and_redo_at_the_table_leave_one_game(tmp_path):
    laptop = Laptop(tmp_path / "h.sqlite")
    match = played_match(6)
    live = part_of(match, match.length)
    laptop.see(live)
    for _ in range(25):
        live.undo()
        laptop.see(live)
    while live.can_redo():
        live.redo()
        laptop.see(live)
    laptop.close()
    assert kept(tmp_path / "h.sqlite") == [entry_texts(match)]


def test_a_file_that_cannot_be_written_is_told_once_and_the_next_entry_tries_again(tmp_path):
    folder = tmp_path / "file"
    folder.write_text("a file where a folder should be")
    laptop = Laptop(folder / "h.sqlite")
    match = played_match(6, entries=20)
    live = part_of(match, 10)
    laptop.see(live)
    live.apply(match.entry(10))
    laptop.see(live)
    laptop.close()
    assert len(laptop.told) == 1 and "not being kept" in laptop.told[0]
    folder.unlink()
    again = Laptop(folder / "h.sqlite")
    again.see(part_of(match, 20))
    again.close()
    assert kept(folder / "h.sqlite") == [entry_texts(match)]


def test_a_file_that_cannot_be_written_is_told_once_until_it_could_be_written(tmp_path):
    folder = tmp_path / "folder"
    laptop = Laptop(folder / "h.sqlite")
    match = played_match(6, entries=20)
    live = part_of(match, 10)
    attempts = []

    def see_next(is_writable):
        """Enter one more card, and wait until the recorder has tried to write it."""
        if is_writable and folder.is_file():
            folder.unlink()
        elif not is_writable and not folder.exists():
            folder.write_text("a file where a folder should be")
        live.apply(match.entry(live.length))
        laptop.see(live)
        deadline = time.monotonic() + 10
        while len(attempts) < live.length - 10:
            assert time.monotonic() < deadline
            time.sleep(0.001)

    keeper = laptop.recorder._keeper
    keep = keeper.keep

    def counting(*words):
        try:
            if folder.is_file():
                keeper.close()
                keeper._history = None  # as after the disk was taken away
            keep(*words)
        finally:
            attempts.append(words)

    keeper.keep = counting
    for is_writable in (False, False, False, False, True, True):
        see_next(is_writable)
    assert len(laptop.told) == 1
    shutil.rmtree(folder)
    for _ in range(3):
        see_next(False)
    laptop.close()
    assert len(laptop.told) == 2


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be moved there")
@pytest.mark.parametrize("moved", [False, True])
def test_a_game_is_in_the_file_that_is_there_although_one_was_taken_away(tmp_path, moved):
    path = tmp_path / "h.sqlite"
    laptop = Laptop(path)
    match = played_match(6, entries=20)
    laptop.see(part_of(match, 10))
    deadline = time.monotonic() + 10
    while not path.exists() or not kept(path):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    if moved:
        path.rename(tmp_path / "last-year.sqlite")
    else:
        path.unlink()
    laptop.see(match)
    laptop.close()
    assert laptop.told == []
    assert kept(path) == [entry_texts(match)]


def test_games_that_a_board_has_kept_come_once_however_often_it_sends_them(tmp_path):
    archive = [played_match(seed) for seed in range(5)]
    watched = archive[2]
    for _ in range(2):
        laptop = Laptop(tmp_path / "h.sqlite")
        laptop.see(watched)
        for number, match in enumerate(archive):
            game = Archived(f"{number:08x}", packed_match(match), ("Ann", "Ben"))
            laptop.broadcast.publish_archive(game)
        laptop.close()
    found = kept(tmp_path / "h.sqlite")
    assert sorted(found) == sorted(map(entry_texts, archive))
    history = History(tmp_path / "h.sqlite")
    assert {tuple(game.names) for game in history.games()} == {("Ann", "Ben")}
    history.close()


def test_a_kept_game_that_was_corrected_replaces_what_is_stored_of_it(tmp_path):
    wrong, right = played_match(1), played_match(2)
    laptop = Laptop(tmp_path / "h.sqlite")
    for match in (wrong, right):
        laptop.broadcast.publish_archive(Archived("0a0b0c0d00000008", packed_match(match)))
    laptop.close()
    assert kept(tmp_path / "h.sqlite") == [entry_texts(right)]


def test_a_kept_game_is_noted_as_stored_only_once_it_is(tmp_path):
    noted = []
    folder = tmp_path / "a file"
    folder.write_text("")
    for path in (folder / "h.sqlite", tmp_path / "h.sqlite"):
        laptop = Laptop(path)
        game = Archived(
            "0a", packed_match(played_match(1)), (), lambda path=path: noted.append(path)
        )
        laptop.broadcast.publish_archive(game)
        laptop.close()
    assert noted == [tmp_path / "h.sqlite"]


@pytest.mark.parametrize("seed", range(6))
def test_over_a_bad_link_the_history_ends_with_the_boards_game(tmp_path, seed):
    board = Board(seed)
    board.start()
    laptop = Laptop(tmp_path / "h.sqlite")
    watch = Watch(board, spoil=spoiler(seed))
    for _ in range(150):
        board.key()
        watch.step(60)
        laptop.see(watch.session.mirror.game)
    watch.spoil = lambda line: line
    watch.settle()
    laptop.see(watch.session.mirror.game)
    laptop.close()
    app = board.app.game
    found = kept(tmp_path / "h.sqlite")
    entries = [text(app.entry(n)) for n in range(max(app.begun(), app.first()), app.length)]
    if len(entries) > 1:
        assert entries[1:] in [game[1:] for game in found]
    assert len({tuple(game) for game in found}) == len(found)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_laptop_killed_at_any_moment_loses_nothing_and_stores_nothing_twice(tmp_path):
    killed_laptop.check(tmp_path / "h.sqlite", seed=1, kills=12)


def waiting(*matches):
    """Return the matches that are written if these are published at once."""
    backlog = Backlog()
    for match in matches:
        backlog.put(_Event(1.0, match))
    backlog.end()
    return [event.published for event in iter(backlog.take, None)]


def test_of_a_game_that_grows_faster_than_it_is_written_the_newest_entries_wait():
    match = played_match(1, entries=30)
    grown = [packed_match(part_of(match, length)) for length in range(31)]
    known = [Match(data, number == 0) for number, data in enumerate(grown)]
    assert waiting(*known) == [Match(grown[30])]
    assert waiting(*known, Match(grown[20], False)) == [Match(grown[20])]


def test_a_game_waits_to_be_written_though_another_has_begun_like_it():
    game = Match(packed_match(played_match(1, entries=30)))
    chosen = Match(packed_match(played_match(1, entries=1)))
    nothing = Match(b"", False)
    assert waiting(game, nothing) == [game, nothing]
    assert waiting(game, chosen) == [game, chosen]


def test_no_more_than_so_many_games_wait_to_be_written():
    games = [Match(packed_match(played_match(seed, entries=9))) for seed in range(20)]
    assert waiting(*games * 10) == (games * 10)[-BACKLOG_MOST:]
