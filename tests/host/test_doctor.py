"""`pegboard doctor`, with real boards on sockets, real files and a real port."""

import contextlib
import json
import os
import shutil
import socket
import sqlite3
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine_core.api import Game
from engine_core.game import segment
from firmware.storage.game_store import GameStore
from host.boards.stores import FileStore
from host.boards.virtual import VirtualBoard
from host.cli.main import main
from host.doctor import boards, computer
from host.doctor.files import files
from host.doctor.finding import FAULT, FINE, LOOK
from host.history.store import History
from host.link.discovery import MICROPYTHON, PEGBOARD, PortStatus
from host.pico.build import engine_hash
from tests.host.far_end import board_on_socket

NOBODY = 65534  # a user who owns nothing


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path / "pegboard"))
    return tmp_path / "pegboard"


def doctor(*words):
    """Return (exit code, findings)."""
    done = CliRunner().invoke(main, ["doctor", "--json", *map(str, words)])
    assert "Traceback" not in done.output
    return done.exit_code, json.loads(done.stdout)


def about(found, subject):
    return [one for one in found if one["subject"] == subject]


def test_every_finding_that_is_not_fine_says_what_to_do(home):
    _, found = doctor("--port", "socket://127.0.0.1:1")
    assert len(found) > 8
    for one in found:
        assert one["state"] in (FINE, LOOK, FAULT)
        assert one["text"] and (one["advice"] or one["state"] == FINE)


def test_a_board_is_named_with_its_rules(home):
    with board_on_socket() as (_, name):
        code, found = doctor("--port", name)
    (board,) = about(found, "board")
    assert f"{name} is a pegboard" in board["text"] and "0123abcd" in board["text"]
    assert board["state"] == LOOK and f"pegboard flash --port {name}" in board["advice"]
    assert code == 0


def test_a_port_with_nothing_behind_it_is_a_fault(home):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        name = f"socket://127.0.0.1:{closed.getsockname()[1]}"
    code, found = doctor("--port", name)
    assert code == 1
    assert about(found, "board")[0]["state"] == FAULT


@pytest.mark.parametrize(
    ("seen", "state", "advice"),
    [
        (PortStatus("P", PEGBOARD, engine="ours"), FINE, ""),
        (PortStatus("P", PEGBOARD, engine="ffffffff"), LOOK, "pegboard flash"),
        (PortStatus("P", PEGBOARD), LOOK, "pegboard flash"),
        (PortStatus("P", MICROPYTHON, version="1.29.0", machine="Pico"), LOOK, "--port P"),
        (PortStatus("P", MICROPYTHON, version="1.20.0", machine="Pico"), FAULT, "Update"),
        (PortStatus("P", "busy", trouble="P: in use"), LOOK, "Close the program"),
        (PortStatus("P", "silent"), FAULT, "Unplug"),
    ],
)
def test_each_thing_at_a_port_has_its_advice(monkeypatch, seen, state, advice):
    if seen.engine == "ours":
        seen = seen._replace(engine=engine_hash())
    monkeypatch.setattr(boards, "usb_ports", list)
    monkeypatch.setattr(boards, "probe_all", lambda names: [seen])
    (found,) = boards.boards(["P"])
    assert found.state == state and advice in found.advice


def test_the_log_of_a_board_is_printed_when_asked_for(home):
    with board_on_socket() as (plugged, name):
        with plugged.lock:
            plugged.board.app.log = None
        done = CliRunner().invoke(main, ["doctor", "--port", name, "--log"])
    assert f"The log of {name}:" in done.output
    assert "For a bug report" in done.output


def test_a_page_port_in_use_is_said():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (found,) = computer.page_port(port)
        assert found.state == LOOK and str(port) in found.text + found.advice
    assert computer.page_port(port)[0].state == FINE


def test_a_page_port_in_use_at_an_address_of_the_network_is_said(monkeypatch):
    monkeypatch.setattr(computer, "network_addresses", lambda: ["127.0.0.3", "127.0.0.2"])
    with socket.socket() as taken:
        taken.bind(("127.0.0.2", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (found,) = computer.page_port(port)
        assert found.state == LOOK and f"port {port} of 127.0.0.2" in found.text
        assert "--share --page-port 0" in found.advice
    assert computer.page_port(port)[0].state == FINE


def test_a_damaged_history_is_a_fault_and_is_left_as_it_is(home):
    home.mkdir()
    path = home / "history.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    code, found = doctor()
    (history,) = about(found, "history")
    assert (code, history["state"]) == (1, FAULT) and "pegboard merge" in history["advice"]
    assert path.read_bytes().startswith(b"SQLite format 3\0\xff")


def test_files_that_are_well_are_fine_and_stay_as_they_are(home):
    home.mkdir()
    path = home / "history.sqlite"
    History(path).close()
    before = path.read_bytes()
    assert [one.state for one in files()] == [FINE, FINE, FINE]
    assert path.read_bytes() == before


def test_no_files_yet_are_fine(home):
    assert [one.state for one in files()] == [FINE, FINE, FINE]
    assert not home.exists()


def test_a_damaged_game_that_was_kept_is_told(home):
    home.mkdir()
    (home / "game.journal").write_bytes(b"")
    (home / "game.journal.damaged").write_bytes(b"x")
    assert "game.journal.damaged" in files()[1].text
    (home / "game.journal").write_text("text")
    assert "is not a saved game" in files()[1].text


START = (4, 1, 2, 121, 0, 0, 0)


def _of_a_later_board(path):
    with FileStore(path) as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(segment, "LAYOUT", b"\x7f" + segment.LAYOUT[1:])
        VirtualBoard(store).app.enter(START)


GAMES = {
    "text": lambda path: path.write_text("[Game]\nplay 1:5H\n"),
    "random": lambda path: path.write_bytes(bytes(range(7, 256)) * 90),
    "folder": lambda path: path.mkdir(),
    "fifo": os.mkfifo if hasattr(os, "mkfifo") else lambda path: path.mkdir(),
    "rubbish in its slots": lambda path: path.write_bytes(b"PEGBOARD 2\n" + b"rubbish" * 999),
    "another version": _of_a_later_board,
}


@pytest.mark.parametrize("made", GAMES)
def test_a_game_that_a_board_cannot_read_is_told_and_left(home, made):
    home.mkdir()
    path = home / "game.journal"
    GAMES[made](path)
    before = path.read_bytes() if path.is_file() else b""
    game = files()[1]
    assert game.state in (LOOK, FAULT) and str(path) in game.text and game.advice
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_game_of_this_version_is_fine(home):
    home.mkdir()
    with FileStore(home / "game.journal") as store:
        GameStore(store).write(Game.new("Noddy", dealer=0))
    assert files()[1].state == FINE


def test_saved_games_and_names_beside_the_game_are_looked_at_too(home):
    home.mkdir()
    path = home / "game.journal"
    path.write_bytes(b"")
    for ending in (".games", ".names"):
        beside = home / f"game.journal{ending}"
        beside.mkdir()
        game = files()[1]
        assert game.state == FAULT and str(beside) in game.text
        beside.rmdir()
    assert files()[1].state == FINE


needs_users = pytest.mark.skipif(
    not hasattr(os, "setresuid"), reason="this system has other permissions"
)


@pytest.fixture
def folder(monkeypatch):
    """Put the folder of the program's files in a place that every user may read."""
    top = Path(tempfile.mkdtemp())
    top.chmod(0o755)
    monkeypatch.setenv("PEGBOARD_DATA", str(top / "pegboard"))
    (top / "pegboard").mkdir()
    yield top / "pegboard"
    shutil.rmtree(top)


@contextlib.contextmanager
def nobody():
    """Drop the rights of root, who may do everything."""
    if os.geteuid():
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@needs_users
@pytest.mark.parametrize(("name", "place"), [("game.journal", 1), ("history.sqlite", 2)])
@pytest.mark.parametrize(("mode", "word"), [(0o000, "read"), (0o444, "write")])
def test_a_file_without_permission_is_not_called_damaged(folder, name, place, mode, word):
    path = folder / name
    if place == 2:
        History(path).close()
    else:
        path.write_bytes(b"")
    path.chmod(mode)
    folder.chmod(0o777)
    with nobody():
        found = files()[place]
    assert found.state == FAULT and f"you may not {word} {path}" in found.text
    assert "damaged" not in found.text and "away" not in found.advice
    assert f"chmod u+rw {path}" in found.advice


@needs_users
def test_a_folder_that_cannot_be_written_is_a_fault(folder):
    for mode in (0o555, 0o000):
        folder.chmod(mode)
        with nobody():
            assert files()[0].state == FAULT


def test_a_history_of_something_else_is_a_fault(home, tmp_path):
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE other (x)")
    assert files(path)[2].state == FAULT


def test_what_is_printed_holds_no_token_and_nothing_a_terminal_obeys(home, monkeypatch):
    evil = PortStatus("P\x1b[2J", PEGBOARD, engine="\x1b]0;x\x07")
    monkeypatch.setattr(boards, "probe_all", lambda names: [evil])
    done = CliRunner().invoke(main, ["doctor", "--port", "P"])
    assert not any(letter in done.output for letter in "\x1b\x07")


def test_without_a_browser_it_says_how_to_go_on(monkeypatch):
    monkeypatch.setattr(computer, "browser_name", str)
    (found,) = computer.browser()
    assert found.state == LOOK and "--share" in found.advice
