"""Lists of names as typed by a person."""

import pytest
from click.testing import CliRunner

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
