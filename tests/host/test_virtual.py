"""The virtual board: its App, its page, and the real process, killed and started again."""

import signal
import socket
import sys
from pathlib import Path

import pytest

from engine_core.entries import parse
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.mirror.view import view
from tests.host.board_mirror import check
from tests.host.program import RUN, running

RECORDS = Path(__file__).parent.parent / "conformance" / "records"
# As `pegboard`, on a computer on which no browser can be opened.
NO_BROWSER = "import webbrowser; webbrowser.open = lambda url: False\n" + RUN


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


def test_a_saved_game_is_resumed():
    store = MemoryStore()
    first = VirtualBoard(store)
    first.app.enter(parse("start 1 2 61 1 0 0"))
    first.app.enter(parse("JD"))
    first.tick()
    again = VirtualBoard(store)
    again.tick()
    assert view(again.mirror) == view(first.mirror)


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


def test_a_second_program_learns_that_the_game_is_in_use(game):
    with start(game) as first:
        first.board()
        with start(game) as second:
            assert second.ended() == 1
            assert second.out == ""
            assert second.err.startswith("Error: another pegboard has this game")
            assert str(game) in second.err
        first.keys("ENTER")
        assert first.view(lambda view: view["menu"]["title"] != "Game")


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
        assert program.err.startswith("Error: the game cannot be kept in ")
        assert "Traceback" not in program.err
        assert program.out == ""


def test_a_damaged_game_is_reported_on_the_page_and_continued(game):
    with start(game) as program:
        program.board()
        program.keys("ENTER RIGHT ENTER RIGHT RIGHT ENTER 8D KH 9D")
        program.view(lambda view: len((view["game"] or {}).get("line", ())) == 2)
    data = bytearray(game.read_bytes())
    data[len(data.rstrip(b"\xff")) - 13] ^= 8  # in the third record from the end, the starter
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


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_without_a_browser_the_server_runs_and_prints_the_address(game):
    words = ("--virtual", "--page-port", 0, "--game", game)
    with running(*words, code=NO_BROWSER) as program:
        program.board()
        program.keys("ENTER")
        program.view(lambda view: view["menu"]["title"] != "Game")
        program.process.send_signal(signal.SIGINT)
        assert program.ended() == 1
        assert program.err == "Cannot open a browser: open the first address yourself.\n"


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
