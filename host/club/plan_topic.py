"""Sends the plan of an evening to the broker's topic CLUB/evening, which every wall reads."""

import threading
from typing import Any

from host.errors import BrokerError

from .address import broker_address
from .client import certificate_fault, new_client, refusal
from .evening import Evening, evening_text

_WAIT_SECONDS = 10.0


def send_plan(url: str, evening: Evening) -> None:
    """Replace the plan of the club at `url` by this one. Raises BrokerError."""
    address = broker_address(url, is_club=True)
    client = new_client(address, "pegboard-plan")
    done = threading.Event()
    faults: list[str] = []

    def on_connect(client: Any, data: Any, flags: Any, reason: Any, more: Any) -> None:
        if reason.is_failure:
            faults.append(f"refuses the plan: {refusal(reason)}")
            done.set()
        else:
            payload = evening_text(evening).encode("utf-8")
            client.publish(f"{address.topic}/evening", payload, qos=1, retain=True)

    def on_connect_fail(client: Any, data: Any) -> None:
        if fault := certificate_fault():
            faults.append(fault)
            done.set()

    client.on_connect = on_connect
    client.on_connect_fail = on_connect_fail
    client.on_publish = lambda *_: done.set()
    client.connect_async(address.host, address.port)
    client.loop_start()
    try:
        if not done.wait(_WAIT_SECONDS):
            raise BrokerError(f"the broker at {address.host} does not answer")
        if faults:
            raise BrokerError(f"the broker at {address.host} {faults[0]}")
    finally:
        client.disconnect()
        client.loop_stop()
