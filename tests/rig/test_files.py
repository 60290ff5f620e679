"""Anything in place of the files that the board reads: it runs, or shows red, and says what to
do."""

import re
from pathlib import Path

import pytest

import firmware
from hardware import board as description
from tests.rig.play import Virtual

BOOT_MS = 9000
FOLDER = "import os\ntry: os.remove({0!r})\nexcept OSError: pass\nos.mkdir({0!r})"
WRITE = "with open({0!r}, 'wb') as file:\n for _ in range({2}): file.write({1!r})"
REMOVE = "import os\nos.remove({0!r})"

GARBAGE = bytes(range(256))
BOARD_CFG = {
    "garbage": (WRITE.format("board.cfg", GARBAGE, 1), "board.cfg is not text"),
    "long": (WRITE.format("board.cfg", b"#" * 1024, 90), "board.cfg is longer than"),
    "folder": (FOLDER.format("board.cfg"), "board.cfg cannot be read"),
}
ERRORS = {
    "garbage": WRITE.format("errors.txt", GARBAGE, 360),
    "folder": FOLDER.format("errors.txt"),
}
# A folder that is not a journal, and things that cannot be part of one.
JOURNAL = {
    "file": "import os\nfor name in os.listdir('journal'): os.remove('journal/' + name)\n"
    "os.rmdir('journal')\n" + WRITE.format("journal", GARBAGE, 9),
    "part missing": REMOVE.format("journal/3"),
    "part short": WRITE.format("journal/3", b"x", 1),
    "part a folder": FOLDER.format("journal/3"),
}
PROGRAM = {
    "bundle missing": REMOVE.format("pegboard.bundle"),
    "bundle garbage": WRITE.format("pegboard.bundle", GARBAGE, 9),
    "bundle of ones": WRITE.format("pegboard.bundle", b"\xff" * 256, 9),
    "bundle empty": WRITE.format("pegboard.bundle", b"", 1),
    "bundle's module garbage": WRITE.format("bundle.mpy", GARBAGE, 1),
    "loader garbage": WRITE.format("loader.mpy", GARBAGE, 1),
    "loader missing": REMOVE.format("loader.mpy"),
}


def is_red(frame):
    """Return whether `frame`, as sent, has only red lights (the order is GRB)."""
    return max(frame.data[1::3]) > 0 and set(frame.data[0::3] + frame.data[2::3]) == {0}


def start_with(board, *codes):
    """Run `codes` on the board, and switch it on; wait for a menu, and return whether red was
    seen."""
    repl = board.pico.repl()
    for code in codes:
        _, error = repl.execute(code)
        assert error == ""
    board.switch_on()
    red = is_red(board.pico.frames[0])
    board.run(BOOT_MS)
    assert board.mirror().menu, board.pico.tail()
    return red


def log_of(board):
    output, error = board.pico.repl().execute("print(open('errors.txt').read())")
    assert error == ""
    return output


def plays(board):
    """Check that the board handles keys like the virtual one."""
    virtual = Virtual()
    for key in ("ENTER", "ENTER", "ENTER"):
        board.key(key)
        virtual.key(key)
    board.run(500)
    assert board.mirror().game.entries() == virtual.app.game.entries()


@pytest.mark.parametrize("kind", BOARD_CFG)
def test_a_board_cfg_that_cannot_be_used_is_said_and_the_board_runs(board, kind):
    code, said = BOARD_CFG[kind]
    assert start_with(board, code)
    plays(board)
    assert said in log_of(board)


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_log_that_is_none_is_written_all_the_same(board, kind):
    assert start_with(board, ERRORS[kind], BOARD_CFG["garbage"][0])
    plays(board)
    log = log_of(board)
    assert "board.cfg is not text" in log
    assert all(len(line) <= 120 and re.fullmatch("[ -}]*", line) for line in log.splitlines())


@pytest.mark.parametrize("kind", JOURNAL)
def test_a_journal_that_is_none_is_put_aside_and_made_anew(board, kind):
    start_with(board, JOURNAL[kind])
    plays(board)
    # Once when the board was new, and now.
    assert log_of(board).count("the journal was missing, so a new one was made") == 2
    output, error = board.pico.repl().execute("import os\nprint('journal.old' in os.listdir())")
    assert (output.strip(), error) == ("True", "")
    board.switch_on()
    board.run(2000)
    assert board.mirror().game.length == 1


def test_where_no_journal_can_be_made_the_board_runs_and_says_that_the_game_is_not_kept(board):
    start_with(board, "import os\nos.mkdir('journal.old')", JOURNAL["file"])
    assert "journal cannot be created" in board.mirror().refusal
    plays(board)
    assert "journal cannot be created" in log_of(board)


@pytest.mark.parametrize("kind", PROGRAM)
def test_without_its_program_the_board_shows_red_and_says_what_to_do(board, kind, installation):
    if installation.in_image:
        pytest.skip("the program is part of the image: see test_image.py")
    _, error = board.pico.repl().execute(PROGRAM[kind])
    assert error == ""
    board.switch_on()
    assert is_red(board.pico.frames[-1])
    board.pico.run_to_text(">>> ", BOOT_MS)
    assert "run pegboard flash" in log_of(board)


def test_damage_is_shown_on_the_pin_and_the_pixels_of_the_description():
    text = Path(firmware.__file__).with_name("pico").joinpath("damage.py").read_text("utf-8")
    names = dict(re.findall(r"^([A-Z_]+) = (\d+)", text, re.MULTILINE))
    assert int(names["STRIP_PIN"]) == description.STRIP_PIN
    assert description.bar_pixel(0) == 0 and int(names["BAR"]) == description.BAR
    assert int(names["PIXELS"]) == description.PIXELS
