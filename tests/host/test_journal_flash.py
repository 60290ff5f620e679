"""The Pico's ports of the journal and the archive, with a flash that only clears bits."""

import sys
from types import SimpleNamespace

import pytest

BLOCK = 4096


class Flash:
    """Two blocks of erased flash; while `fails`, a page cannot be written."""

    def __init__(self):
        self.data = bytearray(b"\xff" * 2 * BLOCK)
        self.fails = False

    def writeblocks(self, block, page, offset):
        if self.fails:
            raise OSError(5)
        at = block * BLOCK + offset
        self.data[at : at + len(page)] = bytes(
            a & b for a, b in zip(self.data[at : at + len(page)], page, strict=True)
        )


@pytest.fixture(params=["JournalFlash", "ArchiveFlash"])
def port(request, monkeypatch):
    """The port of that name, whose only sector is the second block."""
    monkeypatch.setitem(sys.modules, "rp2", SimpleNamespace(Flash=Flash))
    monkeypatch.setitem(sys.modules, "vfs", SimpleNamespace())
    from firmware.pico import archive_flash, journal_files, journal_flash

    monkeypatch.setattr(journal_files, "find", lambda flash, folder: [1])
    if request.param == "JournalFlash":
        return journal_flash.JournalFlash()
    made = archive_flash.ArchiveFlash(True)
    made._blocks = [1]
    return made


def test_only_what_is_programmed_changes(port):
    port.program(0, 250, bytes(range(1, 13)))
    port.program(0, 3, b"\x05")
    expected = bytearray(b"\xff" * 2 * BLOCK)
    expected[BLOCK + 250 : BLOCK + 262] = bytes(range(1, 13))
    expected[BLOCK + 3] = 5
    assert port._flash.data == expected


def test_what_could_not_be_programmed_is_not_programmed_later(port):
    port._flash.fails = True
    with pytest.raises(OSError):
        port.program(0, 10, b"\x00\x00")
    port._flash.fails = False
    port.program(0, 20, b"\x07")
    assert port._flash.data[BLOCK + 10 : BLOCK + 12] == b"\xff\xff"
    assert port._flash.data[BLOCK + 20] == 7
