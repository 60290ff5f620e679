"""Each message is written and read by one row, and lines that do not match it are ignored."""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from firmware.keys import key_entry, keymap
from firmware.link.link_messages import (
    FROM_BOARD,
    HEX_MOST,
    MENU_MOST,
    NUMBER_MOST,
    PROTOCOL,
    SIDES_MOST,
    TEXT_MOST,
    TO_BOARD,
    from_board,
    to_board,
)
from firmware.link.message_fields import fields
from firmware.menus import game_menu
from hardware.board import SIDES
from tests.conformance.support.kit import raises
from tests.conformance.support.player import PLAIN, start

VALUES = {"n": 7, "t": "5H", "s": [3, 12], "h": "0aff"}


def kinds(row):
    return [field.split(":")[1] for field in row.split() if field != "?"]


def test_every_message_is_written_and_read_back():
    for rows, make in ((FROM_BOARD, from_board), (TO_BOARD, to_board)):
        for name in rows:
            values = [VALUES[kind] for kind in kinds(rows[name]) if kind != "m"]
            found = fields(rows, make(name, *values))
            names = [field.split(":")[0] for field in rows[name].split() if field != "?"]
            assert [found.get(name, []) for name in names if name != "values"] == values


def test_a_message_with_fields_too_few_or_too_many_is_not_written():
    for name, values in (("beat", ()), ("beat", (1, 2)), ("entry", (1,)), ("undo", (1, "5H"))):
        raises(ValueError, from_board, name, *values)
    raises(KeyError, from_board, "snapshot", 1)


def test_optional_fields_are_left_out_together():
    assert fields(FROM_BOARD, ["undo", 4]) == {"length": 4}
    assert fields(FROM_BOARD, ["undo", 4, ""]) is None
    assert fields(FROM_BOARD, ["hello", 2, "x"]) is None
    assert fields(FROM_BOARD, ["menu"]) == {}
    assert fields(FROM_BOARD, ["menu", "start", 1, "a"]) == {"kind": "start", "values": [1, "a"]}


def test_a_board_of_an_earlier_version_leaves_its_program_out():
    told = {"protocol": 2, "engine": "x", "nonce": "y", "lost": 0}
    assert fields(FROM_BOARD, ["hello", 2, "x", "y", 0]) == told
    assert from_board("hello", 2, "x", "y", 0) == ["hello", 2, "x", "y", 0]
    told["program"] = "z"
    assert fields(FROM_BOARD, ["hello", 2, "x", "y", 0, "z"]) == told


def test_additions_of_a_later_version_are_ignored():
    assert fields(FROM_BOARD, ["beat", 4, {"more": 1}]) == {"length": 4}


def test_a_value_of_a_wrong_type_is_not_read():
    wrong = [
        ["beat", True],
        ["beat", 1.0],
        ["beat", "1"],
        ["beat", 0x100000000],
        ["beat", -0x100000000],
        ["refused", 5],
        ["refused", "\n"],
        ["refused", "\x7f"],
        ["refused", "\xe9"],
        ["refused", "x" * (TEXT_MOST + 1)],
        ["entry", 1, "5H", "1", 2, 0],
        ["entry", 1, "5H", [True], 2, 0],
        ["entry", 1, "5H", {}, 2, 0],
        ["entry", 1, "5H", [0] * (SIDES_MOST + 1), 2, 0],
        ["entries", 1, ""],
        ["entries", 1, "abc"],
        ["entries", 1, "AB"],
        ["entries", 1, "00" * (HEX_MOST // 2 + 1)],
        ["menu", "start"] + [0] * (MENU_MOST + 1),
        ["menu", "start", [0]],
        ["snapshot", 1],
        [["beat"], 1],
        [None],
        [],
    ]
    for message in wrong:
        assert fields(FROM_BOARD, message) is None, message


def test_values_at_their_bounds_are_read():
    right = [["refused", text] for text in ("", " ", "~", "x" * TEXT_MOST)]
    right += [["entries", 1, "00" * (HEX_MOST // 2)], ["menu", "start"] + [0] * MENU_MOST]
    right += [["beat", 0xFFFFFFFF], ["entry", 1, "5H", [0] * SIDES_MOST, 2, 0]]
    for message in right:
        assert fields(FROM_BOARD, message) is not None, message


def test_the_limits_are_those_of_the_protocol():
    """As PROTOCOL.md has them: a laptop of another version has the same."""
    assert (TEXT_MOST, SIDES_MOST, HEX_MOST // 2, MENU_MOST) == (200, 8, 128, 16)
    assert (NUMBER_MOST, PROTOCOL) == (0xFFFFFFFF, 3)


def test_a_key_entry_is_taken_with_any_rank_and_without_points_and_with_no_others():
    last = keymap.RANK_KEYS - 1
    sides = SIDES_MOST - 1
    assert key_entry.CLAIMING == sides >= len(SIDES)  # it is the number of no side
    for values in ((-1, -1, 0), (-1, 0, 0), (-1, last, 0), (0, -1, 29), (sides, -1, 1)):
        found = key_entry.from_wire(*values)
        assert found.to_wire() == list(values)
        assert (found.side, found.rank, found.points) == values
    for values in ((-2, 0, 0), (sides + 1, 0, 0), (-1, last + 1, 0), (-1, -2, 0), (-1, last, -1)):
        raises(Illegal, key_entry.from_wire, *values)


def test_a_menu_with_some_questions_answered_is_the_same_at_the_other_end():
    game = Game()
    game.apply(start(PLAIN[0], 0))
    menu = game_menu.GameMenu(game.state)
    for choice in ("Give points", "Side 2", "9"):
        assert game_menu.from_wire(menu.to_wire(), game.state).to_wire() == menu.to_wire()
        menu.at = menu.choices().index(choice)
        menu.accept()
