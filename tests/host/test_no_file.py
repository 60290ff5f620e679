"""Something other than a file in the place of one: reading a FIFO would wait forever."""

import os

import pytest

from tests.host.program import running

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")


@pytest.fixture
def home(tmp_path):
    (tmp_path / "pegboard").mkdir()
    return tmp_path


def started(home, *names):
    """Run `pegboard` with FIFOs of these names in its folder."""
    for name in names:
        os.mkfifo(home / "pegboard" / name)
    return running("--virtual", "--no-browser", "--page-port", 0, home=home)


@pytest.mark.slow
def test_the_board_starts_beside_fifos(home):
    names = ("names", "page", "games", "damaged")
    with started(home, *[f"game.journal.{name}" for name in names]) as program:
        program.board()


@pytest.mark.parametrize("name", ["game.journal"])
def test_a_game_that_is_a_fifo_is_refused(home, name):
    with started(home, name) as program:
        assert program.ended() == 1
    assert "the game cannot be saved in" in program.err and "not a file" in program.err
