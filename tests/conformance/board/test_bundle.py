"""A bundle returns each of its files, and nothing else."""

import io
from errno import ENOENT

from engine_core.compat import crc32
from firmware.bundle import FORM, Bundle
from firmware.bundle_writer import bundle
from tests.conformance.support.kit import Rand, raises

REST = (0,) * 9  # of the ten parts of os.stat's result
FILES = {
    "/engine/a.mpy": b"first",
    "/engine/deep/b.mpy": b"",
    "/c.mpy": b"\xff\x01" * 300,
    "/large.mpy": bytes(range(250)) * 17,  # more than is read at once
}


def opened(files):
    return Bundle(io.BytesIO(bundle(files)))


def whole(files, path):
    """Return the contents of the file at `path`, read as MicroPython does."""
    file = files.open(path, "rb")
    part = bytearray(255)
    data = b""
    while True:
        count = file.readinto(part)
        data += bytes(part[:count])
        if count < len(part):
            return data


def test_every_file_is_there():
    files = opened(FILES)
    for path, data in FILES.items():
        assert whole(files, path) == data
        assert files.stat(path) == (0x8000,) + REST


def test_folders_are_folders():
    files = opened(FILES)
    for path in ("/engine", "/engine/deep"):
        assert files.stat(path) == (0x4000,) + REST
    assert bundle({"/a/b.mpy": b"", "/a/c.mpy": b""})[4 + 2 * 12 :] == b"/a "  # once


def test_a_missing_file_is_refused():
    files = opened(FILES)
    for path in ("/engine/a.py", "/engine/a", "/b.mpy", "/a.mpy", "c.mpy", "", "/"):
        for error in (raises(OSError, files.stat, path), raises(OSError, files.open, path, "rb")):
            assert error.args == (ENOENT,)
    assert whole(files, "/c.mpy") == FILES["/c.mpy"]  # not what was found before


def test_many_files_do_not_collide():
    rand = Rand(1)
    files = {"/m%d/f%d.mpy" % (n % 7, n): bytes([rand.below(256)]) * n for n in range(150)}
    there = opened(files)
    for path, data in files.items():
        assert whole(there, path) == data


def test_a_key_that_lies_across_two_others_is_not_taken_for_theirs():
    path = "/c.mpy"
    key = crc32(path.encode()).to_bytes(4, "little")
    keys = b"".join((b"ab", key, b"cd", key))
    rows = (FORM + 3, 40, 43, 46, 3, 3, 3)
    numbers = [number.to_bytes(4, "little") for number in rows]
    data = numbers[0] + keys + b"".join(numbers[1:]) + b"onetwosix"
    assert whole(Bundle(io.BytesIO(data)), path) == b"six"


def test_a_bundle_does_not_depend_on_the_order_of_its_files():
    back = {path: FILES[path] for path in sorted(FILES, reverse=True)}
    assert bundle(FILES) == bundle(back)
    return bundle(FILES)


def test_micropython_is_told_how_much_to_read_at_once():
    file = opened(FILES).open("/c.mpy", "rb")
    assert file.ioctl(11, 0) > 0  # which MicroPython asks for with this number
    assert [file.ioctl(number, 0) for number in range(12) if number != 11] == [0] * 11
