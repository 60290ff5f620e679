"""The lights that show the player to act, the dealer, and the players who have said go."""

from engine_core.count.cards import card
from engine_core.game.game import Game
from engine_core.games import phases as at
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from firmware.keys.key_entry import KeyEntry
from firmware.lights import game_menu_lights
from firmware.lights.bar import acting, paint_marks
from firmware.lights.levels import BRIGHT, DIM
from hardware.board import BAR, STREET
from tests.conformance.support.battle_player import BATTLES, BattlePlayer
from tests.conformance.support.canvases import Bar, Holes, seen
from tests.conformance.support.player import PLAIN, play_out, start
from tests.conformance.support.virtual_ports import Board

FOUR = (E.START, 3, 4, 121, 3, 0, 0)
SIX = (E.START, 5, 6, 121, 5, 0, 0)
SEATLESS = (at.OVER, at.POINTS, at.CHALLENGE, at.IDLE)


def game_at(entry, text):
    """Return the state of a game that began with `entry`, after the cards and goes of `text`."""
    game = Game()
    game.apply(entry)
    for word in text.split():
        game.apply((E.GO,) if word == "GO" else (E.CARD, card(word)))
    return game.state


def blinking(state):
    """Return the places of the bar that differ between the halves of a blink."""
    on, off = seen(state, KeyEntry())
    return [n for n in range(BAR) if on[n] != off[n]]


def test_seats_of_one_side_differ_in_the_place_that_blinks():
    for start_entry, places in ((FOUR, 8), (SIX, 12)):
        state = game_at(start_entry, "8D")
        seats = []
        for seat in range(start_entry[2]):
            state.turn = seat
            marks = [n for n in blinking(state) if n >= BAR - places]
            assert marks == [BAR - places + 2 * seat]
            seats.append(seen(state, KeyEntry()))
        for n, bar in enumerate(seats):
            assert seats.index(bar) == n


def test_the_dealer_has_two_lights_and_the_others_one():
    for dealer in range(4):
        state = game_at(FOUR[:4] + (dealer, 0, 0), "8D")
        for lights in seen(state, KeyEntry()):
            pairs = [lights[BAR - 8 + 2 * seat : BAR - 6 + 2 * seat] for seat in range(4)]
            assert [bool(pair[1]) for pair in pairs] == [seat == dealer for seat in range(4)]
            assert all([pair[0] for pair in pairs])


def test_seats_move_to_the_left_end_where_the_count_is_high():
    state = game_at(FOUR, "8D KS KH 9D")
    on, off = seen(state, KeyEntry())
    count = (state.side(state.turn), 1)
    assert [n for n in range(BAR) if on[n] != off[n]] == [2 * state.turn, 29]
    assert on[8] is None
    assert on[9:29] == [count] * 20 and on[30] is None


def test_the_seats_stay_at_the_right_end_as_long_as_no_light_of_theirs_is_in_use():
    marks = ((0, BRIGHT), None, (1, DIM), None)
    for used, first in ((BAR - 5, BAR - 4), (BAR - 4, 0)):
        bar = Bar()
        bar.span(0, BAR, 2, DIM)
        paint_marks(bar, used, marks)
        assert bar.lights[first : first + 4] == [(0, BRIGHT), None, (1, DIM), None]
        assert (bar.lights[0] == (0, BRIGHT)) == (first == 0)


def the_seat_that_acts_blinks(state):
    """Return whether the seats are shown; if so, check that only the seat to act blinks."""
    if state.phase in SEATLESS:
        return False
    on, off = seen(state, KeyEntry())
    width = 2 * state.seats
    starts = [first for first in (BAR - width, 0, 2, 3) if seats_at(on, first, state)]
    assert starts, (at.name(state.phase), on)
    first = starts[0]
    marks = [n - first for n in range(first, first + width) if on[n] != off[n]]
    blink = {2 * acting(state)}
    if state.phase == at.TURN and state.shown_by != NO_SEAT:
        blink.add(2 * state.shown_by)
    assert marks == sorted(blink), (at.name(state.phase), on)
    return True


def seats_at(lights, first, state):
    """Return whether the seats are at `first` in `lights`."""
    for seat in range(state.seats):
        side = state.side(seat)
        light = lights[first + 2 * seat]
        looks = Bar()
        looks.bar(0, side, 0)
        if light is None or light[0] != looks.lights[0][0]:
            return False
        if (lights[first + 2 * seat + 1] is not None) != (seat == state.dealer):
            return False
    return True


def test_the_seat_that_acts_blinks_in_every_phase():
    looked = set()

    def look(played, entry, events):
        if the_seat_that_acts_blinks(played.state):
            looked.add(played.state.phase)

    play_out(PLAIN[0], 3, see=look, most=60)
    play_out((5, 6, 61, 0, 0), 3, see=look, most=60)
    play_out((8, 6, 31, 0, 0), 3, see=look, most=40)
    play_out((7, 2, 61, 1, 0), 3, see=look, most=40)
    play_out((1, 2, 61, 32, 0), 3, see=look, most=40)
    play_out((1, 2, 61, 128, 0), 3, see=look, most=60)
    play_out((10, 2, 121, 0, 0), 3, see=look)
    for battle in BATTLES:
        play_out(battle, 3, see=look, kind=BattlePlayer, most=80)
    assert looked == set(range(at.COUNT)) - set(SEATLESS)


def columns(lit, street):
    """Return the columns of the holes of `lit` that are on `street`, from 0."""
    holes = [h - 1 - street * STREET for h in lit if h <= 120 and (h - 1) // STREET == street]
    return sorted([STREET - 1 - h if street % 2 else h for h in holes])


def test_the_menu_shows_every_seat_who_acts_who_deals_and_who_has_said_go():
    state = game_at(FOUR, "8D KS KH 9D GO GO")
    assert (state.turn, state.dealer, state.said_go) == (1, 3, 0b1001)
    holes = Holes()
    game_menu_lights.paint_seats(holes, state)
    assert [columns(holes.lit, street) for street in range(4)] == [
        [0, 4, 8, 12],
        [4],
        [12],
        [0, 12],
    ]


def test_the_menu_key_lights_the_seats_and_the_key_again_shows_the_pegs():
    board = Board()
    board.start(FOUR)
    board.keys("8D KS KH 9D GO")
    board.run(2000)
    pegs = board.lit()
    board.press("MENU")
    board.run(500)
    assert [columns(board.lit(), street) for street in range(4)] == [
        [0, 4, 8, 12],
        [0],
        [12],
        [12],
    ]
    board.press("MENU")
    board.run(500)
    assert board.lit() == pegs


def test_the_scoreboard_has_no_seats_to_show():
    board = Board()
    board.start(start((0, 2, 121, 0, 0)))
    board.press("MENU")
    board.run(500)
    assert board.lit() == []
