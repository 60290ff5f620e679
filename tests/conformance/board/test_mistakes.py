"""Mistakes of a table, corrected with the keys, in every game (ruling G16b)."""

from engine_core.game.redo_list import RedoList
from tests.conformance.support.kit import scale
from tests.conformance.support.mistakes import DIFFERENT, KINDS, TABLES, Evening


def found(first, evenings):
    """Return the outcomes of the corrections in so many short evenings, for all games alike."""
    all_found = []
    step = max(1, len(TABLES) // evenings)
    for n in range(evenings):
        all_found += Evening(first + n * step, 20, 4).found
    return all_found


def test_g16b_a_corrected_game_is_the_one_entered_right_or_says_that_it_is_not():
    outcomes = found(0, scale(45, 4, 15))
    assert not [kind for kind, outcome in outcomes if outcome == DIFFERENT]
    assert len(outcomes) >= scale(100, 4, 30)
    assert {kind for kind, _ in outcomes} == set(KINDS) or scale(False, True, True)


def test_g16b_a_correction_that_loses_an_entry_would_be_found():
    def taken_by(self, packed, follows):
        return min(self.count, 1)

    right = RedoList.taken_by
    RedoList.taken_by = taken_by
    try:
        outcomes = found(3, scale(8, 6))
    finally:
        RedoList.taken_by = right
    assert [kind for kind, outcome in outcomes if outcome != "equal"]
