"""The engine against the second opinion of tests/oracle.py: sampled, and whole where it is small.

All hands and a million sequences of play are gone through under tests/bench.
"""

import random
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_core.count import play, show
from engine_core.count.scoring import NODDY, STANDARD
from tests import oracle

# Deals of the rulebooks: cards in the hand, whether with a starter, as a crib, in Noddy.
SHAPES = {
    "hand": (4, True, False, False),
    "crib": (4, True, True, False),
    "three cards": (3, True, False, False),
    "three cards of Noddy": (3, True, False, True),
    "cease-fire": (5, False, False, False),
}


def deal(rng, size, suited=False):
    """Return `size` distinct cards; `suited` draws them from one suit and a card of the rest."""
    if not suited:
        return rng.sample(range(52), size)
    suit = rng.randrange(4)
    cards = [rank * 4 + suit for rank in rng.sample(range(13), size)]
    if rng.random() < 0.5:
        cards[-1] = cards[-1] - suit + (suit + 1) % 4
    return cards


def agree(hand, starter, crib, noddy):
    """Check count, also as MicroPython does it, and explain against the oracle."""
    scoring = NODDY if noddy else STANDARD
    points = oracle.show(hand, starter, crib, noddy)
    assert show.count(hand, starter, crib, scoring) == points
    assert show._count(hand, starter, crib, scoring) == points
    items = show.explain(hand, starter, crib, scoring)
    assert sum(item[1] for item in items) == points
    assert len({(reason, cards) for reason, _, cards in items}) == len(items)


@pytest.mark.parametrize("shape", SHAPES)
def test_show_agrees_with_the_oracle(shape):
    size, has_starter, crib, noddy = SHAPES[shape]
    rng = random.Random(f"show {shape}")
    for i in range(1_500):
        cards = deal(rng, size + has_starter, suited=i % 5 == 0)
        agree(cards[:size], cards[size] if has_starter else None, crib, noddy)


def every_five_ranks():
    """Yield five cards for each of the 6,175 sets of ranks: a rank's suits are used in turn."""
    for ranks in combinations_with_replacement(range(13), 5):
        if max(ranks.count(rank) for rank in ranks) <= 4:
            yield [rank * 4 + ranks[:i].count(rank) for i, rank in enumerate(ranks)]


@pytest.mark.slow
def test_every_set_of_five_ranks_agrees_with_the_oracle():
    every = list(every_five_ranks())
    assert len(every) == 6175
    for cards in every:
        agree(cards[:4], cards[4], crib=False, noddy=False)


def extras(hand, starter):
    """Return all that suits could add to these ranks: flush and nobs, alone or together."""
    jack = any(oracle.rank(card) == 10 for card in hand)
    kinds = {oracle.rank(card) for card in hand}
    added = {0, 1} if jack else {0}
    if len(kinds) == 4:
        added.add(4)
        if oracle.rank(starter) not in kinds:
            added |= {5, 6} if jack else {5}
    return added


def test_scores_that_no_hand_makes():
    made = set()
    for cards in every_five_ranks():
        points = oracle.show_ranks(cards)
        for starter in cards:
            hand = [card for card in cards if card != starter]
            made |= {points + extra for extra in extras(hand, starter)}
    assert made == set(range(30)) - {19, 25, 26, 27}


@pytest.mark.parametrize("noddy", [False, True], ids=["standard", "noddy"])
def test_play_agrees_with_the_oracle(noddy):
    rng = random.Random(f"play {noddy}")
    for _ in range(2_000):
        line = []
        # A few ranks only, so that pairs and runs come up often.
        ranks = rng.sample(range(13), rng.randint(3, 13))
        deck = [rank * 4 + suit for rank in ranks for suit in range(4)]
        rng.shuffle(deck)
        for card in deck:
            if oracle.pips([*line, card]) > 31:
                break
            line.append(card)
            points = oracle.play(line, noddy)
            scoring = NODDY if noddy else STANDARD
            assert play.points(line, scoring) == points, line
            assert sum(item[1] for item in play.explain(line, scoring)) == points, line


five_cards = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


@given(five_cards, st.permutations(range(4)), st.booleans())
def test_the_order_of_a_hand_does_not_matter(cards, order, crib):
    hand, starter = cards[:4], cards[4]
    assert show.count([hand[i] for i in order], starter, crib) == show.count(hand, starter, crib)


@given(five_cards, st.permutations(range(4)), st.booleans())
def test_suits_have_no_rank(cards, suits, crib):
    other = [card // 4 * 4 + suits[card % 4] for card in cards]
    assert show.count(other[:4], other[4], crib) == show.count(cards[:4], cards[4], crib)


@given(five_cards)
def test_g6_crib_and_hand_differ_only_in_a_flush_of_four(cards):
    hand, starter = cards[:4], cards[4]
    suits = {card % 4 for card in hand}
    four = len(suits) == 1 and starter % 4 not in suits
    assert show.count(hand, starter) - show.count(hand, starter, crib=True) == 4 * four


@given(five_cards)
def test_counting_changes_nothing(cards):
    hand, starter = cards[:4], cards[4]
    first = show.count(hand, starter)
    show.explain(hand, starter)
    play.points(hand)
    assert hand == cards[:4]
    assert show.count(hand, starter) == first


@given(five_cards)
def test_starter_and_hand_card_are_interchangeable_except_for_suits(cards):
    by_suits = [
        oracle.show_suits(cards[:i] + cards[i + 1 :], card) for i, card in enumerate(cards)
    ]
    counts = [show.count(cards[:i] + cards[i + 1 :], card) for i, card in enumerate(cards)]
    assert len({count - suits for count, suits in zip(counts, by_suits, strict=True)}) == 1


@given(st.lists(st.integers(0, 51), min_size=1, max_size=8, unique=True), st.integers(0, 51))
def test_g8_no_run_extends_across_a_pair(line, card):
    pair = [card // 4 * 4, card // 4 * 4 + 1]
    assert play.run_length(line + pair) == 0
