"""What is keyed of an entry, at its limits: points, numbers of players, what is taken back."""

from engine_core.count.cards import JOKER, card
from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games import phases as at
from engine_core.state import entries as E
from firmware.keys import implied_pass, keymap
from firmware.keys.key_entry import CLAIMING, NONE, KeyEntry, needs_no_enter
from hardware.board import KEYS
from tests.conformance.support.kit import raises
from tests.conformance.support.virtual_ports import Board, claim_keys, typed

TWO = (E.START, 1, 2, 121, 1, opt.MUGGINS, 0)
SCOREBOARD = (E.START, 0, 2, 121, 0, 0, 0)


def state_of(start, phase, **values):
    game = Game()
    game.apply(start)
    if start[1]:
        game.apply((E.CARD, card("8D")))
    game.state.phase = phase
    for name in values:
        setattr(game.state, name, values[name])
    return game.state


def entry_of(keys, state):
    """Return the KeyEntry after `keys`, and what the last of them made."""
    entry = KeyEntry()
    made = None
    for word in keys.split():
        made = entry.press(KEYS.index(word), state)
    return entry, made


def test_what_is_keyed_is_cleared_down_to_a_single_point():
    for side, rank, points, had in (
        (NONE, NONE, 0, False),
        (0, NONE, 0, False),  # the side of a scoreboard stays
        (NONE, 0, 0, True),
        (NONE, NONE, 1, True),
        (CLAIMING, NONE, 0, True),
    ):
        entry = KeyEntry()
        entry.side, entry.rank, entry.points, entry.passed = side, rank, points, 1
        assert entry.clear() == had
        assert entry.to_wire() == [NONE if side == CLAIMING else side, NONE, 0]
        assert not entry.passed


def test_undo_takes_back_a_single_point_and_nothing_else():
    board = Board()
    board.app.enter(SCOREBOARD)
    board.keys("S A UNDO")
    assert board.app.key_entry.to_wire() == [0, NONE, 0] and board.app.game.length == 1


def test_in_the_play_a_number_above_the_most_begins_anew():
    state = state_of(TWO[:5] + (opt.MUGGINS_IN_PLAY, 0), at.PLAY)
    for keys, rank, points in (
        ("9", 8, 9),
        ("2 9", 8, 29),
        ("3 9", 8, 9),
        ("9 A", 0, 1),
        ("A K", 12, 13),
        ("3 T", 9, 10),
    ):
        assert entry_of(keys, state)[0].to_wire() == [NONE, rank, points], keys


def test_each_player_has_a_number_to_call_muggins_and_no_others_do():
    for seats, start in ((3, (E.START, 2, 3, 121, 1, opt.MUGGINS, 0)), (2, TWO)):
        state = state_of(start, at.CHALLENGE, claim=3)
        for key in range(keymap.RANK_KEYS):
            if seats == 3 and key < seats:
                assert KeyEntry().press(key, state) == (E.MUGGINS, key)
            else:
                raises(Illegal, KeyEntry().press, key, state)


def test_a_claim_needs_no_enter_once_no_digit_can_follow():
    for start, first in ((TWO, 3), (TWO[:5] + (0, 0), 99)):
        state = state_of(start, at.CLAIM)
        alone = [points for points in range(1, 30) if needs_no_enter(state, points)]
        assert alone == list(range(first, 30)), start
        for points in (2, 3):
            made = entry_of(KEYS[points - 1], state)[1]
            assert made == ((E.CLAIM, points) if points >= first else None)


def test_points_that_can_be_entered_at_once_end_at_the_most_of_the_game():
    state = state_of(TWO, at.AFTER_PLAY)
    assert entry_of("2 9", state)[0].points == 29
    raises(Illegal, entry_of, "3 T", state)


def test_the_key_that_ended_a_claim_is_not_taken_for_the_next_players():
    """The last digit, or a rank above nine that was keyed alone, or GO for no points."""
    for points in range(1, 30):
        last = {keys.split()[-1] for keys in (typed(points), claim_keys(points))}
        last = {KEYS.index(word) if word in KEYS else 9 for word in last}
        made = [
            key for key in range(keymap.RANK_KEYS) if implied_pass._made_claim(points, points, key)
        ]
        assert made == sorted(last), points
        assert not implied_pass._made_claim(points, points, keymap.GO)
        # With ENTER none of them was.
        assert not [
            key for key in range(keymap.RANK_KEYS) if implied_pass._made_claim(0, points, key)
        ]
    assert implied_pass._made_claim(0, 0, keymap.GO)


def test_a_key_that_makes_an_entry_by_itself_drops_a_rank_before_it():
    battle = state_of((E.START, 11, 2, 121, 1, 0, 0), at.TURN)
    for keys, state, made in (
        ("5 GO", state_of(TWO, at.PLAY), (E.GO,)),
        ("5 JK", battle, (E.CARD, JOKER)),
        ("5 GO", battle, (E.TAKE,)),
        ("5 ENTER", battle, (E.SHOWN,)),
        ("5 H", battle, (E.CARD, card("5H"))),
    ):
        entry, last = entry_of(keys, state)
        assert last == made and entry.to_wire() == [NONE, NONE, 0], keys


def test_what_is_keyed_is_told_as_the_rank_of_a_card_or_as_points():
    for rank, points, text in (
        (NONE, 0, ""),
        (0, 0, "A"),
        (12, 0, "K"),
        (8, 9, "9"),
        (9, 10, "T"),
        (11, 12, "Q"),
        (0, 21, "21"),
        (9, 20, "20"),
        (9, 8, "8"),
        (NONE, 1, "1"),
        (NONE, 12, "12"),
    ):
        entry = KeyEntry()
        entry.rank, entry.points = rank, points
        assert entry.text() == text
