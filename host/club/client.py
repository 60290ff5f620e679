"""Creates MQTT clients for a broker."""

import secrets
from typing import TYPE_CHECKING, Any

from host.errors import BrokerError
from host.install_command import install_command

from .address import PASSWORD, BrokerAddress

if TYPE_CHECKING:
    from paho.mqtt.client import Client

_RETRY_SECONDS = (1, 30)
_LOGIN_REASONS = ("Bad user name or password", "Not authorized")  # paho's words


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


def refusal(reason: Any) -> str:
    """Return why a broker refused a connection, paho's `reason`, and what to do about it."""
    why = str(reason)
    if why not in _LOGIN_REASONS:
        return why
    return f"{why}: check the user in the address (user@broker) and {PASSWORD}"
