"""The examples in the docstrings of engine_core.api run and print what they say."""

import doctest

from engine_core import api


def test_the_examples_print_what_they_say():
    result = doctest.testmod(api)
    assert result.attempted > 10 and result.failed == 0
