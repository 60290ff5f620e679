"""The commands that look for a board or follow one: devices, log, watch."""

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

from engine_core.state.entries import parse
from firmware.keys import keymap
from host.cli.main import main
from host.link import discovery
from host.link.ports import UsbPort
from tests.host.boards import Board, Log
from tests.host.far_end import Server, board_on_socket
from tests.host.program import RUN
from tests.page_server import Watcher, wait_until


@pytest.mark.slow
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
    """Make `discovery` wait less than a slow board may need."""
    monkeypatch.setattr(discovery, "_LISTEN_SECONDS", 0.1)
    monkeypatch.setattr(discovery, "_ANSWER_SECONDS", 1.0)


@contextlib.contextmanager
def prompt(version):
    """Yield the name of a port with MicroPython's prompt."""

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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "version", "note"),
    [(b"v1.27.0", "1.27.0", "needs 1.29"), (b"v1.29.1", "1.29.1", "")],
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


@pytest.mark.slow
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
    """Start `pegboard` in a separate process; its files go to `home`."""
    return subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments],
        env={
            **os.environ,
            "PEGBOARD_DATA": os.path.join(home, "pegboard"),
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
    """Return the first view of the page for which `true(view)` is true."""
    while True:
        view = watcher.tables(1)[0]
        if true(view):
            return view


@pytest.mark.slow
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
