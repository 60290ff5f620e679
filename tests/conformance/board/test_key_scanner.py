"""The key scanner, with the signals of a matrix over time."""

from firmware.keys.key_scanner import NO_KEY, KeyScanner, ghosted
from tests.conformance.support.kit import Rand, no_alloc, scale
from tests.conformance.support.traces import STEP, Matrix, fingers, pressed

# Keys by row and column: key 0 is at the top left, key 23 at the bottom right.
A, TWO, SEVEN, EIGHT, ENTER = 0, 1, 6, 7, 23


def keys(presses):
    return [key for _, key in presses]


def test_a_press_counts_at_its_first_contact_and_once():
    assert pressed(Matrix().hold(5, 100, 200)) == [(100, 5)]
    assert pressed(Matrix().hold(5, 97, 200)) == [(100, 5)]
    assert pressed(Matrix().hold(0, 100, 5000)) == [(100, 0)]
    for key in range(24):
        assert pressed(Matrix().hold(key, 40, 80)) == [(40, key)]


def test_no_key_down_gives_no_press():
    scanner = KeyScanner()
    for ms in range(0, 400, STEP):
        scanner.update(0, ms)
    assert scanner.get() == NO_KEY


def test_a_bounce_after_the_press_is_not_a_second_press():
    for bounce in range(1, 20):
        matrix = Matrix().hold(5, 100, 101).hold(5, 101 + bounce, 200)
        assert pressed(matrix, range(300)) == [(100, 5)], bounce


def test_a_bounce_after_the_release_is_not_a_second_press():
    for bounce in range(1, 20):
        matrix = Matrix().hold(5, 100, 200).hold(5, 200 + bounce, 201 + bounce)
        assert pressed(matrix, range(300)) == [(100, 5)], bounce


def test_chatter_of_a_held_key_is_not_a_second_press():
    matrix = Matrix()
    for n in range(100):
        matrix.hold(7, 100 + 24 * n, 110 + 24 * n)  # open for 14 ms, over and over
    assert pressed(matrix, range(3000)) == [(100, 7)]


def test_a_key_is_released_after_20_milliseconds():
    matrix = Matrix().hold(5, 100, 150).hold(5, 150 + 24, 250)
    assert keys(pressed(matrix, range(300))) == [5, 5]
    matrix = Matrix().hold(5, 100, 150).hold(5, 150 + 18, 250)
    assert keys(pressed(matrix, range(300))) == [5]


def test_a_double_click_is_two_presses():
    assert keys(pressed(Matrix().hold(5, 100, 150).hold(5, 200, 250))) == [5, 5]


def test_a_late_scan_makes_no_second_press():
    # The flash is erased for 45 ms after the press is seen, and the finger lets go meanwhile: the
    # next look falls into the bounce.
    matrix = Matrix().hold(5, 100, 140).hold(5, 149, 151).hold(5, 153, 155)
    times = list(range(0, 101, STEP)) + [147, 150, 152, 154] + list(range(156, 300, STEP))
    assert pressed(matrix, times) == [(100, 5)]
    # A sample during chatter after a long wait proves no more.
    matrix = Matrix().hold(5, 100, 250).hold(5, 252, 400)
    times = list(range(0, 101, STEP)) + [251] + list(range(253, 500, STEP))
    assert pressed(matrix, times) == [(100, 5)]


def test_a_key_released_and_pressed_again_while_the_program_was_busy_is_two_presses():
    for open_ms, presses in ((19, 1), (20, 2), (400, 2)):
        scanner = KeyScanner()
        # Only samples that differ from the one before are kept meanwhile.
        for sample, ms in ((1 << 5, 100), (0, 140), (1 << 5, 140 + open_ms)):
            scanner.update(sample, ms)
        found = [scanner.get() for _ in range(3)]
        assert found == [5] * presses + [NO_KEY] * (3 - presses)
        assert scanner.is_down(5)


def test_keys_that_overlap_are_pressed_in_their_order():
    matrix = Matrix().hold(4, 100, 300).hold(14, 140, 350).hold(20, 180, 400)
    assert pressed(matrix) == [(100, 4), (140, 14), (180, 20)]


def test_keys_pressed_in_the_same_scan_come_by_number():
    assert pressed(Matrix().hold(14, 100, 200).hold(4, 100, 200)) == [(100, 4), (100, 14)]


def test_a_key_pressed_again_while_another_is_held():
    matrix = Matrix().hold(ENTER, 50, 500)
    for n in range(4):
        matrix.hold(3, 100 + 100 * n, 150 + 100 * n)
    assert keys(pressed(matrix)) == [ENTER, 3, 3, 3, 3]


def test_a_rectangle_may_be_a_ghost():
    for row, other in ((0, 1), (0, 3), (2, 3)):
        for column, beside in ((0, 1), (0, 5), (3, 4)):
            corners = [6 * r + c for r in (row, other) for c in (column, beside)]
            sample = sum([1 << key for key in corners])
            assert ghosted(sample)
            for key in corners:
                assert not ghosted(sample & ~(1 << key))


def test_keys_in_one_row_or_one_column_are_not_a_rectangle():
    assert not ghosted(0)
    for row in range(4):
        assert not ghosted(0x3F << 6 * row)
    for column in range(6):
        assert not ghosted(0x041041 << column)
    assert not ghosted(1 << 0 | 1 << 7 | 1 << 14 | 1 << 21)  # a diagonal


def test_a_key_that_may_be_a_ghost_is_refused_until_it_cannot_be():
    # Three corners held: the fourth seems closed with them.
    matrix = Matrix().hold(A, 100, 300).hold(TWO, 140, 500).hold(SEVEN, 180, 400)
    matrix.hold(EIGHT, 180, 300)
    assert keys(pressed(matrix)) == [A, TWO, SEVEN]
    # A finger that stays down counts once another has left.
    matrix = Matrix().hold(A, 100, 300).hold(TWO, 140, 500).hold(SEVEN, 180, 500)
    matrix.hold(EIGHT, 220, 500)
    assert pressed(matrix) == [(100, A), (140, TWO), (180, SEVEN), (300, EIGHT)]


def test_keys_held_before_a_ghost_are_not_pressed_again():
    matrix = Matrix().hold(A, 100, 600).hold(TWO, 140, 600).hold(SEVEN, 180, 600)
    matrix.hold(EIGHT, 220, 260).hold(EIGHT, 320, 360)
    assert keys(pressed(matrix)) == [A, TWO, SEVEN]


def test_another_key_beside_a_rectangle_waits_too():
    matrix = Matrix().hold(A, 100, 300).hold(TWO, 140, 300).hold(SEVEN, 180, 300)
    matrix.hold(EIGHT, 180, 300).hold(20, 220, 500)
    assert pressed(matrix)[-1] == (300, 20)


def test_45_presses_wait_for_a_board_that_is_busy():
    scanner = KeyScanner()
    ms = 0
    for _ in range(45):
        for sample in (1 << EIGHT, 0, 0):
            scanner.update(sample, ms)
            ms += 27
    assert [scanner.get() for _ in range(46)] == [EIGHT] * 45 + [NO_KEY]


def test_a_full_ring_keeps_what_was_pressed_first():
    scanner = KeyScanner()
    ms = 0
    for n in range(80):
        for sample in (1 << n % 23, 0, 0):
            scanner.update(sample, ms)
            ms += 30
    found = []
    key = scanner.get()
    while key != NO_KEY:
        found.append(key)
        key = scanner.get()
    assert found == [n % 23 for n in range(len(found))]
    assert 60 <= len(found) < 80
    # And it goes on from there.
    scanner.update(1 << 23, ms)
    assert scanner.get() == 23
    assert scanner.get() == NO_KEY


def test_the_ring_wraps_around():
    scanner = KeyScanner()
    ms = 0
    for n in range(200):
        for sample in (1 << n % 24, 0, 0):
            scanner.update(sample, ms)
            ms += 30
        assert scanner.get() == n % 24
        assert scanner.get() == NO_KEY


def test_a_clock_that_wraps_makes_no_difference():
    matrix, _ = fingers(3)
    plain = pressed(matrix)
    for offset in (0x3FFFFFFF, 0x3FFFFFFF - 150, 0x3FFFFFFF - 300, 0x1FFFFFFF - 200):
        assert pressed(matrix, offset=offset) == plain
    clicks = Matrix().hold(5, 100, 200).hold(5, 260, 300)
    for wrap in range(90, 310, scale(3, 30)):
        assert keys(pressed(clicks, offset=0x40000000 - wrap)) == [5, 5], wrap
    # A key held over the wrap is held.
    assert keys(pressed(Matrix().hold(5, 100, 2000), offset=0x3FFFFFFF - 1000)) == [5]


def test_bouncing_fingers_are_neither_lost_nor_doubled():
    for seed in range(scale(20, 3)):
        check_fingers(seed)


def check_fingers(seed):
    """Compare the presses found for one seed with those made."""
    matrix, expected = fingers(seed)
    found = pressed(matrix)
    assert keys(found) == [key for _, key in expected], seed
    for (ms, _), (start, _) in zip(found, expected):
        assert start <= ms <= start + 19 + STEP, seed


def test_the_same_traces_give_the_same_presses_on_every_target():
    return repr([pressed(fingers(seed)[0]) for seed in range(100, 104)])


def test_a_scan_allocates_nothing():
    scanner = KeyScanner()
    rand = Rand(9)
    ms = 0
    for _ in range(60):
        sample = 1 << rand.below(24) | 1 << rand.below(24)
        for look in (sample, sample, 0, 0, 1 << 23 | 1 << 22 | 1 << 16 | 1 << 17):
            no_alloc(scanner.update, look, ms)
            ms += 15
        no_alloc(scanner.get)
    assert no_alloc(ghosted, 0xFFFFFF)
