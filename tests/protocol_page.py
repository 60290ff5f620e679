"""Writes the examples in firmware/PROTOCOL.md: the lines of a snapshot, and a slot of the flash.

`python -m tests.protocol_page` writes both into the page again, after a change of the link or of
the state.
"""

import re
from pathlib import Path

from firmware.link import link_line
from firmware.storage.flashlog import SLOT, FlashLog
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import Flash
from tests.conformance.support.virtual_ports import Board

PATH = Path(__file__).parents[1] / "firmware" / "PROTOCOL.md"
START = (4, 1, 2, 121, 0, 0, 0)  # Traditional, two players, to 121
SECTORS, SECTOR = 4, 1024  # of a small flash, in bytes
IN_A_ROW = 64  # digits


def snapshot() -> list[str]:
    """Return the lines that the page's board sends, from power-on to a laptop's snapshot."""
    board = Board(lines=True)
    board.run(300)
    board.app.enter(START)
    board.keys("5 H 8 S K D GO UNDO UNDO")
    board.link.asked.append(link_line.encode(1, ["snapshot", 7]))
    board.run(200)
    return [line.decode().strip() for line in board.link.lines]


def slot() -> tuple[int, bytes]:
    """Return the number of the page's slot and its bytes: Traditional, with 5H undone."""
    cells = [bytearray(b"\xff" * SECTOR) for _ in range(SECTORS)]
    store = GameStore(Flash(cells=cells))
    game = store.new_game(store.load()[0])
    game.apply(START, store)
    game.apply((0, 17), store)
    game.undo(store)
    stored = FlashLog(Flash(cells=cells))
    place = stored.newest % stored.count
    sector, at = divmod(place * SLOT, SECTOR)
    return place, bytes(cells[sector][at : at + SLOT])


def written(page: str) -> str:
    """Return `page` with both as a board writes them now."""
    digits = slot()[1].rstrip(b"\xff").hex()
    rows = [digits[at : at + IN_A_ROW] for at in range(0, len(digits), IN_A_ROW)]
    for name, lines in (("lines", snapshot()), ("slot", rows)):
        block = "".join(f"{line}\n" for line in lines)
        page = re.sub(
            rf"(?s)(```{name}\n).*?(```)", lambda found, new=block: found[1] + new + found[2], page
        )
    return page


if __name__ == "__main__":
    PATH.write_text(written(PATH.read_text(encoding="utf-8")), encoding="utf-8")
