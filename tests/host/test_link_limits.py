"""The link at its limits: the moments at which a session changes, how many requests wait, and the
answers of an archive that do not fit together."""

import pytest

from engine_core.game.game import Game
from engine_core.game.match_base import unpack_match
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.link import link_line
from host.link import requests as request_queue
from host.link.backup import BackupFile
from host.link.packed_match import packed, packed_match
from host.link.ports import SerialPort
from host.link.requests import NO_ANSWER, RETRY_SECONDS, TRIES, WAITING_MOST, RequestQueue
from host.link.session import (
    COPY_AGAIN_SECONDS,
    HUNG_SECONDS,
    LOG_LINES_MOST,
    LOST_SECONDS,
    PAUSES,
    SILENT_SECONDS,
    SNAPSHOT_LINES_MOST,
    Session,
    Stage,
)
from host.mirror.messages import Message, parse
from tests.conformance.support import earlier_journals
from tests.conformance.support.player import Player, start
from tests.conformance.support.virtual_ports import Board
from tests.host.link_lines import received, sent

START = (E.START, 1, 2, 61, 1, 0, 0)


def lines_of(*entries):
    """Return the lines of a board's snapshot, without their numbers."""
    board = Board(lines=True)
    board.start(START)
    for text in entries:
        board.app.enter(E.parse(text))
    board.run(300)
    before = len(board.link.lines)
    board.link.asked.append(link_line.encode(1, ["snapshot", 7]))
    board.run(1000)
    found = [received(line) for line in board.link.lines[before:]]
    at = [message[0] for message in found].index("hello")
    return [message for message in found[at:] if message[0] != "done"]


SNAPSHOT = lines_of("8D", "KH")
END = [message[0] for message in SNAPSHOT].index("state") + 1  # of the menu that follows


class Told:
    """A session that is told messages at moments. `changes` are those that it reports."""

    def __init__(self, now=0.0, **options):
        self.changes = []
        self.session = Session(now, on_change=self.changes.append, **options)
        self.session.opened(now)
        self.number = 0

    def tell(self, *messages, now=0.0, skipped=0):
        self.number += skipped
        for message in messages:
            self.number += 1
            self.session.receive(link_line.encode(self.number, message), now)
        return self.session.stage


def live(now=0.0, **options):
    told = Told(now, **options)
    assert told.tell(*SNAPSHOT, now=now) == Stage.LIVE
    return told


# Moments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seconds, state",
    [
        (0, "live"),
        (SILENT_SECONDS - 0.01, "live"),
        (SILENT_SECONDS, "reconnecting"),
        (LOST_SECONDS - 0.01, "reconnecting"),
        (LOST_SECONDS, "lost"),
    ],
)
def test_a_silent_board_is_live_then_reconnecting_then_lost(seconds, state):
    assert live(50.0).session.state(50.0 + seconds) == state


def test_a_board_that_never_came_is_lost_as_soon():
    session = Session(50.0)
    assert session.state(50.0 + LOST_SECONDS - 0.01) == "reconnecting"
    assert session.state(50.0 + LOST_SECONDS) == "lost"
    told = session.status(50.0 + LOST_SECONDS)["text"]
    assert told == "The board cannot be reached: nothing has come from a board yet."


def test_a_port_is_reopened_after_six_silent_seconds():
    session = Session(3.0)
    session.opened(50.0)
    assert not session.hung(50.0 + HUNG_SECONDS - 0.01) and session.hung(50.0 + HUNG_SECONDS)


def test_nothing_is_sent_to_a_port_that_is_closed():
    session = Session(0.0)
    assert session.due(0.0) == b""
    session.opened(0.0)
    assert sent(session.due(0.0))[0] == ["snapshot"] and session.due(0.0) == b""
    session.closed("COM3: it is gone")
    assert session.stage == Stage.CLOSED and session.due(99.0) == b""


def test_snapshots_are_asked_for_after_longer_and_longer_pauses():
    """Each is answered, but nothing comes; the last pause is the longest."""
    told = Told()
    now = 0.0
    for pause in (*PAUSES, PAUSES[-1]):
        request, number = sent(told.session.due(now))
        assert request == ["snapshot"]
        told.tell(["done", number], now=now)
        assert told.session.due(now + pause - 0.01) == b""
        now += pause


def test_a_snapshot_that_stops_is_asked_for_again():
    told = Told()
    told.session.due(0.0)
    assert told.tell(*SNAPSHOT[:3], now=1.0) == Stage.SNAPSHOT
    told.session.due(1.0 + RETRY_SECONDS - 0.01)
    assert told.session.stage == Stage.SNAPSHOT
    told.session.due(1.0 + RETRY_SECONDS)
    assert told.session.stage == Stage.WAITING


# Gaps ------------------------------------------------------------------------------------------


def test_a_line_that_is_left_out_is_a_gap_and_its_message_counts_for_nothing():
    told = live()
    length = told.session.mirror.game.length
    assert told.changes == ["snapshot"]
    assert told.tell(["entry", length + 1, "9D"], skipped=1) == Stage.WAITING
    assert told.session.mirror.game.length == length and told.changes == ["snapshot"]


def test_a_beat_of_another_length_is_a_gap_unless_the_engines_differ():
    told = live()
    length = told.session.mirror.game.length
    assert told.tell(["beat", length]) == Stage.LIVE
    assert told.tell(["beat", length + 1]) == Stage.WAITING
    told = live()
    told.session.mirror.differs = True
    assert told.tell(["beat", length + 1]) == Stage.LIVE


def test_what_only_a_snapshot_has_changes_nothing_outside_one():
    told = live()
    before = told.session.mirror.game.length
    assert told.tell(["entries", before + 1, "0c"], ["undone", 0, "0c"]) == Stage.LIVE
    assert told.session.mirror.game.length == before and told.changes == ["snapshot"]


def test_a_snapshot_ends_with_the_menu_after_its_state():
    told = Told()
    assert told.tell(SNAPSHOT[0], ["menu"], *SNAPSHOT[1:END]) == Stage.SNAPSHOT
    assert told.session.snapshots == 0
    assert told.tell(["menu"]) == Stage.LIVE and told.session.snapshots == 1


def test_a_snapshot_has_so_many_lines_at_most():
    said = ["name", 0, "41"]
    told = Told()
    told.tell(SNAPSHOT[0], *[said] * (SNAPSHOT_LINES_MOST - 1))
    assert told.session.stage == Stage.SNAPSHOT
    assert told.tell(said) == Stage.WAITING
    assert told.session.trouble == "it sends more than a board has"


def test_a_log_is_cut_to_more_lines_than_a_board_has():
    told = live()
    told.tell(*[["log", f"line {n}", n] for n in range(LOG_LINES_MOST + 1)])
    assert told.session.log == [f"line {n}" for n in range(LOG_LINES_MOST)]
    told.tell(["log", "again", 0])
    assert told.session.log == ["again"]
    told.tell(["log", "of an older board"])
    assert told.session.log == ["again", "of an older board"]


# The copy --------------------------------------------------------------------------------------


class Copy:
    failed = False

    def __init__(self, game=b""):
        self.game, self.writes = game, 0

    def read(self):
        return self.game

    def write(self, game):
        self.writes += 1


def test_a_copy_is_written_once_and_again_only_if_that_failed():
    copy = Copy()
    told = live(backup=copy)
    for now in (0.0, 1.0, 60.0):
        told.session.due(now)
    assert copy.writes == 1
    copy.failed = True
    told.session.due(61.0)
    told.session.due(61.0 + COPY_AGAIN_SECONDS - 0.01)
    assert copy.writes == 2
    told.session.due(61.0 + COPY_AGAIN_SECONDS)
    assert copy.writes == 3


def test_a_copy_says_whether_it_was_written(tmp_path):
    copy = BackupFile(tmp_path, "E6614C311B7F6C2C")
    assert not copy.failed
    copy.path.mkdir()
    copy.write(b"game")
    assert copy.failed and copy.read() == b""
    copy.path.rmdir()
    copy.write(b"game")
    assert not copy.failed and copy.read() == b"game"


@pytest.mark.parametrize(
    "board, begins",
    [("E66-14", "E66-14-"), ("/dev/ttyACM0", "dev-ttyACM0-"), ("a" * 61, "a" * 60 + "-")],
)
def test_a_copy_is_named_after_its_board(tmp_path, board, begins):
    name = BackupFile(tmp_path, board).path.name
    assert name.startswith(begins) and len(name) == len(begins) + len("01234567.journal")


def test_a_copy_of_the_first_version_is_read(tmp_path):
    copy = BackupFile(tmp_path, "b")
    copy.path.write_bytes(earlier_journals.STREAM)
    assert len(copy.read()) > 10 and copy.read()[:8] == bytes(8)
    copy.path.write_bytes(earlier_journals.STREAM[:9])
    assert copy.read() == b""


# Requests --------------------------------------------------------------------------------------


def test_as_many_requests_wait_as_may_and_no_more():
    queue, answers = RequestQueue(), []
    for _ in range(WAITING_MOST):
        queue.ask(["log"], answers.append)
    assert answers == [] and queue.busy()
    queue.ask(["log"], answers.append)
    assert answers == ["too many requests are waiting"]
    queue.forget()
    assert not queue.busy() and queue.due(0.0) == b""


def test_a_request_is_repeated_after_twice_as_long_each_time_and_then_given_up():
    queue, answers = RequestQueue(), []
    queue.ask(["log"], answers.append)
    now, first = 0.0, sent(queue.due(0.0))
    for number in range(TRIES - 1):
        now += RETRY_SECONDS * 2**number
        assert queue.due(now - 0.01) == b"" and sent(queue.due(now)) == first
    now += RETRY_SECONDS * 2 ** (TRIES - 1)
    assert queue.due(now - 0.01) == b"" and answers == [] and queue.busy()
    assert queue.due(now) == b"" and answers == [NO_ANSWER] and not queue.busy()


def test_ids_follow_each_other_and_begin_again_after_the_last(monkeypatch):
    last = (1 << 30) - 1
    monkeypatch.setattr(request_queue, "randbelow", lambda most: most - 2)
    queue = RequestQueue()
    ids = []
    for _ in range(3):
        queue.ask(["log"])
        ids.append(sent(queue.due(0.0))[1])
        queue.answer(Message(1, "done", {"id": ids[-1] + 1}))
        assert queue.busy()
        queue.answer(Message(1, "done", {"id": ids[-1]}))
        assert not queue.busy()
    assert ids == [last, 0, 1]


@pytest.mark.parametrize("reason, told", [("no room", "no room"), ("", "it does not say why")])
def test_a_request_that_failed_says_why(reason, told):
    queue, answers = RequestQueue(), []
    queue.ask(["log"], answers.append)
    _, number = sent(queue.due(0.0))
    message = parse(link_line.encode(1, ["failed", number, reason]))
    assert message
    queue.answer(message)
    assert answers == [told]


# A serial port --------------------------------------------------------------------------------


class Line:
    """A serial line with these bytes, of which so many are there at once."""

    def __init__(self, data, at_once=3):
        self.data, self.at_once, self.reads = data, at_once, []

    @property
    def in_waiting(self):
        return min(self.at_once, len(self.data))

    def read(self, most):
        self.reads.append(most)
        found, self.data = self.data[:most], self.data[most:]
        return found


def test_a_serial_port_is_read_as_soon_as_one_byte_is_there():
    port, line = SerialPort.__new__(SerialPort), Line(b"abcdefgh")
    port._name, port._line = "COM3", line  # type: ignore[assignment]
    assert port.read(1.0) == b"abcd" and line.reads == [1, 3]
    assert port.read(0) == b"efg" and line.reads[2:] == [3]
    assert port.read(1.0) == b"h"
    assert port.read(0.01) == b"" == port.read(0)


# A match as bytes -----------------------------------------------------------------------------


def test_a_match_that_is_too_long_loses_its_first_entries_and_no_game_is_nothing():
    game, player = Game(), Player(1)
    game.apply(start((1, 2, 121, 0, 0), 0))
    while game.length < 300 and game.state.phase != OVER:
        game.apply(player.next(game.state))
    whole = packed(game)
    assert whole == packed_match(game) and packed(Game()) == packed_match(Game()) == b""
    firsts = []
    for most in range(0, 2 * len(whole), 8):
        less = packed(game, most)
        again = unpack_match(less)
        assert again.length == game.length and again.state.pack() == game.state.pack()
        firsts.append(again.first())
        assert len(less) <= most or again.first() == firsts[0]
    assert firsts == sorted(firsts, reverse=True) and firsts[-1] == 0
    # The second piece with the state before it is longer than the whole match.
    others = {segment.first for segment in game.segments()[2:]}
    assert set(firsts) == {0, *others}
