"""The file of `pegboard image` on a Pico: MicroPython and the program, as a maker drags it."""

import random

import pytest
from click.testing import CliRunner

from host.cli.main import main
from host.pico import build, uf2
from host.pico.binary_info import FLASH
from tests.host.uf2_files import RP2040, SIZE, drag
from tests.rig.board import Board
from tests.rig.installation import program
from tests.rig.play import Virtual, game_keys
from tests.rig.test_game import same_light

BLOCK = 512  # bytes of the file for a page
NEWER = "9.9.9 01234567"


@pytest.fixture(scope="module")
def stock(emulated, tmp_path_factory):
    """The image as a .uf2."""
    if emulated["image"].suffix == ".uf2":
        return emulated["image"]
    data = emulated["image"].read_bytes()
    pages = {
        FLASH + at: data[at : at + uf2.PAGE].ljust(uf2.PAGE, b"\0")
        for at in range(0, len(data), uf2.PAGE)
    }
    path = tmp_path_factory.mktemp("stock") / "stock.uf2"
    path.write_bytes(uf2.write(uf2.Uf2(RP2040, pages, [])))
    return path


@pytest.fixture
def joined(stock, tmp_path):
    """Return the file that `pegboard image` makes with some options."""

    def make(*options):
        path = tmp_path / "joined.uf2"
        done = CliRunner().invoke(main, ["image", str(stock), str(path), *options])
        assert done.exit_code == 0, done.output
        return path.read_bytes()

    return make


def started(pico, flash, path):
    """Start the Pico `pico` with this flash; return the Board."""
    path.write_bytes(flash)
    pico.cut_power()
    pico.load(path)
    board = Board(pico)
    board.switch_on()
    board.run(1500)
    return board


def flash_of(pico, path):
    pico.cut_power()
    pico.save(path)
    return bytearray(path.read_bytes())


def test_a_first_file_and_a_newer_one_that_is_cut_off_once(
    emulator_of, joined, stock, tmp_path, monkeypatch
):
    path = tmp_path / "flash.bin"
    flash = bytearray(random.Random(1).randbytes(SIZE))
    drag(joined("--new"), flash)
    board = started(emulator_of, flash, path)
    assert program(board.pico) == build.program()
    mirror = board.mirror()
    assert mirror.menu and not mirror.refusal
    virtual = Virtual()
    for key in game_keys(9, most=8):
        board.key(key, rest=200)
        virtual.key(key)
    board.run(4000)
    played = flash_of(board.pico, path)
    written = build.version_module(False).replace(build.program(), NEWER)
    monkeypatch.setattr(build, "version_module", lambda frozen: written)
    newer = joined()
    files = stock.stat().st_size // BLOCK  # pages of MicroPython, before those of the files
    for pages in (files // 2, files + 40, files + 500):
        flash = bytearray(played)
        drag(newer, flash, pages)
        if pages > files:  # MicroPython is there and starts with what there is of the files
            path.write_bytes(flash)
            emulator_of.load(path)
            emulator_of.power_on()
            emulator_of.run(3000)
            flash = flash_of(emulator_of, path)
        drag(newer, flash)
        board = started(emulator_of, flash, path)
        assert program(board.pico) == NEWER
        assert board.mirror().game.entries() == virtual.app.game.entries()
        assert not board.mirror().refusal
        same_light(board, virtual)


def test_over_a_board_of_pegboard_flash_it_starts_and_says_what_became_of_the_game(
    board, joined, tmp_path
):
    for key in game_keys(9, most=8):
        board.key(key)
    board.run(3000)
    path = tmp_path / "flash.bin"
    flash = flash_of(board.pico, path)
    drag(joined(), flash)
    board = started(board.pico, flash, path)
    mirror = board.mirror()
    assert mirror.menu and mirror.game.length == 0
    assert started(board.pico, flash_of(board.pico, path), path).mirror().refusal == ""
