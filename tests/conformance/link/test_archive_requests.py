"""A laptop asks a board for the finished games of its archive, piece by piece."""

from binascii import unhexlify

from engine_core.game.match_base import unpack_match
from engine_core.state import entries as E
from firmware.link import link_line, link_requests
from firmware.storage.archive import FINISHED, SAVED
from firmware.storage.archive_record import summary
from tests.conformance.support.archives import games, heads, opened
from tests.conformance.support.flash import TwoFlashes
from tests.conformance.support.virtual_ports import Board

SCOREBOARD = (E.START, 0, 2, 61, 0, 0, 0)
POINTS = ((0, 29), (1, 3), (0, 29), (0, 29))


def ask(board, *request):
    """Send a request; return the answers to it but for those of the beat."""
    board.link.heard()
    board.link.asked.append(link_line.encode(1, list(request)))
    board.run(300)  # the modules that answer may have to be loaded, one in each tick
    return [message for message in board.link.heard() if message[0] != "beat"]


def with_a_finished_game():
    """Return a board that has a finished game in its archive, and another one in progress."""
    board = Board(TwoFlashes())
    board.run(300)
    board.app.enter(SCOREBOARD)
    for side, points in POINTS:
        board.app.enter((E.POINTS, side, points))
    board.app.enter(SCOREBOARD)
    board.run(20)  # until that has been sent
    rest(board)
    return board


def rest(board):
    while board.app.erase_ahead():
        pass


def test_a_closed_archive_is_opened_by_the_request_which_is_then_sent_again():
    board = with_a_finished_game()
    assert [message[0] for message in ask(board, "archive", 5)] == ["failed"]
    rest(board)
    (_, identity, newest), done = ask(board, "archive", 6)
    assert len(unhexlify(identity)) == 4 and newest >= 1 and done == ["done", 6]


def test_the_archive_is_closed_30_seconds_after_the_last_request():
    board = with_a_finished_game()
    ask(board, "archive", 5)
    rest(board)
    board.run(20000)
    rest(board)
    assert board.app.keeper
    assert ask(board, "archive", 6)[-1] == ["done", 6]
    board.run(29000)
    rest(board)
    assert board.app.keeper
    board.run(1001)
    rest(board)
    assert not board.app.keeper


def test_an_open_archive_takes_the_games_that_are_left():
    board = with_a_finished_game()
    ask(board, "archive", 5)
    rest(board)
    keeper = board.app.keeper
    board.app.enter((E.POINTS, 0, 5))
    board.app.enter(SCOREBOARD)
    rest(board)
    assert board.app.keeper is keeper and len(games(board.store)) == 2


def test_the_archive_is_closed_while_the_menu_of_a_game_is_open():
    board = with_a_finished_game()
    ask(board, "archive", 5)
    rest(board)
    assert ask(board, "archive", 6)[-1] == ["done", 6] and board.app.keeper
    board.press("MENU")
    assert not board.app.keeper
    assert ask(board, "archive", 7)[-1] == ["failed", 7, "a menu is open: ask again"]
    rest(board)
    assert not board.app.keeper
    board.press("UNDO")
    rest(board)
    ask(board, "archive", 8)
    rest(board)
    assert ask(board, "archive", 9)[-1] == ["done", 9]


def test_a_finished_game_is_read_in_pieces_and_none_follows_it():
    board = with_a_finished_game()
    ask(board, "game", 5, 0, 0)
    rest(board)
    after, total = 0, 0
    while not total:
        _, number, game, at, total = ask(board, "game", 6, after, 999)[0]
        before, after = after, number
    data = b""
    while len(data) < total:
        answer, done = ask(board, "game", 6, before, len(data))
        assert answer[:5] == ["game", number, game, len(data), total] and done == ["done", 6]
        assert len(unhexlify(answer[5])) == min(64, total - len(data))
        data += unhexlify(answer[5])
    assert len(data) == total
    code, scores, _, at = summary(data)
    assert (code, list(scores)) == (0, [61, 3])
    given = [(E.POINTS, side, points) for side, points in POINTS[:3]]
    assert unpack_match(data[at:]).entries()[1:][:3] == given
    assert ask(board, "game", 8, number, 0)[0][2:] == [0, 0, 0]


def test_every_finished_game_is_found_and_each_answer_tells_how_far_it_looked():
    for before in range(6):
        board = with_a_finished_game()
        archive = opened(board.store)
        data = archive.read(heads(archive)[0], 0, 64)
        for n in range(before + 2):  # other records, and then another finished game
            kind = SAVED if n < before + 1 else FINISHED
            archive.put(kind, (9, n), archive.seen, data, len(data))
        wanted = [head.number for head in heads(archive) if head.kind == FINISHED]
        assert len(wanted) == 2
        ask(board, "game", 5, 0, 0)
        rest(board)
        found, after = [], 0
        while after < archive.newest():
            _, number, _, _, total = ask(board, "game", 6, after, 999)[0]
            if total:
                found.append(number)
            looked = number - max(after, archive.oldest() - 1)
            assert 0 < looked <= 4 and (total or looked == 4 or number == archive.newest())
            after = number
        assert found == wanted


def test_a_piece_has_64_bytes_at_most():
    board = with_a_finished_game()
    archive = opened(board.store)
    data = bytes(range(1, 140))
    archive.put(FINISHED, (9, 1), archive.seen, data, len(data))
    ask(board, "game", 5, 0, 0)
    rest(board)
    number = heads(archive)[-1].number
    for at, count in ((0, 64), (64, 64), (128, 11), (139, 0), (-1, 64)):
        answer = ask(board, "game", 6, number - 1, at)[0]
        assert answer[:2] == ["game", number] and answer[3:5] == [at, len(data)]
        piece = unhexlify(answer[5]) if answer[5:] else b""
        assert piece == data[max(at, 0) : max(at, 0) + count] and bool(answer[5:]) == bool(count)


def test_where_the_archive_takes_too_much_memory_the_game_goes_on():
    board = with_a_finished_game()
    requests = link_requests.archive_requests
    real = requests.answer
    requests.answer = _needs_more
    try:
        (said,) = ask(board, "archive", 5)
    finally:
        requests.answer = real
    assert said[:2] == ["failed", 5] and "memory" in said[2]
    assert "is being opened" in ask(board, "archive", 6)[0][2]


def _needs_more(*_):
    raise MemoryError
