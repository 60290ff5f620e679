"""Every accepted key changes the bar: a rank in each phase, and points."""

from engine_core.count.cards import NO_CARD, card, cards
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from firmware.keys import keymap
from firmware.keys.key_entry import KeyEntry
from firmware.lights import bar_refusal
from firmware.lights.failure import paint_failure
from firmware.lights.levels import BRIGHT, DIM, RED, WHITE
from firmware.settings.brightness import Brightness, current_ma
from hardware.board import BAR, CURRENT_MA, KEYS, PIXELS, bar_pixel
from tests.conformance.support.battle_player import BATTLES, BattlePlayer
from tests.conformance.support.canvases import Bar, seen
from tests.conformance.support.kit import some
from tests.conformance.support.player import PLAIN, Player, play_out, start
from tests.conformance.support.virtual_ports import Board, typed

SLOW = ("test_each_rank_is_shown_at_every_count_for_every_side",)

MUGGINS = (1, 2, 61, opt.MUGGINS, opt.PLAIN)
FIVE_CARD = (7, 2, 61, 0, opt.PLAIN)
IN_PLAY = (1, 2, 61, opt.MUGGINS_IN_PLAY, opt.PLAIN)
NODDY = (8, 2, 31, 0, opt.PLAIN)
SOLITAIRE = (10, 2, 121, 0, opt.PLAIN)
GAMES = (
    PLAIN[0],
    MUGGINS,
    IN_PLAY,
    FIVE_CARD,
    NODDY,
    SOLITAIRE,
    BATTLES[0],
)  # every phase there is
# In SUITS and wherever else suits are not known, a rank alone is a card.
TAKES_NO_RANK = (at.IDLE, at.OVER, at.CHALLENGE, at.SUITS)
# Cards that bring the count to each number from 0 to 31.
TENS = ("", "KS", "KS KH", "KS KH KD")
UNITS = ("", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")


def each_rank_is_seen(state):
    """The bar must differ between any two of: no rank, and each of the thirteen."""
    bars = [seen(state, KeyEntry())]
    for rank in range(keymap.RANK_KEYS):
        entry = KeyEntry()
        # A claim that needs no ENTER is shown in the phase that follows it.
        assert entry.press(rank, state) in (None, (E.CLAIM, rank + 1))
        bars.append(seen(state, entry))
    for n, bar in enumerate(bars):
        assert bars.index(bar) == n, (at.name(state.phase), state.line(), "0A23456789TJQK"[n])


def phases_of(game, seed):
    """Play `game`, and look at the ranks where it waits in a phase the first times; return the
    phases that take a rank."""
    looked = {}

    def look(played, entry, events):
        phase = played.state.phase
        if phase not in TAKES_NO_RANK and looked.get(phase, 0) < 3:
            looked[phase] = looked.get(phase, 0) + 1
            each_rank_is_seen(played.state)

    kind = BattlePlayer if preset(game[0]).machine == BATTLEFIELD else Player
    play_out(game, seed, see=look, kind=kind)
    return looked


def test_each_rank_is_shown_in_every_phase_that_takes_one():
    looked = set()
    for row in GAMES:
        for hints in (0, opt.NO_HINTS):
            looked.update(phases_of(row[:3] + (row[3] | hints, row[4]), 3))
    each_rank_is_seen(keyed().state)
    looked.add(at.POINTS)
    assert looked == set(range(at.COUNT)) - set(TAKES_NO_RANK)


def test_each_rank_is_shown_at_every_count_for_every_side():
    game = Game()
    game.apply(start((2, 3, 121, 0, 0), 2))
    game.apply((E.CARD, card("8D")))
    state = game.state
    assert state.phase == at.PLAY
    for options in (0, opt.NO_HINTS):
        state.options = options
        for count in some(list(range(31)), 5):
            state.laid[:] = bytes(cards(TENS[count // 10] + " " + UNITS[count % 10]))
            for state.turn in range(3):
                each_rank_is_seen(state)


def test_each_rank_is_shown_in_a_battle_with_and_without_the_end_card():
    game = Game()
    game.apply(start((11, 4, 121, 0, 0), 1))
    game.apply((E.CARD, card("5S")))
    state = game.state
    assert state.phase == at.TURN
    for options in (0, opt.NO_HINTS):
        state.options = options
        for state.taken_card in (NO_CARD, card("9H")):
            for count in some(list(range(32)), 5, 5):
                text = (
                    "KS KH KD AS" if count == 31 else TENS[count // 10] + " " + UNITS[count % 10]
                )
                state.laid[:] = bytes(cards(text))
                for state.turn in range(4):
                    each_rank_is_seen(state)


def test_with_hints_the_lights_that_a_rank_adds_follow_the_count():
    game = Game()
    game.apply(start((1, 2, 121, 0, 0), 1))
    game.apply((E.CARD, card("8D")))
    game.state.laid[:] = bytes(cards("KS 6H"))
    for text, more in (("A", 1), ("9", 9), ("T", 10), ("J", 10), ("K", 10)):
        entry = KeyEntry()
        entry.press(KEYS.index(text), game.state)
        for lights in seen(game.state, entry):
            white = [n for n, light in enumerate(lights) if light and light[0] == WHITE]
            assert white == list(range(16, 16 + more))


def keyed():
    game = Game()
    game.apply(start((0, 4, 121, 0, 0)))
    return game


def with_points(entry, points, state):
    """Return `entry` after the keys of `points` points."""
    entry.points = 0
    for word in typed(points).split():
        entry.press(KEYS.index(word), state)
    return entry


def test_typed_points_are_shown_before_and_after_a_side_is_chosen():
    game = keyed()
    for side in (None, 13, 15):
        entry = KeyEntry()
        if side is not None:
            entry.press(side, game.state)
        bars = [seen(game.state, with_points(entry, n, game.state)) for n in range(30)]
        for n, bar in enumerate(bars):
            assert bars.index(bar) == n, (side, n)


def test_claimed_points_are_shown():
    looked = []

    def look(played, entry, events):
        if played.state.phase == at.CLAIM and not looked:
            for n in range(30):
                looked.append(seen(played.state, with_points(KeyEntry(), n, played.state)))

    play_out(MUGGINS, 3, see=look, most=60)
    assert len(looked) == 30
    for n, bar in enumerate(looked):
        assert looked.index(bar) == n, n


def test_an_ace_lights_the_strip_with_hints_and_without():
    for options in (0, opt.NO_HINTS):
        board = Board()
        board.start(start((1, 2, 121, options, 0), 1))
        board.keys("8D K H")
        board.run(1000)
        before = board.bar()
        board.run(400)
        before = (before, board.bar())
        board.press("A")
        board.run(1000)
        assert board.bar() not in before


def test_a_failure_looks_different_from_a_refusal_and_both_are_red():
    board = Board()
    refusals = []
    for _ in range(2):
        board.keys("GO")
        for _ in range(8):
            refusals.append(board.bar())
            board.run(60)
    frame = bytearray(b"\xff" * 3 * PIXELS)
    paint_failure(frame, Brightness())
    failure = [tuple(frame[3 * n :][:3]) for n in map(bar_pixel, range(BAR))]
    red = [n for n, colour in enumerate(failure) if colour[0] and not any(colour[1:])]
    assert red == [3, 4, 5, 6, 7, 13, 14, 15, 16, 17, 23, 24, 25, 26, 27]
    assert sum(frame) == sum([colour[0] for colour in failure])
    assert failure not in refusals
    assert current_ma(frame) <= CURRENT_MA


def test_a_failure_keeps_to_the_current_that_was_set():
    full = bytearray(3 * PIXELS)
    paint_failure(full, Brightness(brightness=255, limit_ma=100_000))
    low = Brightness(brightness=255)
    limit = (low.idle_ma + current_ma(full)) // 2
    low.limit(limit)
    frame = bytearray(3 * PIXELS)
    paint_failure(frame, low)
    assert low.idle_ma < current_ma(frame) <= limit < current_ma(full)
    assert [n for n, value in enumerate(frame) if value] == [
        n for n, value in enumerate(full) if value
    ]


def test_each_player_who_cuts_has_two_lights_and_a_dark_one_after_them():
    game = Game()
    game.apply(start((4, 5, 121, 0, 0), NO_SEAT))
    assert game.state.phase == at.CUT
    for lights in seen(game.state, KeyEntry()):
        lit = [n for n in range(BAR - 2 * game.state.seats) if lights[n]]
        assert lit == [0, 1, 3, 4, 6, 7, 9, 10, 12, 13]


def test_each_side_to_choose_from_has_three_lights_and_a_dark_one_after_them():
    for lights in seen(keyed().state, KeyEntry()):
        assert [n for n in range(BAR) if lights[n]] == [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14]


def test_a_card_above_31_is_shown_at_once_as_bright_lights_which_then_alternate():
    for flip, level in ((0, BRIGHT), (1, DIM)):
        bar = Bar()
        bar_refusal.paint(bar, flip, 4)
        assert bar.lights == [(RED, level)] * 4 + [None] * (BAR - 4)
