"""firmware/PROTOCOL.md agrees with the code: its tables are the same, and its examples run.

After a deliberate change of a board's messages or storage, `python -m tests.protocol_page` writes
them.
"""

import re

import pytest

from firmware.link import link_line
from firmware.link.link_messages import FROM_BOARD, PROTOCOL, TO_BOARD
from firmware.link.message_fields import fields
from firmware.storage.flashlog import SLOT
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import Flash
from tests.protocol_page import PATH, SECTOR, SECTORS, slot, written

PAGE = PATH.read_text(encoding="utf-8")
KINDS = {"number": "n", "text": "t", "scores": "s", "hex": "h", "menu": "m"}


def part(title):
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def messages(title):
    """Return name -> text of each message under `title`."""
    _, *sections = part(title).split("\n### `")
    return {text.partition("`")[0]: text for text in sections}


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


def test_the_page_shows_what_a_board_sends_and_stores():
    assert written(PAGE) == PAGE


def test_the_slot_of_the_page_is_read():
    place, data = slot()
    sector, at = divmod(place * SLOT, SECTOR)
    blank = [bytearray(b"\xff" * SECTOR) for _ in range(SECTORS)]
    blank[sector][at : at + len(data)] = data
    read, trouble = GameStore(Flash(cells=blank)).load()
    assert (read.length, read.can_redo(), trouble) == (1, True, "")
