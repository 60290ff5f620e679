"""A board that sends without end fills logs, queues and buffers to their bounds and no further."""

import asyncio
import contextlib
import itertools
import os
import signal
import threading

import pytest

from host.boards.remote import BackgroundBackup
from host.link import requests, session
from host.link.requests import RequestQueue
from host.link.session import LOG_LINES_MOST, SNAPSHOT_LINES_MOST, Session, Stage
from host.mirror.mirror import SEGMENTS_KEPT
from host.mirror.view import view
from host.web import broadcast, delay
from host.web.broadcast import Broadcast
from host.web.delay import DelayedBroadcast
from tests.cases import slow
from tests.host.far_end import Server
from tests.host.hostile_boards import KINDS
from tests.host.program import running


def flooded(kind, lines, keep=None):
    """Return a session that has received `lines` lines of a board of this kind."""
    one = Session(0.0, backup=keep)
    one.opened(0.0)
    for n, line in enumerate(itertools.islice(KINDS[kind](), lines)):
        one.receive(line.rstrip(b"\n"), 0.0)
        if not n % 100:
            one.due(0.0)
    return one


def test_a_log_without_end_is_kept_to_so_many_lines():
    assert len(flooded("log", LOG_LINES_MOST + 100).log) == LOG_LINES_MOST


@pytest.mark.parametrize("kind", ["a snapshot", *slow("pieces")])
def test_a_snapshot_without_end_is_given_up(kind):
    lines = SNAPSHOT_LINES_MOST if kind == "pieces" else 200
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "SNAPSHOT_LINES_MOST", lines)
        one = flooded(kind, lines)
        assert one.stage is Stage.SNAPSHOT
        assert len(one._draft.game.segments()) <= SEGMENTS_KEPT + 1
        one = flooded(kind, lines + 1)
    assert one.stage is Stage.WAITING
    assert not one._draft.game.length and not one._draft._base
    assert "more than a board has" in one.status(1.0)["text"]


def test_of_a_match_without_end_the_last_entries_are_kept():
    one = flooded("entries", 28 * SEGMENTS_KEPT + 500)
    mirror = one.mirror
    assert one.stage is Stage.LIVE and not mirror.differs
    assert len(mirror.game.segments()) <= SEGMENTS_KEPT + 1
    assert len(mirror._counts) == mirror.game.length - mirror.game.first()
    assert mirror.game.length - mirror.game.first() > 2000
    assert view(mirror)["game"]["counts"]


def test_undoing_thousands_of_entries_at_once_takes_no_longer_than_one():
    one = flooded("undo and redo", 2000)
    folded = []
    game = type(one.mirror.game)
    refold = game._refold
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "_refold", lambda *of: (folded.append(1), refold(*of)))
        one.receive(next(itertools.islice(KINDS["undo and redo"](), 2000, None)).rstrip(), 0.0)
    assert one.mirror.game.length == 1
    assert len(folded) <= 2


class Copies:
    """Stores what is written; the first write waits until `free` is set."""

    failed = False

    def __init__(self):
        self.written = []
        self.begun = threading.Event()
        self.free = threading.Event()

    def read(self):
        return b""

    def write(self, game):
        self.begun.set()
        assert self.free.wait(10)
        self.written.append(game)


def test_of_copies_that_wait_for_the_disk_the_newest_is_written():
    copies = Copies()
    backup = BackgroundBackup(copies)
    backup.write(b"first")
    assert copies.begun.wait(10)
    for n in range(1000):
        backup.write(b"%d" % n)
    copies.free.set()
    backup._writer.shutdown()
    assert copies.written == [b"first", b"999"]


def test_entries_that_come_together_are_copied_once():
    copies = Copies()
    copies.free.set()
    flooded("entries", 1000, copies)
    assert len(copies.written) <= 11


def test_requests_that_nobody_answers_do_not_add_up():
    queue = RequestQueue()
    answers = []
    for _ in range(requests.WAITING_MOST + 10):
        queue.ask(["snapshot"], answers.append)
    assert len(queue._queue) == requests.WAITING_MOST
    assert answers == ["too many requests are waiting"] * 10


def test_views_are_kept_up_to_so_many_bytes(monkeypatch):
    monkeypatch.setattr(broadcast, "VIEWS_BYTES_MOST", 10_000)
    one = Broadcast(lambda key, down: None)
    for n in range(100):
        one.publish_view({"n": n, "text": "x" * 900})
    assert sum(len(event) for _, event in one._views) <= 10_000
    one.publish_view({"text": "x" * 20_000})
    assert len(one._views) == 1


def test_what_watchers_see_later_is_kept_up_to_so_many_bytes(monkeypatch):
    monkeypatch.setattr(delay, "WAITING_BYTES_MOST", 10_000)

    async def flood():
        source = Broadcast(lambda key, down: None)
        later = DelayedBroadcast(source, 0.01)
        for n in range(1000):
            source.publish_view({"n": n, "text": "x" * 90})
            source.publish_frame(bytes([n & 255]) * 456)
        assert later._bytes == sum(len(kept) for _, _, kept in later._waiting) <= 12_000
        running = asyncio.ensure_future(later.run())
        while later._waiting:
            await asyncio.sleep(0.01)
        running.cancel()
        assert later._bytes == 0
        assert b'"n":999' in later._views[-1][1]

    asyncio.run(flood())


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C for one process there")
def test_ctrl_c_is_heard_while_a_board_floods_the_link(tmp_path):
    flooding = threading.Event()

    def serve(connection):
        lines = KINDS["entries"]()
        with contextlib.suppress(OSError), connection:
            for n in itertools.count():
                connection.sendall(b"".join(itertools.islice(lines, 200)))
                if n > 10:
                    flooding.set()

    server = Server(serve)
    try:
        with running("watch", "--port", server.name, "--page-port", 0, "--no-browser") as program:
            program.until("Watching")
            assert flooding.wait(30)
            program.process.send_signal(signal.SIGINT)
            assert program.ended() in (0, 1)
            assert "Traceback" not in program.err
    finally:
        server.close()
