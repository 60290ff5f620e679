"""The address of a table at a broker: mqtt://user@broker:1883/club/table-3."""

import os
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from host.errors import BrokerError

PASSWORD = "PEGBOARD_MQTT_PASSWORD"  # of the environment
PASSWORD_FILE = "PEGBOARD_MQTT_PASSWORD_FILE"
_PORTS = {"mqtt": 1883, "mqtts": 8883}
_TOPIC_MOST = 200  # letters


class BrokerAddress(NamedTuple):
    """topic: of the table, without a slash at its end; user, password: "" for none."""

    host: str
    port: int
    topic: str
    user: str
    password: str
    encrypted: bool


def broker_address(url: str) -> BrokerAddress:
    """Return the parts of `url`, and the password of the environment. Raises BrokerError."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _wrong(url) from None
    if parts.scheme not in _PORTS or not parts.hostname or set("?#") & set(url):
        raise _wrong(url)
    if parts.password is not None:
        raise BrokerError(
            f"a password in the address can be read by every user of this computer: set {PASSWORD}"
            f" in the environment, or {PASSWORD_FILE} to a file that holds it"
        )
    topic = unquote(parts.path).strip("/")
    if not topic or len(topic) > _TOPIC_MOST or not topic.isprintable() or set("+#$") & set(topic):
        raise _wrong(url)
    encrypted = parts.scheme == "mqtts"
    port = port or _PORTS[parts.scheme]
    user = unquote(parts.username or "")
    return BrokerAddress(parts.hostname, port, topic, user, _password(), encrypted)


def _wrong(url: str) -> BrokerError:
    return BrokerError(
        f"{url} is no table at a broker: write mqtt://broker/club/table-3, or mqtts:// with TLS"
    )


def _password() -> str:
    if file := os.environ.get(PASSWORD_FILE):
        try:
            return Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as why:
            raise BrokerError(f"the password in {file} cannot be read: {why}") from None
    return os.environ.get(PASSWORD, "")
