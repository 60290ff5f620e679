"""A board served by host.web.run.serve, in the process of the test: which routes a page has, what
is shared with the network, who sees what when, and how it ends."""

import asyncio
import contextlib
import errno
import json
import logging
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from engine_core.state.entries import pack
from host.errors import BoardError
from host.history.match import Match
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from host.web.broadcast import Broadcast
from host.web.delay import DelayedBroadcast
from host.web.run import Sharing, _on_loop_error, serve
from host.web.server import listen
from tests.cases import slow
from tests.history.matches import played_match
from tests.page_server import TOKEN, Watcher, asked, wait_until

NETWORK = "127.0.0.2"  # Linux answers on every address of 127.0.0.0/8, other systems on one
OWN = {"X_Pegboard_Token": TOKEN}
SENDS = {**OWN, "Content_Type": "application/json"}


class Board:
    """A board that does nothing but show views; `did` is what was asked of it."""

    def __init__(self):
        self.did = []
        self.broadcast = Broadcast(lambda key, down: self.did.append((key, down)))

    async def run(self):
        await asyncio.Event().wait()

    async def rename(self, side, name):
        self.did.append((side, name))


class DealingBoard(Board):
    def hand(self):
        return {"cards": ["5H"], "ask": "throw"}

    def throw(self, words):
        self.did.append(words)

    def play(self, words):
        self.did.append(words)


class Visited(Exception):
    """The visitor has gone, and the test is over."""


def serve_to(visit, board=None, tasks=(), **more):
    """Serve `board` until `visit(ask, port)` has returned, which runs in a thread."""
    sock = listen(0)
    port = sock.getsockname()[1]

    def ask(path, body=None, address="127.0.0.1", **headers):
        method = "GET" if body is None else "POST"
        data = None if body is None else json.dumps(body)
        status, _, told = asked(port, method, path, data, address, **headers)
        with contextlib.suppress(ValueError):
            return status, json.loads(told)
        return status, told.decode()

    async def visiting():
        await asyncio.to_thread(visit, ask, port)
        raise Visited

    with pytest.raises(Visited), contextlib.closing(sock):
        serve(board or Board(), sock, TOKEN, (*tasks, visiting), **more)


@pytest.fixture
def games(tmp_path):
    """Return a file with one game, which was changed just now."""
    path = tmp_path / "games.sqlite"
    match = played_match(1, 60)
    entries = tuple(pack(match.entry(number)) for number in range(match.length))
    with contextlib.closing(History(path)) as history:
        history.add(NewGame(entries, (1.79e9,), names=("Ann", "Ben")), time.time())
    return path


# The status of each address to a watcher and to a page with the token.
ALWAYS = {
    "/": (200, 200),
    "/?view=tv": (200, 200),
    "/board.json": (200, 200),
    "/chance": (200, 200),
    "/figures": (200, 200),
    "/game.json": (200, 200),
    "/game.txt": (404, 404),
    "/linked.json": (422, 422),
    "/token": (403, 204),
    "/share": (403, 200),
    "/nothing": (404, 404),
}
WITH_HISTORY = {
    "/history/games.json": (200, 200),
    "/practice.json?day": (200, 200),
    "/practice/trend.json": (403, 200),
}
WITH_A_DEALING_BOARD = {"/hand.json": (403, 200)}


@pytest.mark.parametrize(
    ("has_history", "deals"), [(False, True), (True, False), *slow((False, False), (True, True))]
)
def test_a_page_has_the_routes_of_its_board(deals, has_history, games):
    def visit(ask, port):
        for table, there in (
            (ALWAYS, 1),
            (WITH_HISTORY, has_history),
            (WITH_A_DEALING_BOARD, deals),
        ):
            for path, statuses in table.items():
                found = ask(path)[0], ask(path, **OWN)[0]
                assert found == (statuses if there else (404, 404)), path
        if has_history:
            assert [one["names"] for one in ask("/history/games.json")[1]] == [["Ann", "Ben"]]

    serve_to(visit, DealingBoard() if deals else Board(), history=games if has_history else None)


@pytest.mark.parametrize("keys", [True, False])
def test_keys_names_and_hands_come_to_the_board(keys):
    board = DealingBoard()

    def visit(ask, port):
        assert ask("/board.json")[1]["takes_keys"] is keys
        assert ask("/key", {"key": 3, "down": True}, **SENDS)[0] == 204
        assert ask("/name", {"side": 1, "name": "Ann"}, **SENDS)[0] == 204
        assert ask("/hand", {"throw": ["5H", "JC"]}, **SENDS)[0] == 204
        for path in ("/key", "/name", "/hand", "/share"):
            assert ask(path, {}, Content_Type="application/json")[0] == 403

    serve_to(visit, board, keys=keys)
    assert board.did == [(3, True), (1, "Ann"), ["5H", "JC"]]


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
@pytest.mark.parametrize("keys", [True, False])
def test_a_shared_page_is_served_where_it_says(keys, games):
    told = []

    def visit(ask, port):
        url = f"http://{NETWORK}:{port}/"
        wait_until(lambda: told)
        (share,) = told
        assert share.on and share.watch_urls() == [url]
        status = ask("/share", **OWN)[1]
        assert (status["on"], status["trouble"]) == (True, "")
        assert [one["url"] for one in status["watch"]] == [url]
        assert [one["url"] for one in status["board"]] == [f"{url}#{TOKEN}"] * keys
        assert str(port) in "".join(status["steps"])
        assert ask("/history/1.json")[1]["link"].startswith(url)
        shown = {path: ask(path, address=NETWORK)[0] for path in ("/", "/board.json", "/share")}
        assert shown == {"/": 200, "/board.json": 200, "/share": 404}
        assert ask("/history/games.json", address=NETWORK)[0] == 200
        assert ask("/board.json", address=NETWORK)[1]["takes_keys"] is keys
        assert ask("/key", {"key": 1, "down": True}, NETWORK, **SENDS)[0] == 204
        assert ask("/", address=NETWORK, Host=f"elsewhere.example:{port}")[0] == 400
        assert ask("/share", {"on": False}, **SENDS)[1]["steps"] == []
        with pytest.raises(ConnectionRefusedError):
            ask("/", address=NETWORK)
        assert ask("/history/1.json")[1]["link"].startswith(f"http://127.0.0.1:{port}/")

    serve_to(visit, sharing=Sharing(True, (NETWORK,), told=told.append), keys=keys, history=games)


def test_a_page_that_is_not_shared_says_so():
    told = []

    def visit(ask, port):
        status = {"on": False, "trouble": "", "watch": [], "board": [], "steps": []}
        assert ask("/share", **OWN) == (200, status)

    serve_to(visit, sharing=Sharing(told=told.append))
    assert told == []


def test_what_is_delayed_comes_at_once_to_the_player_alone(games):
    board, watched = Board(), []
    board.broadcast.publish_match(Match(packed_match(played_match(1, 40)), at=5))

    async def shows():
        board.broadcast.publish_view({"n": 1})

    def visit(ask, port):
        own, other = Watcher(port, **OWN), Watcher(port)
        assert own.tables(1) == [{"n": 1}]
        assert ask("/board.json")[1]["delay"] == 3600
        for path in ("/figures", "/game.json"):
            assert ask(path, **OWN)[1] and ask(path)[1] is None, path
        assert ask("/game.txt")[0] == 404  # which comes as late to everybody
        assert ask("/history/games.json")[1] == []
        other.link.sock.settimeout(0.05)
        with pytest.raises(TimeoutError):
            other.next()
        assert ask("/key", {"key": 3, "down": True}, **SENDS)[0] == 204
        own.close()
        other.close()

    sharing = Sharing(delay=3600.0, watch=watched.append)
    serve_to(visit, board, (shows,), sharing=sharing, history=games)
    (seen,) = watched
    assert isinstance(seen, DelayedBroadcast) and seen.seconds == 3600.0
    assert board.did == [(3, True)]


@pytest.mark.parametrize("delay", [0.0, 0.01])
def test_watchers_see_it_at_once_or_a_little_later(delay):
    board, watched = Board(), []

    async def shows():
        board.broadcast.publish_view({"n": 1})

    def visit(ask, port):
        watcher = Watcher(port)
        assert watcher.tables(1) == [{"n": 1}]
        watcher.close()

    serve_to(visit, board, (shows,), sharing=Sharing(delay=delay, watch=watched.append))
    assert [one is board.broadcast for one in watched] == [not delay]


def test_the_page_ends_with_its_board_and_its_streams_with_the_page():
    class Failing(Board):
        async def run(self):
            while not self.broadcast.watchers:
                await asyncio.sleep(0.01)
            raise BoardError("the board does not answer")

    ended = []

    def until_it_ends():
        watcher = Watcher(port)
        with pytest.raises(EOFError):
            watcher.next()
        watcher.close()
        ended.append(True)

    async def watches():
        await asyncio.to_thread(until_it_ends)

    async def ends_early():
        pass

    with contextlib.closing(listen(0)) as sock:
        port = sock.getsockname()[1]
        with pytest.raises(BoardError, match="the board does not answer"):
            serve(Failing(), sock, TOKEN, (watches, ends_early))
    assert ended == [True]


def test_ctrl_c_ends_the_page_without_an_error():
    board, seen = Board(), []

    async def presses():
        assert asyncio.get_running_loop().get_exception_handler() is _on_loop_error
        seen.append(await asyncio.to_thread(asked, port, "GET", "/board.json"))
        signal.raise_signal(signal.SIGINT)
        await asyncio.Event().wait()

    with contextlib.closing(listen(0)) as sock:
        port = sock.getsockname()[1]
        serve(board, sock, TOKEN, (presses,))
    assert [status for status, _, _ in seen] == [200]


TOO_MANY = "Pages that are opened now must wait (too many). The game goes on."


@pytest.mark.parametrize(
    "why, warned",
    [
        (OSError(errno.EMFILE, "too many"), [TOO_MANY]),
        (OSError(errno.ENFILE, "too many"), [TOO_MANY]),
        (OSError(errno.ENOBUFS, "too many"), [TOO_MANY]),
        (OSError(errno.ENOMEM, "too many"), [TOO_MANY]),
        (OSError(errno.EPERM, "too many"), []),
        (ValueError("too many"), []),
        (None, []),
    ],
)
def test_connections_without_a_place_are_a_warning_and_all_else_is_a_fault(
    why, warned, monkeypatch
):
    said, faults = [], []
    log = logging.getLogger("uvicorn.error")
    monkeypatch.setattr(log, "warning", lambda text, *words: said.append(text % words))
    context = {"exception": why}
    _on_loop_error(SimpleNamespace(default_exception_handler=faults.append), context)  # type: ignore[arg-type]
    assert (said, faults) == (warned, [] if warned else [context])
