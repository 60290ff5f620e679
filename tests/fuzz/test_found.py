"""Inputs that the fuzzers found, each of which once raised something else or took too much."""

import json
import re
from binascii import a2b_base64, b2a_base64

import pytest

from engine_core.game.segment import Segment
from engine_core.state.entries import START
from firmware.link import link_line
from firmware.menus.start_menu import TARGET, StartMenu
from firmware.storage.archive import SAVED
from firmware.storage.game_store import GameStore
from tests.conformance.support.archives import opened

from . import flash_doors
from .doors import DOORS
from .fuzzer import try_one


def sealed(name, number=0):
    door = DOORS[name]
    return door.seal(door.seeds()[number])


def key_press_cut_off():
    (press,) = [one for one in DOORS["http"].seeds() if one.startswith(b"POST /key")]
    return press[:-4]


def uf2_of_four_billion_blocks():
    data = bytearray(sealed("uf2"))
    data[-488:-484] = b"\xff\xff\xff\xff"  # the count in the last block
    return bytes(data)


def row_of_ten_sides():
    names, comments, result = DOORS["history-row"].seeds()[0].split(b"\x00")
    told = json.loads(result)
    return b"\x00".join((names, comments, json.dumps({**told, "scores": [1] * 10}).encode()))


JOURNAL_WHOSE_FIRST_UNDONE_ENTRY_IS_NO_START = bytes.fromhex(
    "00008a5045473200000020d4e5878b24474bdb0000000000000000000000000000010042000000000000"
    "00000000000000000000ff00ff000000ff00000000ff00ffff00000000ffff00ffffff00000000000000"
    "000000000000000000000000000000000000000000000000000044027f79000083cb87988424041fcbfd"
    "0af1df97f9215afb6afc7d48e7a751"
)

JOURNAL_WHOSE_UNDONE_ENTRIES_ARE_LONGER_THAN_THEY_SAY = bytes.fromhex(
    "0000ba5045473200000020d4e5878b24474bdb0000000000000000000000000000010042000300000000"
    "0000000000000000000000ff00ff000000ff00000000ff00ffff00000000ffff00ffffff000000000000"
    "0000000000000000000000000000000000000000000000000000004401023d0000005a78aed030725275"
    "5b32e61e64042e095f383f0a84b8749612385310c04148850f2b0109f1a35441bfd6fac5280c06a7b27d"
    "d9d5360b7c0128fdf4898b270d9ff4c70e30b70a6d"
)


def slot_that_names_itself():
    """A slot with undone entries says that more of them are in itself."""
    (slot, *_) = flash_doors.slots(flash_doors.JOURNAL.seeds()[1])
    place, data = slot
    made = bytearray(data)
    made[12 + 23 : 12 + 27] = made[4:8]
    return bytes((place,)) + len(made).to_bytes(2, "big") + made


def journal_of_a_game_left_after_more_entries_than_it_has():
    flash = flash_doors._Flash()
    store = GameStore(flash)
    game, _ = store.load()
    game.apply((START, 1, 2, 61, 0, 0, 0), store)
    new = store.new_game(game)
    new.segment().taken = 28
    store.write(new)
    return flash_doors._slots_of(flash)


def journal_with_a_slot_of_the_greatest_number():
    return flash_doors.JOURNAL.seal(b"\x1f\x00\x20PEG2\xff\xff\xff\xff" + bytes(24))


def journal_with_a_peg_beyond_the_last_hole():
    flash = flash_doors._Flash()
    store = GameStore(flash)
    game, _ = store.load()
    game.apply((START, 1, 2, 61, 0, 0, 0), store)
    game.state.back_pegs[0] = 128
    game.take_up((Segment(1, game.state.pack(), 0),), 1)
    store.write(game)
    return flash_doors._slots_of(flash)


def archive_with_a_game_of_169_sides():
    flash = flash_doors._Flash()
    data = bytes((1, 169)) + bytes(169 + 2)
    opened(flash).put(SAVED, (1, 1), 0, data, len(data))
    return flash_doors._slots_of(flash.archive())


def menu_whose_place_is_a_text():
    """A board's line of a menu in which a text stands where the choice's number belongs."""
    hello = link_line.encode(1, ["hello", 3, "0123abcd", "00000001", 0])
    values = StartMenu().to_wire()
    return hello + link_line.encode(2, ["menu", StartMenu.kind, TARGET, "x", *values[2:]])


def banner_with_a_version_that_never_ends():
    return b"MicroPython v" + b"9" * 4000


def file_whose_tables_are_no_text():
    return sealed("history").replace(b"CREATE TABLE games", b"CREATE \xffABLE games")


def damaged_entries():
    return DOORS["browser-games"].seeds()[0].replace(b'"packed"', b'"pack"')


def game_on_a_track_that_is_none():
    row, entries = DOORS["browser-games"].seeds()[0].split(b"\x00")
    told = json.loads(entries)
    packed = bytearray(a2b_base64(told["packed"]))
    packed[6] = 0xD6
    told["packed"] = b2a_base64(packed).decode()
    return row + b"\x00" + json.dumps(told).encode()


def comment_after_a_line_above_all_numbers():
    return re.sub(
        rb"\[\[\d+,", b"[[" + b"9" * 21 + b",", DOORS["browser-games"].seeds()[0], count=1
    )


def time_above_all_numbers():
    return DOORS["json"].seeds()[0].replace(b'"at": 1790000003', b'"at": 1' + b"79" * 200)


def messages_at_a_time_above_all_numbers():
    late = b'"at": 1' + b"79" * 200
    seeds = DOORS["broker"].seeds()
    return [re.sub(rb'"at": ?1790000000\.0|"at": ?1\.79e9', late, one) for one in seeds]


ARCHIVE_RECORD = (
    b"\x00\x00'PEG2\x00\x00\x00 \xd4\xe5\x87\x8b\xffS\x00\x01\x01#\xc2\xb2\xab\xcd\x00\x00\x00 "
    b"\x00\x00\x00 \x00\x00\x00\x00\x00\x00\xceI\x1d\xfa"
)
KEY_PRESS_IN_NO_CHUNKS = (
    b"POST /key HTTP/1.1\r\nHost: 127.0.0.1:8121\r\nTransfer-Encoding: chunked\r\n\r\nkey\r\n"
)
FOUND = {
    # A title is cut to its longest, which may end with a space.
    # A name with a quotation mark was written as another one.
    "plan": [
        b"title " + b"x" * 79 + b" y\nplayers A, B\n",
        b'players A, """Cat, C", DC"\nround 1\nA - DC"\n',
    ],
    # A set of so many numbers was made, to compare it with those of the blocks.
    "uf2": [uf2_of_four_billion_blocks()],
    # A table whose only other message is none was removed twice when the broker came back.
    # A topic that is no UTF-8 ended the thread of the client.
    "broker": [b"a/online 1\x00a/state x", b"a/online 1\x00a/sta\xffte {}"]
    # A time that no float can be as large as ended the wall.
    + messages_at_a_time_above_all_numbers(),
    "broker-of-a-table": [b"games/\xed\xa0\x80 {}\x00online 1"],
    # The board looked for more for ever.
    # A game that was left, and resumed, had a length but not its entries. The number of the next
    # slot was too large to be written. A hole that is on no track was taken for one of a game.
    # The options of the start menu were taken from any undone entry. Bytes of undone entries were
    # taken for others.
    "journal": [
        DOORS["journal"].seal(slot_that_names_itself()),
        journal_of_a_game_left_after_more_entries_than_it_has(),
        journal_with_a_slot_of_the_greatest_number(),
        journal_with_a_peg_beyond_the_last_hole(),
        JOURNAL_WHOSE_FIRST_UNDONE_ENTRY_IS_NO_START,
        JOURNAL_WHOSE_UNDONE_ENTRIES_ARE_LONGER_THAN_THEY_SAY,
    ],
    # The place in the menu was compared with the number of its choices.
    "from-a-board": [menu_whose_place_is_a_text()],
    # The pattern tried each place at which the version could end.
    "port": [banner_with_a_version_that_never_ends()],
    "history": [file_whose_tables_are_no_text()],
    # The cards of a game against the board, without their seed; and what is nested too deep.
    # A seed that is half a character.
    "beside": [b'{"throws": {}}', b"[" * 5000, b'{"seed": "\\ud800", "throws": {}}'],
    # A size that no float can be as large as.
    "layout": [b'{"perfboard": [80, %s, 80, 60]}' % (b"9" * 400)],
    # The tags of its record were looked up before it was played; entries that are damaged, which
    # could not be replaced by the same game from elsewhere.
    # The line of a comment was a number that no list has.
    "browser-games": [
        game_on_a_track_that_is_none(),
        damaged_entries(),
        comment_after_a_line_above_all_numbers(),
    ],
    # An error of the server was logged; a second answer was begun after that to what is not HTTP.
    "http": [key_press_cut_off(), KEY_PRESS_IN_NO_CHUNKS],
    # A record with a good checksum, but without a game; one that was listed, although no menu can
    # show it.
    "archive": [
        ARCHIVE_RECORD,
        DOORS["archive"].seal(ARCHIVE_RECORD),
        archive_with_a_game_of_169_sides(),
    ],
    "history-row": [row_of_ten_sides()],
    # A time that no float can be as large as.
    "json": [time_above_all_numbers()],
}


@pytest.mark.parametrize("name", FOUND)
def test_an_input_that_was_found_is_taken_or_refused(name):
    for data in FOUND[name]:
        try_one(DOORS[name], data)
