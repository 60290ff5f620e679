"""What a table's program sends to the broker, what a wall sends to its pages and stores, step by
step: with a client in memory, on a simulated clock."""

import asyncio
import contextlib
import json
import ssl
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from host.club import connection, publisher
from host.club.address import PASSWORD, broker_address
from host.club.games import made
from host.club.inbox import Message
from host.club.publisher import Publisher
from host.club.reader import GameReader
from host.club.wall_run import Wall
from host.history.games import split
from host.history.match import Match
from host.history.store import History
from host.link.packed_match import packed_match
from host.mirror.mirror import Mirror
from host.mirror.view import view
from host.web.broadcast import Broadcast
from tests.history.matches import played_match
from tests.host.test_broadcast_moments import Stream, on_clock

VIEW = json.loads(json.dumps(view(Mirror())))


class Client:
    """One of paho's; `did` is what was asked of it, in order."""

    def __init__(self):
        self.did = []
        self.is_there = False

    def will_set(self, topic, payload, qos, retain):
        self.did.append(("will", topic, payload, qos, retain))

    def connect_async(self, host, port, keepalive):
        self.did.append(("connect", host, port, keepalive))

    def loop_start(self):
        self.did.append("start")

    def loop_stop(self):
        self.did.append("stop")

    def disconnect(self):
        self.did.append("disconnect")

    def is_connected(self):
        return self.is_there

    def subscribe(self, topics):
        self.did.append(("subscribe", topics))

    def publish(self, topic, payload, qos, retain=False):
        self.did.append((topic, payload, qos, retain))
        return SimpleNamespace(wait_for_publish=lambda seconds: self.did.append("wait"))

    def comes(self, is_failure=False):
        self.is_there = not is_failure
        self.on_connect(self, None, None, SimpleNamespace(is_failure=is_failure), None)

    def told(self):
        """Return what was asked since the last time."""
        did, self.did = self.did, []
        return did


class Games:
    """In place of the thread that publishes games."""

    def __init__(self, send, players):
        self.send, self.players, self.news = send, players, []

    def __getattr__(self, name):
        return lambda *words: self.news.append((name, *words))


@pytest.fixture
def table(monkeypatch):
    """Return a table's program: its publisher, client, games, texts and broadcast."""
    client, texts = Client(), []
    monkeypatch.setattr(connection, "new_client", lambda address, name: client)
    monkeypatch.setattr(publisher, "GamePublisher", Games)
    monkeypatch.setattr(publisher.time, "time", lambda: 5.0)
    made_by = Publisher(broker_address("mqtt://broker/club/a"), texts.append, ("Ann", "Ben"))
    broadcast = Broadcast(lambda key, down: None)
    made_by.follow(broadcast)
    return SimpleNamespace(
        it=made_by, client=client, games=made_by._games, texts=texts, broadcast=broadcast
    )


def state(table, seq, shown):
    told = {"boot": table.it._boot, "seq": seq, "at": 5.0, "view": shown}
    return ("club/a/state", json.dumps(told, separators=(",", ":")).encode(), 1, True)


def shown(length, *entries):
    """Return a view with counts of these entries, the newest first."""
    names = ("title", "points", "spoken", "cards", "deal", "part", "hand")
    counts = [{**dict.fromkeys(names, 0), "entry": entry} for entry in entries]
    return {"length": length, "game": {"counts": counts}}


def test_a_table_has_a_will_and_says_that_it_is_there_and_what_it_shows(table):
    assert table.client.told() == [
        ("will", "club/a/online", "0", 1, True),
        ("connect", "broker", 1883, 30),
        "start",
    ]
    table.broadcast.publish_view({"n": 1})
    table.broadcast.publish_view({"n": 2})
    assert table.client.told() == []  # nothing waits while the broker is away
    table.client.comes()
    assert table.games.news == [("connected",)] and table.games.players == ("Ann", "Ben")
    assert table.client.told() == [
        ("subscribe", [("club/a/games/+", 1), ("club/a/online", 1), ("club/a/state", 1)]),
        ("club/a/online", "1", 1, True),
        state(table, 2, {"n": 2}),
    ]
    table.broadcast.publish_view({"n": 3})
    assert table.client.told() == [state(table, 3, {"n": 3})]
    table.it.close()
    assert table.client.told() == [("club/a/online", "0", 1, True), "wait", "disconnect", "stop"]
    assert table.games.news[-1] == ("close",)


def test_a_table_that_shows_nothing_yet_sends_no_state_and_one_without_a_broker_no_word(table):
    table.client.comes()
    assert [what[0] for what in table.client.told()[3:]] == ["subscribe", "club/a/online"]
    table.client.is_there = False
    table.it.close()
    assert table.client.told() == ["disconnect", "stop"]
    assert not table.games.send("game", b"x") and table.client.told() == []
    table.client.is_there = True
    assert table.games.send("game", b"x")
    assert table.client.told() == [("club/a/game", b"x", 1, True)]


def test_counts_are_sent_once_the_oldest_first_and_none_of_before(table):
    table.client.comes()
    table.client.told()

    def counted(length, *entries):
        table.broadcast.publish_view(shown(length, *entries))
        found = [json.loads(one[1]) for one in table.client.told() if one[0] == "club/a/count"]
        assert all(one["boot"] == table.it._boot and "hand" not in one for one in found)
        return [(one["seq"], one["entry"]) for one in found]

    assert counted(3, 3, 1) == []  # what was there before this program
    assert counted(5, 5, 4, 4, 3, 1) == [(2, 4), (2, 4), (2, 5)]
    assert counted(4, 4, 4, 3, 1) == []  # an entry was undone
    assert counted(5, 5, 4, 4, 3, 1) == [(4, 5)]
    table.broadcast.publish_view({"length": 0, "game": None})
    assert counted(1, 1) == [(6, 1)]


@pytest.mark.parametrize(
    "topic, payload, retained, news",
    [
        ("games/0123456789abcdef", b"x", True, [("held", "0123456789abcdef", b"x")]),
        ("games/0123456789abcdef", b"x", False, []),  # its own, come back
        ("online", b"1", False, [("told",)]),  # comes after all that is retained
        ("online", b"1", True, []),
        ("online", b"0", False, []),
    ],
)
def test_a_table_hears_which_games_the_broker_has(table, topic, payload, retained, news):
    message = SimpleNamespace(topic=f"club/a/{topic}", payload=payload, retain=retained)
    table.client.on_message(table.client, None, message)
    assert table.games.news == news


def test_a_table_says_once_that_another_program_publishes_it(table):
    def hear(payload, retained=False):
        message = SimpleNamespace(topic="club/a/state", payload=payload, retain=retained)
        table.client.on_message(table.client, None, message)
        return [text for text in table.texts if "Another program" in text]

    table.client.comes()
    own, others = state(table, 1, {})[1], b'{"boot":"00000000","seq":1}'
    assert hear(own) == hear(others, retained=True) == hear(b"") == []
    assert len(hear(others)) == len(hear(b"1")) == 1
    assert table.games.news == [("connected",)]


def test_a_table_that_another_connection_calls_offline_says_that_it_is_there(table):
    def hear(payload, retained):
        message = SimpleNamespace(topic="club/a/online", payload=payload, retain=retained)
        table.client.on_message(table.client, None, message)
        return table.client.told()

    table.client.told()
    assert hear(b"0", False) == []  # without a broker there is nobody to tell
    table.client.comes()
    table.client.told()
    assert hear(b"0", True) == []  # of before; its own "1" follows
    assert hear(b"0", False) == [("club/a/online", "1", 1, True)]
    assert hear(b"1", False) == []
    table.it.close()
    table.client.told()
    assert hear(b"0", False) == []  # its own


def test_the_match_goes_to_the_publisher_of_games_and_frames_nowhere(table):
    table.client.comes()
    table.client.told()
    match = Match(b"a match")
    table.broadcast.publish_match(match)
    table.broadcast.publish_frame(b"abc")
    assert table.games.news[1:] == [("take", match)] and table.client.told() == []


def test_the_broker_is_spoken_of_once_each_time_that_it_changes(table):
    for _ in range(2):
        table.client.on_connect_fail(table.client, None)
    for is_failure in (True, False, False):
        table.client.comes(is_failure)
    count = len(table.texts)
    for is_failure in (False, True):  # of what was asked for nothing is said
        reason = SimpleNamespace(is_failure=is_failure)
        table.client.on_disconnect(table.client, None, None, reason, None)
        assert len(table.texts) == count + is_failure
    assert [text.split(" (")[0].partition(":")[0] for text in table.texts] == [
        "The broker at broker cannot be reached; still trying.",
        "The broker at broker refuses this board",
        "The broker at broker is connected",
        "The broker at broker was lost",
    ]
    assert table.texts[2].endswith("this board is club/a.")


@pytest.mark.parametrize(
    ("number", "step"),
    [
        (9, "the date of this computer"),
        (10, "the club may have to renew it"),
        (18, "SSL_CERT_FILE may name a file"),
        (20, "SSL_CERT_FILE may name a file"),
        (62, "the address must name the broker"),
    ],
)
def test_a_certificate_that_is_not_trusted_is_named_with_the_next_step(table, number, step):
    error = ssl.SSLCertVerificationError()
    error.verify_code, error.verify_message = number, "because."
    for _ in range(2):
        try:
            raise error
        except OSError:  # paho calls it here
            table.client.on_connect_fail(table.client, None)
    (text,) = table.texts
    assert text.startswith(
        f"The broker at broker has a certificate that is not trusted (because): {step}"
    )


def test_a_refusal_is_told_once_and_the_loss_of_a_connection_again_after_it(table):
    refused = ReasonCode(PacketTypes.CONNACK, "Not authorized")
    lost = SimpleNamespace(is_failure=True)
    for _ in range(3):
        table.client.on_connect(table.client, None, None, refused, None)
        table.client.on_disconnect(table.client, None, None, lost, None)
    (text,) = table.texts
    assert "refuses this board: Not authorized: check the user in the address" in text
    assert text.endswith(f"{PASSWORD}.")
    table.client.comes()
    table.client.on_disconnect(table.client, None, None, lost, None)
    assert "was lost" in table.texts[2]


# The wall ----------------------------------------------------------------------------------------


def table_state(seq=1, **changed):
    told = {"boot": "a", "seq": seq, "at": 1.0, "view": VIEW | changed}
    return json.dumps(told).encode()


@on_clock
async def test_a_wall_sends_the_tiles_that_changed_and_all_when_a_table_has_gone():
    with patch.object(connection, "new_client", lambda address, name: Client()):
        wall = Wall(broker_address("mqtt://broker/club", is_club=True), 0.0, None, print)
    showing = asyncio.ensure_future(wall._show())
    stream = Stream()
    wall.broadcast.join(stream)

    async def then():
        """Return what the page is sent next: which tables, whether it is all, and standings."""
        before = len(stream.got)
        await asyncio.sleep(0.3)
        told = [json.loads(data) for _, kind, data in stream.got[before:]]
        return [
            ([one["name"] for one in event["tables"]], "whole" in event, "standings" in event)
            for event in told
        ]

    def say(name, what, payload):
        wall.club.take(Message((name, what), payload))

    assert json.loads(stream.got[0][2]) == {"tables": [], "standings": [], "whole": True}
    assert await then() == []
    say("one", "state", table_state())
    say("two", "state", table_state())
    assert await then() == [(["one", "two"], False, False)]
    say("two", "state", table_state(2, prompt="another."))
    assert await then() == [(["two"], False, False)]
    wall._note(None)
    assert await then() == [([], False, True)]
    assert await then() == []
    say("one", "state", b"")
    assert await then() == [(["two"], True, True)]
    assert await then() == []
    say("three", "online", b"1")  # without a view it has no tile
    assert await then() == []
    say("two", "state", table_state(3))
    assert await then() == [(["two"], False, False)]
    say("two", "online", b"0")
    wall.club._clock = lambda: 1e9
    wall.club.forget_silent()
    assert await then() == [([], True, True)]
    assert await then() == []
    late = Stream()
    wall.broadcast.join(late)
    assert json.loads(late.got[0][2]) == {"tables": [], "standings": [], "whole": True}
    showing.cancel()
    wall.close()


@pytest.mark.parametrize("is_named", [True, False])
def test_a_wall_stores_what_a_table_plays_and_has_played(tmp_path, monkeypatch, is_named):
    """The time of the last entry alone is known: of a finished game when it was first sent, of the
    current one when it came, if that was earlier."""
    (played,) = split(packed_match(played_match(1, 40)))
    path = tmp_path / "wall.sqlite"
    closed = []
    close = History.close
    monkeypatch.setattr(History, "close", lambda self: closed.append(self) or close(self))
    game = made(played, 50.0, (), ("Ann", "Ben") if is_named else ())

    async def read(*games):
        taken = []
        reader = GameReader(lambda *words: taken.append(words), path, "club", print)
        for name, payload in games:
            reader.read("one", name, payload)
        while len(taken) < len(games):
            await asyncio.sleep(0.01)
        reader.close()
        assert closed.pop() is reader._history
        return [(name, bool(found)) for _, name, found in taken]

    told = asyncio.run(read(("", game.payload()), ("0" * 16, game.payload()), ("x", b"")))
    assert told == [("", True), ("0" * 16, False), ("x", False)]
    for name in ("", game.id()):
        assert asyncio.run(read((name, game.payload()))) == [(name, True)]
        with contextlib.closing(History(path)) as history:
            (kept,) = history.games()
            times = [at for at, _ in history.entries(kept.id)]
            assert times == [None] * (len(played.entries) - 1) + [50.0]
            assert (kept.board, kept.names) == ("club/one", ["Ann", "Ben"] if is_named else [])
