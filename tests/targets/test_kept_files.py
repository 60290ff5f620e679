"""What is made once for all processes of a run."""

import shutil

import pytest

from tests.targets import kept_files


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The times that something was made, with a folder to keep it."""
    monkeypatch.setenv(kept_files.VARIABLE, str(tmp_path / "kept"))
    return []


def make(made, data):
    made.append(data)
    return data


def test_it_is_made_once_for_each_key(made):
    for key in (("a", 1), ("b", 1), ("a", 1)):
        with kept_files.one_at_a_time():
            data = kept_files.kept(key, lambda key=key: make(made, key[0].encode()))
        assert data == key[0].encode()
    assert made == [b"a", b"b"]


def test_without_a_folder_it_is_made_each_time(made, monkeypatch):
    monkeypatch.delenv(kept_files.VARIABLE)
    for _ in range(2):
        with kept_files.one_at_a_time():
            assert kept_files.kept(("a",), lambda: make(made, b"a")) == b"a"
    assert len(made) == 2


def test_a_run_within_a_run_has_the_same_folder(made, tmp_path, monkeypatch):
    kept_files.kept(("a",), lambda: make(made, b"a"))
    assert not kept_files.begin(tmp_path / "other")
    kept_files.kept(("a",), lambda: make(made, b"a"))
    assert made == [b"a"]


def test_a_later_run_of_a_process_makes_all_again(made, tmp_path):
    kept_files.end()
    for _ in range(2):
        assert kept_files.begin(tmp_path / "kept")
        kept_files.kept(("a",), lambda: make(made, b"a"))
        kept_files.end()
        shutil.rmtree(tmp_path / "kept")
    assert len(made) == 2
