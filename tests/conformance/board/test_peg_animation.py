"""The pegs and the win as the table sees them, by the light of each hole."""

from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import POINTS, START
from firmware.lights.levels import STEPS
from firmware.settings.brightness import Brightness
from hardware.board import HOLES, SIDES, hole_pixel
from tests.conformance.support.kit import some
from tests.conformance.support.virtual_ports import Board

BRIGHTNESS = Brightness()


def board(sides=2, target=121, **options):
    new = Board(**options)
    new.start((START, 0, sides, target, NO_SEAT, 0, 0))
    return new


def pegged(*points, **options):
    """Return a board at rest after (side, points) were entered."""
    new = board(**options)
    for side, more in points:
        key(new, side, more)
    new.run(3000)
    return new


def key(new, side, points):
    new.press("SHDC"[side])
    new.amount(points)


def bright(side):
    """Return the colour of the front peg of `side`."""
    return BRIGHTNESS.shade(SIDES[side][1:], 255)


def over_time(new, holes, ms=2600):
    """Return the sets of colours that each of `holes` shows within `ms`."""
    seen = [set() for _ in holes]
    for _ in range(ms // 100):
        new.run(100)
        for n, hole in enumerate(holes):
            seen[n].add(new.hole(hole))
    return seen


def test_no_peg_is_shown_before_a_point_is_scored():
    new = board()
    new.run(1000)
    assert new.lit() == []


def test_the_first_points_show_one_peg():
    new = pegged((0, 7))
    assert new.lit() == [7]
    assert new.hole(7) == bright(0)


def test_each_side_has_a_bright_peg_in_front_and_a_dim_one_behind():
    new = pegged((0, 4), (0, 6), (1, 3), (1, 12))
    assert new.lit() == [3, 4, 10, 15]
    assert new.hole(10) == bright(0)
    assert new.hole(15) == bright(1)
    for back, front in ((4, 10), (3, 15)):
        assert 0 < sum(new.hole(back)) < sum(new.hole(front)) / 2
    assert over_time(new, [4, 10]) == [{new.hole(4)}, {new.hole(10)}]


def test_pegs_that_share_a_hole_take_turns():
    new = pegged((0, 10), (1, 10))
    assert over_time(new, [10]) == [{bright(0), bright(1)}]
    new = pegged((0, 10), (1, 10), (2, 10), (3, 10), sides=4)
    assert over_time(new, [10]) == [{bright(side) for side in range(4)}]


def test_turns_have_equal_length_and_the_hole_is_never_dark():
    new = pegged((0, 10), (1, 10), (2, 10), sides=3, step=4)
    seen = []
    for _ in range(300):
        new.run(16)
        seen.append(new.hole(10))
    for side in range(3):
        assert 80 <= seen.count(bright(side)) <= 120, seen.count(bright(side))


def test_a_front_peg_and_another_sides_back_peg_take_turns_too():
    new = pegged((0, 10), (0, 5), (1, 10))
    colours = over_time(new, [10])[0]
    assert bright(1) in colours and len(colours) == 2
    assert new.lit() == [10, 15]


def test_a_peg_passes_every_hole_on_its_way():
    for before, points in some(((0, 5), (3, 12), (20, 29)), 1):
        new = board(step=4)
        if before:
            key(new, 0, before)
            new.run(3000)
        beside = 2 if before > 2 else 20
        key(new, 1, beside)
        new.run(3000)
        frames = []
        new.strip.watch = lambda ms, frame, frames=frames: frames.append(frame)
        key(new, 0, points)
        start = new.clock.now
        new.run(1500)
        way = []
        for frame in frames:
            lit = [hole for hole in range(1, HOLES + 1) if any(frame[3 * hole_pixel(hole) :][:3])]
            assert beside in lit, "the other side's peg stays"
            moving = [hole for hole in lit if before < hole <= before + points]
            way.append(max(moving) if moving else 0)
            if before:
                assert before in lit, "one peg stays behind"
        assert [hole for hole in range(before + 1, before + points + 1) if hole not in way] == []
        assert way == sorted(way)
        assert new.clock.now - start == 1500
        assert new.hole(before + points) == bright(0)
        assert not new.app.screen.moving()


def test_a_leap_takes_less_than_a_second():
    new = board(step=4)
    key(new, 0, 29)
    assert new.app.screen.moving()
    new.run(1000)
    assert not new.app.screen.moving()
    assert new.lit() == [29]


def test_another_entry_cuts_a_leap_short():
    new = board(step=4)
    key(new, 0, 29)
    key(new, 1, 5)
    assert 29 in new.lit() and new.hole(29) == bright(0)
    new.run(1500)
    assert new.lit() == [5, 29]


def test_undo_puts_the_pegs_back_at_once():
    new = pegged((0, 4), (0, 6))
    new.press("UNDO")
    assert new.lit() == [4]
    new.press("RIGHT")
    new.run(1500)
    assert new.lit() == [4, 10]


def test_the_next_game_begins_without_pegs():
    new = pegged((0, 29), (1, 9), (0, 29), (0, 3), target=61)
    new.press("ENTER")
    assert new.lit() == []
    new.keys("S 2 ENTER")
    for _ in range(20):
        assert set(new.lit()) <= {1, 2}
        new.run(20)
    assert new.lit() == [2]


def test_a_void_game_leaves_no_pegs():
    new = Board()
    new.start((START, 1, 2, 121, 1, 0, 0))
    for side, points in ((0, 20), (1, 7)):
        new.adjust((POINTS, side, points))
    new.run(3000)
    assert new.lit() == [7, 20]
    new.press("MENU")
    new.choose("Penalty")
    new.go_to(13)
    new.keys("ENTER ENTER")
    new.choose("The game is void, the same deals")
    assert new.lit() == []


def test_the_bar_shows_the_points_of_a_hand():
    new = Board()
    new.start((START, 1, 2, 121, 1, 0, 0))
    new.keys("8D KH 9D 4S 7C GO GO QC JD 2H")
    new.run(2000)
    new.keys("3C")  # the last card: one, then nothing for the pone's hand, six for the dealer's
    new.run(2000)
    new.press("ENTER")
    seen = set()
    dealers = bright(1)
    for _ in range(60):
        new.run(100)
        counted = [n for n, colour in enumerate(new.bar()) if colour == dealers]
        if counted == list(range(6)):
            seen.add("six")
    assert seen == {"six"}
    assert not new.app.screen.moving()


def test_the_win_runs_along_the_whole_track():
    new = board(target=61)
    for points in (29, 29, 3):
        key(new, 1, points)
    new.run(3000)
    lit = set()
    for _ in range(12):
        new.run(60)
        lit.update(new.lit())
    assert lit == set(range(1, HOLES + 1))


def test_the_win_moves_a_hole_at_a_time_in_the_winners_colour():
    new = board(target=61, step=4)
    for points in (29, 29, 3):
        key(new, 1, points)
    new.run(3000)
    before = crests(new, 62, 110)
    new.run(60)
    after = crests(new, 63, 111)
    assert after == [hole + 1 for hole in before]
    assert [b - a for a, b in zip(after, after[1:])] == [STEPS] * (len(after) - 1)
    for hole in after:
        red, green, blue = new.hole(hole)
        assert red > green > blue  # orange


def crests(new, first, last):
    """Return the holes from `first` to `last` of which the next is less bright."""
    light = [sum(new.hole(n)) for n in range(1, HOLES + 1)]
    return [n for n in range(first, last + 1) if light[n - 1] > light[n]]


def test_the_brightest_frame_stays_within_the_current_limit():
    # Every frame of every test is held to it in `ports.Strip`; this one has the most.
    new = board(sides=3, target=61)
    for points in (29, 29, 3):
        key(new, 2, points)  # white
    lit = []
    for _ in range(STEPS):  # the waves' faintest lights are dark at some of their steps
        new.run(60)
        lit.append(len(new.lit()))
    assert max(lit) > 100
