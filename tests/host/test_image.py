"""`pegboard image`: a stock MicroPython and the program in one file."""

import random
import struct
import sys

import pytest
from click.testing import CliRunner
from littlefs import LittleFS
from littlefs.context import UserContext

from host.cli.main import main
from host.pico import build, file_system, uf2
from host.pico.binary_info import FLASH
from host.pico.joined_image import BLOCK, ImageError, Stock
from tests.host import uf2_files as made

FILES = {"/main.py": b"print(1)\n", "/pegboard.bundle": bytes(range(256)) * 700}
NEWER = {"/main.py": b"print(2)\n", "/pegboard.bundle": bytes(range(255, -1, -1)) * 720}
BLOCKS = {"Pico": 352, "Pico W": 212, "Pico 2": 768, "Pico 2 W": 640}
# The first block after those of littlefs itself, by the number of blocks: what a board has there
# is kept, so these must never change.
FIRST = {352: 263, 212: 205, 768: 605, 640: 113}


def noise(seed=1):
    """Return a flash with other contents."""
    return bytearray(random.Random(seed).randbytes(made.SIZE))


def mounted(flash):
    """Return the file system in `flash`, which writes to it."""
    place = made.STORAGE - FLASH
    device = UserContext(buffer=bytearray(flash[place : place + made.BYTES]))
    system = LittleFS(device, mount=False, block_size=BLOCK, block_count=352, prog_size=256)
    system.mount()
    return system, device


def contents(flash):
    system, _ = mounted(flash)
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found


def games_of(files):
    return {path: data for path, data in files.items() if path not in FILES}


def image(files, new):
    stock = Stock(made.stock())
    return stock.joined(file_system.blocks(files, stock.blocks, new))


def left_out(count=352):
    """Return the blocks that only a new board's file has."""
    with_them = file_system.blocks(FILES, count, True)
    return sorted(set(with_them) - set(file_system.blocks(FILES, count, False)))


def test_on_any_flash_the_files_are_those_of_the_image_and_a_new_one_has_no_games():
    flash = noise()
    drag = image(FILES, True)
    made.drag(drag, flash)
    found = contents(flash)
    assert {path: found[path] for path in FILES} == FILES
    assert sorted(games_of(found)) == sorted(
        f"{folder}/{n}" for folder, count in file_system.SECTORS.items() for n in range(count)
    )
    assert set(games_of(found).values()) == {b"\xff" * BLOCK}


def test_micropython_is_as_it_was_and_the_blocks_are_numbered_over_all_of_the_file():
    data = image(FILES, False)
    joined = uf2.read(data)
    stock = uf2.read(made.stock())
    assert {at: joined.pages[at] for at in stock.pages} == stock.pages
    assert joined.family == stock.family
    assert min(at for at in joined.pages if at not in stock.pages) >= made.STORAGE
    heads = [struct.unpack_from("<2I", data, at + 20) for at in range(0, len(data), 512)]
    assert heads == [(n, len(heads)) for n in range(len(heads))]


def test_a_newer_file_keeps_the_games_of_a_board_that_was_installed_by_one():
    flash = noise()
    made.drag(image(FILES, True), flash)
    played = games_on(flash)
    # What a board does in its own time: the root of the file system is written again and again.
    system, device = mounted(flash)
    for n in range(500):
        with system.open("/errors.txt", "wb") as file:
            file.write(b"x" * n)
    flash[made.STORAGE - FLASH :] = device.buffer
    for most in (None, 5, 20, 300, 700, 1000):
        after = bytearray(flash)
        newer = image(NEWER, False)
        if most:
            made.drag(newer, after, most)
        made.drag(newer, after)
        found = contents(after)
        assert {path: found[path] for path in NEWER} == NEWER
        assert games_of(found) == played
        assert "/errors.txt" not in found


def games_on(flash):
    """Write something into each sector of the games; return their files."""
    rand = random.Random(7)
    for block in left_out():
        at = made.STORAGE - FLASH + block * BLOCK
        flash[at : at + BLOCK] = rand.randbytes(BLOCK)
    played = games_of(contents(flash))
    assert b"\xff" * BLOCK not in played.values()
    return played


@pytest.mark.parametrize("count", BLOCKS.values())
def test_the_games_are_always_in_the_same_blocks(count):
    games = left_out(count)
    assert len(games) == sum(file_system.SECTORS.values()) == 36
    more = file_system.blocks({**NEWER, "/board.cfg": b"x = 1"}, count, True)
    less = file_system.blocks(NEWER, count, False)
    assert set(games) & set(less) == set() and set(games) <= set(more)
    first = FIRST[count]
    # A pair of blocks for each folder, then its files.
    places = [*range(first + 2, first + 10), *range(first + 12, first + 40)]
    assert games == sorted(2 + (n - count) if n >= count else n for n in places)


def test_all_blocks_that_littlefs_counts_are_there():
    found = file_system.blocks(FILES, 352, True)
    flash = bytearray(b"\xff" * made.SIZE)
    made.drag(Stock(made.stock()).joined(found), flash)
    assert mounted(flash)[0].used_block_count == len(found)


def test_a_board_without_room_is_refused():
    with pytest.raises(ImageError, match="no room"):
        file_system.blocks({"/pegboard.bundle": bytes(352 * BLOCK)}, 352, True)


def test_what_picotool_puts_before_a_pico_2s_image_stays():
    stock = Stock(made.stock(made.RP2350, [made.absolute()], board="pico2"))
    assert (stock.name, stock.machine) == ("Pico 2", "armv7emsp")
    joined = stock.joined(file_system.blocks(FILES, stock.blocks, True))
    assert joined.startswith(made.absolute())
    assert len(uf2.read(joined).pages) == len(joined) // 512 - 1


def changed(at, form, value):
    """Return the stock image whose second block has another number at the offset `at`."""
    data = bytearray(made.stock())
    struct.pack_into(form, data, 512 + at, value)
    return bytes(data)


REFUSED = {
    "no UF2": (b"PK\x03\x04" + bytes(1020), "not a UF2 file"),
    "empty": (b"", "not a UF2 file"),
    "cut off in a block": (made.stock()[:-100], "damaged or cut off"),
    "cut off after a block": (made.stock()[:-512], "missing: download it again"),
    "twice the same block": (changed(20, "<I", 0), "missing: download it again"),
    "no end of a block": (changed(508, "<I", 0), "damaged or cut off"),
    "no chip": (changed(8, "<I", 0), "names no chip"),
    "two chips": (changed(28, "<I", made.RP2350), "several chips"),
    "other pages": (changed(16, "<I", 128), "blocks that a Pico does not take"),
    "only absolute blocks": (made.absolute(), "missing: download it again"),
    "another program": (made.stock(name="blink"), "'blink', not MicroPython"),
    "no name": (made.stock(name=None), "does not name itself"),
    "no binary info": (
        uf2.write(uf2.Uf2(made.RP2040, {FLASH: bytes(256)}, [])),
        "does not name itself",
    ),
    "an old version": (
        made.stock(version="v1.28.0"),
        "MicroPython 1.28.0, and pegboard needs 1.29",
    ),
    "another board": (made.stock(board="seeed_xiao_rp2350"), "board 'seeed_xiao_rp2350'"),
    "RISC-V": (made.stock(0xE48BFF5A, board="pico2"), "RISC-V"),
    "no file system": (made.stock(storage=None), "does not say where its files are"),
    "files already": (image(FILES, True), "has files in it already"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_any_other_file_is_refused_with_a_reason(what, tmp_path):
    data, reason = REFUSED[what]
    file = tmp_path / "other.uf2"
    file.write_bytes(data)
    done = CliRunner().invoke(main, ["image", str(file), str(tmp_path / "out.uf2")])
    assert done.exit_code == 1 and reason in done.output
    assert not (tmp_path / "out.uf2").exists()


@pytest.fixture
def stock_file(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "sources", dict)  # none to compile
    monkeypatch.setattr(build, "files", lambda kind, compiled: (dict(FILES), []))
    file = tmp_path / "RPI_PICO.uf2"
    file.write_bytes(made.stock())
    monkeypatch.chdir(tmp_path)
    return file


def run(*arguments):
    return CliRunner().invoke(main, ["image", *arguments])


def test_the_command_writes_a_file_for_the_board_and_says_what_becomes_of_the_games(stock_file):
    done = run(str(stock_file))
    assert done.exit_code == 0
    assert "pegboard-pico.uf2: MicroPython 1.29.0 and pegboard" in done.output
    assert "Games stay on a board" in done.output
    assert (stock_file.parent / "pegboard-pico.uf2").read_bytes() == image(FILES, False)
    done = run(str(stock_file), "first.uf2", "--new")
    assert "all data on it are erased" in done.output
    assert (stock_file.parent / "first.uf2").read_bytes() == image(FILES, True)


def test_settings_and_layout_are_in_the_boards_file(stock_file):
    settings = stock_file.parent / "board.cfg"
    settings.write_text("strip = 28\n")
    done = run(str(stock_file), "out.uf2", "--settings", str(settings), "--layout", "two-track")
    assert done.exit_code == 0
    flash = noise()
    made.drag((stock_file.parent / "out.uf2").read_bytes(), flash)
    assert contents(flash)["/board.cfg"] == b"strip = 28\nlayout = two-track\n"


@pytest.mark.parametrize(
    ("text", "reason"), [(b"colour = GRB\n", "there is no 'colour'"), (b"\xff", "is not text")]
)
def test_settings_that_a_board_could_not_use_are_refused(stock_file, text, reason):
    settings = stock_file.parent / "board.cfg"
    settings.write_bytes(text)
    done = run(str(stock_file), "out.uf2", "--settings", str(settings))
    assert done.exit_code and reason in done.output
    assert not (stock_file.parent / "out.uf2").exists()


def test_the_file_of_micropython_is_not_written_over(stock_file):
    done = run(str(stock_file), str(stock_file))
    assert done.exit_code == 2 and "name another" in done.output
    assert stock_file.read_bytes() == made.stock()


def test_a_file_that_cannot_be_written_is_said(stock_file):
    done = run(str(stock_file), "missing/out.uf2")
    assert done.exit_code == 1 and "cannot be written" in done.output


def test_without_littlefs_it_says_what_to_install(stock_file, monkeypatch):
    monkeypatch.setitem(sys.modules, "littlefs", None)
    done = run(str(stock_file))
    assert done.exit_code == 1
    assert "littlefs-python, which writes the files, is missing" in done.output
    assert "pip install" in done.output
