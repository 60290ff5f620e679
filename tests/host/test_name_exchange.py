"""Names of sides between laptop and board: stored on both, given back to a board that lost
them."""

import asyncio

import pytest

from engine_core.state import entries as E
from host.boards.names_file import NamesFile
from host.boards.stores import FileStore
from host.boards.virtual import VirtualBoard
from host.errors import BoardError
from host.link.names import NamesCopy
from host.link.session import Session, Stage
from tests.conformance.support.ports import Names
from tests.conformance.support.virtual_ports import Board

START = (E.START, 1, 2, 61, 1, 0, 0)


class Laptop:
    """A session on the link of `board`, with a copy of its names in `file`."""

    def __init__(self, board, file):
        self.board = board
        self.now = 0.0
        self.session = Session(0.0, names=NamesCopy(file))
        self.session.opened(0.0)
        self.run()

    def run(self):
        """Let both talk until neither has anything to send."""
        for _ in range(20):
            self.now += 0.1
            if line := self.session.due(self.now):
                self.board.link.asked.append(line)
            before = len(self.board.link.lines)
            self.board.run(60)
            for line in self.board.link.lines[before:]:
                self.session.receive(line, self.now)
        assert self.session.stage is Stage.LIVE

    def name(self, side, name):
        self.session.requests.ask(["name", side, name.encode().hex()])
        self.run()


def board_with(names, lost=False):
    board = Board(names=names, lines=True)
    board.app.reporter.hello[4] = int(lost)
    return board


def test_a_second_laptop_has_the_names_that_the_first_one_gave():
    names = Names()
    first = Laptop(board_with(names), Names())
    first.name(0, "Ann")
    assert first.session.mirror.names[:2] == ["Ann", ""]
    second = Laptop(board_with(names), Names())
    assert second.session.mirror.names[:2] == ["Ann", ""]


def test_a_board_that_lost_its_flash_is_given_its_names_again():
    copy = Names()
    Laptop(board_with(Names()), copy).name(1, "Ben")
    empty = Names()
    laptop = Laptop(board_with(empty, lost=True), copy)
    assert laptop.session.mirror.names[:2] == ["", "Ben"]
    assert b"Ben" in empty.data


def test_names_that_were_taken_away_are_not_given_again():
    copy, names = Names(), Names()
    laptop = Laptop(board_with(names), copy)
    laptop.name(1, "Ben")
    laptop.session.requests.ask(["name", 1])
    laptop.run()
    assert not copy.data.strip()
    assert not any(Laptop(board_with(names), copy).session.mirror.names)


def renamed(board, *names):
    """Give `board` names, as (side, name); it ticks meanwhile."""

    async def both():
        running = asyncio.ensure_future(board.run())
        try:
            for side, name in names:
                await board.rename(side, name)
            while board.app.reporter.sending_snapshot():
                await asyncio.sleep(0.001)
        finally:
            running.cancel()

    asyncio.run(both())


def test_the_virtual_board_keeps_names_beside_its_game(tmp_path):
    with FileStore(tmp_path / "game.journal") as store:
        board = VirtualBoard(store)
        renamed(board, (0, "Ad\u00e8le"))
        assert board.mirror.names[0] == "Ad\u00e8le"
    with FileStore(tmp_path / "game.journal") as store:
        renamed(VirtualBoard(store), (0, ""), (1, " Ben "))
    assert NamesFile(tmp_path / "game.journal.names").read().split(b"\n")[:2] == [b"", b"Ben"]
    with FileStore(tmp_path / "game.journal") as store:
        board = VirtualBoard(store)
        for _ in range(20):  # a snapshot takes a few
            board.tick()
        assert board.mirror.names[:2] == ["", "Ben"]


@pytest.mark.parametrize(
    ("side", "name", "why"),
    [
        (6, "Ann", "no such side"),
        (-1, "Ann", "no such side"),
        (0, "x" * 25, "at most 24"),
        (0, "\u4e2d" * 17, "at most 16"),
        (0, "ORANGE", "Another side"),
        (0, "ben", "Another side"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_and_changes_nothing(tmp_path, side, name, why):
    with FileStore(tmp_path / "game.journal") as store:
        board = VirtualBoard(store)
        renamed(board, (1, "Ben"))
        with pytest.raises(BoardError, match=why):
            renamed(board, (side, name))
        assert board.mirror.names == ["", "Ben", "", "", "", ""]


@pytest.mark.parametrize("name", ["x" * 24, "\u4e2d" * 16])
def test_a_name_may_have_as_many_characters_as_are_said(tmp_path, name):
    with FileStore(tmp_path / "game.journal") as store:
        board = VirtualBoard(store)
        renamed(board, (5, name))
        assert board.mirror.names[5] == name


def test_a_disk_that_is_full_is_reported(tmp_path):
    with FileStore(tmp_path / "game.journal") as store:
        board = VirtualBoard(store)
        board.app.names = Names()
        board.app.names.fails = True
        with pytest.raises(BoardError, match="did not take the name"):
            renamed(board, (0, "Ann"))
        assert not any(board.mirror.names)
