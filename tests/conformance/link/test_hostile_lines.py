"""No line on the link can end the program or change a game in progress."""

from tests.conformance.support.hostile_lines import run
from tests.conformance.support.kit import scale


def test_no_line_ends_the_program_or_changes_a_game():
    assert run(1, scale(600, 60)) > scale(60, 3)
