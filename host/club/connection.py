"""A connection to the club's broker that reconnects whenever it is lost."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .address import BrokerAddress
from .client import certificate_fault, new_client, refusal

if TYPE_CHECKING:
    from paho.mqtt.client import Client

_KEEPALIVE_SECONDS = 30


class BrokerConnection:
    """A connection for `user`, "board" or "wall". `connected(client)` is called after each
    connection, `received(topic, payload, retained)` with each message, its topic relative to the
    club's; both in the client's thread. `tell` is called with texts for the person, never twice in
    a row with the same one.

    Prepare `client` first, for example with a will, then call `start`. Raises BrokerError if the
    package is missing.
    """

    def __init__(
        self,
        address: BrokerAddress,
        user: str,
        tell: Callable[[str], None],
        connected: Callable[["Client"], None],
        received: Callable[[str, bytes, bool], None],
    ):
        self._address = address
        self._user = user
        self._tell = tell
        self._last = ""
        self._is_refused = False
        self._connected = connected
        self._received = received
        self.client = new_client(address, f"pegboard-{user}")
        self.client.on_connect = self._on_connect
        self.client.on_connect_fail = self._on_connect_fail
        self.client.on_disconnect = self._on_disconnect
        self.client.on_message = self._on_message

    def start(self) -> None:
        """Connect, in a separate thread."""
        self.client.connect_async(self._address.host, self._address.port, _KEEPALIVE_SECONDS)
        self.client.loop_start()

    def close(self) -> None:
        """Disconnect, and wait for the thread to end."""
        self.client.disconnect()
        self.client.loop_stop()

    def _on_connect(self, client: Any, data: Any, flags: Any, reason: Any, more: Any) -> None:
        self._is_refused = reason.is_failure
        if self._is_refused:
            self._say(f"refuses this {self._user}: {refusal(reason)}")
            return
        self._connected(client)
        does = {"board": "is", "wall": "shows"}[self._user]
        self._say(f"is connected: this {self._user} {does} {self._address.topic}")

    def _on_connect_fail(self, client: Any, data: Any) -> None:
        self._say(certificate_fault() or "cannot be reached; still trying")

    def _on_message(self, client: Any, data: Any, message: Any) -> None:
        try:
            topic = message.topic[len(self._address.topic) + 1 :]
        except UnicodeDecodeError:
            return  # what this raised would end the client's thread
        self._received(topic, message.payload, message.retain)

    def _on_disconnect(self, client: Any, data: Any, flags: Any, reason: Any, more: Any) -> None:
        if reason.is_failure and not self._is_refused:  # a refusal closes the connection too
            self._say(f"was lost ({reason}); still trying")

    def _say(self, text: str) -> None:
        if text != self._last:
            self._last = text
            self._tell(f"The broker at {self._address.host} {text}.")
