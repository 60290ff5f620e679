"""The file system of a page's program has each of its files, and nothing else."""

import io
import json
from errno import ENOENT

from firmware.browser.module_files import ModuleFiles
from tests.conformance.support.kit import raises

REST = (0,) * 9  # of the ten parts of os.stat's result
HEAD = b"before the first"
PROGRAM = {"engine/a.mpy": b"first", "engine/deep/b.mpy": b"", "c.mpy": b"\xff\x01" * 300}
TABLE = {"engine/data/table.json": b'{"a": 1}'}


def added(files, contents, head=b""):
    index = json.dumps([[path, len(data)] for path, data in contents.items()])
    files.add(io.BytesIO(head + b"".join(contents.values())), index, len(head))


def opened():
    files = ModuleFiles()
    added(files, PROGRAM, HEAD)
    added(files, TABLE)
    return files


def test_every_file_is_there():
    files = opened()
    for path, data in (PROGRAM | TABLE).items():
        assert files.open("/" + path, "rb").read() == data
        assert files.stat("/" + path) == (0x8000,) + REST
    assert files.open("/engine/data/table.json", "r").read() == '{"a": 1}'


def test_an_open_file_is_not_changed_by_the_next_one():
    files = opened()
    first = files.open("/engine/a.mpy", "rb")
    files.open("/c.mpy", "rb").read()
    assert first.read() == b"first"


def test_folders_are_folders():
    files = opened()
    for path in ("/engine", "/engine/deep", "/engine/data"):
        assert files.stat(path) == (0x4000,) + REST


def test_a_missing_file_is_refused():
    files = opened()
    for path in ("/engine/a.py", "/engine/a", "/a.mpy", "c.mpy", "", "/"):
        for error in (raises(OSError, files.stat, path), raises(OSError, files.open, path, "rb")):
            assert error.args == (ENOENT,)
