"""The description itself: pixels, keys and colours."""

import pytest

from hardware import board, dimensions

RANKS_AND_SUITS = 13 + 4


def luminance(colour) -> float:
    """Return CIE L* of an sRGB colour: 0 black, 100 white."""
    red, green, blue = [(value / 255) ** 2.2 for value in colour]
    return 116 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 3) - 16


def test_each_pixel_is_one_hole_or_one_light_of_the_bar():
    holes = [board.hole_pixel(hole) for hole in range(1, board.HOLES + 1)]
    bar = [board.bar_pixel(index) for index in range(board.BAR)]
    assert sorted(holes + bar) == list(range(board.PIXELS))
    assert bar == list(range(board.BAR))  # the first, so that it can be sent alone
    assert (board.HOLES, board.BAR, board.PIXELS) == (121, 31, 152)


@pytest.mark.parametrize(("hole", "track"), [(0, 0), (122, 0), (1, 1), (-1, 0), (1, -1)])
def test_a_hole_off_the_board_is_refused(hole, track):
    with pytest.raises(ValueError, match="no hole"):
        board.hole_pixel(hole, track)


@pytest.mark.parametrize("index", [-1, 31])
def test_a_light_off_the_bar_is_refused(index):
    with pytest.raises(ValueError, match="no light"):
        board.bar_pixel(index)


def test_an_unknown_layout_is_refused():
    with pytest.raises(ValueError, match="no board layout"):
        board.hole_pixel(1, 0, "round")


def test_no_two_layout_parts_share_a_pixel():
    for _, tracks, length, bar in board.LAYOUTS:
        used = [bar + n for n in range(board.BAR)]
        for streets in tracks:
            for n, first in enumerate(streets):
                more = length - board.STREETS * board.STREET if n == board.STREETS - 1 else 0
                used += range(first, first + board.STREET + more)
        assert sorted(used) == list(range(len(used)))


def test_keys_fill_the_matrix():
    assert len(board.KEYS) == board.KEY_ROWS * board.KEY_COLUMNS == 24
    assert len(dimensions.KEY_LABELS) == 24
    assert len(set(board.KEYS)) == len(set(dimensions.KEY_LABELS)) == 24
    assert len(board.ROW_PINS) == board.KEY_ROWS
    assert len(board.COLUMN_PINS) == board.KEY_COLUMNS
    assert "".join(board.KEYS[:RANKS_AND_SUITS]) == "A23456789TJQKSHDC"


def test_six_sides_differ_in_lightness():
    lightness = sorted(luminance(side[1:]) for side in board.SIDES)
    assert len(lightness) >= 6
    assert min(b - a for a, b in zip(lightness, lightness[1:], strict=False)) > 8
    assert len({side[0] for side in board.SIDES}) == len(board.SIDES)


def test_the_supply_is_sensed_at_a_free_analogue_input():
    assert board.SUPPLY_PIN in board.ADC_PINS
    assert board.SUPPLY_PIN not in (*board.ROW_PINS, *board.COLUMN_PINS, board.STRIP_PIN)


def test_the_dark_board_leaves_current_for_the_lights():
    dark = board.PICO_MA + board.PIXELS * board.IDLE_MA
    assert 2 * dark < board.CURRENT_MA < board.USB_MA < board.SUPPLY_MA
