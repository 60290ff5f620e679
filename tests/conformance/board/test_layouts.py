"""A board whose strip goes through the holes first shows the same as one that begins with the
bar."""

from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import START
from firmware.lights.failure import paint_failure
from firmware.settings.brightness import Brightness
from hardware.board import BAR, HOLES, LAYOUTS, PIXELS
from tests.conformance.support.virtual_ports import Board

HOLES_FIRST = "shared-holes-first"
START_OF_TWO = (START, 0, 2, 121, NO_SEAT, 0, 0)
KEYS = "2D 9S 5H 6H 7C 4D KS GO JH 3C"


def test_each_hole_and_each_light_of_the_bar_is_the_same_on_another_layout():
    boards = [Board(layout=row[0]) for row in LAYOUTS]
    for board in boards:
        board.start(START_OF_TWO)
    for word in KEYS.split():
        seen = []
        for board in boards:
            board.keys(word)
            board.run(300)
            seen.append((board.bar(), [board.hole(hole) for hole in range(1, HOLES + 1)]))
        assert seen.count(seen[0]) == len(seen), word


def test_a_strip_that_begins_with_the_holes_ends_with_the_bar():
    board = Board(layout=HOLES_FIRST)
    board.start(START_OF_TWO)
    assert any(board.strip.last[3 * HOLES :])
    assert board.bar() == [board.pixel(HOLES + place) for place in range(BAR)]
    assert board.hole(121) == board.pixel(120)


def test_a_failure_is_on_the_bar_of_that_layout():
    frame = bytearray(PIXELS * 3)
    paint_failure(frame, Brightness(), HOLES_FIRST)
    assert not any(frame[: 3 * HOLES]) and any(frame[3 * HOLES :])
