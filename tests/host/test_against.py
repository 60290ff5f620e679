"""A game against the board: it deals, plays the second seat, and knows only what that seat can
know."""

import asyncio
import inspect
from secrets import token_hex
from typing import get_type_hints

import pytest

from engine_core.games.phases import CRIB, OVER, PLAY, STARTER
from engine_core.records import record
from engine_core.state.entries import CARD, START
from firmware.keys import keymap
from host.analysis import tables
from host.analysis.decisions import deals_of
from host.analysis.player import EASY, STEADY, Player, ThrowView
from host.analysis.seat_view import SeatView, seen
from host.boards.against import AgainstBoard
from host.boards.dealt_game import BOARD, TARGETS, YOU
from host.boards.dealt_hands import DealtHands
from host.boards.names_file import MemoryNames
from host.boards.stores import FileStore, MemoryStore
from host.errors import BoardError


def board_of(store=None, strength=EASY):
    board = AgainstBoard(store or MemoryStore(), strength)
    board.pause = 0
    return board


def step(board, times=1):
    for _ in range(times):
        asyncio.run(board.step())
        board.tick()


def rest(board):
    """Step until the board waits for the person."""
    for _ in range(60):
        before = board.app.game.length
        if board.app.screen.has_next_count():
            board.app.press(keymap.ENTER)
        step(board)
        if board.app.game.length == before and not board.app.screen.has_next_count():
            return


def answer(board):
    """Let the person make the first possible choice; return whether there was one."""
    hand = board.hand()
    if hand["ask"] == "throw":
        board.throw(hand["cards"][:2])
    elif hand["ask"] == "go":
        board.play([])
    elif hand["ask"] == "play":
        for word in hand["cards"]:
            try:
                board.play([word])
                return True
            except BoardError:
                continue
    else:
        return False
    return True


def play_until(board, true):
    for _ in range(2000):
        rest(board)
        if true(board.app.game.state):
            return
        assert answer(board), board.app.game.state.as_dict()["phase"]
    raise AssertionError("it does not come to that")


def test_a_game_is_dealt_and_played_to_its_end():
    board = board_of()
    play_until(board, lambda state: state.phase == OVER)
    entries = board.app.game.entries()
    assert max(board.app.game.state.scores) == 121
    tags = record.start_tags(entries[0])
    assert ("Options", "Crib by owner") in tags
    _, deals = deals_of(entries)
    for deal in deals[:-1]:
        shown = [*deal.hand(0), *deal.hand(1), *deal.crib, deal.starter]
        assert len(set(shown)) == 13
        dealt = board.dealt.hands.deal(0, deal.number)
        for seat in (YOU, BOARD):
            assert set(deal.hand(seat)) | set(deal.thrown[seat]) == set(dealt.hands[seat])
    # ENTER starts the next game, as ever.
    rest(board)
    board.app.press(keymap.ENTER)
    rest(board)
    assert board.hand()["ask"] == "throw" and board.app.game.begun()


def test_the_second_seat_is_given_what_it_can_see_and_no_more():
    """Its choices have the types of a view; the same view with other hidden cards is the same."""
    assert get_type_hints(Player.play)["view"] is SeatView
    assert get_type_hints(Player.throw)["view"] is ThrowView
    assert list(inspect.signature(Player.play).parameters) == ["self", "view"]
    board = board_of(strength=STEADY)
    player, seen_views = Player(STEADY), []

    def play(view):
        dealt = board.dealt.dealt()
        told = {*view.hand, *view.own, *view.thrown, *view.others, *view.line, view.starter}
        hidden = {*dealt.kept(YOU), *dealt.thrown[YOU]} - set(board.app.game.state.laid)
        assert not told & hidden
        seen_views.append(view)
        return player.play(view)

    board._player.play = play
    play_until(board, lambda state: state.deal_number == 3)
    assert len(seen_views) >= 8


def test_a_view_has_the_same_for_all_hands_of_the_other():
    board = board_of()
    play_until(board, lambda state: state.phase == PLAY and len(state.laid) >= 2)
    held = board.dealt.held(BOARD)
    first = seen(board.app.game.state, BOARD, held, board.dealt.dealt().thrown[BOARD])
    board.dealt.dealt().hands = (tuple(range(6)), board.dealt.dealt().hands[1])
    assert seen(board.app.game.state, BOARD, held, board.dealt.dealt().thrown[BOARD]) == first


def test_what_was_taken_back_is_the_persons_to_go_on_from():
    board = board_of()
    play_until(board, lambda state: state.phase == PLAY and len(state.hand(YOU)) == 2)
    length = board.app.game.length
    board.app.press(keymap.UNDO)
    step(board, 5)
    assert board.app.game.length == length - 1
    while board.app.game.state.turn != YOU or len(board.app.game.state.hand(YOU)) == 2:
        board.app.press(keymap.UNDO)
        step(board, 2)
    assert answer(board)
    play_until(board, lambda state: state.phase == STARTER)


def test_a_game_goes_on_with_the_same_cards_after_a_restart(tmp_path):
    with FileStore(tmp_path / "against.journal") as store:
        board = board_of(store)
        play_until(board, lambda state: state.phase == PLAY and len(state.hand(YOU)) == 2)
        hand, turn = board.hand(), board.app.game.state.turn
    with FileStore(tmp_path / "against.journal") as store:
        again = board_of(store)
        step(again)
        assert again.hand() == hand and again.app.game.state.turn == turn
        play_until(again, lambda state: state.phase == CRIB or state.phase == STARTER)


def test_the_keys_lay_cards_too_and_one_that_was_not_dealt_is_taken_back():
    board = board_of()
    play_until(board, lambda state: state.phase == PLAY and state.turn == YOU)
    held = set(board.dealt.held(YOU))
    strange = next(
        one
        for one in range(52)
        if one not in held | set(board.app.game.state.laid) and one != board.app.game.state.starter
    )
    length = board.app.game.length
    board.app.enter((CARD, strange))
    step(board, 3)
    assert board.app.game.length == length and board.hand()["ask"] == "play"
    board.app.enter((CARD, min(held)))
    rest(board)
    assert board.app.game.length > length


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["5H"], "throw two of your six cards"),
        (["5H", "5H"], "throw two of your six cards"),
        (["nonsense", "5H"], "is not a card"),
    ],
)
def test_a_throw_of_other_cards_is_refused(words, why):
    board = board_of()
    rest(board)
    with pytest.raises(BoardError, match=why):
        board.throw(words)
    with pytest.raises(BoardError, match="not your turn"):
        board.play(board.hand()["cards"][:1])
    assert board.hand()["ask"] == "throw"


def test_the_board_plays_on_after_what_was_taken_back_is_left_out():
    board = board_of()
    play_until(board, lambda state: state.phase == PLAY and BOARD in bytes(state.laid_by))
    while board.app.game.state.laid_by[-1] != BOARD:
        answer(board)
        rest(board)
    laid = board.app.game.length
    while board.app.game.length >= laid:
        board.app.press(keymap.UNDO)
        board.tick()
    step(board, 3)
    assert board.app.game.length == laid - 1
    while board.app.game.can_redo():
        board.app.press(keymap.LEFT)
        board.tick()
    step(board, 3)
    assert board.app.game.length >= laid


def play_on(board, times):
    for _ in range(times):
        rest(board)
        answer(board)
    rest(board)


def cards_of(board):
    return board.app.game.state.pack(), board.hand()


def test_a_new_game_of_the_menu_is_dealt_anew_and_the_old_one_goes_on_with_its_cards(tmp_path):
    path = tmp_path / "against.journal"
    with FileStore(path) as store:
        board = board_of(store)
        play_on(board, 4)
        first, left, length = board.dealt.dealt().hands, cards_of(board), board.app.game.length
        assert length > 3
        board.app.enter((START, 1, 2, 121, 1, 0, 0))
        rest(board)
        hand = board.hand()
        assert hand["ask"] == "throw" and len(hand["cards"]) == 6
        assert board.dealt.dealt().hands != first
    with FileStore(path) as store:
        board = board_of(store)
        rest(board)
        assert board.hand() == hand
        play_on(board, 3)
        assert board.app.game.length > 2
        while board.app.game.length:
            board.app.press(keymap.UNDO)
            board.tick()
        board.app.press(keymap.UNDO)  # in the menu: back to the game that was left
        rest(board)
        assert board.app.game.length == length and cards_of(board) == left
    with FileStore(path) as store:
        board = board_of(store)
        rest(board)
        assert cards_of(board) == left
        play_on(board, 2)
        assert board.app.game.length > length


def test_another_game_of_the_menu_is_the_persons_own():
    board = board_of()
    rest(board)
    board.app.enter((4, 2, 3, 121, 0, 0, 0))
    step(board, 3)
    assert board.hand() == {"cards": [], "ask": ""}


@pytest.mark.parametrize("kept", [b"", b"nonsense", b'{"seed": 3, "throws": {"0 1 0": [1, "x"]}}'])
def test_a_damaged_file_of_hands_deals_anew(kept):
    dealt = DealtHands(MemoryNames(kept), lambda: token_hex(16)).deal(0, 1)
    assert len({*dealt.hands[0], *dealt.hands[1], dealt.starter}) == 13
    assert dealt.thrown == [(), ()]


def test_hands_are_not_to_be_foreseen():
    one, other = [DealtHands(MemoryNames(), lambda: token_hex(16)) for _ in range(2)]
    assert one.deal(0, 1).hands != other.deal(0, 1).hands
    assert one.deal(0, 1).hands != one.deal(0, 2).hands


def test_all_targets_that_have_tables_are_dealt():
    assert list(TARGETS) == tables.targets(2)
