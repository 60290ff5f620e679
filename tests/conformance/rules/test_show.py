"""The show as a number: the rulings, and the tables of the rulebooks."""

from engine_core.count.cards import JOKER, cards
from engine_core.count.scoring import NODDY, STANDARD
from engine_core.count.show import count, explain
from tests.conformance.support.kit import Rand, begun, no_alloc, scale

# One hand of four, with its starter last, for every score there is: 19, 25, 26 and 27 there are
# not (tests/engine/test_oracle.py proves it).
EVERY_SCORE = """
2H 6D 8D JS KC: 0
3H 4D 9H JS 7S: 1
3S 4C 9D TH 6C: 2
8D TH TD JS 2S: 3
AD 3D TH KS 5C: 4
7H 8D 9C JS 3H: 5
6H 9C TH QH 5H: 6
AS 5S 8D TD 9C: 7
AD 4C 5C 9S AS: 8
4H JS JH QH TS: 9
5H TD JD QS 3D: 10
8H 9H JH JD TD: 11
2S 2C 5H 5D 8D: 12
5D 5C TH JC 9D: 13
JH JD JC KC 5S: 14
4C 5S 5D JC 5C: 15
4H 5S 6D KD 5D: 16
5H JC QC KH 5D: 17
AS 2S 3S JS 2D: 18
7S 8D 9S 9C 7C: 20
6C 7S 8H 8D 8C: 21
5H 5S JC JH 5D: 22
4C 5S 5C 6S 5D: 23
4C 5C 6S 6D 4H: 24
5H 5C 5S KD 5D: 28
5H 5C 5S JD 5D: 29
"""

# Rulebook 003, "Example of counting": the 21 that are whole, and 5-5-10-N-G with its queen. Suits
# are ours; N, the jack of the starter's suit, is in the hand and the starter last.
ONCE_AROUND = """
AS AH 2D 2C 3S: 16
AS 2H 3D 3C 3S: 15
2S 3H 4D 4C 4S: 17
2S 3H 3D 3C 4S: 17
3S 3H 4D 4C 5S: 20
3S 6H 6D 6C 6S: 24
4S 4H 5D 6C 6S: 24
4S 5H 6D 6C 6S: 21
5S 5H TD JC QS: 17
6S 6H 9D 9C 9S: 20
AS AH 6D 7C 8S: 13
2S 6H 7D 7C 8S: 16
6S 7H 8D 9C 9S: 16
3S 3H 6D 6C 6S: 20
3S 3H 3D 6C 6S: 18
4S 4H 7D 7C 7S: 14
5S 5H 5D 4C 6S: 23
"""
ONCE_AROUND_NOBS = """
5S JH JS JD 5H: 21
5S 5D JH JS 5H: 23
AS 4S 4D JH 4H: 13
5S TD JH QC 5H: 18
5S 5D 5C JH 5H: 29
"""

# Rulebook 000, "Scoring the Battlefield - Examples", as RULES.md corrects it: the jacks make 20
# and the sevens and eights 24, and the second hand has each four once.
BATTLEFIELD = """
5D 5C 5H JS 5S: 29
4S 6C 5H 5S 4H: 24
6H 5H 5D 4S 5S: 23
JS JH 5H 5S JC: 20
7D 8S 8H 9D 7H: 24
3S 4S 5S 6S 4D: 18
JS TS 4S 5H 3S: 8
AS 2D 2C 3H 5H: 8
3D 9C AD JD 7S: 0
"""

# The examples beside the lists of combinations in rulebooks 000 and 004, alone or filled up with
# cards that make nothing.
COMBINATIONS = """
AH 7S 7D 8C 3S: 8
TC 3C 4C KC 7H: 4
TC 3C 4C 8C KC: 7
6C 6D 2H QS JC: 2
9C TH JD 2S 3H: 7
4H 5S 6C 7H KS: 8
6C 7H 8H 9D TC: 9
6C 6H 6S 2D KC: 6
6D 8C 7H 8H KS: 12
5S 6D 8C 7H 8H: 14
2D 3S 3H 4C 5S: 12
AC 2H 3S 3D 3C: 15
4D 5C 5D 6S 6D: 24
4S 5H 6D 7C 6S: 14
5S 6H 7D 2C KH: 7
"""


def table(text):
    """Return pairs of cards, the starter last, and the points they make."""
    rows = [row.split(": ") for row in text.strip().split("\n")]
    return [(cards(row[0]), int(row[1])) for row in rows]


def counted(text, crib=False, scoring=STANDARD):
    """Count the cards of `text`, the starter last."""
    every = cards(text)
    return count(every[:-1], every[-1], crib, scoring)


def test_every_possible_score():
    scores = []
    for every, points in table(EVERY_SCORE):
        assert count(every[:4], every[4]) == points, every
        scores.append(points)
    assert scores == [n for n in range(30) if n not in (19, 25, 26, 27)]


def test_the_once_around_table():
    rows = table(ONCE_AROUND)
    for every, points in rows:
        # No flush and no nobs here: any of the cards may be the starter.
        for i in range(5):
            assert count(every[:i] + every[i + 1 :], every[i]) == points, every
    with_nobs = table(ONCE_AROUND_NOBS)
    for every, points in with_nobs:
        assert count(every[:4], every[4]) == points, every
    assert len(rows) + len(with_nobs) == 22


def test_the_battlefield_hand_table():
    for every, points in table(BATTLEFIELD):
        assert count(every[:4], every[4]) == points, every


def test_the_combinations_of_the_rulebooks():
    for every, points in table(COMBINATIONS):
        assert count(every[:4], every[4]) == points, every


def test_each_value_that_makes_fifteen():
    for pair in "8H 7S,9H 6S,TH 5S,JH 5S,QH 5S,KH 5S".split(","):
        assert count(cards(pair)) == 2, pair
    assert count(cards("4H 5S 6D")) == 2 + 3


def test_an_ace_is_low_only():
    assert counted("QH KS AD 8C 6H") == 2  # the fifteen of 8, 6 and the ace
    assert counted("QH KS AD 7C 9H") == 0
    assert counted("AH 2S 3D TC QH") == 3 + 4


def test_a_gap_breaks_a_run():
    assert counted("2H 4S 6D 8C TH") == 0
    assert counted("AH 2S 4D 6C 7H") == 2  # the fifteen of 2, 6 and 7


def test_g6_a_hand_flush_is_four_and_five_with_the_starter():
    assert counted("2H 4H 6H KH 8S") == 4
    assert counted("2H 4H 6H KH 8H") == 5
    assert counted("2H 4H 6H KS 8H") == 0


def test_g6_a_crib_flush_needs_all_five():
    assert counted("2H 4H 6H KH 8S", crib=True) == 0
    assert counted("2H 4H 6H KH 8H", crib=True) == 5


def test_g24_a_flush_needs_three_cards_of_the_hand():
    for text, points in (("8H KH", 0), ("2H 8H KH", 0), ("2H 4H 8H KH", 4), ("2H 4H 8H KS", 3)):
        assert counted(text) == points
        every = cards(text)
        items = explain(every[:-1], every[-1])
        assert sum(item[1] for item in items) == points


def test_g7_the_jack_of_the_starters_suit_is_one():
    assert counted("JS 2D 4H QC 8S") == 1
    assert counted("JS 2D 4H QC 8H") == 0
    assert counted("JS 2D 4H QC 8S", crib=True) == 1


def test_g7_the_starter_itself_is_never_nobs():
    assert counted("2D 4H QC 8S JS") == 0
    assert counted("5H 5C 5D 5S JD") == 28


def test_v1_three_cards_of_five_card_cribbage():
    assert counted("2H 6H KH 4S") == 3
    assert counted("2H 6H KH 4H") == 4
    assert counted("5H 5S JD 5D") == 6 + 8 + 1
    assert counted("4H 5S 6D 5C") == 6 + 2 + 4
    assert counted("2H 6H KS 4H") == 0


def test_b9_five_cards_of_a_cease_fire():
    assert count(cards("2H 4H 6H KH 8H")) == 5
    assert count(cards("2H 4H 6H KH 8S")) == 0
    assert count(cards("5D 5C 5H JS 5S")) == 28  # without a starter no jack is nobs
    assert count(cards("7D 8S 8H 9D 7H")) == 24


def test_a_hand_of_five_is_counted_with_a_starter_too():
    # Four fifteens, a run of six, and six of a suit.
    assert count(cards("AS 2S 3S 4S 5S"), cards("6S")[0]) == 8 + 6 + 6


def test_b7_a_joker_kills_the_hand():
    assert counted("JK 5C 5H 5D 5S") == 0
    assert counted("5C 5H 5D 5S JK") == 0
    assert counted("5C 5H 5D JK JS", crib=True) == 0
    assert counted("2H 4H 6H KH JK") == 0
    assert counted("JH 4H 6H KH JK", crib=True) == 0
    assert count(cards("JK 5C 5H 5D 5S")) == 0


def test_n2_twenty_five_counts_as_fifteen_does():
    assert counted("JS 5H QD 2C", scoring=NODDY) == 2 + 2 + 2  # 5 J, 5 Q and 5 J Q
    assert counted("KS 7H 8D 2C", scoring=NODDY) == 2 + 2  # 7 8 and K 7 8
    assert counted("KS 7H 8D 2C") == 2


def test_n3_a_run_of_three_is_two_and_of_four_is_four():
    assert counted("AS 2H 3D 7C", scoring=NODDY) == 2
    assert counted("AS 2H 3D 4C", scoring=NODDY) == 4
    assert counted("2S 3H 4D 4C", scoring=NODDY) == 2 + 2 + 2
    assert counted("AS 2H 3D 7C") == 3


def test_n4_a_noddy_flush_is_three_and_four_with_the_starter():
    assert counted("2S 6S 8S TC", scoring=NODDY) == 3
    assert counted("2S 6S 8S TS", scoring=NODDY) == 4


def test_the_order_and_the_type_of_a_hand_do_not_matter():
    every = cards("7D 8S 8H 9D 7H")
    rand = Rand(8)
    for _ in range(24):
        hand = rand.shuffle(every[:4])
        assert count(hand, every[4]) == count(tuple(hand), every[4]) == 24
        assert count(bytes(hand), every[4], False) == 24


def test_counting_a_hand_allocates_nothing():
    for every, points in table(EVERY_SCORE):
        assert no_alloc(count, every[:4], every[4]) == points
    assert no_alloc(count, cards("2H 4H 6H KH"), cards("8H")[0], True) == 5
    assert no_alloc(count, cards("2S 6S 8S"), cards("TS")[0], False, NODDY) == 4
    assert no_alloc(count, cards("7D 8S 8H 9D 7H")) == 24


def test_random_hands_count_alike_on_every_target():
    rand = Rand(121)
    deck = list(range(52))
    points = []
    for i in range(scale(400, 60)):
        rand.shuffle(deck)
        points.append(str(count(deck[:4], deck[4], i % 4 == 0)))
        points.append(str(count(deck[:3], deck[3], False, NODDY if i % 2 else STANDARD)))
        points.append(str(count(deck[:5])))
    return begun(" ".join(points))


def test_b7_a_jack_is_no_nobs_where_a_joker_is_turned_up():
    for jack in ("JC", "JD", "JH", "JS"):
        hand = cards(jack + " 2H 4D 9C")
        assert count(hand, JOKER) == 0
        assert explain(hand, JOKER) == []
