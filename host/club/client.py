"""Creates MQTT clients for a broker."""

import secrets
import ssl
import sys
from typing import TYPE_CHECKING, Any

from host.errors import BrokerError
from host.install_command import install_command

from .address import PASSWORD, BrokerAddress

if TYPE_CHECKING:
    from paho.mqtt.client import Client

_RETRY_SECONDS = (1, 30)
_LOGIN_REASONS = ("Bad user name or password", "Not authorized")  # paho's words
_STEP = "SSL_CERT_FILE may name a file with the club's own"
_STEPS = {  # OpenSSL's numbers
    9: "the date of this computer may be wrong",
    10: "the club may have to renew it, or the date of this computer is wrong",
    62: "the address must name the broker as its certificate does",  # for a name
    64: "the address must name the broker as its certificate does",  # for an IP address
}


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


def certificate_fault() -> str:
    """Return what is wrong with a broker's certificate, after the broker's name, and what to do
    about it; "" if the connection has failed for another reason. To be called in paho's
    `on_connect_fail`, which is not given the exception."""
    error = sys.exc_info()[1]
    if not isinstance(error, ssl.SSLCertVerificationError):
        return ""
    step = _STEPS.get(error.verify_code, _STEP)
    return f"has a certificate that is not trusted ({error.verify_message.rstrip('.')}): {step}"
