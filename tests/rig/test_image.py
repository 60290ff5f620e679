"""An image of MicroPython that has the program: files run in its place, until they are removed."""

import pytest

from host.pico import build
from tests.host.uf2_files import drag
from tests.rig.board import Board
from tests.rig.installation import program, send_files
from tests.rig.play import Virtual, game_keys
from tests.rig.test_files import PROGRAM, log_of

BOOT_MS = 9000
FROM = "import firmware\nprint(firmware.__file__)"


@pytest.fixture
def image(board, installation):
    """A board whose image has the program, and which has no files of it."""
    if not installation.in_image:
        pytest.skip("the image has no program: files have it")
    return board


def restarted(board):
    """Switch it on; return the program that it reports, and its source."""
    board.switch_on()
    board.run(BOOT_MS)
    said = program(board.pico)
    output, error = board.pico.repl().execute(FROM)
    assert error == ""
    return said, output.strip()


def test_files_run_in_place_of_the_images_program_until_they_are_removed(image):
    assert restarted(image) == (build.program() + " image", "firmware/__init__.py")
    send_files(image.pico)
    assert restarted(image) == (build.program(), "/pegboard/firmware/__init__.mpy")
    send_files(image.pico, "--frozen")
    assert restarted(image) == (build.program() + " image", "firmware/__init__.py")


def test_the_game_stays_where_files_come_and_go(image):
    virtual = Virtual()
    for key in game_keys(7, most=8):
        image.key(key)
        virtual.key(key)
    for options in ((), ("--frozen",)):
        send_files(image.pico, *options)
        image.switch_on()
        image.run(2000)
        assert image.mirror().game.entries() == virtual.app.game.entries()


def put(image, flash):
    """Write the `image`, a .uf2 or a .bin, into the file `flash`, as the boot ROM does with one
    that is copied onto its drive."""
    new = image.read_bytes()
    data = bytearray(flash.read_bytes())
    if image.suffix == ".uf2":
        drag(new, data)
    else:
        data[: len(new)] = new
    flash.write_bytes(data)


def test_a_new_image_leaves_the_settings_and_the_game(board, emulated, tmp_path):
    virtual = Virtual()
    for key in game_keys(8, most=6):
        board.key(key)
        virtual.key(key)
    settings = "with open('board.cfg', 'w') as file: file.write('brightness = 40\\n')"
    assert board.pico.repl().execute(settings) == ("", "")
    board.pico.cut_power()
    board.pico.save(tmp_path / "flash.bin")
    put(emulated["image"], tmp_path / "flash.bin")
    board.pico.load(tmp_path / "flash.bin")
    board.switch_on()
    board.run(2000)
    assert board.mirror().game.entries() == virtual.app.game.entries()
    output, error = board.pico.repl().execute("print(open('board.cfg').read())")
    assert (output.strip(), error) == ("brightness = 40", "")


@pytest.fixture(scope="module")
def with_files(emulator_of, installation, tmp_path_factory):
    """The flash of such a board with files too."""
    if not installation.in_image:
        pytest.skip("the image has no program: files have it")
    emulator_of.load(installation.path)
    Board(emulator_of).switch_on()
    send_files(emulator_of)
    path = tmp_path_factory.mktemp("files") / "flash.bin"
    emulator_of.save(path)
    return path


@pytest.mark.parametrize("kind", [kind for kind in PROGRAM if kind != "loader missing"])
def test_where_the_files_are_damaged_the_images_program_runs_and_says_so(
    emulator_of, with_files, kind
):
    emulator_of.load(with_files)
    board = Board(emulator_of)
    board.switch_on()
    _, error = board.pico.repl().execute(PROGRAM[kind])
    assert error == ""
    assert restarted(board) == (build.program() + " image", "firmware/__init__.py")
    if kind not in ("bundle missing", "bundle empty"):  # without modules, they are no program
        assert "pegboard flash --frozen" in log_of(board)


def test_where_the_files_lack_a_loader_the_images_loads_them(emulator_of, with_files):
    emulator_of.load(with_files)
    board = Board(emulator_of)
    board.switch_on()
    _, error = board.pico.repl().execute(PROGRAM["loader missing"])
    assert error == ""
    assert restarted(board)[0] == build.program()
