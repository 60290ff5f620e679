"""`pegboard log --damaged`: what a board could not read comes to the laptop, or it is said why
not."""

from unittest.mock import Mock

import pytest
from click.testing import CliRunner

import host.cli.log
from firmware.storage.flashlog import COPY
from host.cli.main import main

KEPT = {f"/{COPY}": b"once", f"/{COPY}-1.2": b"twice"}


@pytest.fixture
def fetch(monkeypatch):
    """Return a function that copies `kept`, the damaged games of a board by path, to a folder."""

    def fetch(folder, kept):
        device = Mock(damaged=lambda: list(kept), read=kept.get)
        monkeypatch.setattr(host.cli.log, "open_port", Mock())
        monkeypatch.setattr(host.cli.log, "Device", lambda transport: device)
        done = CliRunner().invoke(main, ["log", "--port", "x", "--damaged", str(folder)])
        assert isinstance(done.exception, SystemExit | None)
        device.restart.assert_called_once_with()
        return done

    return fetch


def test_each_damaged_game_is_a_file(fetch, tmp_path):
    folder = tmp_path / "new" / "folder"
    done = fetch(folder, KEPT)
    assert done.stdout == f"{folder / COPY}: 4 bytes\n{folder / COPY}-1.2: 5 bytes\n"
    assert {f"/{file.name}": file.read_bytes() for file in folder.iterdir()} == KEPT


def test_no_folder_is_made_for_no_game(fetch, tmp_path):
    done = fetch(tmp_path / "new", {})
    assert (done.exit_code, done.stderr) == (0, "The board has no damaged games.\n")
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_made_is_an_error(fetch, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    done = fetch(tmp_path / "file" / "folder", KEPT)
    assert done.exit_code == 1 and "folder cannot be made (" in done.stderr


def test_a_file_that_cannot_be_written_is_an_error(fetch, tmp_path):
    (tmp_path / COPY).mkdir()
    done = fetch(tmp_path, KEPT)
    assert done.exit_code == 1 and f"{COPY} cannot be written (" in done.stderr


@pytest.mark.parametrize("path", ["/../x", f"/{COPY}/../../x", "/main.py"])
def test_a_board_leads_to_no_file_outside_the_folder(fetch, tmp_path, path):
    done = fetch(tmp_path / "in", {path: b"x"})
    assert done.exit_code == 1 and "is not the name of a saved game" in done.stderr
    assert list((tmp_path / "in").iterdir()) == []
