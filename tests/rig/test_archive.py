"""Finished games in the flash of the device, in files beside the journal."""

from firmware.storage.archive import FINISHED, SECTORS
from host.boards.stores import MemoryStore
from tests.conformance.support.archives import games

READ = """
import sys
from binascii import hexlify
from firmware.pico.archive_flash import ArchiveFlash
flash = ArchiveFlash(False)
for sector in range(%d):
    for at in range(0, 4096, 512):
        data = bytes(flash.read(sector, at, 512))
        if data != b"\\xff" * 512:
            print(sector, at, hexlify(data).decode())
"""


class Image:
    """A journal's flash with the archive that was read from a device."""

    def __init__(self, lines):
        self._archive = MemoryStore(SECTORS)
        for line in lines:
            sector, at, data = line.split()
            self._archive.program(int(sector), int(at), bytes.fromhex(data))

    def archive(self, new=True):
        return self._archive


def test_a_finished_game_is_in_the_files_of_the_archive_after_a_power_cut(board):
    for key in "LEFT ENTER ENTER ENTER ENTER".split():
        board.key(key)
    board.run(1000)
    for key in "S 2 9 ENTER 2 9 ENTER 2 9 ENTER 2 9 ENTER 5 ENTER".split():
        board.key(key)
    board.key("ENTER", rest=200)
    assert list(board.mirror().game.state.games) == [1, 0]
    board.run(20_000)
    board.switch_on()
    repl = board.pico.repl()
    output, error = repl.execute(READ % SECTORS)
    assert not error
    kept = games(Image(output.strip().splitlines()))
    assert [(kind, scores) for kind, scores, _ in kept] == [(FINISHED, (121, 0))]
