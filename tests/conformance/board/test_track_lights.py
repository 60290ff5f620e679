"""The lights of the Crib Wars track: special holes, pegs among them, a side in a penalty box."""

from engine_core.games import options as opt
from engine_core.games.crib_wars_layout import BLUE, BOXES, GREEN, RED
from engine_core.state import entries as E
from firmware.keys.key_entry import KeyEntry
from firmware.settings.brightness import Brightness
from hardware.board import BAR, SIDES
from tests.conformance.support import canvases
from tests.conformance.support.kit import some
from tests.conformance.support.virtual_ports import Board

TWO = (E.START, 1, 2, 121, 0, 0, opt.CRIB_WARS)
THREE = (E.START, 2, 3, 121, 2, 0, opt.CRIB_WARS)
SPECIAL = [hole for pair in RED + GREEN for hole in pair] + list(BOXES)
SPECIAL += [hole for at, path, _ in BLUE for hole in (at,) + path]
BOX = BOXES[0]
BRIGHTNESS = Brightness()


def board_of(*points, game=TWO):
    """Return a board at rest after (side, points) of a game on the track."""
    board = Board(step=50)
    board.app.enter(game)
    for side, more in points:
        for points in [29] * (more // 29) + [more % 29] * (more % 29 > 0):
            board.app.enter((E.POINTS, side, points))
    board.run(4000)
    return board


def over_time(board, hole, ms=6000):
    """Return every colour that `hole` shows within `ms`."""
    return each_over_time(board, [hole], ms)[0]


def each_over_time(board, holes, ms=6000):
    """Return every colour that each of `holes` shows within `ms`."""
    seen = [set() for _ in holes]
    for _ in range(ms // 50):
        board.run(50)
        for colours, hole in zip(seen, holes):
            colours.add(board.hole(hole))
    return seen


def front(side):
    return BRIGHTNESS.shade(SIDES[side][1:], 255)


def back(side):
    return BRIGHTNESS.shade(SIDES[side][1:], 80)


def test_a_special_hole_never_looks_like_a_peg():
    board = board_of()
    pegs = [peg(side) for side in range(len(SIDES)) for peg in (front, back)]
    holes = some(SPECIAL, 8)
    for hole, seen in zip(holes, each_over_time(board, holes)):
        assert (0, 0, 0) in seen, hole
        assert len(seen) == 2, hole
        assert not seen.intersection(pegs), hole


def test_a_peg_is_seen_on_a_special_hole_and_never_dark():
    board = board_of((0, 10), (0, 18))  # where the first slide ends
    assert board.app.game.state.scores[0] == 28
    assert over_time(board, 28) == {front(0)}
    assert over_time(board, 10) == {back(0)}


def test_a_peg_on_a_blue_path_changes_between_bright_and_dim():
    at, path, _ = BLUE[0]
    trapped = board_of((1, at), (1, 2))
    assert trapped.app.game.state.scores[1] == path[1]
    assert over_time(trapped, path[1]) == {front(1), back(1)}
    passing = board_of((1, path[1] - 1), (1, 1))
    assert over_time(passing, path[1]) == {front(1)}


def in_the_box():
    """Return a board on whose second deal side 3 sits out the first of three."""
    board = board_of((2, BOX), game=THREE)
    state = board.app.game.state
    assert state.deals_out[2] == 4
    board.app.enter((E.PENALTY, 2, 0, 1))  # the deal is void
    board.run(4000)
    return board


def test_c3b_the_bar_shows_who_is_dealt_in_and_how_many_cards():
    for lights in canvases.seen(in_the_box().app.game.state, KeyEntry()):
        # Two seats, of which the second deals, and no light for the third.
        assert [bool(light) for light in lights[25:]] == [True, True, True, False, False, False]
        assert [bool(light) for light in lights[8:15]] == [True] * 6 + [False]


def test_c3_a_side_in_the_box_blinks_until_enter_has_moved_its_peg():
    board = in_the_box()
    state = board.app.game.state
    assert state.deals_out[2] == 3
    assert over_time(board, BOX) == {front(2), (0, 0, 0)}
    board.press("ENTER")
    assert board.app.game.entries()[-1] == (E.MOVED, 2)
    assert over_time(board, BOX) == {front(2)}
    assert board.refused("ENTER") == "enter a card: first its rank, then its suit"
    board.keys("UNDO UNDO")
    assert over_time(board, BOX) == {front(2), (0, 0, 0)}


def test_c3_enter_after_a_rank_moves_no_peg():
    board = in_the_box()
    board.press("5")
    board.refused("ENTER")
    board.keys("S ENTER")
    assert board.app.game.entries()[-1] == (E.MOVED, 2)


def test_c3_the_deals_to_sit_out_are_lights_of_the_bar():
    board = in_the_box()
    board.press("ENTER")
    middle = BRIGHTNESS.shade(SIDES[2][1:], 150)
    assert board.bar()[4:7] == [middle] * 3
    assert middle not in board.bar()[2:4] + board.bar()[7 : BAR - 6]


def test_c3_menu_shows_the_deals_to_sit_out_beside_the_seat():
    board = in_the_box()
    board.press("MENU")
    row = [board.hole(hole) for hole in range(9, 14)]
    assert row[1:4] == [back(2)] * 3
    assert row[4] == (0, 0, 0)
