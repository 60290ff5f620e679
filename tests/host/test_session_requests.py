"""A session's requests to a board: its log, and to restore a game from the backup."""

import pytest

from engine_core.game.match_base import unpack_match
from engine_core.games.phases import OVER
from engine_core.state.entries import NEXT, pack, parse, text
from firmware.keys import keymap
from firmware.link import link_line
from host.boards.stores import MemoryStore
from host.link.packed_match import packed
from host.link.requests import RETRY_SECONDS, TRIES
from tests.conformance.support.player import Player
from tests.host.boards import Board, Log, Watch, played, quiet, spoiler


def test_a_request_is_sent_again_under_its_id_until_it_is_answered():
    board = played()
    watch = Watch(board, lambda line: b"" if b"snapshot" in line or b"hello" in line else line)
    while len(watch.asked) < TRIES:
        watch.step(50)
    heard = [link_line.parse(line)[1][1] for line in watch.asked]
    assert len(set(heard)) == 1
    assert watch.now - 1000 >= RETRY_SECONDS * (TRIES - 1)
    while len(watch.asked) == TRIES:
        watch.step(50)
    assert link_line.parse(watch.asked[-1])[1][1] not in heard


def test_the_log_is_received():
    watch = Watch(Board(log=Log("one", "two")))
    watch.settle()
    answers = []
    watch.session.ask_for_log(answers.append)
    watch.settle()
    assert watch.session.log == ["one", "two"] and answers == [""]


def log_through(spoil):
    """Return the log of a board whose lines `spoil` may lose, and the answers."""
    lines = [f"line {n}" for n in range(24)]
    watch = Watch(Board(log=Log(*lines)), spoil)
    watch.settle()
    answers = []
    watch.session.ask_for_log(answers.append)
    for _ in range(2000):
        watch.step()
        if answers:
            break
    return watch.session.log, answers, lines


@pytest.mark.parametrize("lost", [0, 1, 12, 23])
def test_a_log_with_a_lost_line_is_requested_again(lost):
    left = [True]

    def spoil(line):
        if b'["log","line %d"' % lost in line and left and left.pop():
            return b""
        return line

    log, answers, lines = log_through(spoil)
    assert (log, answers) == (lines, [""])


def test_a_log_whose_answer_was_lost_is_complete_without_repeats():
    answers_left = [True]

    def spoil(line):
        logged = link_line.parse(line) and link_line.parse(line)[1][0] == "done"
        return b"" if logged and told and answers_left and answers_left.pop() else line

    told = []
    lines = [f"line {n}" for n in range(24)]
    watch = Watch(Board(log=Log(*lines)), spoil)
    watch.settle()
    told.append(True)
    answers = []
    watch.session.ask_for_log(answers.append)
    for _ in range(2000):
        watch.step()
    assert (watch.session.log, answers) == (lines, [""])


def test_a_log_that_is_requested_again_while_it_arrives_is_complete():
    watch = Watch(Board(log=Log("one", "two")))
    watch.settle()
    session, answers = watch.session, []
    receive = session.receive

    def ask_again(line, now):
        receive(line, now)
        if session.log == ["one", "two"]:
            session.receive = receive
            session.ask_for_log(answers.append)

    session.receive = ask_again
    session.ask_for_log(lambda why: answers.append("the first call"))
    watch.settle()
    assert session.log == ["one", "two"] and answers == [""]


@pytest.mark.parametrize("lost", [range(24), (23,), (5, 6)])
def test_a_log_that_never_arrives_completely_is_an_error(lost):
    def spoil(line):
        return b"" if any(b'["log","line %d"' % n in line for n in lost) else line

    _, answers, _ = log_through(spoil)
    assert len(answers) == 1 and "lost on the way" in answers[0]


# The backup


class Backup:
    """Keeps a game in memory: that of a board with `entries`, given as texts; nothing while
    it `is_full`."""

    is_full = failed = False

    def __init__(self, *texts):
        self.kept = bytes(10) + b"".join([pack(parse(line)) for line in texts]) if texts else b""

    def read(self):
        return self.kept

    def write(self, game):
        self.failed = self.is_full
        if not self.failed:
            self.kept = game

    @property
    def entries(self):
        return unpack_match(self.kept).entries() if self.kept else []


def a_game():
    """Return the texts of a game's entries."""
    board = Board(5)
    board.start()
    while board.app.game.length < 60:
        board.key()
        if board.app.menu:
            board.app.press(keymap.ENTER)
    return [text(entry) for entry in board.entries]


def test_the_copy_equals_the_boards_game_after_each_entry():
    backup = Backup()
    board = Board()
    watch = Watch(board, backup=backup)
    watch.settle()
    board.start()
    for _ in range(200):
        board.key()
        watch.step()
        assert backup.entries == board.entries


def test_the_copy_has_the_entry_after_which_the_board_was_unplugged():
    backup = Backup()
    board = Board()
    watch = Watch(board, backup=backup)
    watch.settle()
    board.start()
    watch.step()
    length = len(board.entries)
    while len(board.entries) == length:
        board.key()
    board.tick(20)
    for line in board.link.out:
        watch.session.receive(line.rstrip(b"\n"), watch.now)
    watch.session.closed("it is gone")
    assert backup.entries == board.entries


@pytest.mark.parametrize("seed", range(10))
def test_a_board_that_lost_its_game_gets_it_back(seed):
    backup = Backup(*a_game())
    kept = backup.entries
    board = Board(lost=1)
    watch = Watch(board, spoiler(seed, 0.15) if seed else quiet, backup)
    for _ in range(2000):
        watch.step()
        if board.entries:
            break
    assert board.entries == kept
    watch.spoil = quiet
    watch.settle()
    assert watch.same() and backup.entries == kept
    board.boot()
    assert board.app.game.reach(0) and board.entries == kept


def test_the_page_says_that_the_game_was_given_back():
    watch = Watch(Board(lost=1), backup=Backup(*a_game()))
    for _ in range(100):
        watch.step()
    assert "given it back" in watch.session.status(watch.now)["text"]


def test_a_board_that_loses_its_game_again_gets_it_back_again():
    backup = Backup(*a_game())
    kept = backup.entries
    board = Board(lost=1)
    watch = Watch(board, backup=backup)
    for _ in range(3):
        for _ in range(200):
            watch.step()
        assert board.entries == kept
        board.store = MemoryStore()
        board.boot()
        assert not board.entries


def test_an_interrupted_restore_starts_again():
    backup = Backup(*a_game())
    kept = backup.entries
    board = Board(lost=1)
    watch = Watch(board, backup=backup)
    while not any(b'"give"' in line for line in watch.asked):
        watch.step()
    watch.session.closed("unplugged")
    board.link.into.clear()
    watch.step(500)
    watch.session.opened(watch.now)
    for _ in range(100):
        watch.step()
    assert board.entries == kept


def test_a_board_that_lost_nothing_is_not_restored():
    backup = Backup(*a_game())
    board = Board()
    watch = Watch(board, backup=backup)
    watch.settle()
    for _ in range(100):
        watch.step()
    assert board.entries == [] and backup.entries == []
    assert len(watch.asked) == 0


def test_a_board_with_a_game_keeps_its_own():
    backup = Backup(*a_game())
    board = Board(lost=1)
    board.start()
    own = board.entries
    watch = Watch(board, backup=backup)
    watch.settle()
    for _ in range(100):
        watch.step()
    assert board.entries == own and backup.entries == own


def test_a_copy_that_could_not_be_written_is_written_later():
    board = played()
    backup = Backup()
    backup.is_full = True
    watch = Watch(board, backup=backup)
    watch.settle()
    assert backup.failed and not backup.kept
    backup.is_full = False
    for _ in range(10):
        watch.step(1000)
    assert not backup.failed
    assert backup.kept == packed(board.app.game)


def test_a_board_that_refuses_the_copy_is_asked_only_once():
    backup = Backup("5H", "6H")  # no game begins so
    board = Board(lost=1)
    watch = Watch(board, backup=backup)
    for _ in range(200):
        watch.step()
    assert board.entries == []
    assert sum(b'"restore"' in line for line in watch.asked) == 1
    assert "did not take it back: choose a game first" in watch.session.status(watch.now)["text"]
    board.start()
    watch.settle()
    assert watch.same()


def test_without_a_copy_a_board_that_lost_its_game_is_only_watched():
    watch = Watch(Board(lost=1), backup=Backup())
    for _ in range(100):
        watch.step()
    assert not watch.asked and watch.same()


def test_a_match_without_its_first_entries_is_restored_too():
    board = Board()
    board.start()
    player = Player(3)
    while board.app.game.begun() == 0 or board.app.game.length < board.app.game.begun() + 40:
        over = board.app.game.state.phase == OVER
        board.app.enter((NEXT,) if over else player.next(board.app.game.state))
        board.app.tidy()
    board.boot()
    backup = Backup()
    watch = Watch(board, backup=backup)
    for _ in range(50):
        watch.step()
    known = watch.session.mirror.game
    assert known.first() == known.begun() > 0
    lost = Board(lost=1)
    watch = Watch(lost, backup=backup)
    for _ in range(200):
        watch.step()
    assert lost.app.game.state.pack() == board.app.game.state.pack()
    assert lost.app.game.length == board.app.game.length
    lost.boot()
    assert lost.app.game.state.pack() == board.app.game.state.pack()
