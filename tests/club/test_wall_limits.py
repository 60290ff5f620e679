"""A wall at its limits: which tables have places, and for how long; how much waits."""

import json

import pytest

from host.club import inbox as club_inbox
from host.club.games import PAYLOAD_MOST
from host.club.inbox import Inbox, Message
from host.club.tables import NEVER_SECONDS, SILENT_SECONDS, TABLES_MOST, Club
from host.mirror.mirror import Mirror
from host.mirror.view import view

VIEW = json.loads(json.dumps(view(Mirror())))


def state(seq=1, boot="a", **changed):
    told = {"boot": boot, "seq": seq, "at": 1.0, "view": VIEW} | changed
    return json.dumps(told).encode()


class Told:
    """A club, its clock, and what it tells."""

    def __init__(self):
        self.now = 1000.0
        self.changed, self.gone, self.read = [], [], []
        self.club = Club(
            lambda *game: self.read.append(game),
            lambda table: self.changed.append(table and table.name),
            lambda table: self.gone.append(table.name),
            lambda: self.now,
        )

    def say(self, name, what, payload):
        self.club.take(Message((name, *what.split("/")), payload))

    def fill(self, *messages):
        """Fill all places with tables that send these."""
        for n in range(TABLES_MOST):
            for what, payload in messages:
                self.say(f"t{n}", what, payload)


@pytest.mark.parametrize(
    "messages, seconds",
    [
        ([("online", b"1")], NEVER_SECONDS),
        ([("online", b"0")], NEVER_SECONDS),
        ([("online", b"0"), ("state", state())], SILENT_SECONDS),
        ([("state", state())], SILENT_SECONDS),
    ],
)
def test_a_silent_table_leaves_after_its_time_and_not_before(messages, seconds):
    told = Told()
    for what, payload in messages:
        told.say("one", what, payload)
    told.now += seconds
    told.club.forget_silent()
    assert "one" in told.club.tables
    told.now += 0.01
    told.club.forget_silent()
    assert not told.club.tables and told.gone == ["one"]


SIGNS = [
    [("game", b"x")],
    [("online", b"1")],
    [("state", state())],
    [("online", b"1"), ("state", state())],
    [("state", state(n)) for n in (1, 2, 3)],
    [("online", b"1"), *[("state", state(n)) for n in (1, 2, 3)]],
]


@pytest.mark.parametrize("more", range(1, len(SIGNS)))
def test_a_table_with_more_signs_of_life_takes_the_place_of_one_with_less(more):
    """The one that was heard longest ago leaves; one with fewer signs gets no place."""
    told = Told()
    for n in range(TABLES_MOST):
        told.now += 1
        for what, payload in SIGNS[more]:
            told.say(f"t{n}", what, payload)
    for what, payload in SIGNS[more - 1]:
        told.say("less", what, payload)
    assert "less" not in told.club.tables and told.gone == []
    for what, payload in SIGNS[more]:
        told.say("as-many", what, payload)
    assert "as-many" in told.club.tables and told.gone == ["t0"]
    assert len(told.club.tables) == TABLES_MOST


@pytest.mark.parametrize(
    "payload, is_taken",
    [
        (state(), True),
        (state(boot=1), False),
        (state(seq="1"), False),
        (state(seq=1.0), False),
        (state(at=None), False),
        (state(at=-1), False),
        (state(view=None), False),
        (b"[]", False),
        (b"x", False),
    ],
)
def test_a_state_is_taken_whole_or_not_at_all(payload, is_taken):
    told = Told()
    told.say("one", "state", payload)
    assert ("one" in told.club.tables) is is_taken
    assert told.changed == (["one"] if is_taken else [])


def test_of_two_states_the_older_one_is_not_shown():
    told = Told()
    for seq, boot, shown in ((5, "a", "5"), (4, "a", "5"), (5, "a", "5b"), (1, "b", "1")):
        told.say("one", "state", state(seq, boot, view=VIEW | {"prompt": shown}))
        assert told.club.tables["one"].view["prompt"] == shown
    told.say("one", "state", b"")
    assert told.gone == ["one"]


def test_the_same_message_again_changes_nothing():
    told = Told()
    for _ in range(2):
        told.say("one", "state", state())
        told.say("one", "online", b"1")
        told.say("one", "game", b"x")
    assert told.changed == ["one", "one"] and told.read == [("one", "", b"x")]


# The inbox -------------------------------------------------------------------------------------


def test_a_payload_has_its_largest_size():
    inbox = Inbox()
    inbox.put("evening", b"x" * PAYLOAD_MOST)
    assert [len(one.payload) for one in inbox.take()] == [PAYLOAD_MOST]
    inbox.put("evening", b"x" * (PAYLOAD_MOST + 1))
    assert inbox.take() == [] and inbox._bytes == 0


@pytest.mark.parametrize("delay", [0.0, 5.0])
def test_so_many_bytes_wait_and_then_only_the_newest_of_what_waits_already(monkeypatch, delay):
    monkeypatch.setattr(club_inbox, "BYTES_MOST", 100)
    monkeypatch.setattr(club_inbox, "is_likely", lambda topic, payload: True)
    now = [0.0]
    inbox = Inbox(delay, lambda: now[0])
    for n in range(4):
        inbox.put(f"t{n}/state", b"x" * 30)
    assert inbox._bytes == 120
    inbox.put("t4/state", b"x")
    inbox.put("t0/state", b"newest")
    assert inbox._bytes == 96
    inbox.put("t5/state", b"y")  # there is room again
    assert inbox._bytes == 97
    now[0] = delay - 0.01 if delay else 0.0
    assert len(inbox.take()) == (0 if delay else 5)
    now[0] = delay
    found = inbox.take() if delay else []
    assert [one.topic[0] for one in found] == (["t0", "t1", "t2", "t3", "t5"] if delay else [])
    assert inbox._bytes == 0 and not inbox._payloads and not inbox._names


def test_with_a_delay_each_message_waits_for_its_time():
    now = [0.0]
    inbox = Inbox(5.0, lambda: now[0])
    for at in (0.0, 1.0, 2.0):
        now[0] = at
        inbox.put("evening", str(at).encode())
    for at, payload in ((4.99, []), (5.0, [b"0.0"]), (7.0, [b"2.0"]), (9.0, [])):
        now[0] = at
        assert [one.payload for one in inbox.take()] == payload


@pytest.mark.parametrize("is_known, most", [(True, 10), (False, 5)])
def test_strangers_have_half_of_the_places(monkeypatch, is_known, most):
    monkeypatch.setattr(club_inbox, "TOPICS_MOST", 10)
    inbox = Inbox(known=lambda name: is_known)
    for n in range(20):
        inbox.put(f"t{n}/online", b"1")
    assert len(inbox.take()) == most


def test_a_stranger_with_a_place_may_send_another_topic(monkeypatch):
    monkeypatch.setattr(club_inbox, "UNKNOWN_MOST", 2)
    inbox = Inbox(known=lambda name: False)
    for topic in ("a/online", "b/online", "c/online"):
        inbox.put(topic, b"1")
    inbox.put("a/state", state())
    assert [one.topic for one in inbox.take()] == [
        ("a", "online"),
        ("b", "online"),
        ("a", "state"),
    ]
    inbox.put("c/online", b"1")
    assert [one.topic for one in inbox.take()] == [("c", "online")]
