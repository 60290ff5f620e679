"""A broker in memory, and its clients, as far as the club uses paho's: in place of a real one."""

import asyncio
from types import SimpleNamespace

_CONNECT_SECONDS = 2.0
_LATE_SECONDS = 3.0
_AFTER_SECONDS = 1e-4  # between two messages, which keeps their order


class Broker:
    """Messages to a client keep their order. At the rate `fault` they are late or come twice."""

    def __init__(self, dice):
        self.retained = {}
        self.clients = []
        self.is_up = True
        self.fault = 0.0
        self.dice = dice

    def client(self, address, name):
        """Return a new client, in place of host.club.client.new_client."""
        return Client(self, name)

    def publish(self, topic, payload, retain):
        if retain and payload:
            self.retained[topic] = payload
        elif retain:
            self.retained.pop(topic, None)
        for client in self.clients:
            client.hear(topic, payload, False)

    def stop(self):
        """Stop. What is retained is on its disk."""
        self.is_up = False
        for client in list(self.clients):
            client.lose()


class Client:
    """One of paho's, from `connect_async` to `disconnect`."""

    def __init__(self, broker, name):
        self.name = name
        self._broker = broker
        self._subscribed = []
        self._will = None
        self._wants = False
        self._connection = 0  # the number of the one that is open; negative while none is
        self._due = 0.0

    def will_set(self, topic, payload, qos, retain):
        self._will = topic, payload.encode()

    def connect_async(self, host, port, keepalive=0):
        self._wants = True

    def loop_start(self):
        self._try_later()

    def loop_stop(self):
        pass

    def disconnect(self):
        self._wants = False
        self._close()

    def is_connected(self):
        return self._connection > 0

    def publish(self, topic, payload, qos, retain=False):
        data = payload.encode() if isinstance(payload, str) else payload
        self._broker.publish(topic, data, retain)
        return SimpleNamespace(wait_for_publish=lambda seconds: None)

    def subscribe(self, topics):
        self._subscribed = [topic.split("/") for topic, _ in topics]
        for topic, payload in list(self._broker.retained.items()):
            self.hear(topic, payload, True)

    def hear(self, topic, payload, retained):
        """Deliver a message later, if it was subscribed."""
        if not any(_fits(one, topic.split("/")) for one in self._subscribed):
            return
        dice, fault = self._broker.dice, self._broker.fault
        loop = asyncio.get_running_loop()
        late = dice.random() * _LATE_SECONDS if dice.random() < fault else 0.01
        message = SimpleNamespace(topic=topic, payload=payload, retain=retained)
        for _ in range(2 if dice.random() < fault else 1):
            self._due = max(self._due + _AFTER_SECONDS, loop.time() + late)
            loop.call_at(self._due, self._deliver, self._connection, message)

    def lose(self):
        """Lose the connection, as when the cable is pulled: the broker sends the last will."""
        was_open = self.is_connected()
        self._close()
        if was_open:
            if self._will:
                self._broker.publish(*self._will, True)
            self.on_disconnect(self, None, None, _reason(True), None)
        self._try_later()

    def kill(self):
        """End without a word: the program was killed."""
        self._wants = False
        was_open = self.is_connected()
        self._close()
        if was_open and self._will:
            self._broker.publish(*self._will, True)

    def _close(self):
        self._connection = -abs(self._connection)
        self._subscribed = []
        if self in self._broker.clients:
            self._broker.clients.remove(self)

    def _try_later(self):
        seconds = self._broker.dice.random() * _CONNECT_SECONDS
        asyncio.get_running_loop().call_later(seconds, self._try)

    def _try(self):
        if not self._wants or self.is_connected():
            return
        if not self._broker.is_up:
            self._try_later()
            return
        self._connection = abs(self._connection) + 1
        self._due = 0.0
        self._broker.clients.append(self)
        self.on_connect(self, None, None, _reason(False), None)

    def _deliver(self, connection, message):
        if connection == self._connection:
            self.on_message(self, None, message)


def _reason(is_failure):
    return SimpleNamespace(is_failure=is_failure)


def _fits(pattern, topic):
    return len(pattern) == len(topic) and all(
        one in ("+", other) for one, other in zip(pattern, topic, strict=True)
    )
