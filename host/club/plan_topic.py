"""Sends the plan of an evening to the broker's topic CLUB/evening, which every wall reads."""

import threading
from typing import Any

from host.errors import BrokerError

from .address import broker_address
from .client import certificate_fault, new_client, refusal
from .evening import Evening, evening_text

_WAIT_SECONDS = 10.0
_RETURN_SECONDS = 5.0  # after the broker has acknowledged the plan


def send_plan(url: str, evening: Evening) -> None:
    """Replace the plan of the club at `url` by this one. Raises BrokerError."""
    address = broker_address(url, is_club=True)
    client = new_client(address, "pegboard-plan")
    delivery = _Delivery(client, f"{address.topic}/evening", evening_text(evening).encode("utf-8"))
    client.connect_async(address.host, address.port)
    client.loop_start()
    try:
        if fault := delivery.wait():
            raise BrokerError(f"the broker at {address.host} {fault}")
    finally:
        client.disconnect()
        client.loop_stop()


class _Delivery:
    """A plan on its way to a topic, and back: with MQTT 3.1.1 a broker also acknowledges what the
    user may not write, and drops it."""

    def __init__(self, client: Any, topic: str, payload: bytes):
        self._topic = topic
        self._payload = payload
        self._fault = ""
        self._can_read = True
        self._acknowledged = threading.Event()  # or there is a fault
        self._returned = threading.Event()
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_subscribe = self._on_subscribe
        client.on_publish = lambda *_: self._acknowledged.set()
        client.on_message = self._on_message

    def wait(self) -> str:
        """Wait until the broker has the plan; return what it did instead, "" for nothing."""
        if not self._acknowledged.wait(_WAIT_SECONDS):
            return "does not answer"
        if self._fault or not self._can_read or self._returned.wait(_RETURN_SECONDS):
            return self._fault
        return f"did not send the plan back: may this user write and read {self._topic}?"

    def _on_connect(self, client: Any, data: Any, flags: Any, reason: Any, more: Any) -> None:
        if reason.is_failure:
            self._fail(f"refuses the plan: {refusal(reason)}")
        else:
            client.subscribe(self._topic, qos=1)

    def _on_connect_fail(self, client: Any, data: Any) -> None:
        if fault := certificate_fault():
            self._fail(fault)

    def _on_subscribe(self, client: Any, data: Any, number: Any, reasons: Any, more: Any) -> None:
        self._can_read = not any(reason.is_failure for reason in reasons)
        client.publish(self._topic, self._payload, qos=1, retain=True)

    def _on_message(self, client: Any, data: Any, message: Any) -> None:
        if message.payload == self._payload:  # the plan of before may come first
            self._returned.set()

    def _fail(self, fault: str) -> None:
        self._fault = fault
        self._acknowledged.set()
