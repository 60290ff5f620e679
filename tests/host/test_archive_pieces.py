"""What a laptop makes of the answers of a board's archive, also of those that do not fit."""

from types import SimpleNamespace

import pytest

from host.history.games import split
from host.link import archive as archive_module
from host.link.archive import AGAIN_SECONDS, GAME_MOST, ArchiveReader
from host.link.requests import RequestQueue
from host.mirror.messages import Message
from tests.conformance.support.archives import heads, opened
from tests.host.link_lines import sent
from tests.host.test_archive_reader import played

READ_TO = 5


class Archive:
    """An ArchiveReader that has read to game 5, its queue, and the games that it delivers."""

    def __init__(self, newest=7):
        self.games = []
        self.queue = RequestQueue()
        self.reader = ArchiveReader(self, self.games.append)
        self.reader.begin(self.queue)
        assert self.asked() == ["archive"]
        self.next = self.told("archive", identity="0000000a", newest=newest)

    def read_to(self, archive):
        assert archive == "0000000a"
        return READ_TO

    def asked(self):
        """Return the request that is sent now, or None."""
        line = self.queue.due(0.0)
        if not line:
            return None
        request, self.number = sent(line)
        return request

    def told(self, name, **fields):
        """Tell this and that the request is done; return the next request."""
        self.reader.take(Message(1, name, fields))
        self.queue.answer(Message(2, "done", {"id": self.number}))
        return self.asked()

    def piece(self, at, end, number=6, total=0):
        whole = total or len(GAME)
        piece = GAME[at:end].hex()
        return self.told("game", number=number, game=3, at=at, total=whole, piece=piece)

    def failed(self):
        self.queue.answer(Message(2, "failed", {"id": self.number, "reason": "later"}))
        return self.asked()


def finished_game():
    archive = opened(played(1))
    (head,) = heads(archive)
    return archive.read(head, 0, archive.size(head))


GAME = finished_game()
FIRST = ["game", READ_TO, 0]


def test_a_game_is_read_in_pieces_and_then_the_next():
    archive = Archive()
    assert archive.asked() is None  # the request is open
    assert archive.piece(0, 10) == ["game", READ_TO, 10]
    assert archive.piece(10, 20) == ["game", READ_TO, 20]
    assert archive.games == []
    assert archive.piece(20, None) == ["game", 6, 0]
    assert archive.piece(0, None, 7) is None and not archive.queue.busy()
    assert [(one.uid, one.before, one.number) for one in archive.games] == [
        ("0000000a00000003", READ_TO, 6),
        ("0000000a00000003", 6, 7),
    ]
    assert archive.games[0].archive == "0000000a" and archive.games[0].names == ("Ann", "Ben")
    assert len(split(archive.games[0].match)) == 1


@pytest.mark.parametrize(
    "newest, following", [(READ_TO, None), (READ_TO + 1, FIRST), (4, ["game", 0, 0])]
)
def test_an_archive_without_new_games_is_left_and_another_one_is_read_from_its_start(
    newest, following
):
    assert Archive(newest).next == following


def test_pieces_that_do_not_fit_together_begin_the_game_again():
    archive = Archive()
    archive.piece(0, 10)
    assert archive.piece(9, 20) == FIRST  # not where the last one ended
    archive.piece(0, 10)
    assert archive.piece(10, 20, number=7) == FIRST  # of another game
    assert archive.piece(0, 10, total=GAME_MOST + 1) == FIRST
    assert archive.piece(0, 10, total=GAME_MOST) == ["game", READ_TO, 10]
    assert archive.games == []


def test_a_game_that_is_gone_or_none_is_passed_over():
    archive = Archive(newest=20)
    assert archive.told("game", number=5, game=0, at=0, total=0) == ["game", 6, 0]
    assert archive.told("game", number=9, game=0, at=0, total=0) == ["game", 9, 0]
    no_game = {"game": 3, "total": 1, "piece": "00"}
    assert archive.told("game", number=10, at=0, **no_game) == ["game", 10, 0]
    cut_off = {"number": 11, "game": 3, "total": 999}
    assert archive.told("game", at=0, piece="00", **cut_off) == ["game", 10, 1]
    assert archive.told("game", at=1, piece="", **cut_off) == ["game", 11, 0]
    assert archive.games == []
    archive.piece(0, None, number=12)
    assert [one.number for one in archive.games] == [12]


def test_a_board_that_has_no_time_is_asked_from_the_start_ten_seconds_later():
    archive = Archive()
    archive.piece(0, 10)
    assert archive.failed() is None
    archive.reader.due(30.0)
    archive.reader.due(30.0 + AGAIN_SECONDS - 0.01)
    assert archive.asked() is None
    archive.reader.due(30.0 + AGAIN_SECONDS)
    assert archive.asked() == ["archive"]
    assert archive.told("archive", identity="0000000a", newest=7) == FIRST


@pytest.mark.parametrize("answers", [True, False])
def test_a_board_without_an_archive_is_asked_three_times(answers):
    """answers: it says that it did what it does not know, or nothing."""
    queue, games = RequestQueue(), []
    reader = ArchiveReader(SimpleNamespace(read_to=lambda archive: 0), games.append)
    for _ in range(2):
        reader.begin(queue)
        asked = []
        for second in range(100):
            line = queue.due(float(second))
            if line:
                request, number = sent(line)
                asked.append(request)
            if line and answers:
                queue.answer(Message(2, "done", {"id": number}))
            reader.due(float(second))
        assert asked == [["archive"]] * 3 and games == []


def test_an_archive_that_never_ends_is_asked_so_often(monkeypatch):
    monkeypatch.setattr(archive_module, "REQUESTS_MOST", 6)
    archive = Archive(newest=99)
    asked = 1
    while archive.next:
        asked += 1
        archive.next = archive.piece(0, 10, number=asked)  # never the same game twice
    assert asked == 6 and archive.games == []


def test_an_archive_is_no_longer_read_once_its_board_is_gone():
    archive = Archive()
    archive.reader.stop()
    assert archive.piece(0, None) is None and archive.games == []
