"""The programs' connections to a broker: address, password and encryption, and the plan of an
evening that is sent there. With a client in memory; tests/club/test_publisher.py has a broker."""

import threading
from types import SimpleNamespace

import pytest
from paho.mqtt.client import convert_connack_rc_to_reason_code
from paho.mqtt.enums import ConnackCode

from host.club import plan_topic
from host.club.address import PASSWORD, PASSWORD_FILE, BrokerAddress, broker_address
from host.club.client import new_client, refusal
from host.club.evening import evening_text, parse_evening
from host.club.plan_topic import send_plan
from host.club.topics import is_topic
from host.errors import BrokerError

PLAN = parse_evening("players Ann, É\nround 1\nAnn - É\n")


@pytest.fixture(autouse=True)
def no_password(monkeypatch):
    for name in (PASSWORD, PASSWORD_FILE):
        monkeypatch.delenv(name, raising=False)


ADDRESSES = {  # of clubs
    "mqtt://b/club": ("b", 1883, "club", "", False),
    "mqtts://b/club": ("b", 8883, "club", "", True),
    "MQTT://B:1/Club/T%201/": ("b", 1, "Club/T 1", "", False),
    "mqtt://b:65535/c": ("b", 65535, "c", "", False),
    "mqtt://a%40x@b//c/d//": ("b", 1883, "c/d", "a@x", False),
    "mqtt://[::1]:9/c": ("::1", 9, "c", "", False),
    "mqtt://b/" + "x" * 200: ("b", 1883, "x" * 200, "", False),
    "mqtt://b/c//d": ("b", 1883, "c//d", "", False),
}
TABLES = ("c/t", "a/b/c/t", "c/" + "x" * 160)
NO_TABLES = ("c", "c//t", "c/" + "x" * 161)


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_has_its_parts(url):
    host, port, topic, user, encrypted = ADDRESSES[url]
    assert broker_address(url, is_club=True) == BrokerAddress(
        host, port, topic, user, "", encrypted
    )


@pytest.mark.parametrize("topic", [*TABLES, *NO_TABLES])
def test_a_table_is_published_where_a_wall_of_its_club_can_show_it(topic):
    url = f"mqtt://b/{topic}"
    club, _, name = topic.rpartition("/")
    can_show = bool(club) and is_topic((name, "state")) and not club.endswith("/")
    assert can_show is (topic in TABLES)
    if can_show:
        assert broker_address(url).topic == topic
        return
    with pytest.raises(BrokerError, match="Write mqtt://broker/club/table-3, or"):
        broker_address(url)


@pytest.mark.parametrize(
    "url",
    [
        *("mqtt:/b/c", "mqtt://b", "mqtt://b//", "mqtt://:1/c", "mqtt://b:65536/c", "ftp://b/c"),
        *(
            "mqtt://b/" + "x" * 201,
            "mqtt://b/a+",
            "mqtt://b/a%23",
            "mqtt://b/$a",
            "mqtt://b/a%0Ab",
        ),
        *("mqtt://b/c?d", "mqtt://b/c#d", "mqtt://a:@b/c", "mqtt://[b/c", "mqtt://b:-1/c"),
    ],
)
@pytest.mark.parametrize("is_club", [False, True])
def test_what_is_no_address_is_refused_with_an_example(url, is_club):
    with pytest.raises(BrokerError) as why:
        broker_address(url, is_club)
    if ":@" not in url:
        assert str(why.value).startswith(f"{url} is not a table at a broker")
        assert ("nor a club" in str(why.value)) is is_club
        assert f"mqtt://broker/club{'' if is_club else '/table-3'}" in str(why.value)


def test_the_password_comes_from_a_file_or_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv(PASSWORD, " from there ")
    assert broker_address("mqtt://b/c/t").password == " from there "
    file = tmp_path / "secret"
    file.write_text(" in a file \n")
    monkeypatch.setenv(PASSWORD_FILE, str(file))
    assert broker_address("mqtt://b/c/t").password == "in a file"
    for spoil in (lambda: file.write_bytes(b"\xff"), file.unlink):
        spoil()
        with pytest.raises(BrokerError, match="the password in .* cannot be read"):
            broker_address("mqtt://b/c/t")


@pytest.mark.parametrize(
    ("user", "password", "encrypted", "given"),
    [
        ("", "", False, (None, None)),
        ("ann", "", False, (b"ann", None)),
        ("", "x", False, (None, b"x")),
        ("ann", "x", True, (b"ann", b"x")),
    ],
)
def test_a_client_has_user_password_and_encryption_of_its_address(
    user, password, encrypted, given
):
    made = new_client(BrokerAddress("b", 1883, "c", user, password, encrypted), "pegboard-x")
    assert (made._username, made._password) == given
    assert (made._ssl_context is not None) is encrypted
    assert made._client_id.startswith(b"pegboard-x-") and len(made._client_id) == 23
    assert new_client(broker_address("mqtt://b/c/t"), "pegboard-x")._client_id != made._client_id
    assert (made._reconnect_min_delay, made._reconnect_max_delay) == (1, 30)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_refusal_names_the_next_step_if_the_user_or_the_password_is_wrong(number):
    reason = convert_connack_rc_to_reason_code(ConnackCode(number))
    assert (PASSWORD in refusal(reason)) is (number in (4, 5))
    assert refusal(reason).startswith(str(reason))


class Client:
    """One of paho's, in a thread of its own. `comes`: whether the broker accepts it, None if there
    is no broker; may: what the user may do, "read" and "write"; retained: the plan of before."""

    def __init__(self, comes, may="read write", retained=b"another"):
        self.did = []
        self.comes = comes
        self.may = may.split()
        self.retained = retained

    def connect_async(self, host, port):
        self.did.append((host, port))

    def loop_start(self):
        if self.comes is not None:
            reason = SimpleNamespace(is_failure=not self.comes, __str__=lambda: "x")
            threading.Thread(target=self.on_connect, args=(self, None, None, reason, None)).start()

    def subscribe(self, topic, qos):
        self.did.append(("subscribe", topic, qos))
        reason = SimpleNamespace(is_failure="read" not in self.may)
        if not reason.is_failure:
            self._hear(self.retained, True)
        self.on_subscribe(self, None, 1, [reason], None)

    def publish(self, topic, payload, **more):
        self.did.append((topic, payload, more))
        self.on_publish(self, None, 1, None, None)
        if self.may == ["read", "write"]:
            self._hear(payload, False)

    def _hear(self, payload, is_old):
        self.on_message(self, None, SimpleNamespace(payload=payload, retain=is_old))

    def disconnect(self):
        self.did.append("disconnect")

    def loop_stop(self):
        self.did.append("stop")


REFUSED = r"did not send the plan back: may this user write and read club/evening\?"


@pytest.mark.parametrize(
    ("comes", "may", "said"),
    [
        (True, "read write", ""),
        (True, "write", ""),  # nobody can say
        (True, "read", REFUSED),
        (False, "", "refuses the plan"),
        (None, "", "does not answer"),
    ],
)
def test_a_plan_is_sent_once_and_stays_or_a_text_says_why_not(monkeypatch, comes, may, said):
    made = Client(comes, may)
    names = []
    monkeypatch.setattr(plan_topic, "new_client", lambda address, name: names.append(name) or made)
    if comes is None:
        monkeypatch.setattr(plan_topic, "_WAIT_SECONDS", 0.05)
    if may != "read write":
        monkeypatch.setattr(plan_topic, "_RETURN_SECONDS", 0.05)
    if said:
        with pytest.raises(BrokerError, match=f"the broker at broker {said}"):
            send_plan("mqtt://broker:7/club", PLAN)
    else:
        send_plan("mqtt://broker:7/club", PLAN)
    sent = [
        ("subscribe", "club/evening", 1),
        ("club/evening", evening_text(PLAN).encode(), {"qos": 1, "retain": True}),
    ]
    assert made.did == [("broker", 7), *(sent if comes else []), "disconnect", "stop"]
    assert names == ["pegboard-plan"]


def test_a_plan_for_no_address_is_refused_with_the_example_of_a_club():
    with pytest.raises(BrokerError, match="nor a club: .* Write mqtt://broker/club, or"):
        send_plan("http://x", PLAN)
