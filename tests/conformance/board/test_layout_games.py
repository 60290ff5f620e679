"""Whole games on each layout: the lights are where the pegs stand, each side on its own track, and
the trackers and paths have their own holes."""

from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.crib_wars_layout import BLUE, GREEN
from engine_core.games.seats import NO_SEAT
from engine_core.pegs import crib_wars
from engine_core.state import entries as E
from firmware.lights.layout_canvas import TRACKER_DIGITS, LayoutCanvas
from firmware.lights.levels import BRIGHT, RED, WHITE
from firmware.lights.screen import Screen
from firmware.settings.brightness import Brightness
from hardware.board import HOLES, SIDES
from hardware.layouts import ROW, ROWS, Layout
from tests.conformance.support.keying import key
from tests.conformance.support.kit import some
from tests.conformance.support.player import Player, start
from tests.conformance.support.virtual_ports import Board

SLOW = (
    "test_random_games_on_two_tracks",
    "test_random_games_on_three_tracks",
    "test_random_games_on_the_crib_wars_board",
)

BRIGHTNESS = Brightness()
NAMES = [row[0] for row in ROWS]
# Two, three and four sides, partners, and each track.
GAMES = (
    (1, 2, 121, 0, opt.PLAIN),
    (2, 3, 121, 0, opt.CRIB_WARS),
    (3, 4, 121, 0, opt.ONCE_AROUND),
    (1, 2, 121, 0, opt.CRIB_WARS),
    (2, 3, 121, 0, opt.ONCE_AROUND),
)
TWO = (E.START, 1, 2, 121, 0, 0, opt.PLAIN)
THREE = (E.START, 2, 3, 121, 2, 0, opt.PLAIN)


BRIGHTNESS = Brightness()


def shade(side, level=255):
    return BRIGHTNESS.shade(SIDES[side][1:], level)


def board_of(name, game, *points):
    """Return a board at rest after (side, points) of a game."""
    board = Board(step=50, layout=name)
    board.app.enter(game)
    for side, more in points:
        for part in [29] * (more // 29) + [more % 29] * (more % 29 > 0):
            board.app.enter((E.POINTS, side, part))
    board.run(4000)
    return board


def own_path(layout, spot):
    """Return the hole of the paths for `spot`, or None if its peg stands on the track."""
    if not layout.paths or spot < crib_wars.OFF_TRACK:
        return None
    n = crib_wars.OFF_TRACK
    hole = 0
    for _, path, _ in BLUE:
        if n < spot <= n + len(path):
            return hole + spot - n - 1
        n += 1 + len(path)
        hole += len(path)
    assert spot - n < len(GREEN)
    return None


def front_pixel(layout, state, side):
    """Return the pixel of the front peg of `side`, from the rules and the layout alone."""
    if state.track == opt.CRIB_WARS:
        path = own_path(layout, state.spots[side])
        if path is not None:
            return layout.path(path)
        return layout.hole(crib_wars.hole(state.spots[side]), side % layout.tracks)
    return layout.hole(state.scores[side], side % layout.tracks)


class Seen:
    """The colours that each pixel of `board` shows within `ms`: `seen[pixel]` is a set."""

    def __init__(self, board, ms=3000):
        self.frames = set()
        for _ in range(ms // board.step):
            board.run(board.step)
            self.frames.add(board.strip.last)

    def __getitem__(self, pixel):
        return {tuple(frame[3 * pixel : 3 * pixel + 3]) for frame in self.frames}


def check_pegs(board, name):
    """Compare the lights with the state: each front peg is seen where it stands."""
    state = board.app.game.state
    layout = Layout(name)
    board.run(4000)
    while board.app.screen.has_next_count():
        board.press("ENTER")
        board.run(4000)
    if state.phase == at.OVER:
        return
    lights = Seen(board)
    for side in range(len(state.scores)):
        if state.scores[side]:
            assert shade(side) in lights[front_pixel(layout, state, side)], (name, side)
    # No side's bright light is anywhere else on its track.
    for track in range(layout.tracks):
        for hole in range(1, HOLES + 1):
            pixel = layout.hole(hole, track)
            for side in range(len(state.scores)):
                if shade(side) in lights[pixel]:
                    assert front_pixel(layout, state, side) == pixel, (name, side, hole)


def play(name, games):
    """Play random games by their keys, and compare the lights with the state now and then."""
    for n, game in enumerate(games):
        board = Board(step=60, layout=name)
        board.start(start(game, NO_SEAT))
        player = Player(31 * n + 7)
        state = board.app.game.state
        played = 0
        while state.phase != at.OVER:
            key(board, player.next(state))
            played += 1
            if played % 80 == 0:
                check_pegs(board, name)
        assert played > 60
        board.run(4000)
        again = Board(board.store, step=60, layout=name)
        assert again.app.game.state.pack() == board.app.game.state.pack()


def test_random_games_on_two_tracks():
    play("two-track", some(GAMES, 1, 2))


def test_random_games_on_three_tracks():
    play("three-track", some(GAMES[1:], 1, 1))


def test_random_games_on_the_once_around_board():
    play("once-around", some(GAMES[2:], 1, 1))


def test_random_games_on_the_crib_wars_board():
    play("crib-wars", some(GAMES[3:] + GAMES[1:2], 1, 1))


def test_each_side_has_its_own_track_where_there_are_as_many():
    for name, game, tracks in (
        ("two-track", TWO, (0, 1)),
        ("three-track", THREE, (0, 1, 2)),
        ("three-track", TWO, (0, 1)),
        ("two-track", THREE, (0, 1, 0)),
    ):
        layout = Layout(name)
        # On one hole, so that sides that shared a track would take turns.
        board = board_of(name, game, *[(side, 10) for side in range(len(tracks))])
        lights = Seen(board)
        for side, track in enumerate(tracks):
            pixel = layout.hole(10, track)
            alone = tracks.count(track) == 1
            assert shade(side) in lights[pixel]
            assert (lights[pixel] == {shade(side)}) == alone, (name, side)


def test_the_back_peg_is_on_the_same_track():
    layout = Layout("two-track")
    board = board_of("two-track", TWO, (1, 5), (1, 7))
    assert board.pixel(layout.hole(12, 1)) == shade(1)
    assert board.pixel(layout.hole(5, 1)) == shade(1, 80)
    assert board.pixel(layout.hole(12, 0)) == board.pixel(layout.hole(5, 0)) == (0, 0, 0)


def test_a_leap_stays_on_the_track_of_its_side():
    """Also where sides share the trackers, which take turns meanwhile."""
    for name, game in (("two-track", TWO), ("once-around", THREE[:6] + (opt.ONCE_AROUND,))):
        layout = Layout(name)
        board = board_of(name, game, (1, 5))
        board.app.enter((E.POINTS, 1, 20))
        walked = set()
        for _ in range(40):
            board.run(20)
            for hole in range(6, 26):
                assert board.pixel(layout.hole(hole, 0)) == (0, 0, 0)
                if any(board.pixel(layout.hole(hole, 1))):
                    walked.add(hole)
        assert len(walked) > 15, name


def test_a_win_runs_along_the_track_of_the_winner():
    layout = Layout("three-track")
    board = board_of("three-track", THREE, (1, 121))
    assert board.app.game.state.phase == at.OVER
    board.run(3000)
    for track in range(3):
        lit = [h for h in range(1, HOLES + 1) if any(board.pixel(layout.hole(h, track)))]
        assert (len(lit) == HOLES) == (track == 1)


def test_a_peg_on_a_blue_path_stands_on_the_paths_own_hole():
    layout = Layout("crib-wars")
    trap, path, _ = BLUE[1]
    game = TWO[:6] + (opt.CRIB_WARS,)
    board = board_of("crib-wars", game, (0, trap - 26), (0, 26), (0, 2))
    state = board.app.game.state
    place = own_path(layout, state.spots[0])
    assert place == len(BLUE[0][1]) + 1 and state.scores[0] == path[1]
    lights = Seen(board)
    assert shade(0) in lights[layout.path(place)]
    assert shade(0) not in lights[layout.hole(path[1])]
    # Its back peg waits in the trap, on the track.
    assert shade(0, 80) in lights[layout.hole(trap)]
    # One more: both are on the path.
    board.app.enter((E.POINTS, 0, 1))
    board.run(4000)
    lights = Seen(board)
    assert shade(0) in lights[layout.path(place + 1)]
    assert shade(0, 80) in lights[layout.path(place)]
    # And off it again.
    board.app.enter((E.POINTS, 0, 1))
    board.run(4000)
    lights = Seen(board)
    assert shade(0) in lights[layout.hole(BLUE[1][2])]
    assert shade(0, 80) in lights[layout.path(place + 1)]


def test_a_sides_light_is_on_its_own_track_and_any_other_on_all():
    layout = Layout("two-track")
    canvas = LayoutCanvas(Brightness(), layout)
    for colour, tracks in ((0, [0]), (1, [1]), (2, [0]), (WHITE, [0, 1]), (RED, [0, 1])):
        canvas.clear_holes()
        canvas.hole(7, colour, BRIGHT)
        lit = [n for n in range(layout.pixels) if any(canvas.frame[3 * n : 3 * n + 3])]
        assert lit == sorted([layout.hole(7, track) for track in tracks]), colour


def test_the_lights_of_a_path_run_on_its_own_holes():
    layout = Layout("crib-wars")
    board = board_of("crib-wars", TWO[:6] + (opt.CRIB_WARS,))
    lights = Seen(board, 6000)
    for n in range(sum(layout.paths)):
        assert len(lights[layout.path(n)]) == 2
    for _, path, _ in BLUE:
        for hole in path:
            assert lights[layout.hole(hole)] == {(0, 0, 0)}


def tracker_numbers(board, side_of_track):
    """Return the numbers that the tracker holes show, by track and tracker."""
    layout = Layout("once-around")
    found = {}
    for track, side in enumerate(side_of_track):
        for row, words in enumerate(TRACKER_DIGITS):
            column = 0
            for name, digits in words:
                number = 0
                for _ in range(digits):
                    five = any(board.pixel(layout.tracker(track, row, column)))
                    ones = [
                        board.pixel(layout.tracker(track, row, column + 1 + n)) for n in range(4)
                    ]
                    count = ones.count(shade(side))
                    assert ones == [shade(side)] * count + [(0, 0, 0)] * (4 - count)
                    number = number * 10 + 5 * five + count
                    column += 5
                found[track, name] = number
            assert column == ROW
    return found


def test_the_trackers_of_once_around_are_on_their_own_holes():
    board = Board(step=50, layout="once-around")
    board.app.enter(TWO[:6] + (opt.ONCE_AROUND,))
    state = board.app.game.state
    state.games[:2] = bytes([12, 7])
    state.high_hands[:2] = bytes([29, 4])
    state.corner_wins[:2] = bytes([3, 255])
    state.skunks[:2] = bytes([5, 0])
    state.double_skunks[:2] = bytes([1, 9])
    state.running_points[:4] = bytes([4, 210, 255, 255])  # 1234 and 65535
    board.app.screen.settle(state)
    board.run(500)
    shown = tracker_numbers(board, (0, 1))
    assert [shown[0, name] for row in TRACKER_DIGITS for name, _ in row] == [12, 3, 29, 1234, 5, 1]
    # A number too large for the holes begins again, like a peg on such a board.
    assert [shown[1, name] for row in TRACKER_DIGITS for name, _ in row] == [7, 55, 4, 5535, 0, 9]


def test_sides_that_share_a_track_share_its_trackers_in_turn():
    board = Board(step=50, layout="once-around")
    board.app.enter(THREE[:6] + (opt.ONCE_AROUND,))
    state = board.app.game.state
    state.games[:3] = bytes([1, 2, 3])
    board.app.screen.settle(state)
    seen_games = set()
    layout = Layout("once-around")
    for _ in range(100):
        board.run(50)
        first = board.pixel(layout.tracker(0, 0, 6))
        seen_games.add(0 if first == shade(0) else 2)
        assert first in (shade(0), shade(2))
        assert board.pixel(layout.tracker(1, 0, 6)) == shade(1)
    assert seen_games == {0, 2}


def test_the_trackers_are_dark_in_other_games():
    layout = Layout("once-around")
    board = board_of("once-around", TWO, (0, 10))
    board.app.game.state.games[0] = 3
    board.app.screen.settle(board.app.game.state)
    board.run(500)
    for row in range(layout.tracker_rows):
        for column in range(ROW):
            assert board.pixel(layout.tracker(0, row, column)) == (0, 0, 0)


def test_the_hello_of_the_link_names_the_layout():
    for name in NAMES:
        board = Board(layout=name, lines=True)
        board.run(200)
        hellos = [line for line in board.link.lines if b'"hello"' in line]
        assert hellos and all(b'"' + name.encode() + b'"' in line for line in hellos)
    assert Screen is type(Board().app.screen)


def test_the_waves_of_a_win_run_on_while_sides_share_the_trackers():
    board = board_of("once-around", THREE[:6] + (opt.ONCE_AROUND,), (1, 121))
    assert board.app.game.state.phase == at.OVER
    board.run(3000)
    assert len(Seen(board, 1000).frames) >= 8
