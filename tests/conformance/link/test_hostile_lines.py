"""What comes on the link can neither end the program nor change a game that is on."""

from tests.conformance.support.hostile_lines import run
from tests.conformance.support.kit import scale


def test_no_line_ends_the_program_or_changes_a_game():
    assert run(1, scale(600, 60)) > scale(60, 3)
