"""Keys of only some games or options: claims, muggins, cards left over, the free crib, penalties,
points by hand, a side in the box. Undo and a restart in each."""

from engine_core.games import options as opt
from engine_core.games import penalties
from engine_core.games import phases as at
from engine_core.games.options import OPTIONS, PAYOFFS, TRACKS
from engine_core.games.penalties import PENALTIES
from engine_core.games.presets import PRESETS
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from hardware.board import HOLES
from tests.conformance.support.app_boards import board_of, kept, play_to, there_and_back
from tests.conformance.support.keying import key
from tests.conformance.support.kit import some
from tests.conformance.support.virtual_ports import Board

SLOW = ("test_every_option_can_be_switched_and_each_track_and_payoff_has_a_light",)

MUGGINS = (1, 2, 121, opt.MUGGINS, 0)
CRIB_WARS = (2, 3, 121, 0, opt.CRIB_WARS)
DEAL = "8D KH 9D 4S 7C GO GO 9C JD 2H 3C"  # worth 2 and 6
CRIB = "TC KC AS 4D"


# The menu ---------------------------------------------------------------------------------


def test_every_option_can_be_switched_and_each_track_and_payoff_has_a_light():
    board = Board(step=60)
    for row in some(PRESETS, 4):
        menu = board.app.menu
        while menu.at != PRESETS.index(row):
            board.press("RIGHT")
        board.press("MENU")
        assert menu.title() == "Options"
        names = [label for bit, label in OPTIONS if bit in row.options]
        tracks = [TRACKS[track] + " track" for track in row.tracks]
        payoffs = ["Payoff: " + name for name in PAYOFFS] * row.has_payoffs
        assert len(menu.choices()) == len(tracks + names + payoffs)
        for label in names:
            for was, now in (("off", "on"), ("on", "off")):
                board.choose(label + ": " + was)
                assert label + ": " + now in menu.choices()
        for one_of in (tracks, payoffs):
            for name in one_of[1:] + one_of[:1] * (len(one_of) > 1):
                board.choose(name + ": off")
                on = [label + ": on" for label in one_of if label + ": on" in menu.choices()]
                assert on == [name + ": on"]
                assert menu.lit()[menu.choices().index(on[0])]
        board.press("UNDO")
        assert menu.title() == "Game"


def test_g13_a_payoff_reaches_the_game_and_the_journal():
    for payoff in range(len(PAYOFFS)):
        start = (E.START, 1, 2, 121, 0, opt.MUGGINS, 0) + ((payoff,) if payoff else ())
        board = Board(step=60)
        board.start(start)
        assert board.app.game.entries() == [start]
        assert Board(board.store).app.game.state.more_options == payoff


def test_options_and_track_reach_the_game_and_a_game_to_61_is_plain():
    board = board_of((1, 2, 121, opt.MUGGINS | opt.STRICT_GO, opt.CRIB_WARS))
    assert board.app.game.entries()[0][5:] == (opt.MUGGINS | opt.STRICT_GO, opt.CRIB_WARS)
    board = Board(step=60)
    board.keys("A MENU 3 ENTER MENU")  # the Crib Wars track
    board.press("ENTER")
    assert board.app.menu.choices() == ["121 points", "61 points, on the plain track"]
    assert board.app.menu.lit() == [True, False]
    board.choose("61 points, on the plain track")
    board.choose("Player 1")
    assert board.app.game.entries()[0] == (E.START, 1, 2, 61, 0, 0, 0)


# Claims -----------------------------------------------------------------------------------


def test_a_claim_and_a_challenge_on_the_keys():
    board = board_of(MUGGINS, keys=DEAL)
    state = board.app.game.state
    assert state.phase == at.CLAIM
    for wrong in ("S", "JK"):
        assert "points" in board.refused(wrong)
    board.press("2")
    assert board.app.key_entry.text() == "2"
    board.refused("J")
    board.press("UNDO")
    assert board.app.key_entry.text() == ""
    there_and_back(board, "A ENTER")
    assert (state.phase, state.claim) == (at.CHALLENGE, 1)
    board.refused("S")
    there_and_back(board, "JK")  # the second player says muggins
    assert list(state.scores) == [1, 2 + 1]
    there_and_back(board, "6 ENTER")
    there_and_back(board, "ENTER")  # nobody does
    assert state.phase == at.CRIB
    board.keys(CRIB + " GO")  # nothing is claimed
    there_and_back(board, "JK")
    assert (state.phase, state.deal_number) == (at.STARTER, 2)
    assert list(state.scores) == [1 + 4, 3 + 6]


def test_g14_the_next_entry_says_that_nobody_calls_muggins():
    board = board_of(MUGGINS, keys=DEAL + " A ENTER")
    state = board.app.game.state
    board.keys("2")  # or a number from 20 on, for the dealer's hand
    assert (state.phase, board.app.key_entry.text()) == (at.CLAIM, "2")
    board.keys("UNDO")
    assert (state.phase, state.claim) == (at.CHALLENGE, 1)
    board.keys("GO")
    assert board.app.game.entries()[-2:] == [(E.PASS,), (E.CLAIM, 0)]
    board.keys(CRIB)
    assert [entry[0] for entry in board.app.game.entries()[-5:]] == [E.PASS] + [E.CARD] * 4
    board.keys("4 ENTER 7H")  # the next starter
    assert state.phase == at.PLAY and state.deal_number == 2
    assert board.app.game.entries()[-2:] == [(E.PASS,), (E.CARD, 6 * 4 + 1)]


def test_g14_a_key_that_cannot_be_the_next_leaves_the_claim_open():
    board = board_of(MUGGINS, keys=DEAL + " A ENTER")
    entries = board.app.game.entries()
    assert "enter your points" in board.refused("S")
    board.keys("UNDO ENTER A ENTER")
    assert "first its rank" in board.refused("GO")
    assert board.app.game.entries() == entries + [(E.PASS,), (E.CLAIM, 1)]


def test_g14_points_that_no_digit_can_follow_are_claimed_without_enter():
    for keys, points in (("3", 3), ("9", 9), ("T", 10), ("Q", 12), ("A 4", 14), ("2 9", 29)):
        board = board_of(MUGGINS, keys=DEAL)
        state = board.app.game.state
        length = board.app.game.length
        first, last = keys.split() if " " in keys else ("", keys)
        board.keys(first)  # 1 and 2 wait for a second digit
        assert board.app.game.length == length
        board.press(last)
        assert (state.phase, state.claim) == (at.CHALLENGE, points)
        # Its lights are as bright as while points are keyed, until ENTER or an answer.
        bright = board.bar()[0]
        board.press("ENTER")
        assert (state.phase, board.app.game.length) == (at.CHALLENGE, length + 1)
        assert max(board.bar()[0]) < max(bright)
        board.press("ENTER")
        assert board.app.game.entries()[-1] == (E.PASS,)


def test_g14_one_undo_takes_back_a_claim_without_enter():
    board = board_of(MUGGINS, keys=DEAL)
    state = board.app.game.state
    before = state.pack()
    board.keys("7 UNDO")
    assert state.pack() == before and board.app.key_entry.text() == ""
    board.press("RIGHT")
    assert (state.phase, state.claim) == (at.CHALLENGE, 7)
    board.press("ENTER")
    assert board.app.game.entries()[-1] == (E.PASS,)


def test_g14_one_undo_takes_back_a_stray_key_after_a_claim():
    board = board_of(MUGGINS, keys=DEAL + " 7")
    state = board.app.game.state
    before = state.pack()
    for stray in ("8", "2", "GO"):
        board.press(stray)
        assert (E.PASS,) in board.app.game.entries()[-2:]
        board.press("UNDO")
        assert state.pack() == before and board.app.key_entry.text() == ""
    board.keys("8 8 UNDO")  # the second press is refused, and taken back alone
    assert board.app.game.entries()[-2:] == [(E.PASS,), (E.CLAIM, 8)]
    board.press("UNDO")
    assert state.pack() == before


def test_g14_one_undo_takes_back_a_stray_key_that_ended_the_game():
    board = Board()
    board.start((E.START, 1, 2, 61, 1, opt.MUGGINS, 0))
    for points in (29, 28):
        board.adjust((E.POINTS, 1, points))
    board.keys("8D KH 9D 4S 7C GO GO QC JD 2H 3C GO 5")
    state = board.app.game.state
    before = state.pack()
    for stray in ("GO", "5"):
        board.press(stray)
        assert state.phase == at.OVER and board.app.game.entries()[-1] == (E.PASS,)
        board.press("UNDO")
        assert state.pack() == before


def test_g14_one_undo_takes_back_that_nobody_calls_and_that_no_suits_count():
    board = board_of((1, 2, 121, opt.MUGGINS | opt.RANKS_ALONE, 0))
    board.keys("K J T 2 3 5 GO GO 6 8 9 7")
    state = board.app.game.state
    before = state.pack()
    for stray in ("8", "2", "GO"):
        board.press(stray)
        passes = [(E.PASS,), (E.PASS,)]
        assert passes in (board.app.game.entries()[-2:], board.app.game.entries()[-3:-1])
        board.press("UNDO")
        assert state.pack() == before and board.app.key_entry.text() == ""


def test_g14_undo_takes_back_only_what_the_last_key_entered():
    board = board_of(MUGGINS, keys=DEAL + " 7 8 ENTER ENTER UNDO UNDO UNDO 8")
    assert board.app.game.entries()[-2:] == [(E.PASS,), (E.CLAIM, 8)]
    board.keys("LEFT UNDO")  # an undone entry is left out, and comes back
    assert board.app.game.entries()[-2:] == [(E.PASS,), (E.CLAIM, 8)]
    board = board_of(MUGGINS, keys=DEAL + " 7 2 A")
    assert board.app.key_entry.text() == "21"
    board.press("UNDO")
    assert (board.app.game.state.phase, board.app.game.entries()[-1]) == (at.CLAIM, (E.PASS,))
    board = board_of(MUGGINS, keys=DEAL + " 7 ENTER ENTER 8")
    board.press("UNDO")
    assert board.app.game.entries()[-1] == (E.PASS,)


def test_g14_the_next_claim_passes_a_claim_without_enter():
    board = board_of(MUGGINS, keys=DEAL + " 7 2")
    assert board.app.game.entries()[-2:] == [(E.CLAIM, 7), (E.PASS,)]
    assert (board.app.game.state.phase, board.app.key_entry.text()) == (at.CLAIM, "2")
    board = board_of(MUGGINS, keys=DEAL + " 7 6")
    assert board.app.game.entries()[-3:] == [(E.CLAIM, 7), (E.PASS,), (E.CLAIM, 6)]
    board.keys(CRIB[:1])
    assert board.app.game.state.phase == at.CRIB


def test_g14_joker_or_redo_after_a_claim_without_enter():
    board = board_of(MUGGINS, keys=DEAL)
    board.keys("7 JK")
    assert board.app.game.entries()[-1] == (E.MUGGINS, 1)
    assert board.app.key_entry.text() == ""
    board.keys("2 UNDO UNDO UNDO 7 RIGHT")
    assert board.app.game.entries()[-1] == (E.MUGGINS, 1)
    assert board.app.key_entry.text() == ""  # not points of the next claim


def test_g14_the_key_that_made_the_claim_is_refused_if_pressed_again():
    for keys in ("7", "T", "A T", "A 4", "K", "GO"):
        board = board_of(MUGGINS, keys=DEAL + " " + keys)
        entries = board.app.game.entries()
        again = keys.split()[-1]
        assert "ENTER" in board.refused(again)
        assert board.app.game.entries() == entries
        board.press("ENTER")
        board.press(again)
        assert board.app.game.entries()[len(entries)] == (E.PASS,)
        board = board_of(MUGGINS, keys=DEAL + " " + keys)
        board.refused(again)
        board.press("UNDO")
        assert board.app.game.entries() == entries


def test_g14_with_more_players_enter_claims():
    board, _ = play_to((2, 3, 121, opt.MUGGINS, 0), at.CLAIM)
    state = board.app.game.state
    board.press("7")
    assert (state.phase, board.app.key_entry.text()) == (at.CLAIM, "7")
    board.press("ENTER")
    assert (state.phase, state.claim) == (at.CHALLENGE, 7)
    board.press("ENTER")
    assert board.app.game.entries()[-1] == (E.PASS,)


def test_g14_with_more_players_their_numbers_call_muggins():
    board, _ = play_to((2, 3, 121, opt.MUGGINS, 0), at.CLAIM)
    state = board.app.game.state
    board.keys("GO")
    assert "opponent" in board.refused(str(state.turn + 1).replace("1", "A"))
    assert "number" in board.refused("JK")
    assert "number" in board.refused("9")
    caller = (state.turn + 1) % 3
    board.keys(str(caller + 1).replace("1", "A"))
    assert board.app.game.entries()[-1] == (E.MUGGINS, caller)


def test_g14_enter_alone_is_not_a_claim_and_go_claims_0():
    board = board_of(MUGGINS, keys=DEAL)
    state = board.app.game.state
    # Four stray presses, which once went past both hands.
    for _ in range(4):
        assert "GO for none" in board.refused("ENTER")
    assert (state.phase, state.hands_counted) == (at.CLAIM, 0)
    board.keys("2")
    assert "ENTER" in board.refused("GO")  # two or nothing?
    board.press("UNDO")
    there_and_back(board, "GO")
    assert (state.phase, state.claim) == (at.CHALLENGE, 0)


def test_g14_points_are_typed_as_numbers():
    for keys, points in (
        ("A 2", 12), ("2 T", 20), ("A T", 10), ("T", 10), ("J", 11), ("Q", 12), ("K", 13),
        ("9", 9), ("2 9", 29),
    ):  # fmt: skip
        board = board_of(MUGGINS, keys=DEAL)
        board.keys(keys + " ENTER")
        assert board.app.game.state.claim == points
    board = board_of(MUGGINS, keys=DEAL)
    board.keys("A")
    for key_ in "JQK":
        assert "not digits" in board.refused(key_)
    board.keys("4 ENTER")
    assert board.app.game.state.claim == 14


def test_g14_a_claim_above_the_most_of_a_hand_is_refused():
    for game, most, dealt, begun, over, keys in (
        ((2, 3, 121, opt.MUGGINS, 0), 29, "", "3", "T", "2 9 ENTER"),
        ((8, 2, 31, 0, 0), 20, "2S", "2", "A", "2 T ENTER"),
    ):
        board = board_of(game, keys=dealt) if dealt else play_to(game, at.CLAIM)[0]
        board.keys(begun)
        assert str(most) in board.refused(over)
        board.keys("UNDO " + keys)
        assert board.app.game.entries()[-1] == (E.CLAIM, most)


def test_giving_twenty_points_takes_two_keys():
    board = board_of((1, 2, 121, 0, 0), keys="8D KH")
    board.press("MENU")
    board.choose("Give points")
    board.choose("Side 2")
    board.keys("2 T")
    assert board.app.menu.choices()[board.app.menu.at] == "20"
    assert "29" in board.refused("5")
    board.keys("ENTER")
    assert board.app.game.entries()[-1] == (E.POINTS, 1, 20)


def test_g14b_points_in_the_play_are_claimed_and_called_on_the_keys():
    board = board_of((1, 2, 121, opt.MUGGINS_IN_PLAY, 0), keys="2S 8H 7D")
    state = board.app.game.state
    assert list(state.scores) == [0, 0]
    assert "ENTER" in board.refused("ENTER")
    there_and_back(board, "2 ENTER")
    assert list(state.scores) == [0, 2]
    board.keys("5H 5D")  # a pair, which is not claimed
    assert "missed" in board.refused("JK")
    there_and_back(board, "3C")
    there_and_back(board, "JK")  # of two the other one
    assert list(state.scores) == [2, 2]
    # A number of two digits is a claim; its last key with a suit is a card.
    board = board_of((1, 2, 121, opt.MUGGINS_IN_PLAY, 0), keys="2S 8H 7D A 2")
    assert board.app.key_entry.text() == "12"
    board.press("H")
    assert board.app.game.entries()[-1] == (E.CARD, 1 * 4 + 1)
    # With more than two who says it is keyed first.
    board = board_of((2, 3, 121, opt.MUGGINS_IN_PLAY, 0), keys="2S 8H 7D KH")
    assert "who calls muggins" in board.refused("JK")
    assert "missed" in board.refused("A JK")  # it is the first player's own card
    there_and_back(board, "2 JK")
    assert list(board.app.game.state.scores) == [0, 2, 0]


def test_g14b_the_last_card_is_claimed_before_the_show_on_the_keys():
    board = board_of((1, 2, 121, opt.MUGGINS_IN_PLAY, 0))
    board.keys("8D KH 9D 4S 7C GO GO QH 2D AH 2C")
    state = board.app.game.state
    assert state.phase == at.AFTER_PLAY
    there_and_back(board, "3 ENTER")
    there_and_back(board, "ENTER")
    assert state.phase == at.CRIB


def test_bar_and_link_do_not_show_the_count_before_the_claim():
    board = board_of(MUGGINS, keys=DEAL)
    board.link.heard()
    board.keys("5 ENTER")
    lit = [n for n, colour in enumerate(board.bar()) if any(colour)]
    assert lit[:5] == [0, 1, 2, 3, 4] and 5 not in lit  # the claim, not the count
    said = board.link.heard()
    entries = [message for message in said if message[0] == "entry"]
    assert [message[2:4] for message in entries] == [["claim 5", [0, 2]]]
    assert {message[0] for message in said} <= {"key_entry", "entry", "beat", "menu"}


def test_noddy_on_the_keys():
    board = board_of((8, 2, 31, 0, 0), keys="2S")
    state = board.app.game.state
    there_and_back(board, "4 ENTER")
    there_and_back(board, "GO")
    assert (state.phase, list(state.scores)) == (at.PLAY, [4, 0])
    there_and_back(board, "KH")


def test_unplayed_cards_on_the_keys():
    board = board_of((7, 2, 61, 0, 0), keys="5S KH 9S QD 2D")
    state = board.app.game.state
    assert state.phase == at.SHOW
    board.refused("ENTER")
    board.refused("KH")
    there_and_back(board, "3H")
    there_and_back(board, "7D")
    assert state.phase == at.CRIB


def test_the_free_crib_on_the_keys():
    board, player = play_to((10, 2, 121, 0, 0), at.FREE)
    state = board.app.game.state
    board.refused("GO")
    board.refused("ENTER")
    # Its cards are known, so only the starter is keyed (G17).
    before = state.pack()
    key(board, player.next(state))
    kept(board, before)
    assert state.phase == at.OVER
    board.press("ENTER")
    assert (state.phase, state.deal_number) == (at.STARTER, 1)


# By hand ----------------------------------------------------------------------------------


def test_each_penalty_on_the_keys():
    for number, (_, _, void, claim, _) in some(list(enumerate(PENALTIES, 1)), 3):
        choices = [0]
        if number == 12:
            choices = [3]
        elif void == 1:
            choices.append(1)
        elif claim:
            choices.append(2)
        for choice in choices:
            board = board_of((1, 2, 121, 0, 0), keys="8D KH")
            board.app.game.state.scores[:] = bytes((9, 9))
            entry = (E.PENALTY, number, 0, choice)
            key(board, entry)
            assert board.app.menu is None
            assert board.app.game.entries()[-1] == entry
            board.press("UNDO")
            assert board.app.game.length == 3
            board.press("RIGHT")
            assert board.app.game.entries()[-1] == entry
            assert Board(board.store).app.game.entries()[-1] == entry


def test_c6_with_three_sides_the_board_asks_who_was_wronged_or_claims_the_game():
    for entry in ((E.PENALTY, 9, 0, 0, 2), (E.PENALTY, 3, 1, 1, 0), (E.PENALTY, 11, 1, 2, 2)):
        board = board_of((2, 3, 121, 0, 0), keys="8D KH")
        key(board, entry)
        assert board.app.menu is None
        assert board.app.game.entries()[-1] == entry
        # It is in the journal too, and comes back from it.
        assert Board(board.store).app.game.entries()[-1] == entry
    board = board_of((2, 3, 121, 0, 0), keys="8D KH")
    board.press("MENU")
    for what in ("Penalty", PENALTIES[10][4], "Side 2", "Claim the game"):
        board.choose(what)
    assert board.app.menu.title() == "Who claims the game"
    assert board.app.menu.choices() == ["Side 1", "Side 3"]
    assert board.app.menu.page() == (5, 5)
    board.press("UNDO")
    assert board.app.menu.title() == "And"


def test_c6b_the_choices_of_penalties_8_12_and_14_on_the_keys():
    entries = [(E.PENALTY, 8, 1, choice) for choice in (0, 1)]
    entries += [(E.PENALTY, 8, 1, choice, 2) for choice in (3, 4)]
    entries += [(E.PENALTY, 12, 1, 3) + whom for whom in ((), (2,), (penalties.NO_GAIN,))]
    entries += [(E.PENALTY, 14, 1, choice) for choice in (0, 5, 6, 7)]
    for game, some_of in ((CRIB_WARS, entries), ((1, 2, 121, 0, 0), entries[4:5] + entries[6:])):
        for entry in some(some_of, 2):
            board = board_of(game, keys="8D KH")
            key(board, entry)
            assert board.app.menu is None and board.app.game.entries()[-1] == entry
            assert Board(board.store).app.game.entries()[-1] == entry
    board = board_of((1, 2, 121, 0, 0))
    board.press("MENU")
    board.choose("Penalty")
    board.choose(PENALTIES[13][4])
    board.choose("Side 1")
    assert board.app.menu.choices() == [
        "Out of turn: 2 points",
        "Behind the back peg",
        "Where all agree, points by hand",
        "Claim the game",
        "The game is void, the same deals",
    ]


def test_undo_goes_back_through_the_questions_of_a_penalty():
    board = board_of((1, 2, 121, 0, 0), keys="8D KH")
    before = board.snapshot()
    board.press("MENU")
    board.choose("Penalty")
    board.choose(PENALTIES[10][4])
    board.choose("Side 2")
    titles = [board.app.menu.title()]
    while board.app.menu:
        board.press("UNDO")
        if board.app.menu:
            titles.append(board.app.menu.title())
    assert titles == ["And", "Which side", "Penalty", "A game is on"]
    assert board.snapshot() == before


def test_points_are_given_and_taken_on_the_keys_in_any_game():
    board = board_of((1, 2, 121, 0, 0), keys="8D KH")
    for entry, scores in (((E.POINTS, 1, 29), [0, 29]), ((E.MINUS, 1, 14), [0, 15])):
        before = board.app.game.state.pack()
        key(board, entry)
        kept(board, before)
        assert list(board.app.game.state.scores) == scores
    board = board_of((0, 2, 121, 0, 0), NO_SEAT, "S 9 ENTER")
    before = board.app.game.state.pack()
    key(board, (E.MINUS, 0, 4))
    kept(board, before)
    assert list(board.app.game.state.scores) == [5, 0]


def test_g20_a_player_leaves_on_the_keys():
    for game, seats, best in (((2, 3, 121, 0, 0), 3, 2), ((3, 4, 121, 0, 0), 4, 0)):
        board = board_of(game, keys="8D KH")
        before = board.app.game.state.pack()
        board.press("MENU")
        board.choose("A player leaves")
        assert board.app.menu.title() == "Who leaves and ends the game"
        assert board.app.menu.choices() == ["Player %d" % n for n in range(1, seats + 1)]
        assert board.app.menu.sides() == board.app.game.state.seating.side_of
        board.press("UNDO")
        assert board.app.menu.title() == "A game is on"
        board.press("MENU")
        key(board, (E.LEAVE, 1))
        kept(board, before)
        state = board.app.game.state
        assert (state.phase, state.winner) == (at.OVER, best)
        board.press("ENTER")
        assert state.phase == at.STARTER and state.dealer == 1
    board = board_of((0, 3, 50, 0, 0), NO_SEAT, "D 9 ENTER")
    key(board, (E.LEAVE, 0))
    assert board.app.game.state.winner == 2


def test_an_answer_that_is_refused_can_be_changed():
    board = board_of(CRIB_WARS, 2)
    key(board, (E.POINTS, 2, 29))
    key(board, (E.POINTS, 2, 7))
    key(board, (E.PENALTY, 2, 0, 1))
    board.press("MENU")
    board.choose("Moved the peg in the box")
    board.choose("Side 1")
    assert board.shows_refusal() and board.app.menu.title() == "Which side"
    board.choose("Side 3")
    assert board.app.menu is None
    assert board.app.game.entries()[-1] == (E.MOVED, 2)


def test_the_menu_offers_only_what_the_game_has():
    def offered(game, dealer=1, keys=""):
        board = board_of(game, dealer, keys)
        board.press("MENU")
        return board.app.menu.choices()

    assert "Penalty" in offered((1, 2, 121, 0, 0))
    for game, dealer in (((0, 2, 121, 0, 0), NO_SEAT), ((10, 2, 121, 0, 0), 0)):
        assert "Penalty" not in offered(game, dealer)
        assert "Give points" in offered(game, dealer)
    assert "A player leaves" in offered((0, 2, 121, 0, 0), NO_SEAT)
    assert "A player leaves" not in offered((10, 2, 121, 0, 0), 0)
    assert "Give points" not in offered((1, 2, 121, 0, 0), NO_SEAT)  # nobody deals yet
    assert "Moved the peg in the box" not in offered(CRIB_WARS)


def test_a_side_in_the_box_moves_its_peg_on_the_keys():
    board = board_of(CRIB_WARS, 2)
    state = board.app.game.state
    key(board, (E.POINTS, 2, 29))
    key(board, (E.POINTS, 2, 7))  # the box at 36
    assert state.deals_out[2]
    board.press("MENU")
    board.choose("Moved the peg in the box")
    board.choose("Side 3")
    assert state.pegs_moved == 0 and board.shows_refusal()  # not in the deal of the landing
    # The question stays open, and another answer replaces the one that was refused.
    board.choose("Side 1")
    assert board.shows_refusal()
    board.press("MENU")
    assert board.app.menu is None
    key(board, (E.PENALTY, 2, 0, 1))  # deal anew
    before = state.pack()
    key(board, (E.MOVED, 2))
    kept(board, before)
    assert state.pegs_moved == 4


def test_pegs_that_moved_back_are_the_same_after_a_restart():
    # The box, the trap, the slide, the short cut, and points taken back.
    for hole in some((36, 22, 8, 32, 40), 1):
        board = board_of((1, 2, 121, 0, opt.CRIB_WARS))
        key(board, (E.POINTS, 0, 5))
        if hole > 29:
            key(board, (E.POINTS, 1, 15))
            key(board, (E.POINTS, 1, hole - 15))
        else:
            key(board, (E.POINTS, 1, hole))
        key(board, (E.MINUS if hole == 40 else E.POINTS, 1, 3))
        board.run(6000)
        other = Board(board.store, now=board.clock.now, step=60)
        other.run(60)
        board.run(60)
        assert holes(other) == holes(board), hole


def holes(board):
    """Return the states of the holes during one and a half seconds."""
    seen = set()
    for _ in range(25):
        board.run(60)
        colours = bytearray()
        for hole in range(1, HOLES + 1):
            colours.extend(bytes(board.hole(hole)))
        seen.add(bytes(colours))
    return seen
