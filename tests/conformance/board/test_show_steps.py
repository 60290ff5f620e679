"""The hands one after another at the show: ENTER, the option Show by itself, the last counts."""

from engine_core.count.cards import cards
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.state.entries import CARD
from firmware.keys import keymap
from firmware.keys.key_entry import KeyEntry
from firmware.menus.last_counts import last_counts
from hardware.board import BAR
from tests.conformance.support.app_boards import again, play_to
from tests.conformance.support.canvases import seen
from tests.conformance.support.player import start
from tests.conformance.support.virtual_ports import Board

PLAY = "8D KH 9D 4S 7C GO GO 9C JD 2H 3C"  # worth 2 and 6 at the show
CRIB = "TC KC AS 4D"
TWO = (1, 2, 121, 0, 0)
THREE = (2, 3, 121, 0, 0)
LONG = 20000  # ms


def played(keys=PLAY, options=0, game=TWO, **more):
    board = Board(**more)
    board.start(start(game[:3] + (options, game[4]), 1))
    board.keys(keys)
    return board


def counted(board):
    """Return the side and the points of the hand on the bar, or None."""
    return board.app.screen._pegs.counted()


def lights(board):
    """Return how many lights at the left end of the bar have one colour."""
    bar = board.bar()
    return len([n for n in range(BAR - 1) if bar[: n + 1].count(bar[0]) == n + 1 and any(bar[0])])


def messages(board, name):
    return [said for said in board.link.heard() if said[0] == name]


def test_the_pones_count_stays_until_enter():
    board = played()
    assert board.app.game.state.phase == at.CRIB
    board.run(LONG)
    assert counted(board) == (0, 2) and lights(board) == 2
    dealer = board.app.game.state.scores[1]
    assert not any(board.hole(dealer))  # the dealer's peg moves when that hand is shown
    board.link.heard()
    board.press("ENTER")
    board.run(1000)
    assert counted(board) == (1, 6) and lights(board) == 6
    assert any(board.hole(dealer))
    assert messages(board, "step") == [["step"]]
    board.run(LONG)
    assert counted(board) is None  # nothing follows, and the board asks for the crib
    assert board.app.game.length == len(PLAY.split()) + 1


def test_enter_shows_a_count_without_the_peg_that_moves_before_it():
    board = played(PLAY[:-3])
    board.app.enter((CARD, cards("3C")[0]))  # one for the last card, then the hands
    assert counted(board) is None and board.app.screen.has_next_count()
    board.app.press(keymap.ENTER)
    assert counted(board) == (0, 2)


def test_the_light_at_the_end_blinks_while_another_hand_follows():
    board = played()
    board.run(3000)
    seen = set()
    for _ in range(30):
        board.run(30)
        seen.add(board.bar()[BAR - 1])
    assert len(seen) == 2
    board.press("ENTER")
    board.run(600)
    steady = board.bar()[BAR - 1]
    for _ in range(10):
        board.run(30)
        assert board.bar()[BAR - 1] == steady


def test_any_other_key_goes_on_with_the_game():
    board = played(PLAY + " TC")
    assert counted(board) is None
    assert bytes(board.app.game.state.crib) == bytes((38 + 1,))
    board = played()
    board.press("UNDO")
    assert counted(board) is None and board.app.game.state.phase == at.PLAY
    board = played()
    board.press("MENU")
    assert board.app.menu and counted(board) is None


def test_enter_steps_through_three_hands():
    board, _ = play_to(THREE, at.CRIB)
    hands = last_counts(board.app.game)
    assert len(hands) == 3
    for n, hand in enumerate(hands):
        board.run(LONG if n < 2 else 600)
        assert counted(board) == hand
        if n < 2:
            board.press("ENTER")


def test_the_option_shows_hand_after_hand_with_pauses():
    board = played(options=opt.SHOW_BY_ITSELF)
    board.run(1500)
    assert counted(board) == (0, 2)
    board.run(1500)
    assert counted(board) == (1, 6)
    board.run(LONG)
    assert counted(board) is None
    # It is remembered, also for a game that is started anew.
    board.leave()
    board.press("MENU")
    assert "Show by itself: on" in board.app.menu.choices()


def test_g23_the_bar_shows_whose_cards_of_the_crib_are_entered():
    board = played(options=opt.CRIB_BY_OWNER)
    state = board.app.game.state
    for keys, side in (("", 1), ("TC", 1), ("KC", 0), ("AS", 0)):
        board.keys(keys)
        bright, faint = seen(state, KeyEntry())
        groups = [bright[4 * place][0] for place in range(4)]
        assert groups == [1, 1, 0, 0]
        blinking = [n for n in range(BAR) if bright[n] != faint[n]]
        first = 4 * len(state.crib)
        assert blinking[:3] == [first, first + 1, first + 2]
        assert bright[blinking[-1]][0] == side  # the seat
    assert board.app.game.state.thrower(3) == 0
    board.keys("UNDO UNDO")
    assert board.app.game.state.thrower(len(board.app.game.state.crib)) == 1
    board.leave()
    board.press("MENU")
    assert "Crib by owner: on" in board.app.menu.choices()


def test_g23_a_game_of_three_does_not_get_the_option_of_two():
    board = Board()
    board.choose("Backward")
    board.press("MENU")
    board.choose("Crib by owner: off")
    board.press("MENU")
    board.choose("3 players")
    board.press("MENU")
    assert not [text for text in board.app.menu.choices() if text.startswith("Crib by owner")]
    board.keys("MENU ENTER")
    assert board.app.game.state.seats == 3 and board.app.game.state.all_options() == 0


def test_the_option_reaches_the_journal_beside_a_payoff():
    board = Board(step=60)
    entry = start(TWO[:3] + (opt.SHOW_BY_ITSELF | opt.MUGGINS, 0), 1)
    board.start(entry[:7] + (entry[7] | 2,))
    state = again(board).app.game.state
    assert state.all_options() == opt.SHOW_BY_ITSELF | opt.MUGGINS
    assert state.more_options & opt.PAYOFF_BITS == 2


def test_the_last_counts_are_shown_again_from_the_menu():
    board = played(PLAY + " " + CRIB)
    board.run(LONG)
    assert counted(board) is None
    before = board.app.game.state.pack()
    board.press("MENU")
    board.link.heard()
    board.choose("The last counts")
    assert messages(board, "counts") == [["counts"]]
    assert board.app.menu is None
    shown = [counted(board)]
    for _ in range(2):
        board.run(LONG)
        assert counted(board) == shown[-1]
        board.press("ENTER")
        shown.append(counted(board))
    assert shown == last_counts(board.app.game) and shown[:2] == [(0, 2), (1, 6)]
    board.run(LONG)
    assert counted(board) is None
    assert board.app.game.state.pack() == before
    # A board that is switched on again shows them too.
    other = again(board)
    other.press("MENU")
    other.choose("The last counts")
    assert counted(other) == (0, 2)


def test_the_last_counts_are_those_of_one_deal():
    board = played(PLAY + " " + CRIB + " " + PLAY)
    assert last_counts(board.app.game)[:2] == [(1, 2), (0, 6)]
    assert len(last_counts(board.app.game)) == 2


def test_there_are_no_counts_before_a_show():
    board = played("8D KH")
    board.press("MENU")
    board.go_to(board.app.menu.choices().index("The last counts"))
    assert "no hand" in board.refused("ENTER")


def test_a_count_that_waits_for_enter_does_not_keep_the_board_busy():
    board = played()
    assert board.app.screen.moving()
    board.run(3000)
    assert not board.app.screen.moving()  # so that the board does its work for quiet times
    board.press("ENTER")
    assert board.app.screen.moving()
    board.run(LONG)
    assert not board.app.screen.moving()


def test_a_game_is_won_on_the_lights_after_the_last_count():
    board = played("", game=(1, 2, 61, 0, 0))
    for points in (29, 27):
        board.adjust((2, 1, points))
    board.keys(PLAY)  # the dealer's six points win
    assert board.app.game.state.phase == at.OVER
    board.run(LONG)
    assert counted(board) == (0, 2)
    board.press("ENTER")
    assert board.app.game.state.phase == at.OVER
    board.run(1000)
    assert counted(board)[0] == 1
    board.run(LONG)
    board.press("ENTER")
    assert board.app.game.state.phase == at.STARTER


def test_g19_enter_shows_the_question_for_the_next_hand_and_answers_it_then():
    # The pone keeps T T 4 4, which have neither nobs nor a flush, and the dealer 6 5 2 3.
    board = played("9 T 6 T 2 GO 3 4 5 4", options=opt.RANKS_ALONE)
    state = board.app.game.state
    assert (state.phase, state.turn) == (at.SUITS, 1)
    board.run(LONG)
    assert counted(board)[0] == 0
    board.press("ENTER")
    assert counted(board) is None and state.phase == at.SUITS
    board.press("ENTER")
    assert state.phase == at.CRIB
    # A suit key needs no ENTER before it.
    board = played("9 T 6 T 2 GO 3 4 5 4 H", options=opt.RANKS_ALONE)
    assert board.app.game.state.phase == at.CRIB
    # A hand whose suits were asked for has been seen.
    board = played("8 T 9 6 4 GO GO 5 7 J 8 ENTER ENTER", options=opt.RANKS_ALONE)
    assert board.app.game.state.phase == at.CRIB
