"""A file's name in a proposed command reaches the program as it is, whatever is in it."""

import shlex

import pytest

from host.shell_word import shell_word


@pytest.mark.parametrize("name", ["game", "my game", "it's", "$HOME", 'a "b"', "a\\b", ""])
def test_a_posix_shell_reads_the_name(name):
    assert shlex.split(shell_word(name, windows=False)) == [name]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        (r"C:\Users\Ann\game", r"C:\Users\Ann\game"),
        (r"C:\Users\Ann Lee\game", r'"C:\Users\Ann Lee\game"'),
        (r"C:\O'Hara\R&B", r'"C:\O' + r"'" + r'Hara\R&B"'),
        ("", '""'),
    ],
)
def test_windows_gets_double_quotes_where_they_are_needed(name, word):
    assert shell_word(name, windows=True) == word
