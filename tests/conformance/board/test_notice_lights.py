"""The bar after an event that nobody should miss, light by light, in both halves of a blink."""

from engine_core.count.cards import card
from engine_core.game.game import Game
from engine_core.state import entries as E
from firmware.lights import bar_menu, notices
from firmware.lights.failure import paint_failure
from firmware.lights.levels import BRIGHT, DIM, FAINT, WHITE
from firmware.menus.game_menu import GameMenu
from firmware.menus.game_questions import AMOUNT
from firmware.settings.brightness import Brightness
from hardware.board import BAR, PIXELS, bar_pixel
from tests.conformance.support.canvases import Bar, Levels, lights_of

ENTRY = (E.GO,)
ROW = "Wd . Wd . Wd . Wd . Wd . Wd . Wd . "  # of single lights, to the left of the middle


def played():
    """Return the state of a game with a count of 16, in which side 0 is to act."""
    game = Game()
    game.apply((E.START, 1, 2, 121, 1, 0, 0))
    for word in ("8D", "KS", "6H"):
        game.apply((E.CARD, card(word)))
    return game.state


def check(event, on, off):
    """Compare the bar with its description in both halves of a blink; whatever was painted before
    is gone."""
    for blink, text in ((True, on), (False, off)):
        bar = Bar()
        bar.lights = [(3, BRIGHT)] * BAR
        notices.paint(bar, played(), event, blink)
        assert bar.lights == lights_of(text.rstrip(" ."), blink), (event, blink, bar.lights)


def test_an_offence_is_pairs_of_its_player_with_red_lights_between_them():
    for event, colour in ((("renege", 1, 5), "1"), (("renege", 0, 5), "0"), (("missing", 5), "W")):
        pair = colour + "b*2 "
        check(event, (pair + "Rb . ") * 8, (pair + ".*2 ") * 7 + pair)


def test_a_wrong_claim_shows_the_points_of_the_hand():
    check(("misclaim", 1, 10, 14, ()), "1b*10 1d*4 .*14 Rb*3", "1b*10 .*18 Rb*3")
    check(("misclaim", 1, 14, 10, ()), "1b*10 Rb*4 .*14 Rb*3", "1b*10 .*18 Rb*3")


def test_a_cease_fire_is_white_pairs_far_apart():
    check(
        ("cease-fire",),
        ".*2 " + "Wb*2 .*5 " * 4 + "Wb",
        ".*2 " + "Wd*2 .*5 " * 4 + "Wd",
    )


def test_a_joker_that_kills_every_hand_is_white_ends_and_then_a_red_middle():
    check(("killed",), "Wd*12 .*7 Wd*12", ".*13 Rb*5")


def test_what_was_left_out_is_three_red_lights_for_each_entry_in_a_white_row():
    for entries, on, off in (
        (1, "Rb*3 ." + " Wd ." * 7, ".*4" + " Wd ." * 7),
        (3, "Rb*3 . Rb*3 . Rb*3 ." + " Wd ." * 3, ".*12" + " Wd ." * 3),
        (5, "Rb*3 . Rb*3 . Rb*3 . Rb*3 . Rb", ""),
    ):
        check(("left_out", (ENTRY,) * entries), ROW + on, ROW + off)


def test_goes_are_shown_beside_the_count_for_each_seat():
    check(("goes", (0, 1)), "0m*16 0b .*8 0b . 0b 1b . 1b", "0m*16 0f .*8 0b Wb 0b 1b Wb 1b")
    check(("goes", (1,)), "0m*16 0b .*11 1b . 1b", "0m*16 0f .*11 1b Wb 1b")


def test_a_failure_is_three_red_blocks_and_nothing_else():
    frame = bytearray(b"\x07" * (3 * PIXELS))
    paint_failure(frame, Brightness(255, 1.0, 100_000))
    assert len(frame) == 3 * PIXELS
    lit = [n for n in range(PIXELS) if any(frame[3 * n : 3 * n + 3])]
    blocks = [first + n for first in (3, 13, 23) for n in range(5)]
    assert lit == sorted([bar_pixel(place) for place in blocks])
    assert {bytes(frame[3 * n : 3 * n + 3]) for n in lit} == {b"\xff\x00\x00"}


def test_a_number_above_the_bar_is_shown_on_the_holes_up_to_its_own_which_blinks():
    class Numbers(GameMenu):
        def count(self):
            return 121

    menu = Numbers(played())
    menu.question = AMOUNT
    menu.at = 46
    for blink, level in ((True, BRIGHT), (False, DIM)):
        canvas = Levels()
        bar_menu.paint(canvas, menu, blink)
        assert canvas.lights == [None] * BAR
        wanted = dict.fromkeys(range(1, 47), (WHITE, FAINT))
        wanted[47] = (WHITE, level)
        assert canvas.holes == wanted
