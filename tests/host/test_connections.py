"""Connections that others open, and leave idle, half open or unread: the player plays on."""

import contextlib
import http.client
import itertools
import socket

import pytest

from engine_core.count.cards import name
from host.boards.stores import FileStore
from host.boards.virtual import VirtualBoard
from host.web import connections
from tests.cases import slow
from tests.host.program import RUN, running
from tests.page_server import TOKEN, Watcher, serving, wait_until

resource = pytest.importorskip("resource")

# As on a Mac, whose programs may have 256 files open: `most` cannot be raised.
FEW_HANDLES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))\n" + RUN
FLOOD = 350
IDLE = b""
HALF_OPEN = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "
HALF_BODY = (
    f"POST /key HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Pegboard-Token: {TOKEN}\r\n"
    "Content-Type: application/json\r\nContent-Length: 30\r\n\r\n{"
).encode("ascii")
UNREAD = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
RUBBISH = b"\x16\x03\x01 this is no HTTP\r\n\r\n"


@contextlib.contextmanager
def flood(port, request, count=FLOOD):
    """Hold `count` connections that have sent `request`, and read nothing."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 5))
            with contextlib.suppress(ConnectionError):
                one.sendall(request)
        yield


@pytest.fixture
def game(tmp_path):
    return tmp_path / "game.journal"


def has_king(view):
    return (view["game"] or {}).get("line") == ["KH"]


def start(game):
    words = ("--virtual", "--no-browser", "--page-port", 0, "--game", game)
    return running(*words, code=FEW_HANDLES)


@pytest.mark.parametrize("request_", [IDLE, *slow(UNREAD, HALF_OPEN, RUBBISH)])
def test_connections_of_others_keep_no_player_from_playing(game, request_):
    with start(game) as program:
        board = program.board()
        players = Watcher(board.port, X_Pegboard_Token=board.token)
        players.tables(1)
        board.keys("ENTER RIGHT ENTER RIGHT RIGHT ENTER 8D")
        with flood(board.port, request_):
            board.keys("KH")
            while not has_king(view := players.tables(1)[0]):
                pass
            again = Watcher(board.port, X_Pegboard_Token=board.token)
            assert again.tables(1) == [view], "a page that is opened again"
            again.close()
        players.close()
    assert program.err.count("\n") <= 1, program.err
    assert "Traceback" not in program.err
    with FileStore(game) as store:  # as a second program opens it, once the first was killed
        state = VirtualBoard(store).app.game.state
        assert [name(card) for card in state.line()] == ["KH"]


def test_a_connection_that_presses_keys_makes_room_last(monkeypatch):
    monkeypatch.setattr(connections, "connections_most", lambda: 100)
    with serving() as served:
        link = http.client.HTTPConnection("127.0.0.1", served.port, timeout=5)

        def press():
            headers = {"Content-Type": "application/json", "X-Pegboard-Token": TOKEN}
            link.request("POST", "/key", b'{"key": 5, "down": true}', headers)
            answer = link.getresponse()
            answer.read()
            assert answer.status == 204

        press()
        kept = link.sock
        with flood(served.port, IDLE, 300):
            press()
            assert link.sock is kept
        link.close()


def closed(one):
    """Return whether the other end has closed the connection `one`."""
    try:
        return one.recv(65536) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("request_", [HALF_BODY, *slow(IDLE, HALF_OPEN)])
def test_a_request_that_does_not_come_is_not_waited_for(monkeypatch, request_):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.05)
    with serving() as served, socket.create_connection(("127.0.0.1", served.port), 5) as one:
        one.sendall(request_)
        assert closed(one)


@pytest.mark.slow
def test_a_request_after_an_answer_is_not_waited_for_either(monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    with serving() as served:
        link = http.client.HTTPConnection("127.0.0.1", served.port, timeout=5)
        link.request("GET", "/nothing")
        link.getresponse().read()
        with link.sock as one:
            one.sendall(HALF_OPEN)
            while not closed(one):
                pass


def test_a_watcher_that_does_not_read_is_let_go(monkeypatch):
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.05)
    with serving() as served, socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", served.port))
        one.sendall(UNREAD)
        wait_until(lambda: served.broadcast.watchers == 1)
        numbers = itertools.count()

        def is_gone():
            served.show({"n": next(numbers), "text": "x" * 200_000})
            return served.broadcast.watchers == 0

        wait_until(is_gone, 20)


def test_a_watcher_far_behind_gets_the_newest_view_alone(monkeypatch):
    with serving() as served:
        for n in range(10):
            served.show({"n": n, "text": "x" * 20_000})
        first = served.watch()
        boot = first.next()["id"].partition(".")[0]
        first.close()
        near, far = served.watch(boot + ".8"), served.watch(boot + ".2")
        assert [view["n"] for view in near.tables(2)] == [8, 9]
        assert far.tables(1)[0]["n"] == 9
        near.close()
        far.close()


def test_a_kind_of_complaint_is_logged_once_a_minute():
    seldom = connections.Seldom()

    def said(kind, at):
        record = connections.logging.makeLogRecord({"name": "x", "msg": kind, "created": at})
        return seldom.filter(record)

    assert said("one", 100.0) and not said("one", 159.0) and said("two", 159.0)
    assert said("one", 160.0)
    for n in range(10 * connections.Seldom.KINDS_MOST):
        said(str(n), 200.0)
    assert len(seldom._said_at) <= connections.Seldom.KINDS_MOST


def test_few_handles_leave_fewer_places():
    was = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = connections.SPARE_HANDLES
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (was[0], was[1]))
        assert connections.handles_most(100) == 100
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, was[1]))
        assert connections.handles_most(300) == 300
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 300 + spare
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, was)
