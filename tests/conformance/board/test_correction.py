"""Keys that stand for several: Joker gives the last card to the next player, a long GO is all."""

from engine_core.count.cards import cards
from engine_core.games.options import MUGGINS_IN_PLAY, RANKS_ALONE
from engine_core.games.phases import PLAY
from engine_core.state import entries as E
from tests.conformance.support.virtual_ports import Board

TWO = (E.START, 1, 2, 121, 1, 0, 0)
THREE = (E.START, 2, 3, 121, 2, 0, 0)
# The pone lays the king and the queen. The dealer says go, which nobody keys, and the pone's three
# makes 31.
FORGOTTEN = "2H KS 8H QS 3H"


def board_at(start, text):
    board = Board()
    board.start(start)
    board.keys(text)
    return board


def keyed_in_time(start, text):
    """Return the packed state of the game in which the go was keyed."""
    return board_at(start, text).app.game.state.pack()


def test_joker_gives_the_last_card_to_the_next_player():
    board = board_at(TWO, FORGOTTEN)
    assert list(board.app.game.state.scores) == [0, 2]
    board.press("JK")
    assert list(board.app.game.state.scores) == [2, 0]
    assert board.app.game.entries()[-2:] == [(E.GO,), (E.CARD, cards("3H")[0])]
    assert board.app.game.state.pack() == keyed_in_time(TWO, "2H KS 8H QS GO 3H")


def test_joker_gives_a_card_to_the_next_of_three_players():
    board = board_at(THREE, "2H KS 8H 9S 2C")
    assert list(board.app.game.state.laid_by) == [0, 1, 2, 0]
    board.press("JK")
    assert list(board.app.game.state.laid_by) == [0, 1, 2, 1]
    board.press("JK")
    assert list(board.app.game.state.laid_by) == [0, 1, 2, 2]
    assert board.app.game.state.said_go == 0b011


def test_the_laptop_is_told_of_each_step():
    board = board_at(TWO, FORGOTTEN)
    board.link.heard()
    board.press("JK")
    assert [said[0] for said in board.link.heard() if said[0] != "beat"] == [
        "undo",
        "entry",
        "entry",
    ]


def test_undo_takes_the_card_and_the_go_back():
    board = board_at(TWO, FORGOTTEN)
    board.press("JK")
    board.keys("UNDO UNDO")
    assert board.app.game.state.pack() == keyed_in_time(TWO, "2H KS 8H QS")
    assert board.app.game.state.turn == 1


def test_a_card_that_follows_a_count_where_every_card_fits_is_not_given_away():
    board = board_at(TWO, "2H KS 8H")
    assert "every card can be played" in board.refused("JK")
    assert "last card" in board_at(TWO, "2H").refused("JK")
    assert "last card" in board_at(TWO, "2H KS 8H QS GO").refused("JK")


def test_a_rank_that_is_keyed_does_not_stay():
    board = board_at(TWO, FORGOTTEN + " 5")
    board.press("JK")
    assert board.app.key_entry.text() == ""


def test_the_menu_gives_the_card_to_the_next_player_where_joker_says_muggins():
    start = TWO[:5] + (MUGGINS_IN_PLAY, 0)
    board = board_at(start, FORGOTTEN)
    assert board.app.game.state.open_by == 1
    board.press("MENU")
    board.choose("That card was the next player's")
    assert board.app.menu is None
    assert board.app.game.state.open_by == 0


def test_the_menu_offers_it_once_a_card_is_laid_in_games_with_a_go():
    choice = "That card was the next player's"
    for start, text, offered in (
        (TWO, "2H", False),
        (TWO, "2H KS", True),
        ((E.START, 11, 2, 121, 1, 0, 0), "2H KS", False),
    ):
        board = board_at(start, text)
        board.press("MENU")
        assert (choice in board.app.menu.choices()) == offered


def test_a_card_that_ended_the_game_for_the_wrong_side_is_given_away_by_the_menu():
    board = board_at(TWO[:3] + (61,) + TWO[4:], "2H")
    for points in (29, 29, 1):
        board.adjust((E.POINTS, 1, points))
    board.keys("KS 8H QS 3H")
    assert board.app.game.state.winner == 1
    board.press("MENU")
    board.choose("That card was the next player's")
    assert board.app.game.state.phase == PLAY
    assert list(board.app.game.state.scores) == [2, 59]


def failing(after):
    """Return a board on which the card is given away while the flash fails once, after so many
    entries or moves that are saved."""
    board = board_at(TWO, FORGOTTEN)
    steps = []

    def counted(step):
        def do(*entry):
            if len(steps) == after:
                board.store.fails = 1
            steps.append(step)
            return step(*entry)

        return do

    board.app.undo = counted(board.app.undo)
    board.app.enter = counted(board.app.enter)
    board.link.heard()
    board.press("JK")
    return board, [said[1] for said in board.link.heard() if said[0] == "refused"]


def test_where_the_flash_fails_the_card_stays_where_it_was():
    before = board_at(TWO, FORGOTTEN).app.game.state.pack()
    for after in (0, 1):
        board, reasons = failing(after)
        assert board.app.game.state.pack() == before
        assert len(reasons) == 1 and "nothing has changed" in reasons[0]


def test_where_the_card_cannot_be_saved_after_the_go_the_board_asks_for_it_again():
    board, reasons = failing(2)
    assert board.app.game.state.pack() == keyed_in_time(TWO, "2H KS 8H QS GO")
    assert len(reasons) == 1 and "enter the card again" in reasons[0]
    board.keys("3H")
    assert list(board.app.game.state.scores) == [2, 0]


# 28 in the second count, so GO may be keyed; in the first everyone said go at 29.
COUNTED = "2H KS KD 9H GO GO GO JS JD 8H"


def test_g17_a_long_go_means_that_nobody_can_play():
    board = board_at(THREE, COUNTED)
    other = board_at(THREE, COUNTED + " GO GO GO")
    board.hold("GO")
    assert board.app.game.state.pack() == other.app.game.state.pack()
    assert not len(board.app.game.state.line())


def test_g17_a_long_go_that_ended_the_count_at_once_says_no_more():
    board = board_at(THREE, COUNTED + " GO GO")
    length = board.app.game.length
    board.hold("GO", 3000)
    assert board.app.game.length == length + 1
    assert not board.app.refusal


def test_g17_a_long_go_that_is_refused_is_refused_once():
    board = board_at(THREE, "2H KS")
    board.link.heard()
    board.hold("GO", 3000)
    assert len([said for said in board.link.heard() if said[0] == "refused"]) == 1
    assert board.app.game.length == 3


def test_g17_a_short_go_is_the_go_of_one_player():
    board = board_at(THREE, COUNTED)
    board.hold("GO", 500)
    assert board.app.game.state.said_go == 0b001


def test_g17_no_other_key_held_down_says_go_for_anyone():
    board = board_at(THREE, COUNTED)
    length = board.app.game.length
    board.hold("4", 3000)
    assert board.app.game.length == length and not board.shows_refusal()
    board = board_at(TWO, "2H KS 8H QS GO 3H KD JS 5S GO GO 4S")
    assert board.app.game.state.phase != PLAY
    board.hold("GO", 3000)
    assert board.app.game.state.phase != PLAY
    board = board_at(THREE, "2H KS 8H UNDO UNDO")
    for key in ("4", "JK", "ENTER"):
        board.hold(key, 900)
        assert board.app.game.length == 2 and board.app.game.undone.count == 2


def test_g16_a_long_right_with_nothing_to_redo_is_refused_once():
    board = board_at(TWO, "2H KS")
    board.link.heard()
    board.hold("RIGHT", 3000)
    assert len([said for said in board.link.heard() if said[0] == "refused"]) == 1
    board.keys("UNDO UNDO")  # of the refusal, and of the card
    assert board.app.game.length == 2
    board.hold("RIGHT", 3000)
    assert board.app.game.length == 3 and not board.app.refusal


def test_g17_joker_also_gives_a_card_past_a_seat_that_was_passed():
    # Seat 0 has said go at 24 and is passed at 25.
    board = board_at(THREE, "2S KH 9S 5D GO 3C GO GO 5C 8D 6H 6S 5H")
    assert list(board.app.game.state.laid_by)[-1] == 1
    board.press("JK")
    assert list(board.app.game.state.laid_by)[-1] == 2
    assert board.app.game.entries()[-2:] == [(E.GO,), (E.CARD, cards("5H")[0])]


def test_g16b_joker_after_an_entry_was_left_out_replaces_the_last_card():
    board = board_at(TWO, FORGOTTEN + " 2D UNDO LEFT")
    board.press("JK")
    assert not board.app.refusal
    assert board.app.game.entries()[-2:] == [(E.GO,), (E.CARD, cards("3H")[0])]
    assert board.app.game.undone.entry(0) == (E.CARD, cards("2D")[0])


# Each ends with a seat that was passed, so that the light shows the seat after it.
PASSED = (
    (THREE, "4H TC 7H QS GO 3D AH KH QH JC"),
    ((E.START, 3, 4, 121, 3, 0, 0), "TH 8D QC KD GO 3S KS 5H 4C 8H GO 3C"),
    ((E.START, 5, 6, 121, 5, 0, 0), "7C 8D QC KD GO 3D TH 3S JD 5H"),
)


def test_g17_one_go_is_enough_after_a_seat_that_was_passed():
    for start, text in PASSED:
        board = board_at(start, text)
        state = board.app.game.state
        assert state.passed
        lit = state.turn
        assert not state.said_go >> lit & 1
        board.press("GO")
        assert state.said_go >> lit & 1 and state.turn != lit


# Corrections (ruling G16) -----------------------------------------------------------------


def test_g16_a_wrong_card_seen_two_cards_later_costs_seven_keys():
    board = board_at(TWO, "2H KS 8H QS 3D")
    board.keys("UNDO UNDO UNDO 8D RIGHT RIGHT")
    assert board.app.game.state.pack() == keyed_in_time(TWO, "2H KS 8D QS 3D")
    assert not board.app.game.can_redo()


def test_g16_a_long_right_redoes_all_that_is_still_allowed():
    played = "5H KH 9S 4D 8C KD 9D QS GO 2H"
    board = board_at(TWO, played)
    for _ in range(10):
        board.press("UNDO")
    board.keys("5 D")
    board.hold("RIGHT")
    board.run(900)
    assert board.app.game.state.pack() == keyed_in_time(TWO, played.replace("5H", "5D"))


def test_g16_a_long_right_stops_where_an_entry_is_no_longer_allowed():
    board = board_at(TWO, "2S KH 9S 4D 8C 5H")
    board.keys("UNDO UNDO UNDO UNDO 8C")
    board.hold("RIGHT")
    assert board.app.game.length == 5 and board.shows_refusal()
    assert "eight of clubs" in board.app.refusal[0]
    assert board.app.game.undone.count == 2


def test_g16_any_key_ends_a_long_right():
    board = board_at(TWO, "2S KH")
    board.app.redoing = True
    board.press("MENU")
    assert not board.app.redoing


def test_g16_a_start_with_another_target_keeps_the_cards():
    board = board_at(TWO, "2S KH 9S")
    board.keys("UNDO UNDO UNDO UNDO")
    assert board.app.menu
    board.start((E.START, 1, 2, 61, 1, 0, 0))
    board.keys("RIGHT RIGHT RIGHT")
    assert board.app.game.entries()[1:] == [(E.CARD, card) for card in cards("2S KH 9S")]
    assert board.app.game.state.target == 61


def test_g16b_a_card_that_replaced_another_is_given_to_the_next_player():
    board = board_at(TWO, "2H KS 8H QS 2C")
    board.keys("UNDO 3H JK")
    assert board.app.game.state.pack() == keyed_in_time(TWO, "2H KS 8H QS GO 3H")
    assert not board.app.game.can_redo()


SCORES = (E.START, 0, 2, 121, 0, 0, 0)
RANKS = (E.START, 1, 2, 121, 1, RANKS_ALONE, 0)
BATTLE = (E.START, 11, 2, 121, 1, 0, 0)
# The game, the keys as they should have been, those that were pressed, and the correction.
CORRECTED = (
    (TWO, "9S KD QD 6H GO 4H GO", "9S KD QD 6H 4H GO", "UNDO UNDO GO"),
    (BATTLE, "9S GO KD GO 6H", "9S KD GO 6H", "UNDO UNDO UNDO GO"),
    (RANKS, "9 5 5 4", "9 7 5 4", "UNDO UNDO UNDO 5"),
    (SCORES, "S 2 ENTER 2 ENTER", "S 4 ENTER 2 ENTER", "UNDO UNDO S 2 ENTER"),
    (TWO, "2H KS 8H QS AC", "2H KS 8H 2D QS AC", "UNDO UNDO UNDO LEFT"),
    (BATTLE, "9S KD GO 6H", "9S GO KD GO 6H", "UNDO UNDO UNDO UNDO LEFT"),
)


def same_game(board, other):
    """Compare two boards' games, also as they are after a power cut."""
    assert board.app.game.entries() == other.app.game.entries()
    for each in (board, Board(board.store)):
        assert each.app.game.length == other.app.game.length
        assert each.app.game.state.pack() == other.app.game.state.pack()


def test_g16b_a_correction_and_a_long_right_make_the_game_entered_right():
    for start, right, pressed, correction in CORRECTED:
        board = board_at(start, pressed)
        board.keys(correction)
        board.hold("RIGHT")
        same_game(board, board_at(start, right))


def left_out(board):
    return [E.text(entry) for entry in board.app.game.undone.left_out()]


def test_g16b_what_a_correction_replaced_comes_back_after_a_power_cut():
    board = board_at(TWO, "2H KS 8H QS")
    board.keys("UNDO UNDO 8D")
    board = Board(board.store)
    assert left_out(board) == ["8H"]
    board.keys("UNDO")
    board = Board(board.store)
    board.keys("LEFT RIGHT RIGHT")
    same_game(board, board_at(TWO, "2H KS 8H QS"))


def test_g16b_what_left_left_out_comes_back_by_undo_after_a_power_cut():
    board = board_at(TWO, "2H KS 8H QS")
    board.keys("UNDO UNDO LEFT LEFT")
    board = Board(board.store)
    assert left_out(board) == ["8H", "QS"] and board.app.game.length == 3
    board.keys("UNDO")
    board = Board(board.store)
    board.keys("UNDO")
    board.hold("RIGHT")
    same_game(board, board_at(TWO, "2H KS 8H QS"))


def test_g16b_left_does_nothing_where_nothing_was_taken_back():
    board = board_at(TWO, "2H KS")
    assert "nothing to leave out" in board.refused("LEFT")


def test_g16b_a_rank_that_is_keyed_stays_where_an_entry_is_left_out():
    board = board_at(TWO, "2H KS 8H QS UNDO UNDO")
    board.keys("8 LEFT D")
    assert board.app.game.entries()[-1] == (E.CARD, cards("8D")[0])


def test_g16b_left_is_not_kept_where_the_flash_fails():
    board = board_at(TWO, "2H KS 8H QS UNDO UNDO")
    board.store.fails = 1
    assert "could not be saved" in board.refused("LEFT")
    board.keys("RIGHT RIGHT")
    same_game(board, board_at(TWO, "2H KS 8H QS"))


def test_g16b_the_text_of_an_entry_that_stops_names_the_key_that_leaves_it_out():
    board = board_at(TWO, "2S KH 9S 4D 8C 5H")
    board.keys("UNDO UNDO UNDO UNDO 8C")
    board.hold("RIGHT")
    assert "left arrow" in board.app.refusal[0]
    board.keys("LEFT")
    board.hold("RIGHT")
    same_game(board, board_at(TWO, "2S KH 8C 4D 5H"))
