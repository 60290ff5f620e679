"""Connections of a page's server on a simulated clock: how long each may take, which is closed for
a new one, and what a stream of events is sent."""

import asyncio
import logging
import random
import sys
from types import SimpleNamespace

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from uvicorn.server import ServerState

from host.web import connections, loop, server
from host.web.broadcast import HELLO, Broadcast, Gate, chunk
from host.web.connections import Connection, Seldom
from host.web.server import create_app
from host.web.share import server_config
from host.web.streams import Streams
from tests.simulation.clock_loop import on_clock

HEAD = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n"
WITH_TOKEN = b"X-Pegboard-Token: t\r\n"


class Transport:
    """The system's end of a connection. `sent`: what the server has written."""

    def __init__(self, server, app):
        self.sent = b""
        self.closed_at = None
        self.unread_most = 0
        config = server_config(app)
        self.connection = Connection(config=config, server_state=server, app_state={})
        self.connection.connection_made(self)

    def get_extra_info(self, name):
        return None

    def set_write_buffer_limits(self, high):
        self.unread_most = high

    def is_closing(self):
        return self.closed_at is not None

    def write(self, data):
        self.sent += data

    def pause_reading(self):
        pass

    resume_reading = pause_reading

    def abort(self):
        if not self.is_closing():
            self.closed_at = asyncio.get_running_loop().time() - 1000
            asyncio.get_running_loop().call_soon(self.connection.connection_lost, None)

    close = abort

    def gets(self, data):
        if data and not self.is_closing():
            self.connection.data_received(data)


async def answers(scope, receive, send):
    """Answer /key as to a page that presses keys, and /wait never."""
    if scope["path"] == "/wait":
        await asyncio.Event().wait()
    if scope["path"] == "/key":
        connections.mark_player(Request(scope))
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


# What a connection has sent, and when: when it is closed, None if it stays.
REQUESTS = [
    ([], 10.0),
    ([(0, HEAD[:9])], 10.0),
    ([(0, HEAD[:9]), (9, HEAD[9:20])], 10.0),  # a little more does not help
    ([(9.9, HEAD % (b"/wait", b""))], None),
    ([(2, b"POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")], 10.0),
    ([(2, b"POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{")], None),
]


@pytest.mark.parametrize("sent, closed_at", REQUESTS)
def test_a_request_is_complete_within_ten_seconds(sent, closed_at):
    @on_clock
    async def passes():
        one = Transport(ServerState(), answers)
        for at, data in sent:
            await asyncio.sleep(at - (asyncio.get_running_loop().time() - 1000))
            one.gets(data)
        await asyncio.sleep(100)
        assert one.closed_at == (closed_at and pytest.approx(closed_at, abs=0.01))

    passes()


@on_clock
async def test_a_connection_that_was_answered_waits_for_its_next_request_as_long():
    one = Transport(ServerState(), answers)
    await asyncio.sleep(8)
    one.gets(HEAD % (b"/", b""))
    await asyncio.sleep(4)
    assert one.sent.startswith(b"HTTP/1.1 204 ") and one.closed_at is None
    one.gets(HEAD[:9])
    await asyncio.sleep(100)
    assert one.closed_at == pytest.approx(22, abs=0.01)


@on_clock
async def test_a_connection_that_does_not_read_is_closed_after_twenty_seconds():
    one, other, gone = (Transport(ServerState(), answers) for _ in range(3))
    assert one.unread_most == connections.UNSENT_MOST
    for each in (one, other, gone):
        each.gets(HEAD % (b"/wait", b""))
        each.connection.pause_writing()
    await asyncio.sleep(19)
    other.connection.resume_writing()
    gone.abort()
    await asyncio.sleep(100)
    assert one.closed_at == pytest.approx(20, abs=0.01)
    assert other.closed_at is None and gone.closed_at == pytest.approx(19, abs=0.01)


IDLE = (b"", HEAD[:9], HEAD % (b"/", b""))  # what those have sent that may be closed
BUSY = (HEAD % (b"/key", b""), HEAD % (b"/wait", b""))


@pytest.mark.parametrize("seed", range(3))
def test_the_oldest_that_asks_nothing_makes_room_or_else_the_new_one(seed, monkeypatch):
    monkeypatch.setattr(connections, "connections_most", lambda: 12)

    @on_clock
    async def opened():
        state, dice = ServerState(), random.Random(seed)
        idle, busy = [], []
        for number in range(12):
            one = Transport(state, answers)
            one.gets(dice.choice(IDLE if number % 2 else BUSY))
            (idle if number % 2 else busy).append(one)
            await asyncio.sleep(0.01)
        for number in range(12):
            new = Transport(state, answers)
            await asyncio.sleep(0.01)
            assert new.is_closing() == (number >= len(idle))
            new.gets(HEAD % (b"/wait", b""))
            gone = [one.is_closing() for one in idle]
            assert gone == [n <= number for n in range(len(idle))]
            assert len(state.connections) == 12
        assert not any(one.is_closing() for one in busy)

    opened()


# Streams ----------------------------------------------------------------------------------------


@on_clock
async def test_a_stream_is_sent_what_it_may_see_until_it_ends():
    late, early, gate = Broadcast(print), Broadcast(print), Gate()
    app = create_app(late, "t", at_once=early, gate=gate)
    late.publish_view({"late": 1})
    early.publish_view({"early": 1})
    watcher, player, wrong = (Transport(ServerState(), app) for _ in range(3))
    watcher.gets(HEAD % (b"/events", b""))
    player.gets(HEAD % (b"/events", WITH_TOKEN))
    wrong.gets(HEAD % (b"/events", b"X-Pegboard-Token: x\r\n"))
    await asyncio.sleep(0)
    await asyncio.sleep(1)
    assert wrong.sent.startswith(b"HTTP/1.1 403 ") and HELLO not in wrong.sent
    for one, shown, kind in ((watcher, late, b"late"), (player, early, b"early")):
        head, _, body = one.sent.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ") and b"text/event-stream" in head
        view = b'event: view\ndata: {"%b":1}\n\n' % kind
        event = b"id: %b.1\n%b" % (shown._boot.encode(), view)
        assert body == chunk(HELLO) + chunk(event)
        one.connection.pause_writing()
        shown.publish_view({"n": 2})
        assert one.sent.endswith(chunk(event))
        one.connection.resume_writing()
        assert b'{"n":2}' in one.sent and shown.watchers == 1
    gate.close()
    await asyncio.sleep(1)
    for one in (watcher, player):
        assert one.sent.endswith(b"0\r\n\r\n")
    assert late.watchers == early.watchers == 0
    again = Transport(ServerState(), app)
    again.gets(HEAD % (b"/events", b""))
    await asyncio.sleep(1)
    assert again.sent.endswith(b"0\r\n\r\n") and late.watchers == 0


@on_clock
async def test_a_stream_whose_connection_is_lost_is_forgotten():
    shown, state = Broadcast(print), ServerState()
    app = create_app(shown, "t")
    one, old, head = (Transport(state, app) for _ in range(3))
    one.gets(HEAD % (b"/events", b""))
    old.gets((HEAD % (b"/events", b"")).replace(b"1.1", b"1.0"))
    head.gets((HEAD % (b"/events", b"")).replace(b"GET", b"HEAD"))
    await asyncio.sleep(1)
    assert shown.watchers == 1 and old.sent.startswith(b"HTTP/1.1 505 ")
    assert head.sent.startswith(b"HTTP/1.1 200 ") and HELLO not in head.sent
    one.abort()
    await asyncio.sleep(1)
    assert shown.watchers == 0 and one.connection.stream is None


@pytest.mark.parametrize("gate, second", [(Gate(), 503), (None, 200)])
def test_an_address_in_the_network_has_so_many_streams(gate, second, monkeypatch):
    monkeypatch.setattr(server, "WATCHERS_AN_ADDRESS", 1)

    @on_clock
    async def watched():
        app = create_app(Broadcast(print), "t", gate=gate)
        watchers = [Transport(ServerState(), app) for _ in range(2)]
        for one, status in zip(watchers, (200, second), strict=True):
            one.gets(HEAD % (b"/events", b""))
            await asyncio.sleep(1)
            assert one.sent.startswith(b"HTTP/1.1 %d " % status)

    watched()


def test_an_address_has_so_many_streams_and_a_server_so_many(monkeypatch):
    monkeypatch.setattr(connections, "watchers_most", lambda: 5)
    monkeypatch.setattr(connections, "PLAYERS_MOST", 2)
    streams = Streams(3)

    def full(is_player, address, text):
        with pytest.raises(HTTPException, match=f"^503: Too many pages {text} this board.$"):
            streams.add(is_player, address)

    first, *_ = [streams.add(False, "a") for _ in range(3)]
    full(False, "a", "are watching")
    others = [streams.add(False, "b") for _ in range(2)]
    full(False, "c", "are watching")
    first()
    streams.add(False, "c")
    full(False, "a", "are watching")
    for left in others:
        left()
    assert dict(streams._watchers) == {"a": 2, "c": 1}
    player, _ = streams.add(True, "a"), streams.add(True, "a")
    full(True, "b", "have the keys of")
    player()
    streams.add(True, "b")
    full(True, "b", "have the keys of")
    for _ in range(5):
        monkeypatch.setattr(connections, "watchers_most", lambda: 99)
        Streams().add(False, "a")


# Handles and complaints -------------------------------------------------------------------------

INFINITE = -1
# Handles a program may have now, those it may have at most, and connections that are wanted: how
# many it gets, and the limit that is set for it.
HANDLES = [
    (INFINITE, INFINITE, 5000, 5000, None),
    (5064, 5064, 5000, 5000, None),
    (5063, 9999, 5000, 5000, 5064),
    (1024, INFINITE, 5000, 5000, 5064),
    (1024, 4096, 5000, 4032, 4096),
    (256, 256, 5000, 192, 256),
    (66, 66, 5000, 2, 66),
    (10, 10, 5000, 2, 10),
]


@pytest.mark.parametrize("soft, hard, wanted, given, limit", HANDLES)
def test_a_program_has_as_many_connections_as_handles(
    soft, hard, wanted, given, limit, monkeypatch
):
    limits = []
    system = SimpleNamespace(
        RLIMIT_NOFILE=7,
        RLIM_INFINITY=INFINITE,
        getrlimit=lambda kind: (soft, hard),
        setrlimit=lambda kind, both: limits.append((kind, both)),
    )
    monkeypatch.setattr(connections, "resource", system)
    monkeypatch.setattr(connections.sys, "platform", "linux")
    assert connections.handles_most(wanted) == given
    assert limits == ([] if limit is None else [(7, (limit, hard))])


def test_without_such_limits_a_program_has_what_it_wants(monkeypatch):
    def fails(kind):
        raise OSError

    monkeypatch.setattr(connections.sys, "platform", "linux")
    monkeypatch.setattr(connections, "resource", None)
    assert connections.handles_most(77) == 77
    monkeypatch.setattr(connections, "resource", SimpleNamespace(getrlimit=fails, RLIMIT_NOFILE=7))
    assert connections.handles_most(77) == 77


def test_on_windows_a_program_has_no_more_than_its_loop_can_wait_for(monkeypatch):
    monkeypatch.setattr(connections.sys, "platform", "win32")
    assert [connections.handles_most(wanted) for wanted in (77, 2000)] == [77, 448]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="its policy exists on Windows alone")
@pytest.mark.parametrize(
    ("system", "kind"),
    [("win32", asyncio.SelectorEventLoop), (sys.platform, asyncio.BaseEventLoop)],
)
def test_a_program_runs_in_the_loop_of_its_system(monkeypatch, system, kind):
    found = []

    async def main():
        found.append(asyncio.get_running_loop())

    monkeypatch.setattr(loop.sys, "platform", system)
    loop.run(main())
    assert isinstance(found[0], kind)


# Handles for both servers: connections of one, and those of watchers.
@pytest.mark.parametrize(
    "handles, most, watchers", [(9999, 2580, 2500), (400, 200, 120), (162, 81, 1), (100, 50, 1)]
)
def test_watchers_leave_places_to_players_and_requests(handles, most, watchers, monkeypatch):
    monkeypatch.setattr(connections, "handles_most", lambda wanted: min(wanted, handles))
    connections.connections_most.cache_clear()
    try:
        assert connections.connections_most() == most
        assert connections.watchers_most() == watchers
    finally:
        connections.connections_most.cache_clear()


def complaint(at, text="too many files", name="asyncio"):
    return logging.makeLogRecord({"name": name, "msg": text, "created": at})


def test_each_kind_of_complaint_is_logged_once_a_minute():
    seldom = Seldom()
    for at, said in ((100, True), (159.9, False), (160, True), (219.9, False), (220, True)):
        assert seldom.filter(complaint(at)) is said, at
    assert seldom.filter(complaint(220, name="uvicorn.error"))
    assert seldom.filter(complaint(220, "other"))
    assert seldom.filter(complaint(220, "x" * 191 + "1"))
    assert not seldom.filter(complaint(220, "x" * 191 + "1" + "y"))
    assert seldom.filter(complaint(220, "x" * 191 + "2"))


def test_so_many_kinds_of_complaints_are_remembered():
    seldom = Seldom()
    for number in range(Seldom.KINDS_MOST):
        assert seldom.filter(complaint(100, f"kind {number}"))
    assert not seldom.filter(complaint(100, "kind 0"))
    assert seldom.filter(complaint(100, "one more"))
    assert seldom.filter(complaint(100, "kind 0"))


def test_the_complaints_of_the_server_are_logged_seldom(monkeypatch):
    for name in ("uvicorn.error", "asyncio"):
        monkeypatch.setattr(logging.getLogger(name), "filters", [])
    server_config(answers)  # type: ignore[arg-type]
    for name in ("uvicorn.error", "asyncio"):
        assert logging.getLogger(name).filters == [connections._SELDOM]
