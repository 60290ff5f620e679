"""The keys and the bar of a game with ranks alone (ruling G19)."""

from engine_core.count.cards import SUITLESS
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.state import entries as E
from firmware.keys.key_entry import KeyEntry
from firmware.lights.levels import BRIGHT, FAINT, WHITE
from hardware.board import BAR
from tests.conformance.support.app_boards import again, kept
from tests.conformance.support.canvases import seen
from tests.conformance.support.keying import key_game
from tests.conformance.support.kit import scale
from tests.conformance.support.player import play_out, start
from tests.conformance.support.virtual_ports import Board

SLOW = ("test_g19_whole_games_can_be_keyed",)

RANKS = (1, 2, 121, opt.RANKS_ALONE, 0)
# The pone's hand is T 6 5 J: nobs, or a flush of four or five. The dealer's is 9 4 7 8, with
# another 8 as starter: a flush of four at most.
PLAY = "8 T 9 6 4 GO GO 5 7 J 8"
CRIB = "A 2 3 K"
PONE, DEALER = 4, 12  # points without suits
NONE = (E.PASS,)


def board_of(keys=PLAY, options=0, game=RANKS):
    board = Board(step=60)
    board.start(start(game[:3] + (game[3] | options, game[4]), 1))
    board.keys(keys)
    return board


def entered(board, keys):
    """Press `keys` and return the entries that they make."""
    before = board.app.game.length
    board.keys(keys)
    return board.app.game.entries()[before:]


def ranks(text):
    """Return the entries of the ranks in `text`."""
    return [(E.CARD, SUITLESS + 4 * "A23456789TJQK".index(word)) for word in text.split()]


def suit_lights(state):
    """Return the states of the bar for ♠ ♥ ♦ in both halves of a blink: three lights each."""
    return [bar[BAR - 8 : BAR - 5] for bar in seen(state, KeyEntry())]


def test_g19_a_card_is_one_key():
    board = Board(step=60)
    board.start(start(RANKS))
    assert entered(board, "5 9") == ranks("5 9")  # the cut
    assert entered(board, "8 T 9") == ranks("8 T 9")
    assert board.app.game.state.phase == at.PLAY
    assert "ranks alone" in board.refused("S")
    assert "joker" in board_of("").refused("JK")
    again(board)


def test_g19_g21_a_deal_of_two_players_takes_13_keys():
    keys = PLAY.replace("GO GO ", "") + " " + CRIB
    board = board_of(keys, opt.GO_BY_ITSELF)
    assert len(keys.split()) == 13
    state = board.app.game.state
    assert (state.phase, state.hands_counted) == (at.SUITS, 2)
    board.keys("5")  # the next starter: the crib has no flush
    assert (state.phase, state.deal_number) == (at.PLAY, 2)


def test_g19_suit_keys_claim_nobs_and_flushes():
    claims = {"S": ((E.NOBS,), 1), "H": ((E.FLUSH, 4), 4), "D": ((E.FLUSH, 5), 6)}
    for key, (entry, points) in claims.items():
        board = board_of()
        before = board.app.game.state.scores[0]
        assert entered(board, key) == [entry]
        # The jack of a flush with the starter is nobs.
        assert board.app.game.state.scores[0] == before + PONE + points
    for key in ("ENTER", "GO"):
        board = board_of()
        assert entered(board, key) == [NONE]


def test_g19_only_what_the_ranks_allow_can_be_claimed():
    board = board_of(PLAY + " ENTER")
    assert "jack" in board.refused("S")
    assert "starter" in board.refused("D")
    for key in ("C", "JK"):
        assert "hearts" in board.refused(key)
    board.keys(CRIB)
    assert board.app.game.state.phase == at.SUITS
    assert "crib" in board.refused("H")
    assert entered(board, "D") == [(E.FLUSH, 5)]


def test_g19_the_next_card_says_that_there_is_no_flush():
    board = board_of()
    assert entered(board, "A") == [NONE, NONE] + ranks("A")  # for both hands
    again(board)
    board.keys("UNDO UNDO UNDO")
    board.keys("ENTER")
    assert entered(board, "A") == [NONE] + ranks("A")
    again(board)
    board.press("UNDO")
    board.press("UNDO")
    assert board.app.game.state.phase == at.SUITS
    assert entered(board, "H " + CRIB) == [(E.FLUSH, 4)] + ranks(CRIB)


def test_g19_with_muggins_the_next_claim_says_that_there_is_no_flush():
    board = board_of(options=opt.MUGGINS)
    board.keys("4 ENTER ENTER")  # the pone's hand
    assert board.app.game.state.phase == at.SUITS
    assert entered(board, "A") == [NONE]
    assert board.app.key_entry.text() == "1"
    assert entered(board, "2 ENTER") == [(E.CLAIM, 12)]


def test_g19_a_fifth_card_of_a_rank_is_refused_and_counts_no_hand():
    board = board_of("8 8 9 8 4 GO GO 5 7 J 8")
    assert "all four eights" in board.refused("8")
    assert board.app.game.state.phase == at.SUITS


def test_g19_the_card_after_the_last_point_is_not_entered():
    board = board_of(PLAY + " ENTER")
    state = board.app.game.state
    state.scores[1] = 121 - DEALER
    # The state is set by hand, so it must equal the one after the entries.
    board.app.game.segment().state = state.pack()
    assert entered(board, "A") == [NONE]
    assert (state.phase, state.winner) == (at.OVER, 1)


def test_g19_a_card_that_cannot_be_saved_leaves_the_count_saved():
    board = board_of(PLAY + " ENTER")
    length = board.app.game.length
    store = board.store
    program = store.program
    calls = []

    def program_once(*arguments):
        calls.append(arguments)
        if len(calls) > 1:
            raise OSError(28)
        return program(*arguments)

    store.program = program_once
    board.keys("A")
    store.program = program
    assert board.app.game.length == length + 1
    assert board.app.game.state.phase == at.CRIB
    assert entered(board, "A") == ranks("A")
    again(board)


def test_g19_the_bar_shows_which_suit_keys_claim_something():
    board = board_of()
    offered = ((WHITE, BRIGHT), (WHITE, FAINT))
    steady = ((WHITE, FAINT), (WHITE, FAINT))
    for keys, lights in (("", [1, 1, 1]), ("ENTER", [0, 1, 0]), (CRIB, [0, 0, 1])):
        board.keys(keys)
        on, off = suit_lights(board.app.game.state)
        assert list(zip(on, off)) == [offered if light else steady for light in lights]


def test_g19_claims_are_kept_undone_and_redone():
    for key in ("S", "H", "D", "ENTER"):
        board = board_of()
        before = board.app.game.state.pack()
        board.keys(key)
        kept(board, before)


def test_g19_muggins_in_the_play_is_claimed_after_a_suit_key():
    board = board_of("8 T 5", opt.MUGGINS_IN_PLAY)
    assert entered(board, "S 2 ENTER") == [(E.CLAIM, 2)]
    assert entered(board, "5") == ranks("5")
    board.keys("S 2 H A")  # the second suit key begins the number anew
    assert board.app.key_entry.text() == "1"
    board.press("UNDO")
    assert board.app.key_entry.text() == ""
    assert entered(board, "9") == ranks("9")  # the claim is given up
    assert entered(board, "JK") == [(E.MUGGINS, 1)]  # for the pair of fives
    assert "points" in board.refused("ENTER")


def test_g19_points_claimed_in_the_play_look_like_the_player_of_the_card():
    for keys, side in (("8 T", 0), ("8 T 5", 1)):
        board = board_of(keys, opt.MUGGINS_IN_PLAY)
        board.keys("S 2")
        state = board.app.game.state
        assert state.turn != side
        assert seen(state, board.app.key_entry)[0][:2] == [(side, BRIGHT)] * 2


def test_g19_whole_games_can_be_keyed():
    for options in (0, opt.MUGGINS, opt.MUGGINS_IN_PLAY):
        for code, seats in ((1, 2), (2, 3), (7, 2), (10, 2)):
            if code == 10 and options:
                continue
            target = 61 if code == 7 else 121
            game = (code, seats, target, options | opt.RANKS_ALONE, 0)
            entries = play_out(game, 5, most=scale(90, 40)).entries()
            board = Board(step=60)
            key_game(board, entries)
            assert board.app.game.entries() == entries
            again(board)


def test_g19_the_option_is_remembered_for_the_next_game():
    board = board_of()
    board.leave()
    menu = board.app.menu
    board.press("MENU")
    assert "Ranks alone: on" in menu.choices()
    # A game that needs suits does not offer it, and does not forget it.
    board.press("MENU")
    board.go_to(menu.choices().index("Noddy"))
    board.press("MENU")
    assert "Ranks alone: on" not in menu.choices()
    board.press("MENU")
    board.go_to(menu.choices().index("Traditional"))
    board.press("MENU")
    board.choose("Ranks alone: on")
    board.press("MENU")
    board.press("ENTER")
    board.press("ENTER")
    board.choose("Player 1")
    assert board.app.game.entry(0)[5] == 0
    board.leave()
    board.press("MENU")
    assert "Ranks alone: off" in board.app.menu.choices()


def test_g19_an_undone_start_leaves_the_option_on():
    board = board_of("")
    board.press("UNDO")
    other = Board(board.store, step=60)  # after a power cut
    for one in (board, other):
        one.press("MENU")
        assert "Ranks alone: on" in one.app.menu.choices()
