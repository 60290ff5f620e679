"""Opening a page never stops the board: not by a browser in the terminal, nor by a slow one."""

import os
import signal
import sys

import pytest

from host import page_browser
from host.cli import browser as cli_browser
from host.web.token import PageAddress
from tests.cases import slow
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


@pytest.mark.parametrize(
    ("default", "folder"),
    [
        ("firefox_firefox.desktop", "snap/firefox/common/pegboard"),
        ("firefox.desktop", None),
        ("my_browser.desktop", None),  # not a snap
        ("", None),
    ],
)
def test_a_snap_is_given_a_file_in_its_own_folder(tmp_path, monkeypatch, default, folder):
    ask = tmp_path / "xdg-settings"
    ask.write_text(f"#!/bin/sh\necho {default}\n")
    ask.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(page_browser, "_SNAPS", tmp_path)
    (tmp_path / "firefox_firefox.desktop").touch()
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    assert cli_browser.open_page(PageAddress(8121, "a-token"))
    place = tmp_path / ("home/" + folder if folder else "data/open")
    file = place / "page-8121.html"
    assert opened == [file.as_uri()]
    assert "8121/#a-token" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o077 == place.stat().st_mode & 0o077 == 0


def test_without_the_program_that_names_the_default_browser_none_is_a_snap(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page_browser.snap_folder() is None


@pytest.mark.parametrize("name", ["w3m", *slow("lynx")])
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


@pytest.mark.slow
def test_a_browser_that_runs_until_it_is_closed_is_not_waited_for(program, tmp_path, monkeypatch):
    file = program("mine")
    monkeypatch.setenv("BROWSER", str(file))
    with running(*WORDS, "--game", tmp_path / "game") as board:
        board.board()
        board.keys("ENTER")
        board.view(lambda view: view["menu"]["title"] != "Game")
        os.kill(int(file.with_name("mine.ran").read_text()), signal.SIGTERM)
