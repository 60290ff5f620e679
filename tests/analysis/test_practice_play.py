"""The play of a practised throw against the program."""

import pytest

from engine_core.count.cards import VALUE, cards
from engine_core.errors import CardError
from host.analysis.player import ThrowView
from host.analysis.practice import throw_from
from host.analysis.practice_play import OTHER, YOU, begin, lay


def played(seed):
    """Return the table after the person has laid the first card that fits, each time."""
    view = throw_from(seed)
    table = begin(view, view.hand[:2], seed)
    for _ in range(9):
        if table.is_over():
            return view, table
        lay(table, next(iter(table.fitting()), None))
    raise AssertionError("the play does not end")


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_a_play_has_eight_cards_and_every_point_on_the_score(seed):
    view, table = played(seed)
    laid = [one for one in table.told if "card" in one]
    assert sum(one["you"] for one in laid) == 4 == len(laid) - 4
    assert table.held == ([], [])
    before = view.scores if view.role == 0 else view.scores[::-1]
    for seat in (YOU, OTHER):
        told = [
            one["points"] for one in table.told if "points" in one and one["you"] == (seat == YOU)
        ]
        assert table.game.state.scores[seat] == before[seat] + sum(told)
    assert not {*cards(" ".join(one["card"] for one in laid if not one["you"]))} & {*view.hand}


def test_the_same_seed_deals_the_same_cards_and_another_others():
    view = throw_from("a")
    tables = [begin(view, view.hand[:2], seed) for seed in ("1", "1", "2")]
    assert tables[0].theirs == tables[1].theirs != tables[2].theirs
    assert tables[0].told == tables[1].told


def test_what_is_not_allowed_is_said_and_changes_nothing():
    view = ThrowView(1, tuple(cards("KS KD QC JD 9H AS")), (0, 0), 121)
    table = begin(view, cards("9H JD"), "1")
    with pytest.raises(CardError, match="not in your hand"):
        lay(table, view.hand[3])
    with pytest.raises(CardError, match="a card that fits"):
        lay(table, None)
    before = list(table.told), [list(held) for held in table.held]
    while table.fitting() == table.held[YOU]:
        lay(table, min(table.fitting(), key=lambda card: VALUE[card]))
    wrong = set(table.held[YOU]) - set(table.fitting())
    assert before[0] != table.told
    before = list(table.told), [list(held) for held in table.held]
    with pytest.raises(CardError, match="pass 31"):
        lay(table, wrong.pop())
    assert before == (list(table.told), [list(held) for held in table.held])


def test_a_play_can_end_the_game():
    view = ThrowView(1, tuple(cards("5S 5D 5C JD 9H AS")), (120, 120), 121)
    table = begin(view, cards("9H JD"), "1")
    while not table.is_over():
        lay(table, next(iter(table.fitting()), None))
    assert max(table.game.state.scores) == 121
