"""Random messages to an inbox, against a list of them that is counted anew each time."""

import random

import pytest

from host.club import inbox as club_inbox
from host.club.inbox import Inbox, Message
from tests.club.test_wall_limits import state

TOPICS_MOST, BYTES_MOST, UNKNOWN_MOST = 12, 120, 3
KNOWN = {"a", "b"}
TOPICS = [f"{name}/{what}" for name in "abcdefgh" for what in ("online", "state", "games/x", "x")]
TOPICS += ["evening", "again"]


class MessageList:
    """The messages that wait: when each is due, its topic and its payload, the oldest first."""

    def __init__(self, delay):
        self.delay = delay
        self.waiting = []

    def put(self, now, topic, payload):
        is_known = "/" not in topic or topic[0] in KNOWN
        share = 1.0 if is_known else 0.5
        size = sum(len(one[2]) for one in self.waiting)
        is_full = size >= BYTES_MOST * share
        same = [one for one in self.waiting if one[1] == topic]
        likely = {"online": (b"", b"0", b"1"), "state": (b"",)}.get(topic[2:], ())
        if "/" in topic and payload not in likely:
            return
        if same and (is_full or not self.delay):
            same[-1][2] = payload
        elif not is_full and (same or self._has_place(topic, is_known, share)):
            self.waiting.append([now + self.delay, topic, payload])

    def _has_place(self, topic, is_known, share):
        topics = {one[1] for one in self.waiting}
        names = {one.partition("/")[0] for one in topics}
        if len(topics) >= TOPICS_MOST * share:
            return False
        return is_known or topic.partition("/")[0] in names or len(names) < UNKNOWN_MOST

    def take(self, now):
        due = [one for one in self.waiting if one[0] <= now]
        self.waiting = [one for one in self.waiting if one[0] > now]
        newest = {topic: payload for _, topic, payload in due}
        return [Message(tuple(topic.split("/")), payload) for topic, payload in newest.items()]


@pytest.mark.parametrize("delay", [0.0, 3.0])
@pytest.mark.parametrize("seed", range(5))
def test_what_waits_is_what_a_list_of_all_messages_says(monkeypatch, seed, delay):
    for name in ("TOPICS_MOST", "BYTES_MOST", "UNKNOWN_MOST"):
        monkeypatch.setattr(club_inbox, name, globals()[name])
    dice, now = random.Random(seed), [0.0]
    inbox = Inbox(delay, lambda: now[0], known=KNOWN.__contains__)
    listed = MessageList(delay)
    found = 0
    for _ in range(1500):
        topic = dice.choice(TOPICS)
        payload = dice.choice([b"1", b"0", b"", b"x" * dice.randrange(40)])
        inbox.put(topic, payload)
        listed.put(now[0], topic, payload)
        assert inbox._bytes == sum(len(one[2]) for one in listed.waiting)
        if dice.random() < 0.1:
            now[0] += dice.choice([0.5, 1.0, 3.0])
            taken = inbox.take()
            assert taken == listed.take(now[0])
            found += len(taken)
    assert found > 150


LIKELY = [
    ("a/online", b"1", True),
    ("a/online", b"2", False),
    ("a/online", b"", True),
    ("a/state", state(), True),
    ("a/state", b"{}", False),
    ("a/state", b"[]", False),
    ("a/state", b'{"boot": 1, "seq": 1, "at": 1}', False),
    ("a/state", b'{"boot": 1, "seq": 1, "at": 1, "view": 1, "more": 1}', True),
    ("a/game", b'{"begun": 1, "at": 1, "names": 1, "entries": 1}', True),
    ("a/game", b'{"begun": 1, "at": 1, "names": 1}', False),
    ("a/games/0123456789abcdef", b'{"begun": 1, "at": 1, "names": 1, "entries": 1}', True),
    ("a/games/0123456789abcdef", b"", True),
    ("a/games/0123456789abcdef0", b"", False),
    ("a/games/0123456789abcdeF", b"", False),
    ("a/state/0123456789abcdef", b"", False),
    ("a/games", b"", False),
    ("a/x", b"", False),
    ("/state", b"", False),
    ("x" * 160 + "/state", b"", True),
    ("x" * 161 + "/state", b"", False),
    ("a/b/c/d", b"", False),
    ("evening", b"x", True),
]


@pytest.mark.parametrize(("topic", "payload", "is_taken"), LIKELY)
@pytest.mark.parametrize("is_known", [False, True])
def test_a_message_waits_if_it_could_be_a_table_s(topic, payload, is_taken, is_known):
    inbox = Inbox(known=lambda name: is_known)
    inbox.put(topic, payload)
    expected = [Message(tuple(topic.split("/")), payload)] if is_taken else []
    assert inbox.take() == expected
