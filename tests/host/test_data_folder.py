"""Where the games are: the system's folder, or one of the person's own."""

from pathlib import Path

from platformdirs import user_data_path

from host.cli import browser
from host.data_folder import data_folder
from host.history.store import history_path


def test_a_folder_of_ones_own_has_everything(monkeypatch, tmp_path):
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path / "mine"))
    monkeypatch.setattr(browser, "snap_folder", lambda: None)
    assert data_folder() == tmp_path / "mine"
    assert history_path() == Path(tmp_path, "mine", "history.sqlite")
    assert browser.redirect_folder().parent == data_folder()


def test_without_one_it_is_that_of_the_system(monkeypatch):
    monkeypatch.delenv("PEGBOARD_DATA")
    assert data_folder() == user_data_path("pegboard")
