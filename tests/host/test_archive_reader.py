"""The finished games in a board's archive go to the laptop, each once, over any link."""

import random

import pytest

from engine_core.state import entries as E
from host.boards.archive_progress import ArchiveProgress
from host.boards.stores import MemoryStore
from host.history.games import split, unpacked
from host.history.result import result
from host.link.archive import AGAIN_SECONDS, ArchiveReader
from tests.cases import slow
from tests.conformance.support.archives import Shelf
from tests.host.boards import Board, Watch, quiet, spoiler

START = (E.START, 0, 2, 61, 0, 0, 0)


class Resting(Board):
    """A board whose keys nobody presses."""

    def tick(self, ms=20):
        super().tick(ms)
        self.app.erase_ahead()


class Progress:
    """How far an archive has been read, in memory."""

    def __init__(self):
        self.numbers = {}

    def read_to(self, archive):
        return self.numbers.get(archive, 0)


class Laptop:
    """A laptop beside `board`; `games` are those that it has received; `spoil`: as in Watch."""

    def __init__(self, board, progress=None, spoil=quiet):
        self.games = []
        self.progress = progress or Progress()
        self.watch = Watch(board, spoil)
        self.watch.session._archive = ArchiveReader(self.progress, self.take)

    def take(self, game):
        self.games.append(game)
        self.progress.numbers[game.archive] = game.number

    def scores(self):
        return [scores_of(game.match) for game in self.games]

    def run(self, seconds):
        for _ in range(int(seconds * 50)):
            self.watch.step()


def scores_of(match):
    (game,) = split(match)
    summed = result(unpacked(game.entries))
    assert summed["over"]
    return tuple(summed["scores"])


def played(count, first=0):
    """Return a store with `count` finished games of one match, and another one in progress."""
    shelf = Shelf(MemoryStore())
    shelf.start(START)
    add(shelf, count, first)
    return shelf.flash


def add(shelf, count, first):
    for n in range(first, first + count):
        for points in (1 + n % 20, 29, 29, 3):
            side = 1 if points == 1 + n % 20 and not any(shelf.game.state.scores) else 0
            shelf.enter((E.POINTS, side, points))
        shelf.enter((E.NEXT,))
        shelf.rest(b"Ann\nBen")


def expected(count, first=0):
    return [(61, 1 + n % 20) for n in range(first, first + count)]


def test_a_month_of_games_without_a_laptop_is_delivered_once():
    store = played(60)
    laptop = Laptop(Resting(store=store))
    laptop.run(60)
    assert laptop.scores() == expected(60)
    assert len({game.uid for game in laptop.games}) == 60
    assert {game.names for game in laptop.games} == {("Ann", "Ben")}
    again = Laptop(Resting(store=store), laptop.progress)
    again.run(20)
    assert again.games == []
    shelf = Shelf(store)
    add(shelf, 2, 60)
    later = Laptop(Resting(store=store), laptop.progress)
    later.run(20)
    assert later.scores() == expected(2, 60)


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_games_arrive_once_over_a_link_that_loses_and_damages_lines(seed):
    laptop = Laptop(Resting(store=played(12)), spoil=spoiler(seed, 0.02))
    laptop.run(400)
    assert laptop.scores() == expected(12)


def test_a_link_that_is_cut_at_any_piece_goes_on_where_it_was():
    store = played(10)
    dice = random.Random(4)
    progress = Progress()
    games = []
    for _ in range(200):
        laptop = Laptop(Resting(store=store), progress)
        laptop.run(10.5 + dice.random() * 2)
        games += laptop.scores()
        if len(games) == 10:
            break
    assert games == expected(10)


def test_a_laptop_asks_again_when_a_board_has_had_no_time_to_answer():
    board = Board(store=played(3))
    laptop = Laptop(board)
    laptop.run(60)  # somebody presses keys all the time
    assert laptop.games == []
    for _ in range(int((AGAIN_SECONDS + 60) * 50)):
        laptop.watch.step()
        board.app.erase_ahead()
    assert laptop.scores() == expected(3)


def test_other_requests_do_not_wait_for_a_board_that_does_not_open_its_archive():
    laptop = Laptop(Board(store=played(3)))
    for _ in range(5):
        laptop.run(3)
        said = []
        laptop.watch.session.requests.ask(["snapshot"], said.append)
        laptop.run(2)
        assert said == [""]


def test_an_older_board_is_asked_for_its_archive_only_a_few_times():
    class Older(Board):
        def tick(self, ms=20):
            self.link.into = [line for line in self.link.into if b'"archive"' not in line]
            super().tick(ms)

    laptop = Laptop(Older())
    laptop.run(200)
    assert 1 <= len([line for line in laptop.watch.asked if b'"archive"' in line]) <= 3


def test_a_board_without_an_archive_is_followed_as_ever():
    class NoArchive(MemoryStore):
        archive = None

    laptop = Laptop(Resting(store=NoArchive()))
    laptop.run(10)
    assert laptop.games == [] and laptop.watch.session.state(laptop.watch.now) == "live"


def test_progress_is_kept_in_its_file_and_only_without_a_gap(tmp_path):
    progress = ArchiveProgress(tmp_path / "board.games")
    progress.is_stored("0a", 0, 5)
    progress.is_stored("0a", 7, 9)  # the game before it could not be stored
    assert ArchiveProgress(tmp_path / "board.games").read_to("0a") == 5
    progress.is_stored("0a", 5, 7)
    assert ArchiveProgress(tmp_path / "board.games").read_to("0a") == 7
    (tmp_path / "board.games").write_text("rubbish")
    assert ArchiveProgress(tmp_path / "board.games").read_to("0a") == 0
