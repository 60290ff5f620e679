"""The link's lines, and the requests of a laptop to the board."""

from binascii import hexlify

from engine_core.compat import crc32
from engine_core.count.cards import card
from engine_core.state import entries as E
from firmware.link import link_line
from tests.conformance.support.kit import Rand, raises
from tests.conformance.support.player import FAMILY, play_out
from tests.conformance.support.virtual_ports import Board

START = (E.START, 1, 2, 61, 1, 0, 0)
FROM_START = bytes(10)  # the beginning of a given game: no entries before it
MESSAGES = (
    [],
    ["hello", 1, "", "", 0],
    ["entry", 255, "points 1 29", [121, 0, 61], 0xFFFFFFFF],
    ["refused", 'a "quoted" text, with ~ and * and \\ and [brackets]'],
    ["x", [[1, [2, []]]], -5],
)
# Lines that no honest laptop sends.
HOSTILE = (
    [[1]],
    [["snapshot"], 1],
    [{}, 1],
    [None, 1],
    ["snapshot"],
    ["snapshot", "one"],
    ["snapshot", None],
    ["snapshot", 1, 2, 3],
    ["restore", 11],
    ["restore", 12, 0, 0],
    ["restore", 2, "many", []],
    ["restore", 3, -1, -1],
    ["give", 1, 0, "zz"],
    ["give", 2, 0, 5],
    ["give", 3, "0", "00"],
    ["give", 4, 99999, "00"],
    ["give", 5, -3, "0"],
    ["give", 97, -1099511627776, "fd"],
    ["give", 98, 1 << 80, "fd"],
    ["give", 99, True, "fd"],
    ["give", 100, 0.0, "fd"],
    ["give", 101, 0],
    ["give", 102, 0, "0" * 99],
    ["give", 103, 0, None],
    ["restore", 104, 1 << 64, 0],
    ["restore", 105, 10, -(1 << 40)],
    ["snapshot", -1],
    ["snapshot", 1 << 90],
    ["snapshot", True],
    ["undo", 1],
    ["entry", 1, "5H"],
    ["key", 1, 5],
)


def line(body):
    """Return the line of this body, with its checksum."""
    data = body.encode()
    return b"~" + data + b"*" + ("%08x" % crc32(data)).encode() + b"\n"


def ask(board, *messages):
    """Send `messages` to the board; return its answers."""
    before = len(board.link.lines)
    board.link.asked += [link_line.encode(n + 1, message) for n, message in enumerate(messages)]
    board.run(300)
    said = [link_line.parse(line)[1] for line in board.link.lines[before:]]
    return [message for message in said if message[0] in ("done", "failed")]


def test_a_line_reads_back():
    lines = []
    for number in (1, 12345, 0xFFFFFFFF):
        for message in MESSAGES:
            said = link_line.encode(number, message)
            assert link_line.parse(said) == (number, message)
            assert said.count(b"~") == 1 and said[-1:] == b"\n" and len(said) % 64
            lines.append(said)
    return b"".join(lines)


def test_no_line_fills_a_usb_packet_or_has_unprintable_bytes():
    for size in range(140):
        said = link_line.encode(size, ["refused", "x" * size])
        assert len(said) % 64
        assert min(said[:-1]) >= 32 and max(said) < 127
        assert link_line.parse(said) == (size, ["refused", "x" * size])


def test_a_damaged_line_is_ignored():
    said = link_line.encode(7, MESSAGES[2])
    for bit in range(len(said) * 8 - 8):
        damaged = bytearray(said)
        damaged[bit // 8] ^= 1 << bit % 8
        assert link_line.parse(bytes(damaged)) is None
    for end in range(len(said) - 1):
        assert link_line.parse(said[:end]) is None


def test_a_line_that_is_not_a_message_is_ignored_even_with_a_correct_checksum():
    for body in ("", "1", "1 ", "1 {}", "1 5", '1 "x"', "x []", "1 [", "1 []]", "[]", " []"):
        assert link_line.parse(line(body)) is None, body
    assert link_line.parse(line("1 " + "[" * 230)) is None
    for other in (b"", b"~", b"~*", b"\n", b"*" * 40, b"~" * 40, b"\xff" * 40, bytes(40)):
        assert link_line.parse(other) is None
    rand = Rand(4)
    for _ in range(60):
        assert link_line.parse(bytes([rand.below(256) for _ in range(30)])) is None


def test_a_request_is_answered_under_its_id():
    board = Board(lines=True)
    assert ask(board, ["snapshot", 41]) == [["done", 41]]
    assert ask(board, ["log", 42]) == [["done", 42]]


def test_a_snapshot_contains_the_whole_game():
    board = Board(lines=True)
    board.start(START)
    board.keys("8D KH 9D 4S UNDO 5")
    board.link.heard()
    board.link.asked.append(link_line.encode(1, ["snapshot", 1]))
    board.run(300)
    said = [message for message in board.link.heard() if message[0] not in ("done", "beat")]
    assert [message[0] for message in said] == (
        ["hello", "entries", "undone", "key_entry", "state", "menu"]
    )
    entries = [START, (E.CARD, card("8D")), (E.CARD, card("KH"))]
    entries += [(E.CARD, card("9D"))]
    packed = b"".join([E.pack(entry) for entry in entries])
    assert said[1] == ["entries", 1, hexlify(packed).decode()]
    undone = hexlify(bytes([card("4S")])).decode()
    assert said[2:4] == [["undone", 0, undone], ["key_entry", -1, 4, 0]]
    state = board.app.game.state
    assert said[4] == ["state", 4, "", list(state.scores), state.check(), 1]


def test_a_snapshot_waits_for_room_on_the_link_and_leaves_nothing_out():
    board = Board(lines=True)
    board.start((E.START, 1, 2, 61, 1, 0, 0))
    board.keys("8D KH 9D 4S UNDO 5")
    board.link.asked.append(link_line.encode(1, ["snapshot", 1]))
    board.run(300)
    whole = [message for message in board.link.heard() if message[0] not in ("done", "beat")][-6:]
    assert whole[0][0] == "hello"
    board.app.reporter.start_snapshot()
    told = []
    for ms in range(0, 3000, 60):
        board.link.room = ms // 60 % 3
        board.run(60)
        told += board.link.heard()
    # `Link` holds each line to the number that comes next.
    assert [message for message in told if message[0] != "beat"] == whole


def test_a_key_that_waits_comes_before_lines_and_nothing_is_lost():
    rand = Rand(7)
    waits = [False]
    board = Board(lines=True, waiting=lambda: waits[0] or not rand.below(3))
    board.start(START)
    board.keys("8D KH 9D 4S UNDO 5")
    board.run(3000)
    board.link.heard()
    waits[0] = True
    board.link.asked.append(b"")  # which must not stop those after it
    board.link.asked.append(link_line.encode(1, ["snapshot", 1]))
    board.run(300)
    assert board.link.heard() == []
    waits[0] = False
    board.run(3000)
    said = [message[0] for message in board.link.heard() if message[0] != "beat"]
    assert said == ["done", "hello", "entries", "undone", "key_entry", "state", "menu"]


class Log:
    """A full log of errors, of the longest lines."""

    def read(self):
        return ["line %d " % n + "x" * 112 for n in range(24)]


def told_log(board, ms, room):
    """Let `ms` pass while the link takes `room` lines in a tick; return the messages about the
    log."""
    said = []
    for _ in range(0, ms, board.step):
        board.link.room = room
        board.run(board.step)
        said += board.link.heard()
    return [message for message in said if message[0] in ("log", "done", "failed")]


def test_the_whole_log_is_sent_in_order_one_line_at_a_time():
    board = Board(lines=True, log=Log())
    board.run(600)
    whole = [["log", line, n] for n, line in enumerate(Log().read())]
    for number, room in ((7, 1), (8, 2), (9, None)):
        board.link.heard()
        board.link.asked.append(link_line.encode(1, ["log", number]))
        assert told_log(board, 1800, room) == whole + [["done", number]]


def test_a_log_requested_twice_is_sent_once():
    board = Board(lines=True, log=Log())
    board.run(600)
    board.link.heard()
    request = link_line.encode(1, ["log", 7])
    board.link.asked.append(request)
    said = told_log(board, 300, 1)
    assert 0 < len(said) < 24
    board.link.asked.append(request)
    said += told_log(board, 1800, 1)
    assert [message[0] for message in said] == ["log"] * 24 + ["done"]
    # After the answer it is a new request: the answer may have been lost.
    board.link.asked.append(request)
    assert len(told_log(board, 1800, 1)) == 25


class NoMemory:
    """Ports that need more memory than there is."""

    def read(self):
        raise MemoryError

    def write(self, data):
        raise MemoryError


def test_ids_are_answered_up_to_the_largest_number_and_no_others():
    board = Board(lines=True, log=Log())
    board.run(600)
    for number in (0, 1, 0xFFFFFFFF):
        assert ask(board, ["give", number, 0, "00"]) == [["done", number]]
    for number in (-1, 0x100000000, 1.0, True, "1", None, [1]):
        assert ask(board, ["give", number, 0, "00"]) == [], number


def test_a_game_that_is_given_has_4096_bytes_at_most():
    board = Board(lines=True)
    at = 0
    while at < 4096:
        assert ask(board, ["give", at, at, "00" * 128]) == [["done", at]]
        at += 128
    (answer,) = ask(board, ["give", at, at, "00"])
    assert answer[:2] == ["failed", at]
    # The last ones may come again, but not more than that.
    assert ask(board, ["give", 1, 4000, "00" * 96]) == [["done", 1]]
    assert ask(board, ["give", 2, 4000, "00" * 97])[0][0] == "failed"
    assert ask(board, ["give", 3, 4097, "00"])[0][0] == "failed"


def test_where_a_game_needs_too_much_memory_the_board_starts_again():
    """Half of it may be stored, and what is stored is read again at power-on."""
    known = FROM_START + bytes([E.START + 64, 1, 2, 61, 1, 0, 0])
    board = Board(lines=True)
    assert ask(board, ["give", 1, 0, hexlify(known).decode()]) == [["done", 1]]
    board.app.restore = NoMemory().write
    raises(MemoryError, ask, board, ["restore", 2, len(known), crc32(known)])


def test_a_request_for_which_there_is_too_little_memory_fails_and_the_game_goes_on():
    board = Board(lines=True, log=NoMemory(), names=None)
    board.start(START)
    board.app.names = NoMemory()
    for n, request in enumerate((["log"], ["name", 0, "41"])):
        said = ask(board, [request[0], 7 + n] + request[1:])
        assert [answer[:2] for answer in said] == [["failed", 7 + n]] and "memory" in said[0][2]
    board.keys("8D")
    assert board.app.game.length == 2


def test_no_log_line_is_sent_while_the_link_is_full():
    board = Board(lines=True, log=Log())
    board.run(600)
    board.link.heard()
    board.link.asked.append(link_line.encode(1, ["log", 7]))
    assert told_log(board, 900, 0) == []
    assert len(told_log(board, 1800, 1)) == 25


def test_no_request_changes_a_game_in_progress():
    board = Board(lines=True)
    board.start((E.START, 1, 2, 61, 1, 0, 0))
    board.keys("8D KH 9D UNDO 5")
    before = board.snapshot()
    known = FROM_START + bytes([E.START + 64, 1, 2, 61, 1, 0, 0, 5])
    given = ["give", 50, 0, hexlify(known).decode()]
    answers = ask(board, given, ["restore", 51, len(known), crc32(known)])
    assert [answer[:2] for answer in answers] == [["done", 50], ["failed", 51]]
    assert "a game is on" in answers[1][2]
    for message in HOSTILE:
        ask(board, message)
    assert board.snapshot() == before
    assert board.app.key_entry.text() == "5"
    board.keys("UNDO 9S")
    assert board.app.game.length == 4


def test_nonsense_is_refused_or_ignored():
    board = Board(lines=True)
    for message in HOSTILE:
        for answer in ask(board, message):
            assert answer[0] == "failed" or message[0] in ("snapshot", "give")
    for other in (b"", b"console text\r\n", b"\x03\x04~1 []", line("1 [[]]"), line("1 [5, 5]")):
        board.link.asked.append(other)
    board.run(300)
    assert board.app.menu and not board.app.game.length
    board.keys("ENTER ENTER ENTER")
    assert board.app.game.length == 1


def test_a_lost_game_is_restored_in_parts():
    played = play_out(FAMILY[1], 3)
    known = FROM_START + b"".join([E.pack(entry) for entry in played.entries()])
    board = Board(lines=True)
    requests = []
    for at in range(0, len(known), 60):
        part = hexlify(known[at : at + 60]).decode()
        requests.append(["give", at, at, part])
        requests.append(["give", at, at, part])  # it may be said twice
    assert [answer[0] for answer in ask(board, *requests)] == ["done"] * len(requests)
    for total, check in ((len(known), crc32(known) ^ 1), (len(known) + 1, crc32(known))):
        (wrong,) = ask(board, ["restore", 900, total, check])
        assert wrong[:2] == ["failed", 900] and "completely" in wrong[2]
    assert not board.app.game.length
    assert ask(board, ["restore", 901, len(known), crc32(known)]) == [["done", 901]]
    (wrong,) = ask(board, ["restore", 902, len(known), crc32(known)])
    assert wrong[:2] == ["failed", 902] and "on the board" in wrong[2]
    assert board.app.game.entries() == played.entries()
    assert board.app.game.state.pack() == played.state.pack()
    again = Board(board.store).app.game
    assert again.reach(0) and again.entries() == played.entries()


def test_what_was_done_for_a_request_is_not_done_again():
    played = play_out(FAMILY[1], 3, most=5)
    known = FROM_START + b"".join([E.pack(entry) for entry in played.entries()])
    board = Board(lines=True)
    restore = ["restore", 2, len(known), crc32(known)]
    assert ask(board, ["give", 1, 0, hexlify(known).decode()], restore) == [
        ["done", 1],
        ["done", 2],
    ]
    written = bytes(board.store.data)
    assert ask(board, restore) == [["done", 2]]  # its answer was lost on the way
    assert board.app.game.entries() == played.entries()
    assert bytes(board.store.data) == written
    assert ask(board, ["restore", 3] + restore[2:])[0][:2] == ["failed", 3]


def test_a_snapshot_is_sent_again_to_a_request_with_the_same_number():
    board = Board(lines=True)
    for number in range(2):
        before = len(board.link.lines)
        assert ask(board, ["snapshot", 5]) == [["done", 5]]
        said = [link_line.parse(line)[1][0] for line in board.link.lines[before:]]
        assert said.count("hello") == 1, number


def test_illegal_entries_are_not_restored():
    known = FROM_START + bytes([E.START + 64, 1, 2, 61, 1, 0, 0, 5, 5])
    board = Board(lines=True)
    answers = ask(
        board,
        ["give", 1, 0, hexlify(known).decode()],
        ["restore", 2, len(known), crc32(known)],
    )
    assert [answer[0] for answer in answers] == ["done", "failed"]
    assert not board.app.game.length
    assert board.store.data == b"\xff" * len(board.store.data)


def test_a_flood_of_requests_is_answered_in_order_each_after_a_pause():
    board = Board(lines=True, step=1)
    board.run(200)
    board.link.heard()
    board.link.asked += [link_line.encode(1, ["snapshot", n]) for n in range(20)]
    board.run(100)
    soon = [said[1] for said in board.link.heard() if said[0] == "done"]
    assert 4 <= len(soon) <= 6
    board.run(500)
    done = soon + [said[1] for said in board.link.heard() if said[0] == "done"]
    assert done == list(range(20))
