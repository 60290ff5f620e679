"""The mirror is the board, whatever the link does to the lines; and the board never knows."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core import journal
from engine_core.entries import parse
from firmware import keymap, link
from host.asking import RETRY_SECONDS, TRIES
from host.feed import HUNG_SECONDS, LOST_SECONDS, SILENT_SECONDS, Feed
from host.messages import LINE_MOST
from host.stores import MemoryStore
from host.table import view
from tests.host.boards import Board, Log, Watch


def spoiler(seed, rate=0.08):
    """Return what spoils one line in a dozen: drops it, cuts it, bends it, doubles it, adds."""
    dice = random.Random(seed)

    def spoil(line):
        if dice.random() > rate:
            return line
        cut = dice.randrange(len(line))
        noise = bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
        return dice.choice(
            (b"", line[:cut], line[cut:], line + line, noise + line, line[:cut] + noise, noise)
        )

    return spoil


def quiet(line):
    return line


def played(keys=40, seed=1, **options):
    """Return a board on which a table has keyed this and that."""
    board = Board(seed, **options)
    board.start()
    for _ in range(keys):
        board.key()
    return board


def test_a_clean_link_needs_one_snapshot_and_no_more():
    board = Board()
    watch = Watch(board)
    watch.settle()
    board.start()
    for _ in range(300):
        board.key()
        watch.step()
        assert watch.same()
    assert watch.feed.snapshots == 1  # the one that it tells when it is switched on
    assert len(watch.asked) == 0


@pytest.mark.parametrize("seed", range(40))
def test_a_bad_link_is_made_good_as_soon_as_it_is_quiet(seed):
    board = Board(seed)
    watch = Watch(board, spoiler(seed))
    board.start()
    for _ in range(150):
        board.key()
        watch.step(board.random.randrange(5, 80))
    watch.spoil = quiet
    watch.settle()
    assert watch.same()


def test_a_hundred_reconnects_each_end_with_the_board_as_it_is():
    board = played(20, seed=7)
    watch = Watch(board)
    for n in range(100):
        for _ in range(board.random.randrange(4)):
            board.key()
        board.tick()
        lost = b"".join(board.link.out)
        board.link.out.clear()
        # The cable is pulled in the middle of a line, and something is keyed while it is out.
        watch.feed.line(lost[: board.random.randrange(len(lost) + 1)].split(b"\n")[0], watch.now)
        watch.feed.closed("unplugged")
        watch.begun = b""
        board.key()
        board.link.out.clear()
        watch.feed.opened(watch.now)
        watch.settle()
        assert watch.same(), n
        assert not watch.feed.mirror.differs


def test_the_board_is_as_it_would_be_with_nobody_watching():
    watched, alone = Board(3), Board(3)
    watch = Watch(watched, spoiler(3, 0.3))
    for board in (watched, alone):
        board.start()
    for _ in range(400):
        watched.key()
        alone.key()
        watch.step()
        alone.tick()
        assert watched.store.read() == alone.store.read()
        assert watched.strip.frame == alone.strip.frame
    assert all(b'"snapshot"' in line for line in watch.asked)


def test_a_board_on_a_bad_cable_is_not_kept_busy_with_snapshots():
    board = played()
    watch = Watch(board, lambda line: b"" if b'"entry"' in line else line)
    for _ in range(20 * 30):
        watch.step(50)
    asked = sum(b'"snapshot"' in line for line in watch.asked)
    assert 5 < asked < 20  # in half a minute
    watch.spoil = quiet
    watch.settle()
    assert watch.same()


def test_a_board_that_was_switched_off_and_on_is_followed():
    board = played()
    watch = Watch(board)
    watch.settle()
    before = watch.feed.snapshots
    board.boot()
    board.key()
    watch.settle()
    assert watch.same()
    assert watch.feed.snapshots > before
    # The same when its first words were lost: other numbers than those expected.
    board.boot()
    board.link.out.clear()
    board.key()
    watch.settle()
    assert watch.same()


def test_what_is_known_stays_on_show_until_a_snapshot_is_whole():
    board = played()
    watch = Watch(board)
    watch.settle()
    known = view(watch.feed.mirror)
    board.boot()
    while not any(b'"now"' in line for line in board.link.out):
        board.tick()
    lines, board.link.out = board.link.out, []
    assert len(lines) > 5
    for line in lines[:-1]:
        watch.feed.line(line, watch.now)
        assert view(watch.feed.mirror) == known
    watch.feed.line(lines[-1], watch.now)
    assert watch.same()


# The state of the link


def test_live_then_reconnecting_then_lost_and_live_again():
    board = played()
    watch = Watch(board)
    assert watch.feed.told(watch.now)["state"] == "reconnecting"
    watch.settle()
    assert watch.feed.told(watch.now)["state"] == "live"
    live_at = watch.now
    assert watch.feed.state(live_at + SILENT_SECONDS - 0.01) == "live"
    assert watch.feed.state(live_at + SILENT_SECONDS + 0.01) == "reconnecting"
    watch.feed.closed("COM3: it is gone")
    told = watch.feed.told(live_at + 1)
    assert told["state"] == "reconnecting" and "COM3: it is gone" in told["text"]
    told = watch.feed.told(live_at + LOST_SECONDS + 1)
    assert told["state"] == "lost" and "COM3: it is gone" in told["text"]
    watch.now = live_at + 100
    watch.feed.opened(watch.now)
    watch.settle()


def test_an_idle_board_stays_live_by_its_beat():
    watch = Watch(Board())
    watch.settle()
    for _ in range(100):
        watch.step(100)
        assert watch.feed.state(watch.now) == "live"


def test_a_port_that_says_nothing_is_opened_anew():
    feed = Feed(5.0)
    feed.opened(5.0)
    assert not feed.hung(5.0 + HUNG_SECONDS - 0.1)
    assert feed.hung(5.0 + HUNG_SECONDS)


def test_a_board_of_another_protocol_is_not_shown_but_named():
    feed = Feed(0.0)
    feed.opened(0.0)
    feed.line(link.encode(1, ["hello", 2, "x", "y", 0]), 0.1)
    feed.line(link.encode(2, ["now", 0, "", [], 0]), 0.1)
    feed.line(link.encode(3, ["menu"]), 0.1)
    told = feed.told(0.2)
    assert told["state"] == "reconnecting"
    assert "version 2" in told["text"] and "pegboard flash" in told["text"]


def test_the_boards_figures_stand_where_the_engines_differ():
    board = played(0)
    watch = Watch(board)
    watch.settle()
    number = watch.feed._last
    length = board.app.game.length
    watch.feed.line(link.encode(number + 1, ["entry", length + 1, "JK", [7, 9], 123]), watch.now)
    assert watch.feed.mirror.differs
    assert watch.feed.mirror.scores == [7, 9]


@pytest.mark.parametrize(("ours", "told"), [("", False), ("0123abcd", False), ("x", True)])
def test_another_engine_on_the_board_is_told(ours, told):
    watch = Watch(Board(), ours=ours)
    watch.settle()
    assert ("other rules (0123abcd)" in watch.feed.told(watch.now)["text"]) is told


# What comes from outside

HOSTILE = [
    ["entry", 1, "5H", [1, 2], "x"],
    ["entry", "1", "5H", [1, 2], 3],
    ["entry", 1, "5H", [10**40], 3],
    ["entry", 1, 5],
    ["entry"],
    ["undo"],
    ["undo", True],
    ["now", 1, "", [[]], 1],
    ["typed", 0, 5],
    ["typed", 0, "\x1b[2J"],
    ["typed", 0, "123456789"],
    ["typed", [], "5"],
    ["refused", "\x1b]0;owned\x07"],
    ["refused", "x" * 500],
    ["refused", None],
    ["menu", "start", 99, 99, 99, 99],
    ["menu", "start", 0, 400],
    ["menu", "start", 0, -1],
    ["menu", "start", 2, 0, 0, 99, 121],
    ["menu", "start"],
    ["menu", "table", 4, 4, 4, 4, 4],
    ["menu", "table", "x"],
    ["menu", "start", *range(40)],
    ["menu", {"a": 1}],
    ["beat", "now"],
    ["done"],
    ["done", 5],
    ["failed", 1, 2],
    ["log", ["x"]],
    ["hello"],
    ["hello", 1, 2, 3, 4],
    ["unheard of", 1],
    [["hello", 1]],
    [None],
    [],
]


@pytest.mark.parametrize("message", HOSTILE, ids=json.dumps)
def test_a_line_that_makes_no_sense_changes_nothing(message):
    watch = Watch(played())
    watch.settle()
    known = view(watch.feed.mirror)
    watch.feed.line(link.encode(watch.feed._last + 1, message), watch.now)
    assert view(watch.feed.mirror) == known
    assert not watch.feed.mirror.differs
    watch.step()
    watch.settle()
    assert watch.same()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"~",
        b"~*",
        b"~1 []*00000000",
        b"\xff" * 300,
        b"Traceback (most recent call last):",
        b"~1 " + b"[" * LINE_MOST + b"*00000000",
        link.encode(-5, ["beat", 0]),
        link.encode(10**30, ["beat", 0]),
    ],
)
def test_console_text_and_rubbish_are_passed_by(line):
    watch = Watch(played())
    watch.settle()
    asked = len(watch.asked)
    watch.feed.line(line, watch.now)
    watch.settle()
    assert watch.same() and len(watch.asked) == asked


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
NAMES = st.sampled_from("new entry undo redo now menu typed refused beat done failed log".split())


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(NAMES, st.lists(JSON | st.integers(0, 9), max_size=6)), max_size=5))
def test_no_message_brings_the_view_down_or_outlives_a_snapshot(messages):
    watch = Watch(BOARD)
    watch.settle()
    for name, values in messages:
        watch.feed.line(link.encode(watch.feed._last + 1, [name, *values]), watch.now)
        json.dumps(view(watch.feed.mirror))
        json.dumps(watch.feed.told(watch.now))
    watch.step(1000)
    watch.settle()
    assert watch.same()


BOARD = played(30, seed=11)


# Requests


def test_a_request_is_sent_again_under_its_id_until_it_is_answered():
    board = played()
    watch = Watch(board, lambda line: b"" if b"snapshot" in line or b"hello" in line else line)
    while len(watch.asked) < TRIES:
        watch.step(50)
    heard = [link.parse(line)[1][1] for line in watch.asked]
    assert len(set(heard)) == 1
    assert watch.now - 1000 >= RETRY_SECONDS * (TRIES - 1)
    while len(watch.asked) == TRIES:
        watch.step(50)
    assert link.parse(watch.asked[-1])[1][1] not in heard


def test_the_log_is_told():
    watch = Watch(Board(log=Log("one", "two")))
    watch.settle()
    answers = []
    watch.feed.ask_for_log(answers.append)
    watch.settle()
    assert watch.feed.log == ["one", "two"] and answers == [""]


# The copy


class Copy:
    """Keeps entries in memory."""

    def __init__(self, *texts):
        self.kept = [parse(text) for text in texts]
        self.writes = 0

    def read(self):
        return self.kept

    def write(self, entries):
        self.kept = list(entries)
        self.writes += 1


def a_game():
    """Return the texts of a game's entries."""
    board = Board(5)
    board.start()
    while board.app.game.length < 60:
        board.key()
        if board.app.menu:
            board.app.press(keymap.ENTER)
    from engine_core.entries import text

    return [text(entry) for entry in board.entries]


def test_the_copy_is_the_boards_game_after_each_entry():
    copy = Copy()
    board = Board()
    watch = Watch(board, copy=copy)
    watch.settle()
    board.start()
    for _ in range(200):
        board.key()
        watch.step()
        assert copy.kept == board.entries


@pytest.mark.parametrize("seed", range(10))
def test_a_board_that_lost_its_game_is_given_it_back(seed):
    copy = Copy(*a_game())
    kept = list(copy.kept)
    board = Board(lost=1)
    watch = Watch(board, spoiler(seed, 0.15) if seed else quiet, copy)
    for _ in range(2000):
        watch.step()
        if board.entries:
            break
    assert board.entries == kept
    watch.spoil = quiet
    watch.settle()
    assert watch.same() and copy.kept == kept
    records, good, _ = journal.read(board.store.read())
    assert records == kept and good == len(board.store.read())


def test_the_page_says_that_the_game_was_given_back():
    watch = Watch(Board(lost=1), copy=Copy(*a_game()))
    for _ in range(100):
        watch.step()
    assert "given it back" in watch.feed.told(watch.now)["text"]


def test_a_give_that_is_cut_off_is_begun_again():
    copy = Copy(*a_game())
    kept = list(copy.kept)
    board = Board(lost=1)
    watch = Watch(board, copy=copy)
    while not any(b'"give"' in line for line in watch.asked):
        watch.step()
    watch.feed.closed("unplugged")
    board.link.into.clear()
    watch.step(500)
    watch.feed.opened(watch.now)
    for _ in range(100):
        watch.step()
    assert board.entries == kept


def test_a_board_that_lost_nothing_is_given_nothing():
    copy = Copy(*a_game())
    board = Board()
    watch = Watch(board, copy=copy)
    watch.settle()
    for _ in range(100):
        watch.step()
    assert board.entries == [] and copy.kept == []
    assert len(watch.asked) == 0


def test_a_board_with_a_game_keeps_its_own():
    copy = Copy(*a_game())
    board = Board(lost=1)
    board.start()
    own = board.entries
    watch = Watch(board, copy=copy)
    watch.settle()
    for _ in range(100):
        watch.step()
    assert board.entries == own and copy.kept == own


def test_a_board_that_refuses_the_copy_is_asked_once_and_plays_on():
    copy = Copy("5H", "6H")  # no game begins so
    board = Board(lost=1)
    watch = Watch(board, copy=copy)
    for _ in range(200):
        watch.step()
    assert board.entries == []
    assert sum(b'"restore"' in line for line in watch.asked) == 1
    assert "did not take it back: choose a game first" in watch.feed.told(watch.now)["text"]
    board.start()
    watch.settle()
    assert watch.same()


def test_without_a_copy_a_lost_board_is_only_watched():
    watch = Watch(Board(lost=1), copy=Copy())
    for _ in range(100):
        watch.step()
    assert not watch.asked and watch.same()


def test_memory_store_is_what_the_board_has():
    board = played(5, store=MemoryStore())
    assert journal.read(board.store.read())[0]
