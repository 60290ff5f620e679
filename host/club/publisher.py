"""Publishes the watchers' view of a board at an MQTT broker, version 3.1.1.

    TOPIC/state    retained: {"boot", "seq", "at", "view"}, the whole view whenever it has changed
    TOPIC/online   retained: 1 while the board's program is connected, 0 by its last will
    TOPIC/count    each count once: {"boot", "seq", "title", "points", "spoken", ...}
    TOPIC/game, TOPIC/games/ID    see host.club.game_publisher

A state is complete, so the next one makes up for one that was missed: nothing waits while the
broker is away, and the newest is sent when it is back. `seq` grows; of two states of the same
`boot`, the one with the lower `seq` is older.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from host.web.broadcast import Broadcast

from .address import BrokerAddress
from .connection import BrokerConnection
from .game_publisher import GamePublisher

_CLOSE_SECONDS = 2.0
_COUNT_FIELDS = ("title", "points", "spoken", "cards", "deal", "entry", "part")


class Publisher:
    """A connection to the broker that reconnects until `close`.

    `tell` is called with a text for the person when the broker refuses or accepts the connection,
    and once if another program publishes the same table; players: names by seat, for a table
    without names of sides.
    """

    def __init__(
        self,
        address: BrokerAddress,
        tell: Callable[[str], None],
        players: tuple[str, ...] = (),
    ):
        self._address = address
        self._tell = tell
        self._boot = secrets.token_hex(4)
        self._is_alone = True  # whether nobody else was seen to publish this table
        self._lock = threading.Lock()  # the broker's news arrive in another thread
        self._seq = 0
        self._length = -1  # entries of the last view; -1 before the first
        self._state = b""
        self._is_closing = False
        self._connection = BrokerConnection(
            address, "board", tell, self._connected, self._received
        )
        self._client = self._connection.client
        self._games = GamePublisher(self._send, players)
        self._client.will_set(self._topic("online"), "0", qos=1, retain=True)
        self._connection.start()

    def follow(self, broadcast: Broadcast, games: bool = True) -> None:
        """Publish the views and counts that `broadcast` publishes from now on; with `games` also
        its games, which then count in the standings."""
        broadcast.listeners.append(self._take_view)
        if games:
            broadcast.listeners.append(self._take_match)

    def close(self) -> None:
        """Publish that the board is offline, and disconnect."""
        self._games.close()
        with self._lock:
            self._is_closing = True
        if self._client.is_connected():
            gone = self._client.publish(self._topic("online"), "0", qos=1, retain=True)
            gone.wait_for_publish(_CLOSE_SECONDS)
        self._connection.close()

    def _topic(self, name: str) -> str:
        return f"{self._address.topic}/{name}"

    def _take_match(self, kind: str, match: Any) -> None:
        if kind == "match":
            self._games.take(match)

    def _take_view(self, kind: str, view: Any) -> None:
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
        """Return the counts that are new since the last view, the oldest first; [] for the first
        view."""
        before, self._length = self._length, view.get("length", 0)
        game = view.get("game")
        if before < 0 or not game:
            return []
        return [count for count in reversed(game["counts"]) if count["entry"] > before]

    def _connected(self, client: Any) -> None:
        self._games.connected()
        names = ("games/+", "online", "state")
        client.subscribe([(self._topic(name), 1) for name in names])
        with self._lock:
            client.publish(self._topic("online"), "1", qos=1, retain=True)
            if self._state:
                client.publish(self._topic("state"), self._state, qos=1, retain=True)

    def _received(self, topic: str, payload: bytes, retained: bool) -> None:
        if topic.startswith("games/"):
            if retained:
                self._games.held(topic[len("games/") :], payload)
        elif topic == "state":
            if payload and not retained:
                self._compare(payload)
        elif not retained and payload == b"1":
            self._games.told()  # this arrives after everything retained
        elif not retained and payload == b"0":
            self._stay_online()

    def _compare(self, state: bytes) -> None:
        """Say so if `state`, which was published just now, is another program's."""
        if self._is_alone and not state.startswith(_packed({"boot": self._boot})[:-1]):
            self._is_alone = False
            self._tell(
                f"Another program publishes {self._address.topic} too, so walls switch between two"
                " games. Stop one of the programs, or give its table another name at the end of"
                " --mqtt."
            )

    def _stay_online(self) -> None:
        """Publish again that the board is online: the last will of another connection of this
        table has said that it is not. Where one was cut off, it ends long after this one began."""
        with self._lock:
            if self._client.is_connected() and not self._is_closing:
                self._client.publish(self._topic("online"), "1", qos=1, retain=True)

    def _send(self, name: str, payload: bytes) -> bool:
        if not self._client.is_connected():
            return False
        self._client.publish(self._topic(name), payload, qos=1, retain=True)
        return True


def _packed(value: dict) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")
