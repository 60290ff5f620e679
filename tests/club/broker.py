"""A real Mosquitto on a free port, and a program that listens to it."""

import contextlib
import os
import queue
import random
import shutil
import socket
import subprocess

import pytest
from paho.mqtt import client as mqtt

from tests.page_server import wait_until

PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
SECONDS = 30


# Below those that a system gives to whoever asks for any: while the broker is stopped, no other
# program gets its port.
PORTS = range(20_000, 32_000)


def free_port():
    while True:
        with contextlib.suppress(OSError), socket.socket() as free:
            port = random.SystemRandom().choice(PORTS)  # none that another process draws too
            free.bind(("127.0.0.1", port))
            return port


class Broker:
    """`start` and `stop` it as you like: the port stays. `lines` are more of its settings."""

    def __init__(self, folder, *lines):
        self.program = shutil.which("mosquitto", path=PLACES)
        if not self.program:
            pytest.skip("Mosquitto is not installed")
        self.port = free_port()
        self._settings = folder / "mosquitto.conf"
        settings = [f"listener {self.port} 127.0.0.1", *lines]
        if not any("password_file" in line for line in lines):
            settings.append("allow_anonymous true")
        self._settings.write_text("\n".join(settings) + "\n")
        self._process = None
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            [self.program, "-c", self._settings], stderr=subprocess.DEVNULL
        )
        wait_until(self._answers, SECONDS)

    def stop(self):
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def url(self, topic="club/table-3", user="", scheme="mqtt"):
        return f"{scheme}://{user}127.0.0.1:{self.port}/{topic}"


class Listener:
    """Hears `topic` and all below it, from what is retained on. topics: all that were heard."""

    def __init__(self, broker, topic="club/#"):
        self.topics = []
        self._heard = queue.Queue()
        self._client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe(topic, qos=1)
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def _hear(self, client, data, message):
        self.topics.append(message.topic)
        self._heard.put(message)

    def next(self, name, true=lambda payload: True):
        """Return the next payload of a topic that ends with `name` and for which `true` is
        true."""
        while True:
            message = self._heard.get(timeout=SECONDS)
            if message.topic.endswith(f"/{name}") and true(message.payload):
                return message.payload

    def close(self):
        self._client.disconnect()
        self._client.loop_stop()
