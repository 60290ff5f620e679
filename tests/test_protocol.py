"""firmware/PROTOCOL.md agrees with the code: its tables are the same, and its examples run."""

import re
from pathlib import Path

import pytest

from firmware.link import link_line
from firmware.link.link_messages import FROM_BOARD, PROTOCOL, TO_BOARD
from firmware.link.message_fields import fields
from firmware.storage.flashlog import SLOT, FlashLog
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import Flash
from tests.conformance.support.virtual_ports import Board

PAGE = Path(__file__).parents[1].joinpath("firmware", "PROTOCOL.md").read_text(encoding="utf-8")
KINDS = {"number": "n", "text": "t", "scores": "s", "hex": "h", "menu": "m"}
START = (4, 1, 2, 121, 0, 0, 0)


def part(title):
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def messages(title):
    """Return name -> text of each message under `title`."""
    _, *sections = part(title).split("\n### `")
    return {text.partition("`")[0]: text for text in sections}


def block(name):
    return PAGE.partition(f"```{name}\n")[2].partition("```")[0].splitlines()


BOTH = [("From the board", FROM_BOARD), ("To the board", TO_BOARD)]
EVERY = [(title, rows, name) for title, rows in BOTH for name in rows]


def test_the_page_has_the_version_and_every_message():
    assert f"Version {PROTOCOL}." in PAGE
    for title, rows in BOTH:
        assert list(messages(title)) == list(rows)


@pytest.mark.parametrize(
    ("title", "rows", "name"), EVERY, ids=[f"{title}-{name}" for title, _, name in EVERY]
)
def test_a_message_is_as_its_row_says_and_its_example_is_read(title, rows, name):
    text = messages(title)[name]
    found = re.findall(r"^\| `(\w+)` \| (\w+)(, optional)? \| .+ \|$", text, re.MULTILINE)
    must, *may = rows[name].split("?")
    wanted = [(*field.split(":"), "") for field in must.split()]
    wanted += [(*field.split(":"), ", optional") for part in may for field in part.split()]
    assert [(field, KINDS[kind], optional) for field, kind, optional in found] == wanted
    [example] = re.findall(r"^    (~.*)$", text, re.MULTILINE)
    parsed = link_line.parse(example.encode())
    assert parsed and parsed[1][0] == name
    assert list(fields(rows, parsed[1])) == [field for field, _, _ in wanted]
    assert link_line.encode(*parsed).decode().strip() == example


def test_the_snapshot_of_the_page_is_what_a_board_sends():
    board = Board(lines=True)
    board.run(300)
    board.app.enter(START)
    board.keys("5 H 8 S K D GO UNDO")
    board.link.asked.append(link_line.encode(1, ["snapshot", 7]))
    board.run(200)
    assert block("lines") == [line.decode().strip() for line in board.link.lines]


def test_the_slot_of_the_page_is_what_a_board_stores_and_reads():
    cells = [bytearray(b"\xff" * 1024) for _ in range(4)]
    store = GameStore(Flash(cells=cells))
    game = store.new_game(store.load()[0])
    game.apply(START, store)
    game.apply((0, 17), store)
    game.undo(store)
    stored = FlashLog(Flash(cells=cells))
    place = stored.newest % stored.count
    sector, at = divmod(place * SLOT, len(cells[0]))
    slot = bytes.fromhex("".join(block("slot")))
    assert bytes(cells[sector][at : at + SLOT]) == slot.ljust(SLOT, b"\xff")
    blank = [bytearray(b"\xff" * 1024) for _ in range(4)]
    blank[sector][at : at + len(slot)] = slot
    read, trouble = GameStore(Flash(cells=blank)).load()
    assert (read.length, read.can_redo(), trouble) == (1, True, "")
