"""Creates MQTT clients for a broker."""

import secrets
from typing import TYPE_CHECKING

from host.errors import BrokerError
from host.install_command import install_command

from .address import BrokerAddress

if TYPE_CHECKING:
    from paho.mqtt.client import Client

_RETRY_SECONDS = (1, 30)


def new_client(address: BrokerAddress, name: str) -> "Client":
    """Return a client with the user, the password and the encryption of `address`, not yet
    connected; its id begins with `name`. Raises BrokerError if its package is missing."""
    try:
        from paho.mqtt import client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError:
        raise BrokerError(f"MQTT needs another package: {install_command('club')}") from None
    made = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"{name}-{secrets.token_hex(6)}")
    if address.user or address.password:
        made.username_pw_set(address.user or None, address.password or None)
    if address.encrypted:
        made.tls_set()
    made.reconnect_delay_set(*_RETRY_SECONDS)
    return made
