"""The laptop's end on real ports: a pseudo-terminal and a socket, which come and go."""

import asyncio
import contextlib
import os
import threading
import time

import pytest

from engine_core.game.match_base import unpack_match
from engine_core.state import entry_constructors
from firmware.link import link_line
from host.link import ports, reconnect
from host.link.backup import BackupFile
from host.link.line_buffer import LineBuffer
from host.link.packed_match import packed
from host.link.ports import PortError, open_port
from host.link.reconnect import follow
from host.link.session import Session
from host.mirror.messages import LINE_MOST
from tests.host.boards import Board
from tests.host.far_end import Plugged, PtyEnd, Server, SocketEnd, board_on_socket
from tests.page_server import wait_until

no_pty = pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has none")


class Following:
    """A session that follows the port `name` in a separate thread."""

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
    """Remove the pauses, which tests would only wait for."""
    monkeypatch.setattr(reconnect, "PAUSES", (0.01, 0.02))


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


@pytest.mark.slow
def test_each_of_thirty_reconnects_gets_the_current_game(hurried):
    with board_on_socket() as (plugged, name), following(name) as watch:
        wait_until(watch.live)
        for n in range(30):
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
    assert reconnect.PAUSES == (0.25, 0.5, 1.0, 2.0)
    slept = []

    async def run():
        async def wait(seconds, tell):
            slept.append(seconds)
            if len(slept) == 7:
                raise asyncio.CancelledError

        real, reconnect._wait = reconnect._wait, wait
        try:
            await follow(Session(0.0), "/dev/nowhere")
        finally:
            reconnect._wait = real

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


def test_a_copy_that_cannot_be_saved_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    copy = BackupFile(tmp_path / "file" / "under", "x")
    copy.write(b"game")
    assert copy.read() == b"" and not copy.path.exists()


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
