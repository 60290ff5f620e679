"""The trackers of a match on the holes: a street for each side, one tracker at a time."""

from engine_core.games import options as opt
from engine_core.pegs import payoffs
from engine_core.pegs.trackers import TRACKERS
from engine_core.state import entries as E
from firmware.lights import game_menu_lights
from firmware.lights.game_menu_lights import place
from firmware.lights.levels import WHITE
from hardware.board import STREET
from tests.conformance.support.canvases import Holes
from tests.conformance.support.virtual_ports import Board

THREE = (E.START, 2, 3, 121, 2, 0, opt.ONCE_AROUND)
FIVE = (E.START, 4, 5, 121, 0, 0, opt.ONCE_AROUND)
ROWS = {
    "games": "games",
    "collected": "stakes",
    "skunks": "skunks",
    "double skunks": "double_skunks",
    "corners": "corner_wins",
    "high hand": "high_hands",
}


def match_of(game, name, numbers):
    """Return a board on which each side of `game` has its number of `numbers` on a tracker."""
    board = Board(step=50)
    board.app.enter(game)
    state = board.app.game.state
    for side, number in enumerate(numbers):
        if name in ("to collect", "to pay"):
            # Of the first side the others have won, or lost to it.
            pair = (side, 0) if name == "to pay" else (0, side)
            payoffs.add(state, pair[0], pair[1], number)
        elif name == "points":
            state.running_points[2 * side] = number // 256
            state.running_points[2 * side + 1] = number % 256
        else:
            getattr(state, ROWS[name])[side] = number
    return board


def read(board):
    """Return (side, number) of each street, read from the lights of the open menu."""
    return [(side, total(numbers, side)) for side, numbers in read_streets(board)]


def total(numbers, side):
    """Return the number of a street that has one, in the colour of its side."""
    assert all(colour in (side, None) for colour, _ in numbers)
    return int("".join([str(digit) for _, digit in numbers]) or "0")


def read_streets(board):
    """Return (side, digits) of each street; a digit is (colour, value), and a 0 has no colour."""
    holes = Holes()
    game_menu_lights.paint_tracker(holes, board.app.game.state, board.app.menu.shows())
    found = []
    for street in range(4):
        lights = [holes.lit.get(place(street, column)) for column in range(STREET)]
        side = lights[0]
        digits = []
        for first in range(5, STREET, 5):
            five, ones = lights[first], lights[first + 1 : first + 5]
            count = 4 - ones.count(None)
            colour = ones[0] if count else side if five == WHITE else five
            assert five in (None, WHITE, colour)
            assert ones == [colour] * count + [None] * (4 - count)
            digits.append((colour, (5 if five is not None else 0) + count))
        if side is not None:
            found.append((side, digits))
    return found


def read_debts(board):
    """Return (side, {side that gets it: amount}) of each street of the last tracker."""
    found = []
    for side, digits in read_streets(board):
        owed = {}
        to = None
        for colour, value in digits:
            to = to if colour is None else colour
            if to is not None:
                owed[to] = owed.get(to, 0) * 10 + value
        found.append((side, owed))
    return found


def test_every_tracker_is_read_off_a_street_for_each_side():
    for n, name in enumerate(TRACKERS):
        numbers = (1234, 0, 65535) if name == "points" else (0, 9, 255)
        board = match_of(THREE, name, numbers)
        board.press("MENU")
        board.choose("The match so far")
        board.go_to(n)
        assert board.app.menu.choices()[n].lower() == name
        if name == "to pay":
            assert read_debts(board) == [(0, {}), (1, {0: 9}), (2, {0: 255})]
        else:
            assert read(board) == list(enumerate(numbers)), name


def test_g13_the_last_trackers_settle_the_match():
    board = Board(step=50)
    board.app.enter(THREE)
    state = board.app.game.state
    for loser, winner, amount in ((0, 1, 3), (1, 0, 1), (2, 1, 2), (0, 2, 4)):
        payoffs.add(state, loser, winner, amount)
    board.press("MENU")
    board.choose("The match so far")
    board.go_to(TRACKERS.index("to collect"))
    assert read(board) == [(0, 0), (1, 4), (2, 2)]
    board.go_to(TRACKERS.index("to pay"))
    assert read_debts(board) == [(0, {1: 2, 2: 4}), (1, {}), (2, {1: 2})]
    assert payoffs.debts(state) == [(0, 1, 2), (0, 2, 4), (2, 1, 2)]


def test_g13_a_debt_has_the_colour_of_the_side_that_gets_it():
    board = Board(step=50)
    board.app.enter(FIVE)
    state = board.app.game.state
    for loser, winner, amount in ((0, 4, 5), (1, 0, 10), (1, 2, 7), (1, 3, 12), (4, 0, 1)):
        payoffs.add(state, loser, winner, amount)
    board.press("MENU")
    board.choose("The match so far")
    board.go_to(TRACKERS.index("to pay"))
    assert read_debts(board) == [(0, {4: 4}), (1, {0: 10, 2: 7, 3: 12}), (2, {}), (3, {})]
    # Six digits are too many for a street: the sum, in the side's own colour.
    payoffs.add(state, 1, 4, 1)
    assert total(dict(read_streets(board))[1], 1) == 30


def test_g13_with_two_sides_the_loser_pays_the_difference():
    board = match_of((E.START, 0, 2, 121, 0, 0, 0), "collected", (1, 9))
    board.press("MENU")
    board.choose("The match so far")
    board.go_to(TRACKERS.index("to pay"))
    assert read_debts(board) == [(0, {1: 8}), (1, {})]


def test_the_games_are_shown_where_the_match_is_chosen_in_the_menu():
    board = match_of(THREE, "games", (0, 9, 255))
    board.press("MENU")
    board.go_to(board.app.menu.choices().index("The match so far"))
    assert read(board) == [(0, 0), (1, 9), (2, 255)]


def test_four_sides_have_each_tracker_once():
    board = match_of((E.START, 0, 4, 121, 0, 0, 0), "games", (1, 2, 3, 4))
    board.press("MENU")
    board.choose("The match so far")
    assert [choice.lower() for choice in board.app.menu.choices()] == list(TRACKERS)


def test_the_fifth_side_has_its_trackers_after_those_of_the_others():
    board = match_of(FIVE, "games", (1, 2, 3, 4, 17))
    board.press("MENU")
    board.choose("The match so far")
    assert read(board) == [(0, 1), (1, 2), (2, 3), (3, 4)]
    board.go_to(len(TRACKERS))
    assert board.app.menu.choices()[board.app.menu.at] == "Games, from side 5"
    assert read(board) == [(4, 17)]


def test_the_board_lights_the_tracker_that_is_chosen():
    board = match_of(THREE, "high hand", (29, 0, 0))
    board.press("MENU")
    board.choose("The match so far")
    board.run(100)
    assert board.lit() == [1, 60, 61]
    board.go_to(TRACKERS.index("high hand"))
    board.run(100)
    # Two lights of the tens; a five and four ones.
    assert board.lit()[1:8] == [22, 23, 26, 27, 28, 29, 30]


def test_the_trackers_lead_back_to_the_game():
    board = match_of(THREE, "games", (1, 2, 3))
    before = board.snapshot()
    board.press("MENU")
    board.choose("The match so far")
    board.press("UNDO")
    assert board.app.menu.title() == "A game is on"
    board.choose("The match so far")
    board.press("ENTER")
    assert board.app.menu is None
    assert board.snapshot() == before
