"""When a wall does what: takes messages, sends tiles, forgets tables. On a simulated clock."""

import asyncio
import json
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from host.club import connection
from host.club.address import broker_address
from host.club.inbox import AGAIN, Message
from host.club.wall_run import Wall
from host.mirror.mirror import Mirror
from host.mirror.view import view
from host.web.broadcast import Broadcast
from tests.club.test_club_steps import Client
from tests.host.test_broadcast_moments import Stream, on_clock


class RunningWall:
    """A wall that runs, without a broker; `stream` is a page's."""

    def __init__(self, delay=0.0):
        loop = asyncio.get_running_loop()
        with patch.object(connection, "new_client", lambda address, name: Client()):
            self.wall = Wall(broker_address("mqtt://b/club", is_club=True), delay, None, print)
        self.wall.club._clock = self.wall._inbox._clock = loop.time
        self.task = asyncio.ensure_future(self.wall.run())
        self.stream = Stream()
        self.wall.broadcast.join(self.stream)
        self.seq = 0

    def say(self, name, what="state", payload=None):
        self.seq += 1
        shown = {**view(Mirror()), "prompt": str(self.seq)}
        state = {"boot": "a", "seq": self.seq, "at": 1.0, "view": shown}
        payload = json.dumps(state).encode() if payload is None else payload
        self.wall._inbox.put(f"{name}/{what}", payload)

    def events(self):
        """Return the times of the events so far, and the tables in each."""
        return [
            (at, [tile["name"] for tile in json.loads(data)["tables"]])
            for at, _, data in self.stream.got[1:]
        ]

    def close(self):
        self.task.cancel()
        self.wall.close()


@on_clock
async def test_what_changes_within_a_quarter_of_a_second_is_one_event():
    running = RunningWall()
    await asyncio.sleep(0.01)
    running.say("one")
    running.say("two")
    await asyncio.sleep(0.3)
    running.say("two")
    await asyncio.sleep(0.3)
    await asyncio.sleep(2.0)
    assert running.events() == [(0.25, ["one", "two"]), (0.5, ["two"])]
    running.close()


@pytest.mark.parametrize(("watchers", "seconds"), [(1, 0.25), (625, 0.25), (2500, 1.0)])
def test_with_many_watchers_tiles_come_less_often(monkeypatch, watchers, seconds):
    @on_clock
    async def then():
        monkeypatch.setattr(Broadcast, "watchers", property(lambda _: watchers))
        running = RunningWall()
        times = []
        publish = running.wall.broadcast.publish_view
        running.wall.broadcast.publish_view = lambda told: (
            times.append(loop.time()) or publish(told)
        )
        loop = asyncio.get_running_loop()
        for _ in range(100):
            running.say("one")
            await asyncio.sleep(0.05)
        gaps = {round(b - a, 3) for a, b in zip(times, times[1:], strict=False)}
        assert gaps == {seconds}
        running.close()

    then()


@on_clock
async def test_a_wall_asks_the_broker_for_all_of_its_topics_once_and_is_told_all_again():
    client = Client()
    with patch.object(connection, "new_client", lambda address, name: client):
        wall = Wall(broker_address("mqtt://b/a/club", is_club=True), 0.0, None, print)
    client.told()
    client.comes()
    names = ("+/state", "+/online", "+/game", "+/games/+", "evening")
    assert client.told() == [("subscribe", [(f"a/club/{name}", 1) for name in names])]
    assert [one.topic for one in wall._inbox.take()] == [AGAIN]
    message = SimpleNamespace(topic="a/club/one/online", payload=b"1", retain=True)
    client.on_message(client, None, message)
    assert wall._inbox.take() == [Message(("one", "online"), b"1")]
    wall.close()
    assert client.told() == ["disconnect", "stop"]


@on_clock
async def test_what_the_broker_has_not_told_again_is_gone_ten_seconds_later():
    running = RunningWall()
    running.wall._inbox.put(AGAIN[0], b"")
    running.say("one")
    running.say("two")
    await asyncio.sleep(30.0)
    assert set(running.wall.club.tables) == {"one", "two"}
    running.wall._inbox.put(AGAIN[0], b"")
    running.say("two")
    await asyncio.sleep(9.9)
    assert set(running.wall.club.tables) == {"one", "two"}
    await asyncio.sleep(0.2)
    assert set(running.wall.club.tables) == {"two"}
    running.close()


@on_clock
async def test_a_silent_name_is_gone_after_a_minute_and_twenty_seconds_at_most():
    running = RunningWall()
    running.say("one", "online", b"1")
    await asyncio.sleep(59.0)
    assert set(running.wall.club.tables) == {"one"}
    await asyncio.sleep(21.5)
    assert not running.wall.club.tables
    running.close()


@on_clock
async def test_with_a_delay_all_comes_later_and_in_order():
    running = RunningWall(5.0)
    running.say("one")
    await asyncio.sleep(1.0)
    running.say("two")
    await asyncio.sleep(9.0)
    first, second = running.events()
    assert first[1] == ["one"] and 5.0 <= first[0] <= 5.5
    assert second[1] == ["two"] and 6.0 <= second[0] <= 6.5
    running.close()


@on_clock
async def test_the_lights_of_a_table_are_painted_ten_times_a_second():
    running = RunningWall()
    running.say("one")
    await asyncio.sleep(0.5)
    times = []
    running.wall.club.tables["one"].paint = lambda: times.append(1)
    await asyncio.sleep(10.0)
    assert 99 <= len(times) <= 101
    assert [*running.wall.broadcasts()] == [
        running.wall.broadcast,
        running.wall.club.tables["one"].broadcast,
    ]
    running.close()
