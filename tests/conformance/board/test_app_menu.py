"""The menus, on the keys alone: every game, every number of players, target, dealer, option."""

from engine_core.games.dealers import LOSER, MATCH, SEAT, WINNER
from engine_core.games.options import GO_BY_ITSELF, MUGGINS, OPTIONS, RANKS_ALONE, entry_options
from engine_core.games.penalties import PENALTIES, PLAIN, VOID, choices
from engine_core.games.phases import CUT, OVER, PLAY, STARTER
from engine_core.games.presets import PRESETS, SCOREBOARD, Preset, named
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.state.entries import NEXT, POINTS, START
from firmware.menus.game_questions import choice_names
from hardware.board import BAR
from tests.conformance.support.kit import some
from tests.conformance.support.player import GAMES, OPTED, start
from tests.conformance.support.virtual_ports import Board

DEALT = [game for game in GAMES if game[0] != 0 and game[1] > 1]


def test_every_game_can_be_started_from_the_keys():
    board = Board()
    for game in some(GAMES, 6):
        board.start(start(game))
        assert board.app.menu is None
        assert board.app.game.entries() == [start(game)]


def test_a_number_chooses_so_many_players():
    board = Board()
    board.choose("Scoreboard")
    assert board.app.menu.title() == "Players"
    for count in ("4", "2", "3"):
        board.press(count)
        assert board.app.menu.choices()[board.app.menu.at] == count + " players"
    for count in ("A", "5"):
        assert "choose a light" in board.refused(count)
    board.keys("ENTER A")
    assert board.app.menu.choices()[board.app.menu.at] == "1 point"
    board.keys("A T ENTER")
    assert board.app.game.entries()[0][1:4] == (named("Scoreboard").code, 3, 110)


def test_only_the_target_of_the_scoreboard_is_a_number():
    for name in ("Traditional", "Scoreboard"):
        board = Board()
        board.choose(name)
        asks = []
        while board.app.menu:
            if board.app.menu.takes_number():
                asks.append(board.app.menu.title())
            board.press("ENTER")
        assert asks == ["Play to"] * (name == "Scoreboard")


def test_every_dealer_can_be_chosen():
    board = Board()
    for game in [DEALT[0], DEALT[2], DEALT[-1]]:
        for dealer in list(range(game[1])) + [NO_SEAT]:
            board.start(start(game, dealer))
            assert board.app.game.entries() == [start(game, dealer)]
            assert board.app.game.state.phase == (CUT if dealer == NO_SEAT else STARTER)


def test_g17_solitaire_does_not_ask_who_deals():
    board = Board()
    board.choose("Solitaire")
    assert board.app.menu is None
    assert board.app.game.state.phase == STARTER
    assert board.app.game.entries() == [(START, 10, 2, 121, NO_SEAT, 0, 0)]


def test_every_option_can_be_chosen_and_cleared():
    row = PRESETS[0]
    for bit, label in OPTIONS:
        if bit in row.options:
            board = Board()
            board.keys("A MENU")
            board.choose(label + ": off")
            board.choose(label + ": on")
            board.choose(label + ": off")
            board.keys("MENU ENTER ENTER ENTER")
            also = GO_BY_ITSELF if bit == RANKS_ALONE else 0
            assert entry_options(board.app.game.entry(0)) == bit | also


def counts(menu):
    return menu.count() == len(menu.choices()) == len(menu.lit())


def test_the_number_of_choices_is_known_without_their_names():
    board = Board()
    board.go_to(board.app.menu.choices().index("Scoreboard"))
    while board.app.menu:
        assert counts(board.app.menu), board.app.menu.title()
        assert not any(board.app.menu.lit())  # nothing is on or off here
        board.press("ENTER")
    board.start(start(DEALT[0], 0))
    board.keys("5D")
    for what in ("Give points", "A hand is short or long"):
        board.press("MENU")
        board.choose(what)
        while board.app.menu:
            assert counts(board.app.menu), board.app.menu.title()
            board.press("ENTER")


def test_enter_alone_starts_the_usual_game():
    board = Board()
    assert board.app.menu.title() == "Game"
    board.keys("ENTER ENTER ENTER")
    row = PRESETS[0]
    first = (START, row.code, row.players()[0], row.targets[0], NO_SEAT, 0, 0)
    assert board.app.game.entries() == [first]


def test_arrows_wrap_around():
    board = Board()
    count = len(PRESETS)
    for n in range(1, count + 1):
        board.press("RIGHT")
        assert board.app.menu.at == n % count
    for n in range(1, count + 1):
        board.press("LEFT")
        assert board.app.menu.at == -n % count


def test_a_number_key_moves_to_that_choice():
    board = Board()
    for n, key in enumerate("2345"):
        board.press(key)
        assert board.app.menu.at == n + 1
    # Twelve and thirteen are typed as digits; a number without a choice begins a new one.
    for keys, number in (("A 2", 12), ("3", 3), ("A 3", 13), ("T", 10), ("Q", 12), ("A T", 10)):
        board.keys("LEFT " + keys)
        assert board.app.menu.at == number - 1
    # A jack is no digit, so it is the eleventh; and any other key ends a number.
    for keys, number in (("A J", 11), ("2 K", 13), ("A LEFT 2", 2), ("A UNDO 3", 3)):
        board.keys("LEFT " + keys)
        assert board.app.menu.at == number - 1, keys
    for other in ("S", "H", "GO", "JK"):
        board.keys("LEFT A")
        board.refused(other)
        board.press("2")
        assert board.app.menu.at == 1, other
    board.keys("LEFT A ENTER")
    assert board.app.menu.title() != "Game"
    before = board.app.menu.to_wire()
    board.refused("K")
    board.refused("S")
    board.refused("GO")
    board.refused("JK")
    assert board.app.menu.to_wire() == before


def test_undo_goes_back_to_the_previous_question_and_its_choice():
    board = Board()
    places = [n for n, row in enumerate(PRESETS) if len(row.players()) > 1]
    for _ in range(places[0]):
        board.press("RIGHT")
    board.press("ENTER")
    assert board.app.menu.title() == "Players"
    board.keys("RIGHT ENTER")
    asked = board.app.menu.title()
    assert asked != "Players"
    board.press("UNDO")
    assert (board.app.menu.title(), board.app.menu.at) == ("Players", 1)
    board.press("UNDO")
    assert (board.app.menu.title(), board.app.menu.at) == ("Game", places[0])


def test_without_a_game_undo_does_not_leave_the_menu():
    board = Board()
    board.refused("UNDO")
    assert board.app.menu


def test_garbage_may_be_collected_once_a_menu_is_opened_replaced_or_closed():
    board = Board()
    board.start(start(DEALT[0], 1))
    for act, changed in (
        (lambda: board.keys("MENU"), True),
        (lambda: board.keys("RIGHT LEFT"), False),
        (lambda: board.keys("UNDO"), True),
        (board.leave, True),
    ):
        board.app.changed = False
        act()
        assert board.app.changed == changed
    board.app.changed = False
    board.keys("MENU")  # the options of the same menu
    assert not board.app.changed


def test_opening_the_menu_does_not_change_the_game():
    board = Board()
    board.start(start(DEALT[0], 1))
    board.keys("8D KH 9")
    before = board.snapshot()
    for way in ("MENU MENU", "MENU UNDO", "MENU ENTER", "MENU RIGHT LEFT ENTER", "MENU LEFT UNDO"):
        board.keys(way)
        assert board.app.menu is None
        assert board.snapshot() == before
    board.leave()
    board.keys("RIGHT ENTER RIGHT")
    assert board.snapshot() == before
    # All the way back out of the new game's questions.
    for _ in range(9):
        if board.app.menu:
            board.press("UNDO")
    assert board.app.menu is None
    assert board.snapshot() == before
    board.keys("9S")
    assert board.app.game.length == 4
    assert board.app.game.state.phase == PLAY


def test_opening_the_menu_clears_a_typed_rank():
    board = Board()
    board.start(start(DEALT[0], 1))
    board.keys("8D 9 MENU MENU")
    assert board.app.key_entry.text() == ""
    assert "rank" in board.refused("S")


def test_a_new_game_replaces_the_current_one():
    board = Board()
    board.start(start(DEALT[0], 1))
    board.keys("8D KH")
    board.start(start(OPTED[0], 0))
    assert board.app.game.entries() == [start(OPTED[0], 0)]
    again = Board(board.store)
    assert again.app.game.entries() == [start(OPTED[0], 0)]


def test_points_may_be_given_and_taken_by_hand():
    board = Board()
    board.start(start(DEALT[0], 1))
    board.keys("8D MENU")
    board.choose("Give points")
    board.choose("Side 2")
    board.choose("9 points" if "9 points" in board.app.menu.choices() else "9")
    assert list(board.app.game.state.scores) == [0, 9]
    assert board.app.menu is None
    board.press("UNDO")
    assert list(board.app.game.state.scores) == [0, 0]


def test_the_chosen_light_blinks_and_each_question_looks_different():
    board = Board()
    looks = []
    for _ in range(3):
        frames = []
        for _ in range(2):
            frames.append(board.strip.last)
            board.run(400)
        assert frames[0] != frames[1]
        looks.append(sorted(frames))
        board.press("ENTER")
    assert looks[0] != looks[1] != looks[2] != looks[0]


def test_the_scoreboard_asks_for_no_dealer():
    for row in PRESETS:
        if row.machine == SCOREBOARD:
            board = Board()
            board.choose(row.name)
            asked = []
            while board.app.menu:
                asked.append(board.app.menu.title())
                board.press("ENTER")
            assert "First dealer" not in asked


def test_more_games_than_rank_keys_are_chosen_by_number_and_shown_in_pages():
    before = list(PRESETS)
    try:
        for n in range(len(before), BAR + 2):
            PRESETS.append(Preset(200 + n, "Club " + str(n), PRESETS[0].deals[0]))
        board = Board()
        board.keys("A 5")
        assert board.app.menu.at == 14
        # Those after the first 31 have their own lights, and the one chosen blinks.
        board.go_to(BAR)
        seen = []
        for _ in range(40):
            board.run(30)
            seen.append(board.bar())
        blinks = [n for n in range(BAR) if len({bar[n] for bar in seen}) > 1]
        assert blinks == [0]
        assert any(seen[0][1]) and not any(seen[0][2])
        board.keys("RIGHT ENTER ENTER ENTER")
        assert board.app.game.state.preset is PRESETS[-1]
    finally:
        PRESETS[:] = before


def test_the_target_of_the_scoreboard_can_be_typed():
    for keys, target in (("", 121), ("6 A", 61), ("A T T", 100), ("5", 5), ("A 2 A", 121)):
        board = Board()
        board.choose("Scoreboard")
        board.choose("2 players")
        assert board.app.menu.title() == "Play to"
        board.keys(keys + " ENTER")
        assert board.app.game.entries()[0] == (START, 0, 2, target, NO_SEAT, 0, 0)
    board = Board()
    board.choose("Scoreboard")
    board.choose("2 players")
    board.keys("A 2")
    assert "121" in board.refused("2")
    # It is seen on the holes.
    board.press("UNDO")
    board.press("ENTER")
    board.keys("4 7")
    board.run(400)
    assert board.lit() == list(range(1, 48))


def test_g18_four_cut_for_partners_on_the_keys():
    for code, target in ((3, 121), (12, 121), (9, 121)):
        board = Board()
        board.start((START, code, 4, target, PARTNERS, 0, 0))
        board.keys("5H 2H KD")
        assert board.app.game.state.phase == CUT
        board.keys("9S")
        assert board.app.game.state.dealer == 1
    board = Board()
    board.choose("Traditional")
    board.choose("121 points")
    assert "Cut for partners too" not in board.app.menu.choices()


def test_a_new_game_is_asked_for_twice_and_undo_returns_to_the_one_that_was_left():
    board = Board()
    board.start(start(DEALT[0], 1))
    board.keys("8D KH")
    left = board.snapshot()
    board.press("MENU")
    board.choose("New game")
    assert board.app.menu.title() == "Leave this game"
    board.press("ENTER")  # the light is on the way back
    assert board.app.menu is None and board.snapshot() == left
    board.start(start(DEALT[0], 0))
    board.keys("5H")
    # Undone to its start, and once more in the start menu; the power may go meanwhile.
    board.keys("UNDO UNDO")
    board = Board(board.store)
    assert board.app.menu and not board.app.game.length
    board.press("UNDO")
    assert board.app.menu is None and board.snapshot() == left
    board = Board(board.store)
    assert board.snapshot() == left
    board.keys("9D")
    assert board.app.game.length == 4


def test_a_game_that_is_over_is_left_without_a_question():
    board = Board()
    board.start((START, 0, 2, 61, 0, 0, 0))
    while board.app.game.state.phase != OVER:
        board.app.enter((POINTS, 0, 29))
    board.press("MENU")
    board.choose("New game")
    assert board.app.menu.kind == "start"


def test_the_next_game_may_have_other_options_and_the_match_goes_on():
    board = Board()
    board.start((START, 1, 2, 61, 1, 0, 0))
    for points in (29, 29, 3):
        board.app.enter((POINTS, 0, points))
    state = board.app.game.state
    assert state.phase == OVER
    board.press("MENU")
    board.choose("Next game with other options")
    board.choose("Muggins: off")
    board.press("MENU")
    assert board.app.menu.title() == "Play to"
    board.press("ENTER")
    state = board.app.game.state
    assert board.app.menu is None and state.phase == STARTER
    assert board.lit() == []  # the pegs are back at the start
    assert (state.options, state.target, state.dealer) == (MUGGINS, 61, 1)
    assert list(state.games) == [1, 0]
    board.press("UNDO")
    assert state.phase == OVER and list(state.games) == [1, 0]
    board.keys("RIGHT")
    # In a game it is not offered.
    board.press("MENU")
    assert "Next game with other options" not in board.app.menu.choices()


def test_g15_who_deals_the_next_game_is_chosen_on_the_keys():
    for who, how_long, choice, dealer in (
        ("The loser", "This game", LOSER, 1),
        ("The winner", "Every game of the match", WINNER | MATCH, 0),
        ("Player 1", "This game", SEAT, 0),
    ):
        board = Board()
        board.start((START, 1, 2, 61, 1, 0, 0))
        board.press("MENU")
        assert "Who deals the next game" not in board.app.menu.choices()
        board.press("MENU")
        for points in (29, 29, 3):
            board.app.enter((POINTS, 0, points))
        board.press("MENU")
        board.choose("Who deals the next game")
        board.choose(who)
        board.choose(how_long)
        assert board.app.menu is None and board.app.game.state.phase == STARTER
        assert board.app.game.entries()[-1] == (NEXT, choice)
        assert board.app.game.state.dealer == dealer
        again = Board(board.store).app.game
        assert again.entries()[-1] == (NEXT, choice)
    board = Board()
    board.start((START, 1, 2, 61, 1, 0, 0))
    for points in (29, 29, 3):
        board.app.enter((POINTS, 0, points))
    board.press("MENU")
    board.choose("Who deals the next game")
    board.choose("Cut again")
    board.choose("Every game of the match")
    assert board.app.game.state.phase == CUT
    board.keys("5H 2D")
    assert board.app.game.state.dealer == 1
    # The choice for the match also holds for a game with other options.
    for points in (29, 29, 3):
        board.app.enter((POINTS, 0, points))
    board.press("MENU")
    board.choose("Next game with other options")
    board.keys("MENU ENTER")
    assert board.app.game.state.phase == CUT


def test_what_the_table_may_choose_for_a_penalty_has_a_name_that_fits_it():
    plain = choice_names(1)[0]
    for number in range(1, len(PENALTIES) + 1):
        names = choice_names(number)
        assert len(set(names)) == len(names) == len(choices(number))
        for choice, name in zip(choices(number), names):
            if choice == PLAIN:
                own = {8: "The dealer's card", 14: "Out of turn: 2 points"}
                assert name == own.get(number, plain)
            elif choice == VOID:
                own = {8: "The dealer's card, deal anew"}
                assert name == own.get(number, "Deal anew")


def test_the_menu_for_other_options_can_be_left():
    board = Board()
    board.start((START, 1, 2, 61, 1, 0, 0))
    for points in (29, 29, 3):
        board.app.enter((POINTS, 0, points))
    length = board.app.game.length
    board.press("MENU")
    board.choose("Next game with other options")
    board.keys("UNDO UNDO")
    assert board.app.menu is None and board.app.game.length == length


def test_undo_before_an_undone_start_goes_to_the_game_before_or_else_redoes_it():
    board = Board()
    board.start(start(DEALT[0], 1))
    board.press("UNDO")
    assert board.app.menu and board.app.game.can_redo()
    board.press("UNDO")
    assert board.app.menu is None and board.app.game.entries()[0][4] == 1
    board.start(start(DEALT[0], 0))
    board.press("UNDO")
    assert board.app.menu and board.app.game.can_redo()
    board.press("UNDO")
    assert board.app.menu is None and board.app.game.entries()[0][4] == 1


def test_a_game_key_changes_the_game_and_its_reader_is_told():
    board = Board()
    board.start(start(DEALT[0], 1))
    board.press("8")
    for keys in ("D", "UNDO", "RIGHT", "UNDO", "LEFT"):
        board.app.changed = False
        board.press(keys)
        assert board.app.changed, keys
