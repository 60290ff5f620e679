"""Opening a page never stops the board: not by a browser in the terminal, nor by a slow one."""

import os
import signal
import sys

import pytest

from tests.host.program import running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="its browsers are programs")
WORDS = ("--virtual", "--page-port", 0)


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Return a function that makes the program `name`, which notes that it runs, and waits."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    for display in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(display, raising=False)

    def make(name):
        file = tmp_path / name
        file.write_text(f"#!/bin/sh\necho $$ >{file}.ran\nexec /bin/sleep 60 >/dev/null 2>&1\n")
        file.chmod(0o755)
        return file

    return make


@pytest.mark.parametrize("name", ["w3m", "lynx"])
def test_a_browser_in_the_terminal_is_not_opened(program, tmp_path, monkeypatch, name):
    file = program(name)
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 5000 192.0.2.2 22")
    with running(*WORDS, "--game", tmp_path / "game") as board:
        port = board.board().port
        board.keys("ENTER")
        board.view(lambda view: view["menu"]["title"] != "Game")
        assert not file.with_name(f"{name}.ran").exists()
        assert "open the first address yourself" in board.err
        assert f"ssh -L {port}:127.0.0.1:{port}" in board.err


def test_a_browser_that_runs_until_it_is_closed_is_not_waited_for(program, tmp_path, monkeypatch):
    file = program("mine")
    monkeypatch.setenv("BROWSER", str(file))
    with running(*WORDS, "--game", tmp_path / "game") as board:
        board.board()
        board.keys("ENTER")
        board.view(lambda view: view["menu"]["title"] != "Game")
        os.kill(int(file.with_name("mine.ran").read_text()), signal.SIGTERM)
