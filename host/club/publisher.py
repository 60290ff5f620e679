"""Publishes what watchers see of a board at an MQTT broker, 3.1.1.

    TOPIC/state    retained: {"boot", "seq", "at", "view"}, the whole view whenever it has changed
    TOPIC/online   retained: 1 while the board's program is connected, 0 by its last will
    TOPIC/count    each count once: {"boot", "seq", "title", "points", "spoken", ...}
    TOPIC/game, TOPIC/games/ID    see host.club.game_publisher

A state is whole, so one that was missed is made good by the next: nothing waits for a broker that
is not there, and the newest is sent when it is back. `seq` grows; a state with a lower one than
another of the same `boot` is an older one that came late.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from host.web.broadcast import Broadcast

from .address import BrokerAddress
from .client import new_client
from .game_publisher import GamePublisher

_KEEPALIVE_SECONDS = 30
_CLOSE_SECONDS = 2.0
_COUNT_FIELDS = ("title", "points", "spoken", "cards", "deal", "entry", "part")


class Publisher:
    """A connection to the broker, made again whenever it is lost, until `close`.

    `tell` is called with a text for the person when the broker refuses, and when it is there;
    players: names by seat, for a table that has named no side.
    """

    def __init__(
        self,
        address: BrokerAddress,
        tell: Callable[[str], None],
        players: tuple[str, ...] = (),
    ):
        self._address = address
        self._tell = tell
        self._told = ""
        self._boot = secrets.token_hex(4)
        self._lock = threading.Lock()  # news of the broker come from a thread of its own
        self._seq = 0
        self._length = -1  # entries of the last view; -1 before the first
        self._state = b""
        self._client = new_client(address, "pegboard")
        self._games = GamePublisher(self._send, players)
        self._client.will_set(self._topic("online"), "0", qos=1, retain=True)
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = lambda *_: self._say("cannot be reached; trying on")
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.connect_async(address.host, address.port, _KEEPALIVE_SECONDS)
        self._client.loop_start()

    def follow(self, broadcast: Broadcast) -> None:
        """Publish what `broadcast` does from now on."""
        broadcast.listeners.append(self._take)

    def close(self) -> None:
        """Say that the board is gone, and disconnect."""
        self._games.close()
        if self._client.is_connected():
            gone = self._client.publish(self._topic("online"), "0", qos=1, retain=True)
            gone.wait_for_publish(_CLOSE_SECONDS)
        self._client.disconnect()
        self._client.loop_stop()

    def _topic(self, name: str) -> str:
        return f"{self._address.topic}/{name}"

    def _take(self, kind: str, view: Any) -> None:
        if kind == "match":
            self._games.take(view)
        if kind != "view":
            return
        with self._lock:
            self._seq += 1
            stamp = {"boot": self._boot, "seq": self._seq}
            self._state = _packed({**stamp, "at": time.time(), "view": view})
            counts = self._fresh(view)
            if not self._client.is_connected():
                return
            self._client.publish(self._topic("state"), self._state, qos=1, retain=True)
            for count in counts:
                told = {**stamp, **{field: count[field] for field in _COUNT_FIELDS}}
                self._client.publish(self._topic("count"), _packed(told), qos=1)

    def _fresh(self, view: dict) -> list[dict]:
        """Return the counts that the last view had not, the oldest first; none of the first."""
        before, self._length = self._length, view.get("length", 0)
        game = view.get("game")
        if before < 0 or not game:
            return []
        return [count for count in reversed(game["counts"]) if count["entry"] > before]

    def _on_connect(self, client: Any, data: Any, flags: Any, reason: Any, more: Any) -> None:
        if reason.is_failure:
            self._say(f"refuses this board: {reason}")
            return
        self._games.connected()
        names = ("games/+", "online")
        client.subscribe([(self._topic(name), 1) for name in names])
        with self._lock:
            client.publish(self._topic("online"), "1", qos=1, retain=True)
            if self._state:
                client.publish(self._topic("state"), self._state, qos=1, retain=True)
        self._say(f"is there: this board is {self._address.topic}")

    def _on_message(self, client: Any, data: Any, message: Any) -> None:
        name = message.topic[len(self._address.topic) + 1 :]
        if name.startswith("games/"):
            if message.retain:
                self._games.held(name[len("games/") :], message.payload)
        elif not message.retain and message.payload == b"1":
            self._games.told()  # this was sent after all that is retained

    def _send(self, name: str, payload: bytes) -> bool:
        if not self._client.is_connected():
            return False
        self._client.publish(self._topic(name), payload, qos=1, retain=True)
        return True

    def _on_disconnect(self, client: Any, data: Any, flags: Any, reason: Any, more: Any) -> None:
        if reason.is_failure:
            self._say(f"is gone ({reason}); trying on")

    def _say(self, text: str) -> None:
        if text != self._told:
            self._told = text
            self._tell(f"The broker at {self._address.host} {text}.")


def _packed(value: dict) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")
