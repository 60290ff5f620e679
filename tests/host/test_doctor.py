"""`pegboard doctor`, with real boards on sockets, real files and a real port."""

import json
import os
import socket
import sqlite3

import pytest
from click.testing import CliRunner

from host.cli.main import main
from host.doctor import boards, computer
from host.doctor.files import files
from host.doctor.finding import FAULT, FINE, LOOK
from host.history.store import History
from host.link.discovery import MICROPYTHON, PEGBOARD, PortStatus
from host.pico.build import engine_hash
from tests.host.far_end import board_on_socket


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
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


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_a_fault(home):
    home.mkdir(mode=0o500)
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
    monkeypatch.setattr(computer.webbrowser, "get", _no_browser)
    (found,) = computer.browser()
    assert found.state == LOOK and "--share" in found.advice


def _no_browser():
    raise computer.webbrowser.Error("none")
