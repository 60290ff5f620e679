"""Lists of names as typed by a person."""

import pytest
from click.testing import CliRunner

from host.cli.board_names import board_names
from host.cli.main import main
from host.errors import NameListError
from host.name_list import split_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        (" , ", []),
        ("Ann", ["Ann"]),
        ("Ann,  Ben ,", ["Ann", "Ben"]),
        ('"Smith, Jo", Ben', ["Smith Jo", "Ben"]),
        ('Jo "Ace" Smith, O"Neil', ['Jo "Ace" Smith', 'O"Neil']),
    ],
)
def test_names_are_parted_at_the_commas_that_are_in_no_name(text, names):
    assert split_names(text) == names


@pytest.mark.parametrize("text", ['"Smith, Jo', '"Ace" Smith, Ben', '"Ann"Ben'])
def test_a_mark_that_is_missing_is_explained(text):
    with pytest.raises(NameListError, match="in quotation marks"):
        split_names(text)
    ended = CliRunner().invoke(main, ["--virtual", "--players", text])
    assert ended.exit_code == 1 and "in quotation marks" in ended.output


def test_a_name_that_a_board_would_cut_off_is_refused(tmp_path):
    long = "Maximiliane Wagner-Huberx"
    assert board_names(f"Ann, {long[:24]}") == ["Ann", long[:24]]
    with pytest.raises(NameListError, match="25 characters: a name has at most 24"):
        board_names(f"Ann, {long}")
    file = tmp_path / "tuesday.txt"
    for words in (["--players", long], ["standings", str(file), "--draw", f"Ann, {long}"]):
        ended = CliRunner().invoke(main, words)
        assert ended.exit_code == 1 and "at most 24" in ended.output
    assert not file.exists()
