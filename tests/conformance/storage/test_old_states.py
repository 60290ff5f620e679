"""States of earlier layouts, and the layout itself, which may only grow."""

from engine_core.errors import PegboardError
from engine_core.game.match_base import game_from
from engine_core.state import state_layout
from engine_core.state.old_states import converted
from engine_core.state.state import State
from tests.conformance.support.kit import raises

TAG = b"\xc4\x1f\x9f\xd2"  # of the first layout


def test_the_state_of_an_earlier_layout_can_begin_a_match():
    state = State()
    state.begin(1, 2, 121, 0, 0, 0)
    state.phase = 3
    state.go_room = bytearray(2)
    old = state.pack()
    extra = len(state_layout.NUMBERS) - 33
    if extra:
        old = old[:33] + old[33 + extra :]
    assert converted(TAG, old) == state.pack()
    assert converted(state_layout.LAYOUT, state.pack()) == state.pack()
    assert game_from(5, 0, TAG + old).state.pack() == state.pack()


def old_state(numbers, rows):
    """Return the tag and the bytes of a state with so many numbers and rows before those of the
    match; each has a value of its own."""
    packed = bytes([1 + n for n in range(numbers)])
    for n in range(rows + len(state_layout.MATCH_ROWS)):
        row = bytes([100 + n] * (1 + n % 3))
        packed += bytes((len(row),)) + row
    return bytes((numbers,)) + b"abc", packed


def test_a_state_of_any_earlier_layout_has_our_first_numbers_and_rows():
    numbers, rows = len(state_layout.NUMBERS), len(state_layout.ROWS)
    match = len(state_layout.MATCH_ROWS)
    for count in (1, 2, 33, numbers):
        for has in (1, 2, rows - 1, rows):
            tag, packed = old_state(count, has)
            now = converted(tag, packed)
            assert now[:numbers] == packed[:count] + bytes(numbers - count)
            found, at = [], numbers
            while at < len(now):
                found.append(now[at + 1 : at + 1 + now[at]])
                at += 1 + now[at]
            kept = [bytes([100 + n] * (1 + n % 3)) for n in range(has + match)]
            assert found == kept[:has] + [b""] * (rows - has) + kept[has:]
    for count, has in ((0, rows), (numbers + 1, rows), (numbers, 0), (numbers, rows + 1)):
        raises(PegboardError, converted, *old_state(count, has))
    # Without a tag there is no number of numbers, whatever follows.
    for count in (0, 1):
        raises(PegboardError, converted, b"", old_state(count, rows)[1])


def test_the_state_of_a_later_or_an_unknown_layout_is_refused():
    packed = State().pack()
    for tag in (b"", b"\x01abc", b"\xffabc", bytes((len(state_layout.NUMBERS) + 1,)) + b"abc"):
        raises(PegboardError, converted, tag, packed)
    raises(PegboardError, converted, state_layout.LAYOUT[:1] + b"abc", packed + b"\x05")


def test_the_layout_has_only_grown():
    """A later version may only extend it: see engine_core.state.old_states."""
    assert state_layout.NUMBERS[:33] == FIRST_NUMBERS
    assert state_layout.ROWS[:20] == FIRST_ROWS
    assert state_layout.MATCH_ROWS == FIRST_MATCH_ROWS
    assert state_layout.NAMES.split(",")[: len(FIRST_PHASES)] == FIRST_PHASES


FIRST_NUMBERS = (
    "code",
    "seats",
    "target",
    "options",
    "more_options",
    "track",
    "phase",
    "deal_number",
    "dealer",
    "turn",
    "starter",
    "line_from",
    "said_go",
    "passed",
    "last_player",
    "laid_at_go",
    "hands_counted",
    "claim",
    "open_points",
    "open_by",
    "missed_points",
    "missed_by",
    "caller",
    "nobs_claimed",
    "folded",
    "pegs_moved",
    "corners_passed",
    "winner",
    "offender",
    "pile",
    "taken_card",
    "shown_by",
    "last_scorer",
)

FIRST_ROWS = (
    "scores",
    "back_pegs",
    "laid",
    "laid_by",
    "go_room",
    "crib",
    "cutters",
    "cuts",
    "low_cutters",
    "early_claims",
    "used_cards",
    "spots",
    "count_spots",
    "count_points",
    "deals_out",
    "seen_cards",
    "seen_seats",
    "formation",
    "turns",
    "standoff_cards",
)

FIRST_MATCH_ROWS = (
    "games",
    "stakes",
    "skunks",
    "double_skunks",
    "corner_wins",
    "high_hands",
    "running_points",
)

FIRST_PHASES = [
    "idle",
    "cut",
    "starter",
    "play",
    "show",
    "crib",
    "over",
    "keyed",
    "claim",
    "challenge",
    "free",
    "line",
    "turn",
    "formation",
    "drop",
    "reserve",
    "after play",
    "suits",
]
