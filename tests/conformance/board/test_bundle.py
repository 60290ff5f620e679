"""A bundle gives each file back, and nothing that is not in it."""

import io
from errno import ENOENT

from engine_core.compat import crc32
from firmware.bundle import FORM, Bundle, bundle
from tests.conformance.support.kit import Rand, raises

FILES = {
    "/engine/a.mpy": b"first",
    "/engine/deep/b.mpy": b"",
    "/c.mpy": b"\xff\x01" * 300,
    "/large.mpy": bytes(range(250)) * 17,  # more than is read at once
}


def opened(files):
    return Bundle(io.BytesIO(bundle(files)))


def test_every_file_is_there():
    files = opened(FILES)
    for path, data in FILES.items():
        assert files.open(path, "rb").read() == data
        assert files.stat(path)[0] == 0x8000


def test_folders_are_folders():
    files = opened(FILES)
    for path in ("/engine", "/engine/deep"):
        assert files.stat(path)[0] == 0x4000
    assert bundle({"/a/b.mpy": b"", "/a/c.mpy": b""})[4 + 2 * 12 :] == b"/a "  # once


def test_a_missing_file_is_refused():
    files = opened(FILES)
    for path in ("/engine/a.py", "/engine/a", "/b.mpy", "/a.mpy", "c.mpy", "", "/"):
        for error in (raises(OSError, files.stat, path), raises(OSError, files.open, path, "rb")):
            assert error.args == (ENOENT,)
    assert files.open("/c.mpy", "rb").read() == FILES["/c.mpy"]  # not what was found before


def test_many_files_do_not_collide():
    rand = Rand(1)
    files = {"/m%d/f%d.mpy" % (n % 7, n): bytes([rand.below(256)]) * n for n in range(150)}
    there = opened(files)
    for path, data in files.items():
        assert there.open(path, "rb").read() == data


def test_a_key_that_lies_across_two_others_is_not_taken_for_theirs():
    path = "/c.mpy"
    key = crc32(path.encode()).to_bytes(4, "little")
    keys = b"".join((b"ab", key, b"cd", key))
    rows = (FORM + 3, 40, 43, 46, 3, 3, 3)
    numbers = [number.to_bytes(4, "little") for number in rows]
    data = numbers[0] + keys + b"".join(numbers[1:]) + b"onetwosix"
    assert Bundle(io.BytesIO(data)).open(path, "rb").read() == b"six"


def test_a_bundle_does_not_depend_on_the_order_of_its_files():
    back = {path: FILES[path] for path in sorted(FILES, reverse=True)}
    assert bundle(FILES) == bundle(back)
    return bundle(FILES)
