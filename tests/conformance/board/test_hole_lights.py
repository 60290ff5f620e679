"""The holes light by light, as they are painted at each moment."""

from engine_core.games.crib_wars_layout import BLUE, BOXES, GREEN, RED
from engine_core.pegs.crib_wars import OFF_TRACK
from engine_core.state.events import FIELDS
from engine_core.state.state import State
from firmware.lights import levels as at
from firmware.lights.layout_canvas import LayoutCanvas
from firmware.lights.layout_screen import LayoutPegs
from firmware.lights.peg_animation import PegAnimation
from firmware.lights.track_lights import look, paint_crib_wars, peg_levels
from firmware.settings.brightness import Brightness
from hardware.layouts import ROWS, Layout
from tests.conformance.support.canvases import Levels
from tests.conformance.support.kit import some

STEP_MS = 300  # of the track's lights
TURN_MS = 400  # of each peg in a hole
HOP_MS = 35  # of a peg, for each hole


def special(step):
    """Return the lights of the special holes in this step: each is dark in every fourth."""
    level = at.DARK if step % 4 == 3 else at.FADE
    lights = {}
    for pairs, colour in ((RED, at.RED), (GREEN, at.GREEN)):
        for pair in pairs:
            for hole in pair:
                lights[hole] = (colour, level)
    for hole in BOXES:
        lights[hole] = (at.WHITE, level)
    for trap, _, _ in BLUE:
        lights[trap] = (at.BLUE, level)
    return lights


def test_special_holes_glow_and_a_light_runs_along_each_path():
    """It pauses for two steps at the end of the path."""
    for spots in (0, OFF_TRACK):
        for step in range(70):
            canvas = Levels()
            if spots:
                canvas.spots = spots
            paint_crib_wars(canvas, step * STEP_MS + step % STEP_MS)
            wanted = special(step)
            spot = spots
            for _, path, _ in BLUE:
                n = step % (len(path) + 2)
                if n < len(path):
                    wanted[spot + 1 + n if spots else path[n]] = (at.BLUE, at.FADE)
                spot += 1 + len(path)
            assert canvas.holes == wanted, (spots, step)


def test_the_look_of_the_track_changes_with_each_step_and_not_between():
    for step in range(70):
        looks = {look(step * STEP_MS + ms) for ms in (0, 1, STEP_MS // 2, STEP_MS - 1)}
        assert looks == {step % 64}


def in_the_box():
    """Return a state of three sides on the track: 0 on a path, 1 in a box with its peg to be
    moved, and 2 on neither."""
    state = State()
    state.scores = bytearray((20, BOXES[0], 20))
    state.spots = bytearray((OFF_TRACK + 2, BOXES[0], 20))
    state.deals_out = bytearray((0, 3, 0))
    return state


def test_the_levels_of_front_pegs_alternate_from_step_to_step():
    state = in_the_box()
    for step in range(9):
        for ms in (0, STEP_MS - 1):
            found = peg_levels(state, step * STEP_MS + ms)
            low = [at.DIM, at.DARK, at.BRIGHT]
            assert list(found) == (low if step % 2 else [at.BRIGHT] * 3), step


class Table:
    """What the pegs read of a state."""

    def __init__(self, scores, back_pegs):
        self.scores = scores
        self.back_pegs = back_pegs
        self.phase = 0
        self.track = 0

    def all_options(self):
        return 0

    def side(self, seat):
        return seat


def score(side, hole):
    """Return the event of a score of `side` that brings its front peg to `hole`."""
    values = {"what": "pair", "seat": side, "side": side, "points": 2, "hole": hole}
    return ("score",) + tuple([values[name] for name in FIELDS["score"]])


def settled(pegs, scores, back_pegs):
    pegs.settle(Table(scores, back_pegs))
    return pegs


def holes(pegs, now):
    canvas = Levels()
    pegs.paint(canvas, now)
    return canvas.holes


def test_a_side_that_scores_twice_at_once_leaps_from_where_it_was():
    pegs = settled(PegAnimation(), (10, 20), (5, 15))
    pegs.add(Table((16, 23), (12, 20)), (score(0, 12), score(1, 23), score(0, 16)), 1000)
    assert pegs.queued() == 3
    back = (0, at.DIM)
    front = (0, at.BRIGHT)
    assert holes(pegs, 1000)[10] == (0, at.FADE + 7)
    now = 1000 + 2 * HOP_MS
    pegs.step(now)
    assert holes(pegs, now)[10] == back and holes(pegs, now)[12] == front
    now += 3 * HOP_MS
    pegs.step(now)
    assert pegs.queued() == 1
    # The back peg, dark at 10, begins its leap at the front one.
    assert holes(pegs, now) == {12: (0, at.FADE + 7), 20: (1, at.DIM), 23: (1, at.BRIGHT)}
    now += 4 * HOP_MS
    pegs.step(now)
    assert holes(pegs, now)[12] == back and holes(pegs, now)[16] == front


def test_pegs_in_one_hole_take_turns_in_the_order_of_the_sides():
    for sides in range(2, 7):
        pegs = settled(PegAnimation(), (30,) * sides, (0,) * sides)
        for turn in range(13):
            for ms in (0, TURN_MS - 1):
                seen = holes(pegs, turn * TURN_MS + ms)
                assert seen == {30: (turn % sides, at.BRIGHT)}


def test_counts_that_are_shown_again_end_moves_that_are_not_finished():
    pegs = settled(PegAnimation(), (10, 20), (5, 15))
    after = Table((16, 20), (10, 15))
    pegs.add(after, (score(0, 16),), 1000)
    pegs.recall(after, [(0, 6), (1, 4)], 1010)
    assert pegs.queued() == pegs.counts() == 2 and pegs.counted() == (0, 6)
    assert holes(pegs, 1010) == {
        10: (0, at.DIM),
        16: (0, at.BRIGHT),
        15: (1, at.DIM),
        20: (1, at.BRIGHT),
    }


def test_a_count_that_waits_is_at_rest_once_its_peg_has_arrived():
    pegs = settled(PegAnimation(), (10, 20), (5, 15))
    pegs._moves = [(0, 10, 16, 6), (1, 20, 24, 4)]
    pegs._began = 1000
    assert pegs.waits() and pegs.following() == 1
    assert not pegs.at_rest(1000 + 6 * HOP_MS - 1)
    assert pegs.at_rest(1000 + 6 * HOP_MS)
    pegs.next_count(2000)
    assert pegs.counted() == (1, 4) and not pegs.waits() and not pegs.at_rest(9000)


def test_a_layout_without_paths_shows_them_on_the_track():
    """And one with paths on those."""
    for row in some(ROWS, 2):
        layout = Layout(row[0])
        canvas = LayoutCanvas(Brightness(), layout)
        assert canvas.spots == (OFF_TRACK if layout.paths else 0)
        for step in (0, 2, 5, 9):
            canvas.clear_holes()
            paint_crib_wars(canvas, step * STEP_MS)
            lit = {n for n in range(layout.pixels) if any(canvas.frame[3 * n : 3 * n + 3])}
            wanted = set()
            before = 0
            for trap, path, _ in BLUE:
                n = step % (len(path) + 2)
                tracks = range(layout.tracks)
                if n < len(path) and layout.paths:
                    wanted.add(layout.path(before + n))
                elif n < len(path):
                    wanted.update([layout.hole(path[n], track) for track in tracks])
                wanted.update([layout.hole(trap, track) for track in tracks])
                before += len(path)
            for hole in special(step):
                wanted.update([layout.hole(hole, track) for track in range(layout.tracks)])
            assert lit == wanted, (row[0], step)


def test_pegs_stand_on_a_path_at_once_where_the_board_has_one():
    """So they do after a power-on, and after an undo."""
    trap, path, _ = BLUE[1]
    for row in some(ROWS, 2):
        layout = Layout(row[0])
        pegs = LayoutPegs(LayoutCanvas(Brightness(), layout))
        state = Table(bytearray((path[1], trap - 9)), bytearray((path[0], trap - 12)))
        first = OFF_TRACK + 1 + len(BLUE[0][1])
        state.track = 2
        state.spots = bytearray((first + 2, trap - 9))
        state.count_spots = bytearray((first + 1, trap - 12))
        for points in (1, 0):
            state.count_points = bytearray((points, 3))
            pegs.settle(state)
            front = first + 2 if layout.paths else path[1]
            back = first + 1 if layout.paths and points else path[0]
            assert holes(pegs, 0) == {
                front: (0, at.BRIGHT),
                back: (0, at.DIM),
                trap - 9: (1, at.BRIGHT),
                trap - 12: (1, at.DIM),
            }, (row[0], points)
