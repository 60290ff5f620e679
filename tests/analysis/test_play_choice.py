"""The value of a card of the play, compared with another computation and with plain cases."""

import pytest

from engine_core.count.cards import cards
from host.analysis.play_choice import PlayChoice, others_hands
from host.analysis.seat_view import SeatView
from tests.analysis.all_hands import positions, worths
from tests.conformance.support.kit import Rand

_POSITIONS = 3


def view(hand, line="", role=1, scores=(60, 60), others=None, own="", thrown="", **changed):
    laid = cards(line)
    found = SeatView(
        role,
        tuple(cards(hand)),
        tuple(cards(own)),
        tuple(laid if others is None else cards(others)),
        tuple(cards(thrown)),
        cards("2H")[0],
        tuple(laid),
        0,
        False,
        scores,
        121,
    )
    return found._replace(**changed)


def ranks_of(hand):
    """Return the ranks of a hand of host.analysis.play_out."""
    return [(hand >> at & 15) - 1 for at in range(0, 16, 4) if hand >> at]


def best(seen):
    return PlayChoice().ranked(seen)[0]


@pytest.mark.slow
def test_cards_are_worth_what_a_full_enumeration_of_real_hands_gives():
    choice = PlayChoice()
    for seen in positions(Rand(11), _POSITIONS):
        expected = worths(seen)
        found = {one.card >> 2: one.points for one in choice.ranked(seen)}
        assert found == pytest.approx(expected, abs=1e-6)


def test_the_hands_of_the_other_are_weighed_by_what_such_a_player_keeps():
    seen = view("4D 9H QD KD", "8C", thrown="AS 6C")
    hands = others_hands(seen)
    assert len(hands) >= 200
    assert sum(share for _, share, _ in hands) == pytest.approx(1)
    # Who has kept an eight is likelier to hold a seven than a king.
    seven = sum(share for rest, share, _ in hands if 6 in ranks_of(rest))
    king = sum(share for rest, share, _ in hands if 12 in ranks_of(rest))
    assert seven > king


def test_a_go_rules_out_what_would_have_fitted():
    seen = view("4D 9H", "", own="KS QS", others="TD", other_room=5)
    assert all(min(ranks_of(rest)) >= 5 for rest, _, _ in others_hands(seen))


def test_cards_that_were_seen_are_in_no_hand_of_the_other():
    seen = view("5D 5H KS QS", "5C", thrown="5S 2D")
    assert all(4 not in ranks_of(rest) for rest, _, _ in others_hands(seen))


def test_a_hand_that_nobody_keeps_is_still_one():
    seen = view("4D 9H QD", "", own="8S", others="AS 6C JD")
    assert others_hands(seen)


def test_the_last_point_is_taken_at_once():
    # One point short, with a fifteen to make.
    assert best(view("7D 4H KD", "8C", scores=(118, 120))).win == pytest.approx(1)
    assert best(view("7D 4H KD", "8C", scores=(118, 120))).card == cards("7D")[0]


def test_suits_make_no_difference():
    one = PlayChoice().ranked(view("4D 9H QD KD", "8C"))
    other = PlayChoice().ranked(view("4S 9C QH KH", "8D"))
    assert [row.card >> 2 for row in one] == [row.card >> 2 for row in other]
    assert [row.points for row in one] == pytest.approx([row.points for row in other])
