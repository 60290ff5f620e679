"""The address of a table at a broker: mqtt://user@broker:1883/club/table-3."""

import os
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from host.errors import BrokerError

from .topics import TABLE_MOST

PASSWORD = "PEGBOARD_MQTT_PASSWORD"  # environment variables
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


def broker_address(url: str, is_club: bool = False) -> BrokerAddress:
    """Return the parts of `url`, of a table or of a club, with the password from the environment.
    Raises BrokerError, which names the fault in `url`."""

    def wrong(why: str) -> BrokerError:
        what, example = (", nor a club", "club") if is_club else ("", "club/table-3")
        return BrokerError(
            f"{url} is not a table at a broker{what}: {why}. Write mqtt://broker/{example}, or"
            " mqtts:// with TLS"
        )

    try:
        parts = urlsplit(url)
    except ValueError:
        raise wrong("it is not an address") from None
    if parts.scheme not in _PORTS:
        raise wrong("it begins with neither mqtt:// nor mqtts://")
    try:
        port = parts.port
    except ValueError:
        raise wrong("its port is not a number up to 65535") from None
    if not parts.hostname:
        raise wrong("it names no broker after //")
    try:
        parts.hostname.encode("idna")
    except UnicodeError:
        raise wrong("its broker is not the name of a computer") from None
    if set("?#") & set(url):
        raise wrong("it contains ? or #")
    if parts.password is not None:
        raise BrokerError(
            f"a password in the address can be read by every user of this computer: set {PASSWORD}"
            f" in the environment, or {PASSWORD_FILE} to a file that holds it"
        )
    topic = unquote(parts.path).strip("/")
    if not topic:
        raise wrong(f"nothing follows the broker {parts.hostname}")
    if len(topic) > _TOPIC_MOST or not topic.isprintable() or set("+#$") & set(topic):
        raise wrong(
            f"the part after the broker contains + # or $, or has more than {_TOPIC_MOST}"
            " letters, or one that is not printable"
        )
    if not is_club and (why := _table_fault(topic)):
        raise wrong(why)
    encrypted = parts.scheme == "mqtts"
    port = port or _PORTS[parts.scheme]
    user, password = unquote(parts.username or ""), _password()
    try:
        (user + password).encode()
    except UnicodeEncodeError:
        raise BrokerError("the user or the password of the broker is not UTF-8") from None
    return BrokerAddress(parts.hostname, port, topic, user, password, encrypted)


def _table_fault(topic: str) -> str:
    """Return why no wall can show a table of this topic, or ""."""
    parts = topic.split("/")
    if len(parts) < 2:
        return "it must name a club and a table"
    if "" in parts:
        return "two / follow each other after the broker"
    if len(parts[-1]) > TABLE_MOST:
        return f"the table's name has more than {TABLE_MOST} letters"
    return ""


def _password() -> str:
    if file := os.environ.get(PASSWORD_FILE):
        try:
            return Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as why:
            raise BrokerError(f"the password in {file} cannot be read: {why}") from None
    return os.environ.get(PASSWORD, "")
