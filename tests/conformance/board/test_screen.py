"""The screen reads only the `View` of a board, so that a mirror of it looks the same."""

from engine_core.count.cards import card
from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import CARD, GO, POINTS, START
from firmware.lights.screen import Screen
from tests.conformance.support.kit import no_alloc
from tests.conformance.support.ports import Clock, DirectStrip, Strip
from tests.conformance.support.virtual_ports import Board

# The play of a deal up to the show of both hands.
SHOW = "8D KH 9D 4S 7C GO GO 9C JD 2H 3C"
CRIB = " TC KC AS 4D"
NAMES = ("game", "menu", "key_entry")


class View:
    """Shows the View of `app`, and records any other attribute that is read."""

    def __init__(self, app):
        self._app = app
        self.others = []

    def __getattr__(self, name):
        if name not in NAMES:
            self.others.append(name)
            raise AttributeError(name)
        return getattr(self._app, name)


def test_the_screen_reads_game_menu_and_key_entry_and_nothing_else():
    board = Board()
    view = View(board.app)
    clock = Clock(board.clock.now)
    strip = Strip(clock)
    screen = Screen(strip, clock.now)

    def same():
        clock.now = board.clock.now
        screen.settle(view.game.state)
        screen.show(view, clock.now)
        board.app.screen.settle(board.app.game.state)
        board.app.screen.repaint()
        board.run(board.step)
        clock.now = board.clock.now
        screen.show(view, clock.now)
        assert strip.last == board.strip.last
        return strip.last

    seen = [same()]
    board.start((START, 1, 2, 61, NO_SEAT, 0, 0))
    for keys in ("", "5 H 8", "D", "K D", "9", "S", "MENU", "UNDO"):
        board.keys(keys)
        board.run(3000)
        seen.append(same())
    assert len(set(seen)) > 6 and view.others == []


def boards(start):
    """Return a board whose strip takes the bar alone, and one with the same keys whose strip takes
    whole frames."""
    direct, plain = Board(strip_class=DirectStrip), Board()
    for board in (direct, plain):
        board.start(start)
        board.run(60)
    return direct, plain


def test_the_bar_answers_before_the_holes_and_the_same_is_lit_soon():
    direct, plain = boards((START, 1, 2, 121, NO_SEAT, 0, 0))
    keys = "2D 9S 5H 6H 7C KD 4D KS QH 3C GO UNDO MENU MENU RIGHT UNDO 5S 5C 5D JK MENU 3 ENTER"
    for word in keys.split():
        before = direct.strip.alone
        for board in (direct, plain):
            board.keys(word)
        assert direct.strip.alone > before, word
        for _ in range(12):
            for board in (direct, plain):
                board.run(60)
        assert direct.strip.last == plain.strip.last, word


def enter(boards, text):
    """Enter the cards and goes of `text` on each of `boards`."""
    for word in text.split():
        for board in boards:
            board.app.enter((GO,) if word == "GO" else (CARD, card(word)))


def test_the_first_bar_after_a_key_is_that_of_a_strip_of_whole_frames():
    """The points of a hand are on it, although its peg has yet to move."""
    both = direct, plain = boards((START, 1, 2, 121, 1, 0, 0))
    counted = 0
    for word in (SHOW + CRIB).split():
        enter(both, word)
        for ticks in range(3):
            for board in both:
                board.run(board.step)
            assert direct.bar() == plain.bar(), (word, ticks)
            counted += ticks == 0 and plain.app.screen._pegs.is_counted()
        for board in both:
            board.run(6000)
    assert counted == 1  # of the crib; a hand's count comes after a point for the last card


def test_moves_that_are_pending_count_as_soon_as_they_are_asked_for():
    for asked in ("moving", "has_next_count"):
        both = boards((START, 1, 2, 121, 1, 0, 0))
        enter(both, SHOW[:-3])
        for board in both:
            board.run(3000)
            ask = getattr(board.app.screen, asked)
            assert not ask()
            enter([board], SHOW[-3:])
            assert ask()


def test_entries_between_two_ticks_move_the_pegs_from_where_the_one_before_ends():
    """Entries from a laptop, and from keys that stand for several."""
    for board in boards((START, 0, 2, 121, NO_SEAT, 0, 0)):
        for side, points in ((0, 20), (0, 29), (1, 10)):
            board.app.enter((POINTS, side, points))
        board.run(60)
        pegs = board.app.screen._pegs
        assert list(pegs._front) == [49, 0] and pegs._moves == [(1, 0, 10, None)]
        board.run(2000)
        assert list(pegs._front) == [49, 10] and list(pegs._back) == [20, 0]


def test_a_frame_of_a_moving_peg_comes_when_it_is_due_and_not_before():
    board = Board(step=1)
    board.start((START, 0, 2, 121, NO_SEAT, 0, 0))
    board.app.enter((POINTS, 0, 29))
    board.run(100)
    screen = board.app.screen
    times = []
    for late in 5 * (0, 0, 0, 4):
        assert screen.moving()
        while screen.until_frame(board.clock.now + 1) > 0:
            shown = board.strip.shown
            board.run(1)
            assert board.strip.shown == shown
        board.clock.now += late
        board.run(1)
        assert board.strip.shown == shown + 1
        times.append(board.clock.now - late)
    assert {after - before for before, after in zip(times, times[1:])} == {16}


def test_moving_pegs_and_counts_leave_nothing_on_the_heap():
    """They are painted sixty times a second, and collecting garbage takes longer than a frame."""
    board = boards((START, 0, 2, 121, NO_SEAT, 0, 0))[0]
    screen = board.app.screen
    pegs = screen._pegs
    for move in ((1, 0, 20, None), (1, 0, 20, 8)):
        pegs._moves = [move, move]
        pegs._began = board.clock.now
        now = board.clock.now + 100
        assert pegs.counts() == (2 if move[3] else 0)
        no_alloc(screen.moving)
        no_alloc(pegs.step, now)
        no_alloc(pegs.look, now)
        no_alloc(pegs.paint, screen._canvas, now)


def test_a_bar_that_needs_too_much_current_is_dimmed_and_then_everything_is():
    """Points that fill the bar, beside pegs; `ports.Strip` checks the current of each frame."""
    direct, plain = boards((START, 0, 4, 121, NO_SEAT, 0, 0))
    for word in "S 2 9 ENTER H 2 9 ENTER S 2 9".split():
        for board in (direct, plain):
            board.press(word)
            board.run(1200)
        assert direct.strip.last == plain.strip.last
    assert direct.strip.alone > 4
