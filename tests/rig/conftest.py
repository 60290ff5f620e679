"""An emulated Pico with the board's program, in files or in its image of MicroPython; or in one
line the reason why there is none."""

import pytest

from tests.emulator.pico import Pico
from tests.rig.board import Board
from tests.rig.installation import install
from tests.targets import emulator, plugin


@pytest.fixture(scope="session")
def emulated(request):
    """The files to boot. Skips if the user has named none."""
    named = {key: request.config.getoption(key) for key in plugin.NEEDED}
    paths = plugin.named_files(named)
    missing = emulator.lacking(paths)
    if missing:
        if any(paths.values()):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    return paths


@pytest.fixture(scope="session")
def installation(emulated, tmp_path_factory):
    """A Pico's flash with the program, in files or in its image, and an empty journal."""
    return install(emulated, tmp_path_factory.mktemp("flash"))


@pytest.fixture(scope="session")
def flash(installation):
    """The same flash as a file."""
    return installation.path


@pytest.fixture(scope="session")
def emulator_of(emulated, flash):
    """One emulated Pico for all tests: each begins with the same flash."""
    with Pico(flash, emulated["bootrom"]) as pico:
        yield pico


@pytest.fixture
def board(emulator_of, flash):
    """A board that has just been switched on, with no game on it."""
    emulator_of.load(flash)
    board = Board(emulator_of)
    board.switch_on()
    return board
