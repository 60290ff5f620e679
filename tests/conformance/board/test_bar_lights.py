"""The bar in each phase of a game, light by light, in both halves of a blink.

Side 0 is on turn or to the left of the dealer, and side 1 deals, unless a test says otherwise. At
the right end are the seats: the one to act blinks, and the dealer has a second light.
"""

from engine_core.count.cards import RANKS, SUITLESS, card, cards
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.crib_wars_layout import BOXES
from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from engine_core.state.state import NO_SIDE
from firmware.keys.key_entry import CLAIMING, KeyEntry
from firmware.lights import bar_battle, bar_cribbage
from firmware.lights.canvas import Canvas
from firmware.lights.levels import BRIGHT, RED
from firmware.settings.brightness import Brightness
from hardware.board import BAR
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.canvases import Bar, lights_of, seen
from tests.conformance.support.kit import some
from tests.conformance.support.player import Player, play_out, start

TWO = (E.START, 1, 2, 121, 1, 0, 0)
THREE = (E.START, 2, 3, 121, NO_SEAT, 0, 0)
FOUR = (E.START, 3, 4, 121, 3, 0, 0)
BATTLE = (E.START, 11, 2, 121, 1, 0, 0)
SCOREBOARD = (E.START, 0, 3, 121, 0, 0, 0)
PONE = " 0? . 1d 1m"  # the last four lights: the dealer's opponent acts
DEALER = " 0d . 1? 1m"

# Games in which between them everything is asked for, and how many entries of each.
ASKING = (
    ((1, 2, 121, opt.CRIB_BY_OWNER, 0), 40),
    ((2, 3, 121, 0, opt.CRIB_WARS), 60),
    ((3, 4, 121, opt.MUGGINS, 0), 60),
    ((4, 5, 121, 0, 0), 60),
    ((5, 6, 121, 0, 0), 60),
    ((7, 2, 61, 0, 0), 40),
    ((8, 6, 31, 0, 0), 40),
    ((10, 2, 121, 0, 0), None),
    ((1, 2, 61, opt.RANKS_ALONE, 0), 60),
    ((1, 2, 61, opt.MUGGINS_IN_PLAY, 0), 60),
    ((11, 2, 121, 0, 0), 80),
    ((11, 4, 121, 0, 0), 80),
)

OF_BATTLES = (at.LINE, at.TURN, at.FORMATION, at.DROP, at.RESERVE)


def state_of(start, text="", phase=None, **values):
    """Return the state after the cards of `text`, and then with these values set by hand."""
    game = Game()
    game.apply(start)
    for word in text.split():
        game.apply((E.CARD, card(word)))
    state = game.state
    if phase is not None:
        state.phase = phase
    for name, value in values.items():
        if isinstance(value, str):
            getattr(state, name)[:] = bytes(cards(value))
        else:
            setattr(state, name, value)
    return state


def keyed(points=0, side=-1, rank=-1):
    entry = KeyEntry()
    entry.points, entry.side, entry.rank = points, side, rank
    return entry


def check(text, state, entry=None):
    """Compare the bar in both halves of a blink with its description."""
    found = seen(state, entry or KeyEntry())
    assert found == [lights_of(text, True), lights_of(text, False)], (text, found)


def test_cutters_have_two_lights_each_and_the_next_one_blinks():
    check("0m*2 . 1?*2 .*22 0d . 1?", state_of(TWO[:4] + (NO_SEAT, 0, 0), "5H"))
    check("0m*2 . 1?*2 . Wf*2 .*17 0d . 1? . Wd", state_of(THREE, "5H"))


def test_the_card_that_is_turned_up_is_in_the_middle():
    check("1m*2 .*13 W? .*11" + DEALER, state_of(TWO))
    check("1m*2 .*12 W?*3 .*10" + DEALER, state_of(BATTLE))


def test_the_count_ends_in_a_blinking_light():
    check("0? .*26" + PONE, state_of(TWO, "8D"))
    check("0m*16 0? .*10" + PONE, state_of(TWO, "8D KS 6H"))


def test_the_seats_make_way_for_a_count_that_needs_their_lights():
    check("1m*25 1? ." + DEALER, state_of(TWO, "8D KS KH 5H"))
    check("0d . 1? 1m . 1m*21 1?", state_of(TWO, "8D KS KH 6H"))
    check("0d . 1? 1m . 1m*22 1?", state_of(TWO, "8D KS KH 7H"))


def test_a_keyed_rank_adds_its_lights_to_the_count():
    state = state_of(TWO, "8D KS 6H")
    check("0m*16 Wb*10 0?", state, keyed(rank=9))
    check("0m*16 Wd Wb*9 0?", state, keyed(rank=10))
    check("1m*26 Wb*3 1?", state_of(TWO, "8D KS KH 6H"), keyed(rank=2))
    # To exactly 31, where no light is left for the next card.
    check("1m*26 Wb*5", state_of(TWO, "8D KS KH 6H"), keyed(rank=4))


def test_a_keyed_rank_that_is_too_high_is_told_in_red_with_hints_only():
    check("R?*5 . 1m*14 . Wb*10", state_of(TWO, "8D KS KH 6H"), keyed(rank=9))
    state = state_of(TWO, "8D KS KH 6H", options=opt.NO_HINTS)
    check("1m*20 . Wb*10", state, keyed(rank=9))


def test_points_for_a_card_of_the_play_are_in_the_colour_of_its_player():
    entry = keyed(points=3, side=CLAIMING)
    state = state_of(TWO, "8D KS KH 6H")
    check("0b*3 0? .*20 0d*2 ." + DEALER, state, entry)
    state.open_by = 1
    check("1b*3 1? .*20 1d*2 ." + DEALER, state, entry)
    check("0? .*23 0d*2 ." + PONE, state_of(TWO, "8D"), keyed(side=CLAIMING))


def test_each_card_that_the_board_asks_for_has_three_lights():
    four = " 0f*3 . 0f*3 . 0f*3 .*12"
    check("0?*3 ." + four + PONE, state_of(TWO, "8D", at.SHOW))
    crib = "1m*3 . 1?*3 . 1f*3 . 1f*3 .*12"
    check(crib + DEALER, state_of(TWO, "8D", at.CRIB, crib="5S"))
    free = "0m*3 . 0m*3 . 0?*3 . 0f*3 . 0f*3 .*8"
    check(free + PONE, state_of(TWO, "8D", at.FREE, crib="5S 6S"))
    check(free + PONE, state_of(BATTLE, "7H", at.FORMATION, formation="5S 6S"))


def test_the_cards_of_a_reserve_are_one_for_each_seat_and_those_from_the_pile():
    state = state_of(BATTLE, "7H", at.RESERVE, crib="5S")
    need = state.seats + state.seating.from_deck
    cards_after = " . 1f*3" * (need - 2)
    dark = " .*%d" % (BAR - 4 - (4 * need - 1))
    check("1m*3 . 1?*3" + cards_after + dark + DEALER, state)


def test_a_crib_by_owner_has_the_colours_of_those_who_threw():
    options = opt.CRIB_BY_OWNER
    first = state_of(TWO, "8D", at.CRIB, options=options, crib="5S")
    check("1m*3 . 1?*3 . 0f*3 . 0f*3 .*12" + DEALER, first)
    third = state_of(TWO, "8D", at.CRIB, options=options, crib="5S 6S 7S")
    check("1m*3 . 1m*3 . 0m*3 . 0?*3 .*12" + PONE, third)


def test_a_claim_is_lit_as_far_as_it_is_keyed():
    state = state_of(TWO, "8D", at.CLAIM)
    check("0? .*23 0d*2 ." + PONE, state)
    check("0b*12 0? .*11 0d*2 ." + PONE, state, keyed(points=12))
    after = state_of(TWO, "8D KH 9H", at.AFTER_PLAY)
    check("1? .*24 W? ." + DEALER, after)
    check("1b*12 1? .*12 W? ." + DEALER, after, keyed(points=12))


def test_the_seats_make_way_for_points_that_need_their_lights():
    claim = state_of(TWO, "8D", at.CLAIM)
    check("0b*22 0? . 0d*2 ." + PONE, claim, keyed(points=22))
    check("0d*2 . 0? . 1d 1m . 0b*15 0? ", claim, keyed(points=23))
    after = state_of(TWO, "8D KH 9H", at.AFTER_PLAY)
    check("1b*23 1? . W? ." + DEALER, after, keyed(points=23))
    check("W? . 0d . 1? 1m . 1b*17 1?", after, keyed(points=24))


def test_a_claim_is_steady_while_others_may_call_muggins():
    state = state_of(FOUR, "8D", at.CHALLENGE, claim=7)
    check("0d*7 .*18 1? .*3 1?", state)
    check("0b*7 .*18 1? .*3 1?", state, keyed(points=7))


def test_the_end_is_in_the_colour_of_the_winner():
    for winner, colour in ((1, "1"), (NO_SIDE, "W")):
        state = state_of(TWO, "8D", at.OVER, winner=winner)
        bright, dim = seen(state, KeyEntry())
        assert bright == lights_of(colour + "m*31", True)
        assert dim == lights_of(colour + "d*31", True)


def test_a_scoreboard_shows_the_sides_and_the_points():
    state = state_of(SCOREBOARD)
    check("0?*3 . 1?*3 . W?*3", state)
    check("Wb*12 .*16 0? 1? W?", state, keyed(points=12))
    check("1?", state, keyed(side=1))
    check("1b*12 1?", state, keyed(points=12, side=1))


def test_a_turn_of_a_battle_tells_of_the_pile_and_the_end_card():
    state = state_of(BATTLE, "7H")
    check("0m*7 0? .*19" + PONE, state)
    state.pile = 2
    check("0m*7 0? .*15 Wd . Wd ." + PONE, state)
    state.taken_card = card("9H")
    check("0m*7 0? .*17 Wb ." + PONE, state)


def test_the_card_that_is_best_dropped_blinks_with_hints():
    state = state_of(BATTLE, "7H", at.DROP, formation="5S 5H 5D JC KD", starter=card("5C"))
    check("0m*3 . 0m*3 . 0m*3 . 0m*3 . 0?*3 .*8" + PONE, state)
    state.options |= opt.NO_HINTS
    check("0m*3 . 0m*3 . 0m*3 . 0m*3 . 0m*3 .*8" + PONE, state)


def test_a_span_lights_its_places_and_no_others():
    canvas = Canvas(Brightness())
    for first in range(BAR):
        for after in range(first, BAR + 3):
            canvas.clear_bar()
            canvas.span(first, after, RED, BRIGHT)
            bar = bytes(canvas.bar_bytes)
            lit = [n for n in range(BAR) if any(bar[3 * n : 3 * n + 3])]
            assert lit == list(range(first, min(after, BAR)))


def ranks_of(text):
    """Return the state after the ranks of `text` in a game that is played with ranks alone."""
    game = Game()
    game.apply(start((1, 2, 121, opt.RANKS_ALONE, 0), 1))
    for word in text.split():
        game.apply((E.GO,) if word == "GO" else (E.CARD, SUITLESS + 4 * RANKS.index(word)))
    return game.state


def test_the_suits_that_may_count_blink_beside_the_points_of_the_ranks():
    # The dealer's hand has no jack.
    check("1m*2 .*21 Wf W?*2 ." + DEALER, ranks_of("9 T 6 T 2 GO 3 4 5 4"))
    check("0m*4 .*19 W?*3 . 0? . 1d 1m", ranks_of("8 T 9 6 4 GO GO 5 7 J 8"))


def in_the_box(code):
    """Return the game of three sides on the track of Crib Wars whose side 1 sits out three deals,
    as it waits for the second one."""
    game = Game()
    game.apply((E.START, code, 3, 121, 2, 0, opt.CRIB_WARS))
    while game.state.scores[1] < BOXES[0]:
        game.apply((E.POINTS, 1, min(29, BOXES[0] - game.state.scores[1])))
    game.apply((E.PENALTY, 2, 0, 1))  # the deal is void
    return game


def test_c3_who_sits_out_has_lights_that_blink_until_the_peg_is_moved():
    """The cards dealt to the others have lights only while the starter is due and a side sits
    out. Side 2 deals; it is white."""
    for code, sizes, nobody, rest in (
        (2, " . Wd*6 . W? .*9", " .*13 W? .*9", " 0d .*3 W? Wm"),
        (11, " .*7 W?*3 .*8", " .*12 W?*3 .*8", " 0d .*3 W? Wm"),
    ):
        game = in_the_box(code)
        check("Wm*2 .*2 1?*3" + sizes + rest, game.state)
        game.apply((E.MOVED, 1))
        check("Wm*2 .*2 1m*3" + sizes + rest, game.state)
        start_of_it = state_of((E.START, code, 3, 121, 2, 0, opt.CRIB_WARS))
        check("Wm*2" + nobody + " 0d . 1d . W? Wm", start_of_it)


def test_the_seats_cover_no_light_of_what_is_asked_for():
    """Only lights that tell how many they leave free make the seats move to the left."""
    looked = set()

    def look(played, entry, events):
        state = played.state
        if state.phase in (at.PLAY, at.OVER, at.POINTS, at.CHALLENGE):
            return
        alone = Bar()
        painters = bar_battle if state.phase in OF_BATTLES else bar_cribbage
        told = painters.paint(alone, state, KeyEntry(), BRIGHT)
        whole, _ = seen(state, KeyEntry())
        covered = [n for n in range(BAR) if alone.lights[n] and whole[n] != alone.lights[n]]
        moved = told is not None and told[0] + len(told[1]) + 2 * state.seats >= BAR
        assert moved or not covered, (state.code, at.name(state.phase), covered)
        looked.add(state.phase)

    for game, most in some(ASKING, 4, 9):
        kind = BattlePlayer if preset(game[0]).machine == BATTLEFIELD else Player
        play_out(game, 3, see=look, kind=kind, most=most)
    if len(some(ASKING, 4, 9)) == len(ASKING):
        assert looked == set(range(1, at.COUNT)) - {at.PLAY, at.OVER, at.POINTS, at.CHALLENGE}
