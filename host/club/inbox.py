"""The inbox of a club's messages: the newest of each topic, until the wall takes it.

A thread of the MQTT client only puts messages in. Of each topic only the newest waits, so an
endless sender costs memory for one message. Only plausible messages wait, and few of tables that
the wall does not know; tables that it knows have reserved places.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, NamedTuple

from .address import BrokerAddress
from .connection import BrokerConnection
from .games import PAYLOAD_MOST
from .topics import is_likely

TOPICS_MOST = 50_000  # waiting
BYTES_MOST = 64 << 20
UNKNOWN_MOST = 1024  # unknown tables with waiting messages
_UNKNOWN_SHARE = 0.5  # topics of each, and bytes
_TOPICS = ("+/state", "+/online", "+/game", "+/games/+", "evening")

AGAIN = ("again",)  # the broker has reconnected, and sends everything again


class Message(NamedTuple):
    """topic: the parts below the club's topic, or AGAIN."""

    topic: tuple[str, ...]
    payload: bytes


class Inbox:
    """Waiting messages, each delayed by `delay` seconds at least. `take` returns those that are
    due, the oldest first, and of each topic only the newest that is due.

    known: returns whether the wall has a table of that name; called in any thread.
    """

    def __init__(
        self,
        delay: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        known: Callable[[str], bool] = lambda name: True,
    ):
        self._delay = delay
        self._clock = clock
        self._known = known
        self._names: Counter[str] = Counter()  # topics that wait, by the table's name
        self._lock = threading.Lock()
        self._waiting: deque[tuple[float, str]] = deque()  # due, topic
        self._payloads: dict[str, deque[bytes]] = {}
        self._bytes = 0

    def put(self, topic: str, payload: bytes) -> None:
        """Add a message; drop it if it is too long or too many wait."""
        if len(payload) > PAYLOAD_MOST:
            return
        name = topic.partition("/")[0]
        if not is_likely(topic, payload):
            return  # it must not replace a message that waits
        is_known = name == topic or self._known(name)
        with self._lock:
            share = 1 if is_known else _UNKNOWN_SHARE
            is_full = self._bytes >= BYTES_MOST * share
            waiting = self._payloads.get(topic)
            if waiting and (not self._delay or is_full):
                self._bytes += len(payload) - len(waiting[-1])
                waiting[-1] = payload
                return
            if is_full or (waiting is None and not self._has_place(name, is_known, share)):
                return
            if waiting is None:
                self._names[name] += 1
            self._payloads.setdefault(topic, deque()).append(payload)
            self._waiting.append((self._clock() + self._delay, topic))
            self._bytes += len(payload)

    def take(self) -> list[Message]:
        """Remove and return the messages that are due."""
        now, found = self._clock(), {}
        with self._lock:
            while self._waiting and self._waiting[0][0] <= now:
                _, topic = self._waiting.popleft()
                payloads = self._payloads[topic]
                found[topic] = payloads.popleft()
                self._bytes -= len(found[topic])
                if not payloads:
                    del self._payloads[topic]
                    self._leave(topic.partition("/")[0])
        return [Message(tuple(topic.split("/")), payload) for topic, payload in found.items()]

    def _has_place(self, name: str, is_known: bool, share: float) -> bool:
        if len(self._payloads) >= TOPICS_MOST * share:
            return False
        return is_known or name in self._names or len(self._names) < UNKNOWN_MOST

    def _leave(self, name: str) -> None:
        self._names[name] -= 1
        if not self._names[name]:
            del self._names[name]


class Subscriber:
    """A connection to the club's broker that reconnects until `close`. Messages go to `inbox`;
    `tell` is called with texts for the person."""

    def __init__(self, address: BrokerAddress, inbox: Inbox, tell: Callable[[str], None]):
        self._topics = [(f"{address.topic}/{one}", 1) for one in _TOPICS]
        self._inbox = inbox
        self._connection = BrokerConnection(
            address,
            "wall",
            tell,
            self._connected,
            lambda topic, payload, _: inbox.put(topic, payload),
        )
        self._connection.start()

    def close(self) -> None:
        self._connection.close()

    def _connected(self, client: Any) -> None:
        self._inbox.put(AGAIN[0], b"")
        client.subscribe(self._topics)
