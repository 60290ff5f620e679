"""A Pico with the board's program on it, emulated; or why there is none, in one line."""

import pytest
from click.testing import CliRunner

from host.cli import main
from tests.emulator.pico import Pico
from tests.rig.board import Board
from tests.targets import emulator, plugin

BOOT_MS = 6000  # the first one makes the journal


@pytest.fixture(scope="session")
def emulated(request):
    """The files to boot. Skips where the user has named none."""
    named = {key: request.config.getoption(key) for key in plugin.NEEDED}
    paths = plugin.named_files(named)
    missing = emulator.lacking(paths)
    if missing:
        if any(paths.values()):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    return paths


@pytest.fixture(scope="session")
def flash(emulated, tmp_path_factory):
    """The flash of a Pico that has the program and its empty journal, as a file."""
    folder = tmp_path_factory.mktemp("flash")
    with Pico(emulated["image"], emulated["bootrom"]) as pico:
        pico.run_to_text(">>>", BOOT_MS)
        port = f"socket://127.0.0.1:{pico.open_port()}"
        done = CliRunner().invoke(main, ["flash", "--port", port])
        assert done.exit_code == 0, done.output
        pico.ask("stop")
        pico.power_on()
        pico.run_to_frame(BOOT_MS)
        pico.run(1500)  # it makes sectors ready
        pico.save(folder / "flash.bin")
    return folder / "flash.bin"


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
