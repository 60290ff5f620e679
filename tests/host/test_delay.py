"""Delayed views for watchers: real programs and streams."""

import asyncio
import json
import time
import urllib.request

import pytest

from host.web.broadcast import Broadcast
from host.web.delay import DelayedBroadcast
from tests.host.program import running
from tests.page_server import Watcher, wait_until

WORDS = ("--virtual", "--no-browser", "--page-port", "0", "--share-address", "127.0.0.2")
LONG = "3600"


@pytest.fixture(scope="module")
def hour_late(tmp_path_factory):
    """A program whose watchers see everything an hour later."""
    game = tmp_path_factory.mktemp("hour_late") / "game.journal"
    with running(*WORDS, "--delay", LONG, "--game", game) as program:
        program.board()
        program.until("Watchers see everything 3600 seconds later")
        program.until("If nobody can open it")
        yield program


def test_everything_comes_in_its_order_and_not_before_its_time():
    async def measured():
        source = Broadcast(lambda key, down: None)
        later = DelayedBroadcast(source, 0.2)
        now = asyncio.get_running_loop().time
        told = []
        later.listeners.append(lambda kind, published: told.append((now(), published)))
        running = asyncio.ensure_future(later.run())
        published = [{"n": 0}, b"\x01", {"n": 1}, {"n": 2}, b"\x02"]
        begun = []
        for one in published:
            begun.append(now())
            if isinstance(one, dict):
                source.publish_view(one)
            else:
                source.publish_frame(one)
            await asyncio.sleep(0.02)
        while len(told) < len(published):
            await asyncio.sleep(0.01)
        running.cancel()
        assert [one for _, one in told] == published
        assert all(at - was >= 0.2 for (at, _), was in zip(told, begun, strict=True))

    asyncio.run(measured())


def test_watchers_learn_nothing_early_and_the_players_do(hour_late):
    watchers = [Watcher(hour_late.port), Watcher(hour_late.port, address="127.0.0.2")]
    own = Watcher(hour_late.port, X_Pegboard_Token=hour_late.token)
    first = own.tables(1)[0]
    hour_late.key("RIGHT")
    assert own.tables(1)[0] != first
    for watcher in watchers:
        watcher.link.sock.settimeout(0.5)
        assert watcher.answer.readline() == b"retry: 1000\n"
        assert watcher.answer.readline() == b"\n"
        with pytest.raises(TimeoutError):
            watcher.answer.readline()
        watcher.close()
    own.close()


@pytest.mark.slow
def test_watchers_see_it_when_its_time_has_come(tmp_path):
    with running(*WORDS, "--delay", "1", "--game", tmp_path / "game.journal") as program:
        program.board()
        watcher = Watcher(program.port)
        # Of views that are due at once only the newest is sent, so the first one is awaited.
        at = watcher.tables(1)[0]["menu"]["at"]
        begun = time.monotonic()
        program.key("RIGHT")
        while watcher.tables(1)[0]["menu"]["at"] == at:
            pass
        assert time.monotonic() - begun >= 1
        watcher.close()


def test_a_stream_with_a_wrong_token_is_refused(hour_late):
    wait_until(lambda: Watcher(hour_late.port).answer.status == 200)
    assert Watcher(hour_late.port, X_Pegboard_Token="wrong").answer.status == 403


def test_the_drawing_says_how_late_watchers_are(hour_late):
    watcher = Watcher(hour_late.port)
    watcher.link.close()
    with urllib.request.urlopen(f"http://127.0.0.1:{hour_late.port}/board.json") as answer:
        assert json.load(answer)["delay"] == 3600


@pytest.mark.slow
def test_a_page_with_the_token_gets_chances_and_figures_at_once_and_watchers_later(tmp_path):
    def ask(program, path, **headers):
        address = f"http://127.0.0.1:{program.port}/{path}"
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return json.load(answer)

    with running(*WORDS, "--delay", LONG, "--game", tmp_path / "game.journal") as program:
        program.board()
        program.keys("ENTER ENTER ENTER ENTER ENTER ENTER 5 S 6 H J D 5 C 6 C")
        own = {"X-Pegboard-Token": program.token}
        wait_until(lambda: ask(program, "chance", **own)["percents"], 5)
        wait_until(lambda: ask(program, "figures", **own), 5)
        for headers in ({}, {"X-Pegboard-Token": "wrong"}):
            assert ask(program, "chance", **headers) == {"percents": None}
            assert ask(program, "figures", **headers) is None
