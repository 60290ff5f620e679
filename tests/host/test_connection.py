"""The laptop's end on real ports: a pseudo-terminal and a socket, which come and go."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from click.testing import CliRunner

from engine_core import entry_constructors, journal
from engine_core.compat import crc32
from engine_core.entries import parse
from engine_core.match_base import unpack_match
from firmware import keymap, link_line
from host.cli.main import main
from host.link import connection, discovery, ports
from host.link.backup import BackupFile, packed
from host.link.connection import LineBuffer, follow
from host.link.messages import LINE_MOST
from host.link.ports import PortError, UsbPort, open_port
from host.link.session import Session
from tests.host.boards import Board, Log
from tests.host.far_end import Plugged, PtyEnd, Server, SocketEnd, board_on_socket
from tests.host.program import RUN
from tests.page_server import Watcher, wait_until

no_pty = pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has none")


class Following:
    """A session that follows the port `name` in a thread of its own."""

    def __init__(self, name):
        self.states = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(name)), daemon=True)
        self._thread.start()
        assert self._ready.wait(5)

    async def _run(self, name):
        self._loop = asyncio.get_running_loop()
        self.session = Session(time.monotonic())
        self._task = asyncio.ensure_future(follow(self.session, name, self._tell))
        self._ready.set()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def _tell(self):
        state = self.session.state(time.monotonic())
        if not self.states or self.states[-1] != state:
            self.states.append(state)

    def live(self):
        return bool(self.states) and self.states[-1] == "live"

    def has(self, plugged):
        """Return whether it is live and knows the game of `plugged`."""
        with plugged.lock:
            game = plugged.board.app.game
            return self.live() and (
                game.entries() == self.session.mirror.game.entries()
                and game.state.pack() == self.session.mirror.game.state.pack()
            )

    def close(self):
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(5)
        assert not self._thread.is_alive()


@contextlib.contextmanager
def following(name):
    one = Following(name)
    try:
        yield one
    finally:
        one.close()


@pytest.fixture
def hurried(monkeypatch):
    """Have no pauses, which tests would only wait for."""
    monkeypatch.setattr(connection, "PAUSES", (0.01, 0.02))


# Following


@no_pty
def test_a_pulled_cable_and_back_on_a_pseudo_terminal(tmp_path, hurried):
    name = tmp_path / "board"
    plugged = Plugged()
    with following(str(name)) as watch:
        time.sleep(0.1)
        assert not watch.live()
        for _ in range(5):
            plugged.plug(PtyEnd(name))
            plugged.play(20)
            wait_until(lambda: watch.has(plugged))
            plugged.unplug()
            plugged.play(5)
            wait_until(lambda: not watch.live())
        assert watch.states[:2] == ["reconnecting", "live"]
    plugged.close()


def test_each_of_a_hundred_reconnects_gets_the_current_game(hurried):
    with board_on_socket() as (plugged, name), following(name) as watch:
        wait_until(watch.live)
        for n in range(100):
            plugged.play(2)
            plugged.unplug()
            plugged.play(1)
            # Not by its state: a slow test may look again only when it is live again.
            wait_until(lambda n=n: watch.session.snapshots > n + 1, 20)
            wait_until(lambda: watch.has(plugged), 20)


def test_a_laptop_joins_a_game_whose_snapshot_is_longer_than_the_board_can_hold(hurried):
    board = Board()
    board.app.enter(entry_constructors.start("Scoreboard", players=2))
    for _ in range(400):
        board.app.enter(entry_constructors.points(0, 9))
        board.app.enter(entry_constructors.minus(0, 9))
    board.link.out.clear()  # nobody listened
    with board_on_socket(board) as (plugged, name), following(name) as watch:
        wait_until(lambda: watch.has(plugged), 20)
        assert not watch.session.mirror.differs


def test_the_pauses_grow_to_two_seconds_and_no_further():
    assert connection.PAUSES == (0.25, 0.5, 1.0, 2.0)
    slept = []

    async def run():
        async def wait(seconds, tell):
            slept.append(seconds)
            if len(slept) == 7:
                raise asyncio.CancelledError

        real, connection._wait = connection._wait, wait
        try:
            await follow(Session(0.0), "/dev/nowhere")
        finally:
            connection._wait = real

    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(run())
    assert slept == [0.25, 0.5, 1.0, 2.0, 2.0, 2.0, 2.0]


def test_a_laptop_that_has_not_read_for_long_catches_up(monkeypatch, hurried):
    read = ports.SocketPort.read
    asleep = threading.Event()

    def slow(self, timeout):
        while asleep.is_set():
            time.sleep(0.01)
        return read(self, timeout)

    monkeypatch.setattr(ports.SocketPort, "read", slow)
    with board_on_socket() as (plugged, name), following(name) as watch:
        wait_until(watch.live)
        asleep.set()
        for _ in range(40):
            plugged.play(20)  # far more than the line and the board hold
            time.sleep(0.005)
        asleep.clear()
        wait_until(lambda: watch.has(plugged), 10)


def test_noise_before_and_between_lines_is_ignored(hurried):
    with board_on_socket() as (plugged, name), following(name) as watch:
        wait_until(watch.live)
        with plugged.lock:
            plugged.board.link.out += [b"Traceback:\r\n", b"\xff\x00~1 [", b"~5 []*00000000\n"]
        plugged.play(5)
        wait_until(lambda: watch.has(plugged), 10)


def test_every_byte_that_is_sent_is_printable_or_ends_a_line(hurried):
    with board_on_socket() as (plugged, name), following(name) as watch:
        wait_until(watch.live)
        plugged.unplug()
        wait_until(lambda: not watch.live())
        wait_until(watch.live)
        assert b"\n~1 [" in plugged.heard
        assert set(plugged.heard) <= set(range(0x20, 0x7F)) | {0x0A}


def test_lines_are_assembled_from_bytes_in_any_pieces():
    data = link_line.encode(1, ["beat", 3]) + b"text\r\n" + link_line.encode(2, ["beat", 4])
    for size in (1, 2, 7, 100):
        lines = LineBuffer()
        got = []
        for at in range(0, len(data), size):
            got += lines.add(data[at : at + size])
        assert [link_line.parse(line) for line in got] == [
            (1, ["beat", 3]),
            None,
            (2, ["beat", 4]),
        ]


def test_a_line_without_an_end_does_not_grow():
    lines = LineBuffer()
    for _ in range(100):
        assert lines.add(b"~" * 10_000) == []
        assert len(lines._begun) <= LINE_MOST + 1
    assert len(lines.add(b"\n" + link_line.encode(1, ["beat", 3]))) == 2


# Ports


def test_errors_of_a_port_are_explained(tmp_path):
    for name, text in (
        (str(tmp_path / "gone"), "there is no such port"),
        ("socket://127.0.0.1:1", "nothing listens there"),
        ("socket://nonsense", "write it as socket://host:port"),
        ("socket://host:99999", "write it as socket://host:port"),
    ):
        with pytest.raises(PortError) as caught:
            open_port(name)
        assert str(caught.value) == f"{name}: {text}"


@pytest.mark.skipif(os.name == "nt", reason="texts of Linux and macOS")
@pytest.mark.parametrize(
    ("number", "text", "busy"),
    [(13, "sudo usermod -a -G dialout", False), (16, "another program has it", True)],
)
def test_a_port_without_permission_gives_the_remedy(monkeypatch, number, text, busy):
    def fail(*_, **__):
        raise ports.serial.SerialException(number, "could not open port")

    monkeypatch.setattr(ports.serial, "Serial", fail)
    with pytest.raises(PortError, match=text) as caught:
        open_port("/dev/ttyACM0")
    assert caught.value.busy is busy


@no_pty
def test_only_one_program_can_open_a_port(tmp_path):
    end = PtyEnd(tmp_path / "board")
    with contextlib.closing(open_port(str(tmp_path / "board"))):
        with pytest.raises(PortError, match="another program has it") as caught:
            open_port(str(tmp_path / "board"))
        assert caught.value.busy
    end.close()


# Copies


def test_a_copy_is_complete_or_absent(tmp_path):
    copy = BackupFile(tmp_path / "boards", "E6614C311B7F6C2C")
    assert copy.read() == b""
    board = Board()
    board.start()
    for _ in range(40):
        board.key()
    copy.write(packed(board.app.game))
    assert unpack_match(copy.read()).entries() == board.entries
    data = copy.path.read_bytes()
    for damaged in (data[: len(data) // 2], data[:30] + b"x" + data[31:], b"rubbish"):
        copy.path.write_bytes(damaged)
        assert copy.read() == b""
    assert BackupFile(tmp_path, "a/b").path != BackupFile(tmp_path, "a-b").path


def test_a_copy_of_version_1_is_read(tmp_path):
    copy = BackupFile(tmp_path, "E6614C311B7F6C2C")
    board = Board()
    board.start()
    data, chain = journal.HEADER, crc32(journal.HEADER)
    for entry in board.entries:
        record, chain = journal.record(entry, chain)
        data += record
    copy.path.write_bytes(data)
    assert unpack_match(copy.read()).entries() == board.entries


def test_a_copy_that_cannot_be_saved_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    copy = BackupFile(tmp_path / "file" / "under", "x")
    copy.write(b"game")
    assert copy.read() == b"" and not copy.path.exists()


# The commands


def test_devices_recognises_a_board_by_its_hello():
    with board_on_socket() as (plugged, name):
        done = CliRunner().invoke(main, ["devices", "--port", name, "--json"])
        row = json.loads(done.output)[0]
        assert (row["kind"], row["engine"]) == ("pegboard", "0123abcd")
        done = CliRunner().invoke(main, ["devices", "--port", name])
        assert done.output == f"{name}  pegboard, engine 0123abcd\n"


def test_devices_shows_the_version_and_hash_of_a_boards_program(monkeypatch):
    monkeypatch.setattr("firmware.app.PROGRAM", "0.1.0 9f8e7d6c image")
    with board_on_socket() as (plugged, name):
        done = CliRunner().invoke(main, ["devices", "--port", name, "--json"])
        assert json.loads(done.output)[0]["program"] == "0.1.0 9f8e7d6c image"
        done = CliRunner().invoke(main, ["devices", "--port", name])
        assert done.output == f"{name}  pegboard 0.1.0 9f8e7d6c image, engine 0123abcd\n"
    monkeypatch.setattr("firmware.app.PROGRAM", "")


@pytest.fixture
def brief(monkeypatch):
    """Have `discovery` wait less than a slow board may need."""
    monkeypatch.setattr(discovery, "_LISTEN_SECONDS", 0.1)
    monkeypatch.setattr(discovery, "_ANSWER_SECONDS", 1.0)


@contextlib.contextmanager
def prompt(version):
    """Give the name of a port with MicroPython's prompt."""

    def serve(connection):
        with contextlib.suppress(OSError):
            while data := connection.recv(99):
                if b"\x02" in data:
                    connection.sendall(
                        b"\r\nMicroPython " + version + b" on 2026-10-01; Raspberry Pi Pico W with"
                        b' RP2040\r\nType "help()" for more information.\r\n>>> '
                    )

    server = Server(serve)
    yield server.name
    server.over = True


@pytest.mark.parametrize(
    ("said", "version", "note"), [(b"v1.29.1", "1.29.1", ""), (b"v1.27.0", "1.27.0", "needs 1.29")]
)
def test_devices_recognises_micropython_without_stopping_its_program(brief, said, version, note):
    with prompt(said) as name:
        done = CliRunner().invoke(main, ["devices", "--port", name, "--json"])
        row = json.loads(done.output)[0]
    assert (row["kind"], row["micropython"]) == ("micropython", version)
    assert row["machine"] == "Raspberry Pi Pico W with RP2040" and note in row["text"]


def test_devices_lists_unknown_devices(monkeypatch):
    other = UsbPort("COM9", 0x1A86, 0x7523, "77", "USB Serial")
    monkeypatch.setattr("host.cli.devices.usb_ports", lambda: [other])
    done = CliRunner().invoke(main, ["devices"])
    assert done.output == "COM9  no Pico: USB Serial\n"


def test_devices_reports_that_none_are_attached(monkeypatch):
    monkeypatch.setattr("host.cli.devices.usb_ports", list)
    assert "Nothing is attached" in CliRunner().invoke(main, ["devices"]).output
    assert json.loads(CliRunner().invoke(main, ["devices", "--json"]).output) == []


def test_the_board_is_found_among_other_devices(brief, monkeypatch):
    with board_on_socket() as (_, board), prompt(b"v1.29.0") as bare:
        found = [UsbPort(name, 0x2E8A, 5, "1", "Board in FS mode") for name in (bare, board)]
        monkeypatch.setattr(discovery, "usb_ports", lambda: found)
        assert discovery.find_board() == board


def test_watch_without_a_board_says_what_to_do(monkeypatch):
    monkeypatch.setattr(discovery, "usb_ports", list)
    done = CliRunner().invoke(main, ["watch"])
    assert done.exit_code == 1
    assert "no board is attached. Plug it in, or name its port" in done.output


def test_the_log_of_a_board_is_printed_or_the_reason_why_not(monkeypatch):
    board = Board(log=Log("MemoryError", "again"))
    with board_on_socket(board) as (_, name):
        assert CliRunner().invoke(main, ["log", "--port", name]).output == "MemoryError\nagain\n"
    monkeypatch.setattr("host.cli.log._SECONDS", 1e9)  # it does not wait for a port to come
    done = CliRunner().invoke(main, ["log", "--port", "/dev/nowhere"])
    assert (done.exit_code, done.output) == (1, "Error: /dev/nowhere: there is no such port\n")


def test_the_log_of_a_port_that_is_no_board_gives_the_reason(monkeypatch):
    monkeypatch.setattr("host.cli.log._SECONDS", 1e9)
    monkeypatch.setattr("host.link.session.HUNG_SECONDS", 0.2)

    def serve(connection):
        while not server.over:
            time.sleep(0.01)

    server = Server(serve)
    try:
        done = CliRunner().invoke(main, ["log", "--port", server.name])
    finally:
        server.close()
    assert (done.exit_code, done.output) == (1, f"Error: {server.name}: the board is silent\n")


def command(*arguments, home):
    """Start `pegboard` in a process of its own; its files go to `home`."""
    return subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments],
        env={
            **os.environ,
            "XDG_DATA_HOME": str(home),
            "HOME": str(home),
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def stop(process):
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=10)[0]


def until(watcher, true):
    """Return the first view of the page that is as wanted."""
    while True:
        view = watcher.tables(1)[0]
        if true(view):
            return view


@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C for one process there")
def test_watch_shows_the_board_on_a_page_that_has_no_keys(tmp_path):
    import http.client

    with board_on_socket() as (plugged, name):
        process = command(
            "watch", "--port", name, "--page-port", "0", "--no-browser", home=tmp_path
        )
        assert name in process.stdout.readline()
        url = process.stdout.readline().split()[-1]
        page = int(url.partition("#")[0].rstrip("/").rpartition(":")[2])
        watcher = Watcher(page)
        view = until(watcher, lambda view: view["link"]["state"] == "live")
        assert view["mode"] == "menu"
        plugged.press(keymap.RIGHT)
        until(watcher, lambda view: view["menu"]["at"] == 1)
        link_ = http.client.HTTPConnection("127.0.0.1", page, timeout=5)
        headers = {"Content-Type": "application/json", "X-Pegboard-Token": ""}
        link_.request("POST", "/key", b'{"key": 5, "down": true}', headers)
        assert link_.getresponse().status == 403
        link_.close()
        plugged.unplug()
        watcher.close()
        said = stop(process)
        assert process.returncode == 0 and "Traceback" not in said
        assert plugged.board.app.menu.at == 1


@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C for one process there")
def test_watch_in_the_terminal_shows_scores_counts_and_prompts(tmp_path):
    board = Board()
    with board_on_socket(board) as (plugged, name):
        process = command("watch", "--port", name, "--terminal", home=tmp_path)
        said = []
        reader = threading.Thread(target=lambda: said.extend(process.stdout), daemon=True)
        reader.start()

        def tells(text):
            wait_until(lambda: any(text in line for line in said), 10)

        tells("> Game: ")
        with plugged.lock:
            for text in ("start 1 2 121 0 0 0", "4S", "5H", "5S"):
                board.app.enter(parse(text))
        tells("Traditional to 121, deal 1")
        tells("Orange")
        tells("Count 10: ")
        tells("5♠, 2 points: ")
        tells("> Orange: play a card.")
        process.send_signal(signal.SIGINT)
        process.wait(10)
        assert process.returncode == 0
        assert not any("Traceback" in line or "\x1b" in line for line in said)


def test_two_ends_of_a_socket_are_one_port():
    ends = []
    server = Server(lambda connection: ends.append(SocketEnd(connection)))
    port = open_port(server.name)
    wait_until(lambda: ends)
    assert port.read(0) == b"" and port.read(0.01) == b""
    ends[0].write(b"there")
    assert port.read(1) == b"there"
    port.write(b"back")
    assert ends[0].read(9) == b"back"
    ends[0].close()
    with pytest.raises(PortError, match="the other end closed it"):
        port.read(1)
    port.close()
    server.close()
