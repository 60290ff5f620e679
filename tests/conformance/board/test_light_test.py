"""The test of a row of lights: a person at a board with planted faults finds each of them."""

from firmware.keys.keymap import ENTER, GO, LEFT, RIGHT, UNDO
from firmware.lights import light_test
from firmware.lights.light_test import COLOURS, RED, WHITE, LightTest, rows
from firmware.settings.brightness import Brightness
from hardware.board import BAR, HOLES, PIXELS
from hardware.layouts import NAMES, Layout
from tests.conformance.support.kit import some

BRIGHTNESS = Brightness(255, 1.0, 100_000)
WRAP = 0x3FFFFFFF


def painted(test, now=0):
    """Return the frame as a list of colours."""
    frame = bytearray(b"\7" * (3 * PIXELS))
    test.paint(frame, BRIGHTNESS, now)
    return [tuple(frame[at : at + 3]) for at in range(0, len(frame), 3)]


def seen(test, dark, chain):
    """Return the lights that a person sees: the pixel `dark` gives no light, nor do those after it
    if the `chain` is broken there."""
    return [
        (0, 0, 0) if n == dark or (chain and n > dark) else colour
        for n, colour in enumerate(painted(test))
    ]


def answered(first, count, dark, chain):
    """Go through the test as its description says; return it."""
    test = LightTest(first, count, 0)
    row = range(first, first + count)
    if all([any(seen(test, dark, chain)[n]) for n in row]):
        test.press(ENTER)
        return test
    test.press(UNDO)
    for _ in row:
        if RED not in seen(test, dark, chain):
            break
        test.press(RIGHT)
    test.press(ENTER)
    if test.fault is None:
        test.press(ENTER if any([any(colour) for colour in seen(test, dark, chain)]) else UNDO)
    return test


def test_a_row_without_a_fault_is_right():
    for first, count in rows("shared", PIXELS):
        test = answered(first, count, -1, False)
        assert test.fault == light_test.RIGHT
        assert test.told() == "lights %d to %d are right" % (first + 1, first + count)
        assert painted(test)[first] == light_test.GREEN


def test_each_planted_fault_is_found_and_named():
    for first, count in ((0, 5), (0, 31), (92, 30)):
        for dark in some(range(first, first + count), count, 8):
            broken = answered(first, count, dark, True)
            assert (broken.fault, broken.at) == (light_test.DARK_FROM, dark)
            assert broken.told().startswith("dark from light %d on: the joint" % (dark + 1))
            alone = answered(first, count, dark, False)
            # At the end of a row nothing comes after it that could be seen.
            last = dark == first + count - 1
            wanted = light_test.DARK_FROM if last else light_test.DARK_ALONE
            assert (alone.fault, alone.at) == (wanted, dark)


def test_the_result_shows_where_the_fault_is():
    test = answered(31, 31, 44, True)
    lights = painted(test)
    assert lights[43] == lights[45] == RED and lights[42] == light_test.GREEN
    assert lights[30] == lights[62] == (0, 0, 0)
    first = answered(0, 5, 0, True)  # before it there is no pixel
    assert painted(first)[1] == RED


def test_the_row_alone_has_each_colour_for_a_second_whenever_the_clock_wraps():
    for began in (0, 777, WRAP - 500):
        test = LightTest(5, 10, began)
        for n in range(2 * len(COLOURS)):
            for ms in (0, 500, 999):
                lights = painted(test, (began + 1000 * n + ms) & WRAP)
                assert set(lights[5:15]) == {COLOURS[n % len(COLOURS)]}
                assert set(lights[:5]) == set(lights[15:]) == {(0, 0, 0)}


def test_the_red_light_stays_in_the_row_and_one_can_go_back():
    test = LightTest(5, 3, 0)
    test.press(RIGHT)
    test.press(GO)
    assert painted(test)[5] == RED and painted(test, 3000)[5] == WHITE
    test.press(UNDO)
    for key, at in ((LEFT, 5), (RIGHT, 6), (RIGHT, 7), (RIGHT, 7), (LEFT, 6)):
        test.press(key)
        assert [n for n, colour in enumerate(painted(test)) if colour == RED] == [at]
    test.press(UNDO)  # it was right after all
    assert test.fault is None
    test.press(ENTER)
    assert test.fault == light_test.RIGHT


def test_the_colours_are_pure_and_no_pixel_is_added_or_lost():
    assert COLOURS == ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))
    for first, count in ((0, 5), (31, 31), (PIXELS - 3, 3)):
        # Each step: the row as it is shown, the red light sought, those after it, and the result.
        for keys in ("", "U", "UR", "URE", "URRE", "UEU", "UREE", "UREU", "E"):
            test = LightTest(first, count, 0)
            for key in keys:
                test.press({"U": UNDO, "R": RIGHT, "E": ENTER}[key])
            assert len(painted(test, 3000)) == PIXELS


def test_while_the_red_light_is_sought_all_others_of_the_row_are_white():
    test = LightTest(5, 4, 0)
    test.press(UNDO)
    test.press(RIGHT)
    lights = painted(test)
    assert lights[5:9] == [WHITE, RED, WHITE, WHITE]
    assert set(lights[:5]) == set(lights[9:]) == {(0, 0, 0)}
    test.press(ENTER)
    lights = painted(test)
    assert lights[7:9] == [WHITE, WHITE]
    assert set(lights[:7]) == set(lights[9:]) == {(0, 0, 0)}
    test.press(RIGHT)  # it no longer moves
    assert test.at == 6 and painted(test) == lights


def test_the_result_is_green_with_red_on_both_sides_of_the_fault():
    green = light_test.GREEN
    for first, count, dark, wanted in (
        (5, 4, 6, [RED, green, RED, green]),
        (5, 4, 8, [green, green, RED, green]),
        (0, 4, 0, [green, RED, green, green]),
        (0, 4, 1, [RED, green, RED, green]),
        (PIXELS - 3, 3, PIXELS - 1, [green, RED, green]),
        (PIXELS - 3, 3, PIXELS - 2, [RED, green, RED]),
    ):
        test = answered(first, count, dark, False)
        assert painted(test)[first : first + count] == wanted, (first, dark)
    alone = answered(5, 4, 6, False)
    assert alone.told() == "light 7 alone is dark: change that pixel"


def test_the_last_light_of_a_row_has_none_after_it_to_ask_about():
    test = LightTest(5, 2, 0)
    for key in (UNDO, RIGHT, ENTER):
        test.press(key)
    assert (test.fault, test.at) == (light_test.DARK_FROM, 6)
    test.press(ENTER)  # the test is over
    assert (test.fault, test.at) == (light_test.DARK_FROM, 6)


def test_the_current_stays_within_the_limit():
    tight = Brightness(255, 1.0, 300)
    frame = bytearray(3 * PIXELS)
    LightTest(0, PIXELS, 0).paint(frame, tight, 3000)
    assert 0 < max(frame) < 255 and not tight.cap(frame)


def test_rows_are_the_bar_and_the_streets_of_every_layout():
    for name in NAMES:
        pixels = Layout(name).pixels
        found = rows(name, pixels)
        assert [first for first, _ in found] == sorted({first for first, _ in found})
        assert sum([count for _, count in found]) == pixels and found[0][0] == 0
    assert rows("shared", PIXELS) == [(0, BAR), (31, 31), (62, 30), (92, 30), (122, 30)]
    assert rows("shared-holes-first", PIXELS) == [
        (0, 30),
        (30, 30),
        (60, 30),
        (90, 31),
        (HOLES, BAR),
    ]
