"""A board at a real broker: the real program, Mosquitto, and a program that listens."""

import json
import os
import shutil
import signal
import subprocess
import textwrap
from pathlib import Path

import pytest

from host.club import game_publisher, plan_topic
from host.club.address import PASSWORD, PASSWORD_FILE, broker_address
from host.club.evening import evening_text, parse_evening
from host.club.game_publisher import GamePublisher
from host.club.games import club_game, made
from host.club.plan_topic import send_plan
from host.errors import BrokerError
from host.history.games import split
from host.history.match import Match
from host.link.packed_match import packed_match
from tests.cases import slow
from tests.club.broker import SECONDS, Broker, Listener
from tests.history.matches import part_of, played_match
from tests.host.program import running
from tests.page.record_play import RECORDS
from tests.page_server import wait_until

DOCUMENT = Path(__file__).parents[2] / "host/web/EVENTS.md"
LOGIN = "Not authorized: check the user in the address (user@broker) and "
WORDS = ("--virtual", "--no-browser", "--page-port", "0")


NEEDS_SIGNALS = pytest.mark.skipif(
    os.name == "nt", reason="there is no Ctrl-C for one process there"
)


@pytest.fixture
def start(tmp_path):
    """Return a function that starts the real program, published at a broker's address."""
    programs = []

    def start_it(address, *words):
        game = tmp_path / "game.journal"
        context = running(*WORDS, "--game", game, "--mqtt", address, *words)
        programs.append(context)
        return context.__enter__()

    yield start_it
    for context in programs:
        context.__exit__(None, None, None)


@pytest.fixture
def listen():
    listeners = []

    def listen_to(broker):
        listeners.append(Listener(broker))
        return listeners[-1]

    yield listen_to
    for one in listeners:
        one.close()


def test_a_program_that_comes_late_gets_the_newest_view_and_then_each(broker, start, listen):
    program = start(broker.url()).board()
    wait_until(lambda: "is connected: this board is club/table-3" in program.out, SECONDS)
    program.key("RIGHT")
    chosen = program.view(lambda view: view["menu"]["at"] == 1)
    late = listen(broker)
    state = json.loads(late.next("state", lambda state: json.loads(state)["view"] == chosen))
    program.key("RIGHT")
    after = json.loads(late.next("state", lambda new: json.loads(new)["seq"] > state["seq"]))
    assert after["boot"] == state["boot"] and after["view"]["menu"]["at"] == 2


@pytest.mark.slow
def test_counts_come_once_each(broker, start, listen):
    listener = listen(broker)
    program = start(broker.url()).board()
    wait_until(lambda: "is connected" in program.out, SECONDS)
    program.keys("ENTER ENTER ENTER ENTER ENTER ENTER")
    program.keys("5 S 6 H")
    program.keys("J D")
    count = json.loads(listener.next("count"))
    assert count["points"] == 2 and "jack" in count["title"]


@NEEDS_SIGNALS
@pytest.mark.parametrize("number", [getattr(signal, "SIGKILL", None), *slow(signal.SIGINT)])
def test_a_board_that_ends_is_seen_to_be_gone(broker, start, listen, number):
    program = start(broker.url()).board()
    wait_until(lambda: "is connected" in program.out, SECONDS)
    listener = listen(broker)
    assert listener.next("online") == b"1"
    program.process.send_signal(number)
    assert listener.next("online") == b"0"


@pytest.mark.slow
def test_a_board_stays_online_when_an_older_program_of_the_same_table_is_gone(
    broker, start, listen, tmp_path
):
    listener = listen(broker)
    older = start(broker.url()).board()
    assert listener.next("online") == b"1"
    start(broker.url(), "--game", tmp_path / "newer.journal").board()
    assert listener.next("online") == b"1"
    older.process.send_signal(signal.SIGKILL)
    assert listener.next("online") == b"0"
    assert listener.next("online") == b"1"


@pytest.mark.slow
def test_two_programs_of_one_table_are_told_of_each_other(broker, start, tmp_path):
    first = start(broker.url()).board()
    wait_until(lambda: "is connected" in first.out, SECONDS)
    second = start(broker.url(), "--game", tmp_path / "second.journal").board()
    wait_until(lambda: "Another program publishes club/table-3 too" in first.out, SECONDS)
    for at in (1, 2):
        first.key("RIGHT")
        first.view(lambda view, at=at: view["menu"]["at"] == at)
    wait_until(lambda: "Another program publishes club/table-3 too" in second.out, SECONDS)
    assert first.out.count("Another program") == second.out.count("Another program") == 1


@pytest.mark.slow
def test_a_record_that_is_replayed_is_shown_and_does_not_count(broker, listen):
    listener = listen(broker)
    record = ("replay", RECORDS / "traditional.txt", "--speed", "100", *WORDS[1:])
    with running(*record, "--mqtt", broker.url()) as program:
        wait_until(lambda: "The record is over" in program.out, SECONDS)
    assert json.loads(listener.next("state", lambda state: json.loads(state)["view"]["game"]))
    listener.next("online", lambda payload: payload == b"0")
    assert [topic for topic in listener.topics if "/game" in topic] == []


@pytest.mark.slow
def test_after_the_broker_was_away_the_newest_view_is_there(broker, start, listen):
    program = start(broker.url()).board()
    wait_until(lambda: "is connected" in program.out, SECONDS)
    broker.stop()
    wait_until(lambda: "was lost" in program.out, SECONDS)
    program.key("RIGHT")
    program.view(lambda view: view["menu"]["at"] == 1)
    broker.start()
    listener = listen(broker)
    assert listener.next("online", lambda payload: payload == b"1")
    listener.next("state", lambda payload: json.loads(payload)["view"]["menu"]["at"] == 1)


@pytest.mark.slow
def test_a_broker_that_is_not_there_is_waited_for_and_the_game_goes_on(broker, start, listen):
    broker.stop()
    program = start(broker.url()).board()
    wait_until(lambda: "cannot be reached" in program.out, SECONDS)
    program.key("RIGHT")
    program.view(lambda view: view["menu"]["at"] == 1)
    broker.start()
    listener = listen(broker)
    listener.next("state", lambda payload: json.loads(payload)["view"]["menu"]["at"] == 1)


@pytest.mark.slow
@NEEDS_SIGNALS
def test_with_a_delay_the_broker_learns_nothing_early(broker, start, listen):
    listener = listen(broker)
    program = start(broker.url(), "--delay", "3600").board()
    wait_until(lambda: "is connected" in program.out, SECONDS)
    assert listener.next("online") == b"1"
    program.key("RIGHT")
    program.process.send_signal(signal.SIGINT)
    assert program.ended() == 0
    heard = []
    listener.next("online", lambda payload: heard.append(payload) or payload == b"0")
    other = listen(broker)
    assert other.next("online") == b"0"
    assert other._heard.empty()


@pytest.mark.slow
def test_a_password_is_taken_from_the_environment(tmp_path, start, listen, monkeypatch):
    tool = shutil.which("mosquitto_passwd")
    if not tool:
        pytest.skip("Mosquitto is not installed")
    passwords = tmp_path / "passwords"
    passwords.touch(mode=0o600)
    subprocess.run([tool, "-b", passwords, "table", "secret"], check=True, capture_output=True)
    broker = Broker(tmp_path, f"password_file {passwords}", "user root")
    try:
        monkeypatch.setenv(PASSWORD, "wrong")
        program = start(broker.url(user="table@"))
        wait_until(lambda: f"refuses this board: {LOGIN}{PASSWORD}" in program.out, SECONDS)
        program.stop()
        monkeypatch.delenv(PASSWORD)
        file = tmp_path / "secret.txt"
        file.write_text("secret\n")
        monkeypatch.setenv(PASSWORD_FILE, str(file))
        program = start(broker.url(user="table@"))
        wait_until(lambda: "is connected" in program.out, SECONDS)
        assert "secret" not in program.out.replace(str(file), "")
    finally:
        broker.stop()


@pytest.fixture
def tls_broker(tmp_path):
    """Return a broker whose certificate no computer trusts, and the file of the certificate; it is
    for 127.0.0.1, not for localhost."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed: it makes the certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    command += " -days 1 -subj /CN=127.0.0.1 -addext"
    subprocess.run(
        [*command.split(), "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    broker = Broker(tmp_path, f"certfile {certificate}", f"keyfile {key}", "user root")
    yield broker, str(certificate)
    broker.stop()


@pytest.mark.slow
def test_tls_wants_a_certificate_that_this_computer_trusts(
    tls_broker, tmp_path, start, monkeypatch
):
    broker, certificate = tls_broker
    program = start(broker.url(scheme="mqtts"))
    wait_until(lambda: "has a certificate that is not trusted (self" in program.out, SECONDS)
    wait_until(lambda: "SSL_CERT_FILE may name a file" in program.out, SECONDS)
    assert "cannot be reached" not in program.out
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    other = str(tmp_path / "other.journal")
    start(broker.url(scheme="mqtts"), "--game", other).until("is connected")


@pytest.mark.slow
def test_a_plan_wants_a_certificate_that_this_computer_trusts(tls_broker, monkeypatch):
    broker, certificate = tls_broker
    plan = parse_evening("players Ann, Ben\n")
    url = broker.url("club", scheme="mqtts")
    with pytest.raises(BrokerError, match=r"not trusted \(self.*: SSL_CERT_FILE may name a file"):
        send_plan(url, plan)
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    send_plan(url, plan)
    with pytest.raises(BrokerError, match="name the broker as its certificate does"):
        send_plan(url.replace("127.0.0.1", "localhost"), plan)


ACCESS = """\
pattern write club/%u/#
pattern read club/%u/#
user wall
topic read club/#
user organiser
topic readwrite club/evening
"""


@pytest.mark.slow
def test_a_plan_that_the_user_may_not_write_is_not_taken_to_be_sent(tmp_path, listen, monkeypatch):
    assert textwrap.indent(ACCESS, "    ") in DOCUMENT.read_text(encoding="utf-8")
    access = tmp_path / "access"
    access.write_text(f"topic read club/#\n{ACCESS}")  # its first line is for the listener
    access.chmod(0o600)
    broker = Broker(tmp_path, f"acl_file {access}", "user root")
    first, second = (parse_evening(f"title {n}\nplayers Ann, Ben\n") for n in "12")
    try:
        send_plan(broker.url("club", "organiser@"), first)
        monkeypatch.setattr(plan_topic, "_RETURN_SECONDS", 0.2)  # nothing comes
        for user in ("wall@", "table-1@"):
            with pytest.raises(BrokerError, match="may this user write and read club/evening"):
                send_plan(broker.url("club", user), second)
        assert listen(broker).next("evening") == evening_text(first).encode()
    finally:
        broker.stop()


# Games

FIRST = "ENTER ENTER ENTER ENTER ENTER ENTER"


def entries_in(payload):
    return len(club_game(payload).game.entries)


def test_the_game_that_is_played_is_retained_with_its_players(broker, start, listen):
    program = start(broker.url(), "--players", "Ann, Ben").board()
    program.keys(f"{FIRST} 5S 6H JD 4C")
    listener = listen(broker)
    game = club_game(listener.next("game", lambda payload: entries_in(payload) == 5))
    assert game.names == ("Ann", "Ben") and sum(game.result["scores"]) == 2


def finished(seed=3):
    """Return a finished game as a Match, and the same with its last entry undone."""
    match = played_match(seed)
    whole = Match(packed_match(match))
    match.undo()
    return whole, Match(packed_match(match))


@pytest.fixture
def publisher():
    """Return a function that makes a GamePublisher, with its sent payloads by name."""
    open_ = []

    def make(players=()):
        sent = {}

        def send(name, payload):
            sent[name] = payload
            return True

        open_.append(GamePublisher(send, players))
        return open_[-1], sent

    yield make
    for one in open_:
        one.close()


def test_a_finished_game_is_retained_and_cleared_when_it_is_taken_back(publisher):
    games, sent = publisher()
    whole, taken_back = finished()
    games.take(whole)
    wait_until(lambda: len(sent) == 2)
    (name,) = set(sent) - {"game"}
    game = club_game(sent[name])
    assert game.result["over"] and name == f"games/{game.id()}"
    games.take(taken_back._replace(fresh=False))
    wait_until(lambda: sent[name] == b"")
    wait_until(lambda: not club_game(sent["game"]).result["over"])  # it is sent after that


def test_of_many_entries_in_a_moment_only_the_newest_game_is_sent(publisher):
    games, sent = publisher()
    match = played_match(4)
    packed = [Match(packed_match(part_of(match, n)), n == 2) for n in range(2, match.length + 1)]
    read = []
    take = games._take
    games._take = lambda match: read.append(match) or take(match)
    for one in packed:
        games.take(one)
    wait_until(lambda: len(sent) == 2)
    assert read[-1] == packed[-1] and len(read) < 20


def test_a_game_that_was_taken_back_while_the_program_was_away_is_cleared_too(publisher):
    before, sent = publisher()
    whole, taken_back = finished()
    before.take(whole)
    wait_until(lambda: len(sent) == 2)
    (name,) = set(sent) - {"game"}
    after, sent_later = publisher()
    after.connected()
    after.held(name.partition("/")[2], sent[name])
    after.take(taken_back)
    after.told()
    wait_until(lambda: sent_later.get(name) == b"")


def test_a_game_that_the_broker_has_keeps_its_time(publisher):
    before, sent = publisher()
    whole, _ = finished()
    before.take(whole)
    wait_until(lambda: len(sent) == 2)
    (name,) = set(sent) - {"game"}
    old = club_game(sent[name])._replace(at=1000.0)
    after, sent_later = publisher()
    after.connected()
    after.held(name.partition("/")[2], old.payload())
    after.take(whole)
    after.told()
    wait_until(lambda: name in sent_later)
    assert club_game(sent_later[name]).at == 1000.0


@pytest.mark.parametrize(
    ("sides", "names"), [(("", ""), ("Ann", "Ben")), (("Eve", "Fay"), ("Eve", "Fay"))]
)
def test_a_game_that_is_over_is_not_that_of_the_next_players(publisher, sides, names):
    whole, _ = finished()
    old = made(split(whole.data)[0], 1000.0, (), ("Ann", "Ben"))
    games, sent = publisher(("Cat", "Dan"))
    games.connected()
    games.held(old.id(), old.payload())
    games.take(whole._replace(names=sides))
    games.told()
    wait_until(lambda: len(sent) == 2)
    assert [club_game(payload).names for payload in sent.values()] == [names, names]


def test_the_time_of_a_game_found_finished_is_not_known(publisher):
    whole, unfinished = finished()
    games, sent = publisher()
    games.take(whole)
    wait_until(lambda: len(sent) == 2)
    assert [club_game(payload).at for payload in sent.values()] == [0.0, 0.0]
    for fresh in (False, True):  # also where the board was connected again in between
        seen, sent = publisher()
        seen._take(unfinished)
        seen._take(whole._replace(fresh=fresh))
        assert len(sent) == 2
        assert all(club_game(payload).at > 1e9 for payload in sent.values())


def test_the_broker_has_the_newest_games_alone(publisher, monkeypatch):
    monkeypatch.setattr(game_publisher, "GAMES_MOST", 2)
    games, sent = publisher()
    games.connected()
    ids = []
    for n in range(3):
        match = Match(packed_match(played_match(20 + n)))
        game = split(match.data)[0]
        old = made(game, 1000.0 + n, (), ())
        ids.append(old.id())
        games.held(old.id(), old.payload())
    games.told()
    wait_until(lambda: sent == {f"games/{ids[0]}": b""})


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{",
        b"[" * 5000,
        b"5",
        b'{"begun": 0, "at": 1, "names": [], "entries": "//8="}',
        b'{"begun": 0, "at": 1, "names": [], "entries": 5}',
        b'{"begun": 0, "at": 1, "names": [], "entries": ""}',
        b'{"begun": 0, "at": NaN, "names": [], "entries": ""}',
        b'{"begun": -1, "at": 1, "names": [5], "entries": ""}',
        b" " * 100_000,
    ],
)
def test_a_payload_that_is_no_game_is_none(payload):
    assert club_game(payload) is None


# Addresses


@pytest.mark.parametrize(
    ("url", "host", "port", "topic", "user", "encrypted"),
    [
        ("mqtt://broker/club/table-3", "broker", 1883, "club/table-3", "", False),
        ("mqtts://ann@broker:99/a/b/", "broker", 99, "a/b", "ann", True),
        ("mqtt://[::1]/c/a%20b", "::1", 1883, "c/a b", "", False),
    ],
)
def test_an_address_is_read(url, host, port, topic, user, encrypted):
    read = broker_address(url)
    assert (read.host, read.port, read.topic) == (host, port, topic)
    assert (read.user, read.encrypted) == (user, encrypted)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "begins with neither mqtt:// nor"),
        ("broker/club", "begins with neither mqtt:// nor"),
        ("http://broker/club", "begins with neither mqtt:// nor"),
        ("mqtt:///club", "names no broker"),
        ("mqtt://[x/club", "is not an address"),
        ("mqtt://..x/club", "is not the name of a computer"),
        ("mqtt://" + "b" * 64 + "/club", "is not the name of a computer"),
        ("mqtt://\udcff/club", "is not the name of a computer"),
        ("mqtt://u\udcff@broker/club/t", "is not UTF-8"),
        ("mqtt://broker", "nothing follows the broker broker"),
        ("mqtt://broker/", "nothing follows the broker"),
        ("mqtt://broker:x/club", "port is not a number"),
        ("mqtt://broker:99999/club", "port is not a number"),
        ("mqtt://broker/club/#", r"contains \? or #"),
        ("mqtt://broker/+/x", r"contains \+ # or \$"),
        ("mqtt://broker/$SYS", r"contains \+ # or \$"),
        ("mqtt://broker/a%00b", "is not printable"),
        ("mqtt://broker/club?x=1", r"contains \? or #"),
        ("mqtt://ann:secret@broker/club", "can be read by every user"),
        ("mqtt://broker/" + "x" * 300, "more than 200 letters"),
        ("mqtt://broker/single", "it must name a club and a table"),
        ("mqtt://broker/club//t", "two / follow each other"),
        ("mqtt://broker/club%2F/t", "two / follow each other"),
        ("mqtt://broker/club/" + "x" * 161, "the table's name has more than 160 letters"),
    ],
)
def test_another_address_is_refused_and_no_password_belongs_in_it(url, why):
    with pytest.raises(BrokerError, match=why):
        broker_address(url)
