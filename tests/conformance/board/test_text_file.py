"""A text file that a person may have damaged is text, or a reason why not; board.cfg of it."""

import os

from firmware.settings.config_file import ConfigError, parse
from firmware.storage.text_file import TextFileError, read
from tests.conformance.support.kit import Rand, raises, scale

PATH = "text_file_test.tmp"
MOST = 64


def wrong(data):
    """Return why a file with `data`, or a folder (None), cannot be read."""
    if data is None:
        os.mkdir(PATH)
    else:
        with open(PATH, "wb") as file:
            file.write(data)
    try:
        return str(raises(TextFileError, read, PATH, MOST))
    finally:
        (os.rmdir if data is None else os.remove)(PATH)


def test_text_is_read_and_a_missing_file_is_empty():
    assert read(PATH, MOST) == ""
    for text in ("", "strip = 28\n", "# f\u00fcr den Tisch\n", "x" * MOST):
        with open(PATH, "wb") as file:
            file.write(text.encode())
        assert read(PATH, MOST) == text
        os.remove(PATH)


def test_bytes_that_are_not_text_give_an_error_that_says_what_to_do():
    for data in (b"\xff\xfe", b"strip = 28\n\x80", bytes(range(200, 256)), b"\xc3"):
        assert "not text" in wrong(data) and "remove it" in wrong(data)
    for data in (b"x" * (MOST + 1), b"\xff" * 90000):
        assert "longer than 64 bytes" in wrong(data)
    assert "folder" in wrong(None)


def test_whatever_is_in_board_cfg_is_used_or_refused_with_a_short_reason():
    rand = Rand(5)
    letters = "rowscolumnsstrip =\n#0123456789GRBW\t\x00\x7f\u00b2\u0663\u00fc~\"'\\\r"
    for n in range(scale(400, 40)):
        text = "".join([rand.choice(letters) for _ in range(rand.below(120))])
        if n % 2:
            text = rand.choice(("rows", "strip", "order", "pixels", "watchdog")) + " = " + text
        try:
            parse(text)
        except ConfigError as why:
            said = str(why)
            assert said.startswith("board.cfg line ") and len(said) < 250
            assert [c for c in said if not " " <= c <= "}"] == []
    for text in ("x" * 4000, "strip = " + "9" * 4000, "strip = 2\n" * 400, "=" * 4000):
        assert len(str(raises(ConfigError, parse, text))) < 250
