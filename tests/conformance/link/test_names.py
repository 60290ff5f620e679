"""Names of sides: a laptop sends them to the board, which stores them for every laptop."""

from binascii import hexlify

from engine_core.state import entries as E
from firmware.link import link_line
from firmware.link.side_names import MOST
from tests.conformance.support.ports import Names
from tests.conformance.support.virtual_ports import Board

START = (E.START, 1, 2, 61, 1, 0, 0)
ANN = "Ann"
ADELE = "Ad\u00e8le"
LONGEST = "\u4e2d" * (MOST // 3)


def wire(name):
    return hexlify(name.encode("utf-8")).decode()


def asked(board, *request):
    """Send a request to the board; return its messages."""
    board.link.heard()
    board.link.asked.append(link_line.encode(1, list(request)))
    board.run(300)
    return board.link.heard()


def snapshot(board):
    """Return the names in a snapshot, as (side, name), and the place of the last in it."""
    said = asked(board, "snapshot", board.clock.now)
    said = said[[message[0] for message in said].index("hello") :]
    assert said[-1][0] == "menu" or said[-1][0] == "beat"
    places = [n for n, message in enumerate(said) if message[0] == "name"]
    assert places == list(range(1, len(places) + 1))
    return [tuple(said[n][1:]) for n in places]


def test_a_name_is_kept_told_and_sent_to_the_next_laptop():
    names = Names()
    board = Board(names=names)
    said = asked(board, "name", 5, 1, wire(ANN))
    assert ["name", 1, wire(ANN)] in said
    assert said[-1] == ["done", 5] or said[-2] == ["done", 5]
    asked(board, "name", 6, 0, wire(ADELE))
    assert snapshot(board) == [(0, wire(ADELE)), (1, wire(ANN))]
    assert names.data == "Ad\u00e8le\nAnn\n\n\n\n".encode()  # a line for each side
    again = Board(names=names)
    assert snapshot(again) == [(0, wire(ADELE)), (1, wire(ANN))]


def test_a_name_can_be_changed_and_taken_away():
    board = Board(names=Names())
    for number, name in ((1, ANN), (2, LONGEST), (4, "Ann of ~")):
        asked(board, "name", number, 2, wire(name))
        assert snapshot(board) == [(2, wire(name))]
    assert ["name", 2] in asked(board, "name", 3, 2)
    assert snapshot(board) == []


def test_what_is_no_name_is_refused_and_changes_nothing():
    board = Board(names=Names())
    asked(board, "name", 1, 0, wire(ANN))
    bad = [
        wire("\n"),
        wire("\x1f"),
        wire("a\x1b[2Jb"),
        wire("\x7f"),
        "ff",
        "c3",
        wire("a" * (MOST + 1)),
    ]
    for n, name in enumerate(bad):
        said = asked(board, "name", 10 + n, 0, name)
        assert [message[:2] for message in said if message[0] == "failed"] == [["failed", 10 + n]]
    for n, side in enumerate((-1, 6, 255)):
        said = asked(board, "name", 30 + n, side, wire(ANN))[0]
        assert said == ["failed", 30 + n, "there is no side %d" % (side + 1)]
    assert snapshot(board) == [(0, wire(ANN))]


def test_what_is_kept_may_be_damaged():
    for data in (b"\xff\xfe", b"\n\n\n", b"a\x00b", b"x" * 500, b"Ann\n\xff\nBen" + b"\n" * 20):
        board = Board(names=Names(data))
        good = [(0, wire("Ann")), (2, wire("Ben"))] if data[:3] == b"Ann" else []
        assert snapshot(board) == good
        asked(board, "name", 1, 1, wire(ADELE))
        assert (1, wire(ADELE)) in snapshot(board)


def test_a_board_that_cannot_keep_a_name_says_so():
    names = Names()
    board = Board(names=names)
    names.fails = True
    assert asked(board, "name", 1, 0, wire(ANN))[0][0] == "failed"
    assert snapshot(board) == []
    assert asked(Board(), "name", 1, 0, wire(ANN))[0][0] == "failed"


def test_names_do_not_disturb_a_game():
    board = Board(names=Names())
    board.app.enter(START)
    board.keys("5H 8S 9")
    before = board.snapshot()
    asked(board, "name", 1, 0, wire(ANN))
    assert board.snapshot() == before
    assert board.app.key_entry.text() == "9"
    board.keys("S UNDO UNDO")
    assert snapshot(board) == [(0, wire(ANN))]
