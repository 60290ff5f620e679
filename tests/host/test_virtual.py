"""The virtual board: its App, its page, and the real process, killed and started again."""

import asyncio
import contextlib
import http.client
import os
import signal
import socket
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner
from filelock import FileLock

from engine_core.state.entries import parse
from firmware.storage.flashlog import SECTOR
from hardware.board import KEYS
from host.boards import virtual
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.cli import page, watch
from host.cli.main import main
from host.link import discovery
from host.link.discovery import BUSY, PortStatus
from host.mirror.view import view
from host.web.token import NO_PORT, AddressFile, PageAddress, new_token
from tests.conformance.support.mirrored import check
from tests.host.program import RUN, running

RECORDS = Path(__file__).parent.parent / "conformance" / "records"
# As `pegboard`, with a browser that prints what it is told to open.
ECHO_BROWSER = "import webbrowser; webbrowser.open = lambda url: not print('open', url)\n" + RUN
# As `pegboard`, on a computer where no browser can be opened.
NO_BROWSER = "import webbrowser; webbrowser.open = lambda url: False\n" + RUN


RECORD = "start 1 2 61 1 0 0,5D,KH,TH,2C,4S,AD,3S".split(",")


class SlowClock:
    """A clock that advances at each reading, so that a tick has time for only one line of a
    snapshot."""

    def __init__(self):
        self.now = 0

    def ms(self):
        self.now += 1
        return self.now


def start(game, *words):
    """Run a virtual board with its game in the file `game`, on any free port."""
    return running("--virtual", "--no-browser", "--page-port", 0, "--game", game, *words)


@pytest.fixture
def game(tmp_path):
    return tmp_path / "game.journal"


def test_the_board_updates_its_page_and_its_mirror():
    told = []
    board = VirtualBoard(MemoryStore())
    board.broadcast.publish_view = told.append
    frames = []
    board.broadcast.publish_frame = frames.append
    for _ in range(100):  # a busy computer sends the snapshot in several ticks
        if not told:
            board.tick()
    assert told[-1]["mode"] == "menu"
    assert len(frames[-1]) == 456
    board.app.enter(parse("start 1 2 61 1 0 0"))
    board.app.enter(parse("JD"))
    board.tick()
    assert told[-1] == view(board.mirror)
    assert told[-1]["game"]["starter"] == "JD"
    check(board.app, board.mirror)
    count = len(told)
    board.tick()
    assert len(told) == count, "nothing has changed"


def test_a_key_does_not_wait_for_the_next_tick(monkeypatch):
    monkeypatch.setattr(virtual, "IDLE_SECONDS", 3600)

    async def pressed():
        made = VirtualBoard(MemoryStore())
        running = asyncio.ensure_future(made.run())
        while made.keys.busy() or made.app.screen.moving() or not made.mirror.menu:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        seen = asyncio.Event()
        made.broadcast.listeners.append(lambda kind, told: kind == "view" and seen.set())
        made.broadcast.press(KEYS.index("RIGHT"), True)
        await asyncio.wait_for(seen.wait(), 10)
        running.cancel()

    asyncio.run(pressed())


def settle(board):
    """Tick until the page has been told of the saved game, which takes a few ticks."""
    for _ in range(20):
        board.tick()


def test_a_saved_game_is_resumed():
    store = MemoryStore()
    first = VirtualBoard(store)
    first.app.enter(parse("start 1 2 61 1 0 0"))
    first.app.enter(parse("JD"))
    settle(first)
    again = VirtualBoard(store)
    settle(again)
    assert view(again.mirror) == view(first.mirror)


def test_past_states_of_a_saved_game_are_not_shown(monkeypatch):
    store = MemoryStore()
    first = VirtualBoard(store)
    for text in RECORD:
        first.app.enter(parse(text))
    settle(first)
    monkeypatch.setattr("host.boards.virtual.Clock", SlowClock)
    again = VirtualBoard(store)
    told = []
    again.broadcast.publish_view = told.append
    for _ in range(20):
        again.tick()
    assert told == [view(first.mirror)]


def test_a_board_killed_in_mid_game_resumes_it(game):
    with start(game) as program:
        program.board()
        program.keys("ENTER RIGHT ENTER RIGHT RIGHT ENTER 8D KH 9D 4S UNDO")
        before = program.view(lambda view: view["redo"])
    assert before["game"]["line"] == ["KH", "9D"]
    with start(game) as program:
        program.board()
        program.view(lambda view: view == before)
        program.keys("RIGHT 7C GO")
        now = program.view(lambda view: view["game"]["count"] == 30 and orange_is_asked(view))
    with start(game) as program:
        program.board()
        program.view(lambda view: view == now)


def orange_is_asked(view):
    return view["game"]["seats"][1]["turn"]


@pytest.mark.slow
def test_a_second_program_opens_the_board_that_runs(game):
    with start(game) as first:
        first.board()
        with start(game) as second:
            assert second.ended() == 0
            address = f"http://127.0.0.1:{first.port}/#{first.token}"
            assert second.out == f"The board is already running at {address}\n"
            assert second.err == ""
        first.keys("ENTER")
        assert first.view(lambda view: view["menu"]["title"] != "Game")


@pytest.mark.parametrize(
    "kept",
    [
        None,
        "no address",
        "[]",
        '{"port": 1, "token": "' + 24 * "x" + '"}',  # nobody listens
        '{"port": "8121", "token": "' + 24 * "x" + '"}',
        '{"port": 1, "token": "short"}',
    ],
)
def test_a_second_program_that_finds_no_page_says_that_the_game_is_in_use(game, kept, monkeypatch):
    served = []
    monkeypatch.setattr(page, "serve_page", lambda *board, **options: served.append(board))
    with FileLock(f"{game}.lock"):
        if kept:
            AddressFile(game).path.write_text(kept)
        second = CliRunner().invoke(main, ["--virtual", "--no-browser", "--game", str(game)])
    assert second.exit_code == 1 and served == []
    assert second.stdout == ""
    assert second.stderr.startswith("Error: another pegboard is playing this game")
    assert str(game) in second.stderr


@pytest.mark.slow
def test_a_page_that_is_open_may_press_keys_after_a_restart(game):
    with start(game) as program:
        token = program.board().token
    with start(game) as again:
        assert again.board().token == token


@pytest.mark.slow
def test_a_new_token_takes_the_keys_from_pages_with_the_old_one(game):
    words = ("--virtual", "--no-browser", "--page-port", "0", "--game", game)
    with running(*words) as program:
        old = program.board().token
        with running(*words, "--new-token") as second:
            assert second.ended() == 2 and "press Ctrl-C where it runs" in second.err
    with running(*words, "--new-token") as program:
        new = program.board().token
        program.key("RIGHT")
        assert new != old
        link = http.client.HTTPConnection("127.0.0.1", program.port, timeout=10)
        with contextlib.closing(link):
            link.request("GET", "/token", headers={"X-Pegboard-Token": old})
            assert link.getresponse().status == 403
    with running(*words) as program:
        assert program.board().token == new


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes")
def test_only_the_user_can_read_the_token(game, tmp_path, monkeypatch):
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path / "data" / "pegboard"))
    with running("--virtual", "--page-port", 0, "--game", game, code=ECHO_BROWSER) as program:
        address = program.until("The board is at").split()[-1]
        opened = program.until("open ").split()[-1]
        token = address.partition("#")[2]
        assert token not in opened
        file = Path(urllib.request.url2pathname(opened.removeprefix("file://")))
        assert address in file.read_text(encoding="utf-8")
        for private in (file.parent, file, AddressFile(game).path):
            assert private.stat().st_mode & 0o077 == 0


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C for one process there")
def test_a_board_that_has_ended_is_not_opened(game):
    with start(game) as program:
        program.board()
        program.process.send_signal(signal.SIGINT)
        assert program.ended() == 0
    assert AddressFile(game).read().port == NO_PORT


@pytest.mark.parametrize(
    ("words", "ignored"),
    [
        ((), ""),
        (("--page-port", "0"), ""),
        (("--share", "--players", "Ann, Ben"), "without --share and --players"),
    ],
)
def test_a_second_program_opens_the_page_of_the_attached_board(
    tmp_path, monkeypatch, words, ignored
):
    """The first program has the port of the board, so the second cannot probe it."""
    monkeypatch.setattr(watch, "backup_folder", lambda: tmp_path)
    busy = PortStatus("/dev/ttyACM0", BUSY, trouble="in use")
    monkeypatch.setattr(discovery, "picos", lambda: [busy])
    monkeypatch.setattr(discovery, "probe_all", lambda names: [busy])
    with socket.socket() as page:
        page.bind(("127.0.0.1", 0))
        page.listen()
        port = page.getsockname()[1]
        address = PageAddress(port, new_token())
        watch.address_file(busy.port).write(address)
        result = CliRunner().invoke(main, ["--no-browser", *words])
    assert result.exit_code == 0
    assert result.stdout == f"The board is already running at {address.url()}\n"
    assert ignored in result.stderr and bool(ignored) == bool(result.stderr)


def test_a_port_in_use_is_reported(game):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with start(game, "--page-port", port) as program:
            assert program.ended() == 1
            assert program.err.startswith(f"Error: cannot open port {port}")
            assert "--page-port 0" in program.err
            assert "Traceback" not in program.err


def test_a_game_that_cannot_be_saved_is_reported(tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with start(tmp_path / "file" / "game") as program:
        assert program.ended() == 1
        assert program.err.startswith("Error: the game cannot be saved in ")
        assert "Traceback" not in program.err
        assert program.out == ""


@pytest.mark.slow
def test_a_damaged_game_is_reported_on_the_page_and_continued(game):
    with start(game) as program:
        program.board()
        program.keys("ENTER RIGHT ENTER RIGHT RIGHT ENTER 8D KH 9D")
        program.view(lambda view: len((view["game"] or {}).get("line", ())) == 2)
    data = bytearray(game.read_bytes())
    # The first sector, after 16 bytes, has the entries; at rest the board marks the next one too.
    entries = data[: 16 + SECTOR].rstrip(b"\xff")
    data[len(entries) - 13] ^= 8  # in the third record from the end, the starter
    damaged = bytes(data)
    game.write_bytes(damaged)
    with start(game) as program:
        program.board()
        told = program.view(lambda view: view["refusal"])
        assert "kept in game.journal.damaged" in told["refusal"]
        assert told["game"]["line"] == []
        program.keys("8D KH 9S")
        program.view(lambda view: view["game"]["line"] == ["KH", "9S"])
    assert game.with_name("game.journal.damaged").read_bytes() == damaged


def test_a_file_that_is_not_a_game_is_refused_and_not_changed(tmp_path):
    record = tmp_path / "record.txt"
    text = (RECORDS / "traditional.txt").read_bytes()
    record.write_bytes(text)
    with start(record) as program:
        assert program.ended() == 1
        assert "record.txt is not a saved game" in program.err
        assert "pegboard --game FILE" in program.err and "Traceback" not in program.err
    assert record.read_bytes() == text


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_without_a_browser_the_server_runs_and_prints_the_address(game, tmp_path, monkeypatch):
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path / "pegboard"))
    words = ("--virtual", "--page-port", 0, "--game", game)
    with running(*words, code=NO_BROWSER) as program:
        program.board()
        program.keys("ENTER")
        program.view(lambda view: view["menu"]["title"] != "Game")
        program.process.send_signal(signal.SIGINT)
        assert program.ended() == 1
        assert program.err == "Cannot open a browser: open the first address yourself.\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_stops_the_program_and_keeps_the_game(game):
    with start(game) as program:
        program.board()
        program.keys("ENTER RIGHT ENTER ENTER")
        program.view(lambda view: view["game"])
        program.process.send_signal(signal.SIGINT)
        assert program.ended() == 0
        assert program.err == ""
    with start(game) as program:
        program.board()
        assert program.view(lambda view: view["game"])["game"]["phase"] == "cut"
